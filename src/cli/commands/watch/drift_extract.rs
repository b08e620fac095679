//! The differences of a round in a history and in messages, which have a limited size.

use lumi_graph::sha256_hex;
use serde_json::Value as Json;

use super::drift_lines::resources;

/// The differences of an event; more are counted.
const KEPT: usize = 100;
/// The longest JSON of a value, in characters.
const LONGEST: usize = 1000;
/// The members of a difference with values of any size.
const VALUES: [&str; 3] = ["recorded", "world", "program"];
/// The members that tell a difference from another one: lines of the program may have moved.
const IDENTITY: [&str; 5] = ["urn", "path", "recorded", "world", "state"];

/// The first differences of a round, with the facts about all of them.
pub struct DriftExtract {
    pub drift: Vec<Json>,
    /// The differences that are left out.
    pub omitted: usize,
    /// The resources that differ.
    pub resources: usize,
}

impl DriftExtract {
    pub fn of(drift: &[Json]) -> Self {
        Self {
            drift: drift.iter().take(KEPT).cloned().map(shortened).collect(),
            omitted: drift.len().saturating_sub(KEPT),
            resources: resources(drift),
        }
    }
}

/// The same text for the same properties with the same values, whatever their size.
pub fn fingerprint(drift: &[Json]) -> String {
    let identity = |it: &Json| IDENTITY.map(|key| it[key].clone());
    let all: Vec<_> = drift.iter().map(identity).collect();
    sha256_hex(serde_json::to_vec(&all).unwrap_or_default())
}

fn shortened(mut difference: Json) -> Json {
    for key in VALUES {
        let text = difference[key].to_string();
        if let Some((end, _)) = text.char_indices().nth(LONGEST) {
            difference[key] = format!("{}…", &text[..end]).into();
        }
    }
    difference
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn difference(name: &str, world: &str) -> Json {
        json!({ "urn": name, "path": "content", "recorded": "é", "world": world, "source": { "line": 1 } })
    }

    #[test]
    fn an_event_has_a_limited_size() {
        let long = "é".repeat(100_000);
        let drift: Vec<Json> = (0..5_000)
            .map(|it| difference(&format!("urn {}", it / 2), &long))
            .collect();
        let extract = DriftExtract::of(&drift);
        assert_eq!((extract.omitted, extract.resources), (4_900, 2_500));
        assert_eq!(extract.drift.len(), 100);
        assert!(serde_json::to_vec(&extract.drift).unwrap().len() < 1 << 20);
        assert_eq!(extract.drift[0]["recorded"], "é");
        let small = [difference("a", "b")];
        assert_eq!(DriftExtract::of(&small).drift, small);
    }

    #[test]
    fn a_fingerprint_sees_what_an_extract_leaves_out() {
        let long = "x".repeat(10_000);
        let drift = |end: &str| vec![difference("a", &format!("{long}{end}")); 200];
        assert_eq!(
            DriftExtract::of(&drift("1")).drift,
            DriftExtract::of(&drift("2")).drift
        );
        assert_ne!(fingerprint(&drift("1")), fingerprint(&drift("2")));
        let mut moved = drift("1");
        moved[0]["source"]["line"] = 7.into();
        assert_eq!(fingerprint(&moved), fingerprint(&drift("1")));
    }
}
