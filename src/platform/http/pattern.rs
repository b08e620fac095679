//! Path patterns of routes: `/todos/:id`, `/files/*`.

use std::fmt;

use serde::Deserialize;

/// Static segments, `:name` for one segment, and a final `*` for the rest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern {
    text: String,
    segments: Vec<Segment>,
}

/// In order of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Static(String),
    Param(String),
    Rest,
}

/// The parameter with the match of `*`.
pub const REST: &str = "*";
/// Paths below this segment belong to the platform.
pub const RESERVED: &str = "_lumi";

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let problem = |what: &str| Err(format!("the path {text:?} {what}"));
        let Some(path) = text.strip_prefix('/') else {
            return problem("does not begin with /");
        };
        let mut segments = Vec::new();
        for part in path.strip_suffix('/').unwrap_or(path).split('/') {
            if path.is_empty() {
                break;
            }
            if segments.last() == Some(&Segment::Rest) {
                return problem("continues after *, which matches the whole rest");
            }
            let segment = match part.strip_prefix(':') {
                Some("") => return problem("has a parameter without a name"),
                Some(name) => Segment::Param(name.to_owned()),
                None if part == REST => Segment::Rest,
                None if part.contains('*') => {
                    return problem("has * within a segment; it must be the whole last one");
                }
                None => Segment::Static(part.to_owned()),
            };
            if matches!(segment, Segment::Param(_)) && segments.contains(&segment) {
                return problem("has a parameter twice");
            }
            segments.push(segment);
        }
        if segments.first() == Some(&Segment::Static(RESERVED.to_owned())) {
            return problem("is reserved for the platform");
        }
        Ok(Self { text, segments })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Pattern {
    /// The values of the parameters; `None` if the path does not match. `path` is decoded, segment
    /// by segment.
    pub fn params(&self, path: &[String]) -> Option<Vec<(String, String)>> {
        let mut params = Vec::new();
        let mut rest = path;
        for segment in &self.segments {
            if *segment == Segment::Rest {
                params.push((REST.to_owned(), rest.join("/")));
                return Some(params);
            }
            let (first, others) = rest.split_first()?;
            match segment {
                Segment::Static(text) if text == first => {}
                Segment::Param(name) if !first.is_empty() => {
                    params.push((name.clone(), first.clone()));
                }
                _ => return None,
            }
            rest = others;
        }
        rest.is_empty().then_some(params)
    }

    /// The specificity among patterns that match a path; less is more specific.
    pub fn rank(&self) -> Vec<u8> {
        let rank = |it: &Segment| match it {
            Segment::Static(_) => 0,
            Segment::Param(_) => 1,
            Segment::Rest => 2,
        };
        self.segments.iter().map(rank).collect()
    }

    /// Whether both match the same paths.
    pub fn is_same(&self, other: &Self) -> bool {
        let same = |(a, b): (&Segment, &Segment)| match (a, b) {
            (Segment::Static(a), Segment::Static(b)) => a == b,
            (Segment::Param(_), Segment::Param(_)) | (Segment::Rest, Segment::Rest) => true,
            _ => false,
        };
        self.segments.len() == other.segments.len()
            && self.segments.iter().zip(&other.segments).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(pattern: &str, path: &[&str]) -> Option<String> {
        let path: Vec<String> = path.iter().map(|it| (*it).to_owned()).collect();
        let params = Pattern::try_from(pattern.to_owned())
            .unwrap()
            .params(&path)?;
        let params: Vec<String> = params.iter().map(|(a, b)| format!("{a}={b}")).collect();
        Some(params.join(" "))
    }

    #[test]
    fn segments_are_compared_one_by_one() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(params("/", &[]), some(""));
        assert_eq!(params("/a/", &["a"]), some(""));
        assert_eq!(params("/a", &["b"]), None);
        assert_eq!(params("/a", &["a", "b"]), None);
        assert_eq!(params("/a/:id", &["a", "1"]), some("id=1"));
        assert_eq!(params("/a/:id", &["a"]), None);
        assert_eq!(
            params("/a/:id/*", &["a", "1", "x", "y"]),
            some("id=1 *=x/y")
        );
        assert_eq!(params("/*", &[]), some("*="));
    }

    #[test]
    fn malformed_paths_are_refused() {
        let problems: Vec<String> = ["", "a", "/a/*/b", "/a*", "/:", "/:a/:a", "/_lumi/kv"]
            .iter()
            .map(|it| Pattern::try_from((*it).to_owned()).unwrap_err())
            .collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        the path "" does not begin with /
        the path "a" does not begin with /
        the path "/a/*/b" continues after *, which matches the whole rest
        the path "/a*" has * within a segment; it must be the whole last one
        the path "/:" has a parameter without a name
        the path "/:a/:a" has a parameter twice
        the path "/_lumi/kv" is reserved for the platform
        "#);
    }
}
