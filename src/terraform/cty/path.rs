//! Places in a value.

use std::fmt;

/// A step into a value. Elements of sets have none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// An attribute of an object, or a block.
    Attribute(String),
    /// A key of a map.
    Key(String),
    /// An index of a list or a tuple; may be out of bounds, or negative, as a provider sent it.
    Index(i64),
}

/// A place in a value, displayed as `rules[0].tags["a"]`; empty for the value as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub Vec<Step>);

impl Path {
    pub const ROOT: Self = Self(Vec::new());

    /// The path of an attribute of the whole.
    pub fn attribute(name: impl Into<String>) -> Self {
        Self(vec![Step::Attribute(name.into())])
    }

    /// The path with one more step.
    pub fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the other place is this one, or a part of it.
    pub fn contains(&self, other: &Self) -> bool {
        other.0.starts_with(&self.0)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Attribute(name) if position == 0 => f.write_str(name)?,
                Step::Attribute(name) => write!(f, ".{name}")?,
                Step::Key(key) => write!(f, "[{key:?}]")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_like_code() {
        let path = Path::attribute("rules").then(Step::Index(0));
        let inner = path.then(Step::Attribute("tags".to_owned()));
        let inner = inner.then(Step::Key("a \"b\"".to_owned()));
        assert_eq!(inner.to_string(), r#"rules[0].tags["a \"b\""]"#);
        assert!(path.contains(&inner) && path.contains(&path) && !inner.contains(&path));
        assert_eq!(Path::ROOT.to_string(), "");
    }
}
