//! Differences that follow from others: a random value of one stack is in the files and outputs of that stack, too.

use std::borrow::Cow;

use lumi_graph::{Change, Difference, EdgeKind, Section, Urn, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::difference_reason::DifferenceReason;
use super::finding::{Finding, FindingSubject};
use super::fingerprint::property_of;
use super::graph_index::GraphIndex;
use super::value_comparison::scalar::Scalar;

/// The shortest text, in bytes, that an output of the graph is searched for. No edges say where outputs come from, and
/// shorter texts are in them by chance.
const MIN_WITHOUT_EDGE: usize = 4;

/// A text of the first graph, and the text in its place in the second one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Replacement {
    old: String,
    new: String,
    /// Whether it is only a whole word, such as the name of a stack.
    is_word: bool,
}

impl Replacement {
    /// The replacement of a value, as it is and as a text in JSON.
    fn of(old: &Value, new: &Value) -> Vec<Self> {
        let (Some(old), Some(new)) = (scalar_text(old.open()), scalar_text(new.open())) else {
            return Vec::new();
        };
        if old == new || old.is_empty() || new.is_empty() {
            return Vec::new();
        }
        let (old_json, new_json) = (in_json(&old), in_json(&new));
        let plain = Self {
            old: old.into_owned(),
            new: new.into_owned(),
            is_word: false,
        };
        let escaped = Self {
            old: old_json,
            new: new_json,
            is_word: false,
        };
        match escaped == plain {
            true => vec![plain],
            false => vec![plain, escaped],
        }
    }

    /// Whether it is at these places of both texts.
    fn fits(&self, old: &str, at: usize, new: &str, new_at: usize) -> bool {
        let is_there = old[at..].starts_with(&self.old) && new[new_at..].starts_with(&self.new);
        is_there && (!self.is_word || is_word(old, at, at + self.old.len()))
    }
}

/// The text of a string or a number. Booleans are alike by chance.
fn scalar_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(_) => Scalar::of(value).map(|it| Cow::Owned(it.text())),
        _ => None,
    }
}

/// The text as it is between quotes in JSON.
fn in_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn is_word(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    ![before, after]
        .into_iter()
        .flatten()
        .any(char::is_alphanumeric)
}

/// Names of the stacks of both graphs, if they are of two.
pub type StackNames<'n> = Option<(&'n str, &'n str)>;

/// Changes the reasons of meaningful differences that follow from others.
pub fn explain_derived(
    second: &GraphIndex<'_>,
    stacks: StackNames<'_>,
    findings: &mut [Finding<'_>],
) {
    let origins = Origins::of(second, stacks, findings);
    for finding in findings {
        if finding.reason == DifferenceReason::Values
            && let FindingSubject::Difference(difference) = &finding.subject
            && let Some(reason) = origins.reason(difference)
        {
            finding.reason = reason;
        }
    }
}

/// The replacements that a difference may follow from.
struct Origins {
    /// By the resource in the second graph whose values differ.
    of_resources: FxHashMap<Urn, Vec<Replacement>>,
    /// The dependencies of a property of a resource.
    dependencies: FxHashMap<(Urn, String), Vec<Urn>>,
    /// Of all resources, for outputs of the graph.
    all: Vec<Replacement>,
    stack: Option<Replacement>,
}

impl Origins {
    fn of(second: &GraphIndex<'_>, stacks: StackNames<'_>, findings: &[Finding<'_>]) -> Self {
        let mut of_resources: FxHashMap<Urn, Vec<Replacement>> = FxHashMap::default();
        for finding in findings {
            let FindingSubject::Difference(Difference::Vertex {
                new: vertex,
                section: Section::Id | Section::Inputs | Section::Outputs,
                change: Change::Replaced { old, new },
                ..
            }) = &finding.subject
            else {
                continue;
            };
            let known = of_resources.entry(vertex.urn.clone()).or_default();
            known.extend(Replacement::of(old, new));
        }
        for known in of_resources.values_mut() {
            longest_first(known);
        }
        let mut dependencies: FxHashMap<(Urn, String), Vec<Urn>> = FxHashMap::default();
        for edge in &second.graph.edges {
            if let (EdgeKind::Property, Some(path)) = (edge.kind, &edge.property)
                && of_resources.contains_key(&edge.to)
            {
                let property = (edge.from.clone(), property_of(path).to_owned());
                dependencies
                    .entry(property)
                    .or_default()
                    .push(edge.to.clone());
            }
        }
        let long = |it: &&Replacement| it.old.len().min(it.new.len()) >= MIN_WITHOUT_EDGE;
        let all = of_resources.values().flatten().filter(long).cloned();
        let mut all: Vec<_> = all.collect::<FxHashSet<_>>().into_iter().collect();
        longest_first(&mut all);
        Self {
            of_resources,
            dependencies,
            all,
            stack: stacks.map(|(old, new)| Replacement {
                old: old.to_owned(),
                new: new.to_owned(),
                is_word: true,
            }),
        }
    }

    /// Why a difference follows from others; `None` if it does not.
    fn reason(&self, difference: &Difference<'_>) -> Option<DifferenceReason> {
        let (change, origins) = match difference {
            Difference::Vertex {
                new,
                section: Section::Inputs,
                path,
                change,
                ..
            } => {
                let property = (new.urn.clone(), path.property()?.to_owned());
                let of = self
                    .dependencies
                    .get(&property)
                    .map_or(&[][..], Vec::as_slice);
                let origins = of.iter().filter_map(|it| self.of_resources.get(it));
                (change, Cow::Owned(origins.flatten().cloned().collect()))
            }
            Difference::Output { change, .. } => (change, Cow::Borrowed(self.all.as_slice())),
            _ => return None,
        };
        let has_edge = matches!(origins, Cow::Owned(_)) && !origins.is_empty();
        let Change::Replaced { old, new } = change else {
            return has_edge.then_some(DifferenceReason::DependentValues);
        };
        let old = scalar_text(old.open());
        let new = scalar_text(new.open());
        let (Some(old), Some(new)) = (old, new) else {
            return has_edge.then_some(DifferenceReason::DependentValues);
        };
        let mut occurring: Vec<&Replacement> =
            origins.iter().filter(|it| old.contains(&it.old)).collect();
        let is_there = !occurring.is_empty();
        occurring.extend(self.stack.as_ref().filter(|it| old.contains(&it.old)));
        match replaced_everywhere(&old, &new, &occurring) {
            Some(true) => Some(DifferenceReason::StackName),
            Some(false) => Some(DifferenceReason::DerivedValue),
            None if has_edge && !is_there => Some(DifferenceReason::DependentValues),
            None => None,
        }
    }
}

fn longest_first(replacements: &mut [Replacement]) {
    replacements.sort_by(|one, other| {
        let order = other.old.len().cmp(&one.old.len());
        order.then_with(|| (&one.old, &one.new).cmp(&(&other.old, &other.new)))
    });
}

/// Whether replacements alone make the second text of the first one: `Some(true)` if all of them are words, which
/// names of stacks are.
fn replaced_everywhere(old: &str, new: &str, replacements: &[&Replacement]) -> Option<bool> {
    let (mut at, mut new_at) = (0, 0);
    let mut are_words = true;
    while at < old.len() || new_at < new.len() {
        let fits = |it: &&&Replacement| it.fits(old, at, new, new_at);
        if let Some(fitting) = replacements.iter().find(fits) {
            at += fitting.old.len();
            new_at += fitting.new.len();
            are_words &= fitting.is_word;
            continue;
        }
        let next = old[at..].chars().next()?;
        if !new[new_at..].starts_with(next) {
            return None;
        }
        at += next.len_utf8();
        new_at += next.len_utf8();
    }
    Some(are_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derived(old: &str, new: &str, replacements: &[(&str, &str)]) -> Option<bool> {
        let replacements = replacements.iter();
        let mut all: Vec<_> = replacements
            .flat_map(|(old, new)| Replacement::of(&Value::from(*old), &Value::from(*new)))
            .collect();
        all.push(Replacement {
            old: "dev".to_owned(),
            new: "prod".to_owned(),
            is_word: true,
        });
        longest_first(&mut all);
        replaced_everywhere(old, new, &all.iter().collect::<Vec<_>>())
    }

    #[test]
    fn texts_follow_from_the_values_in_them() {
        let id = [("a1", "b22"), ("x\ny", "z")];
        let table = [
            ("a1", "b22", Some(false)),
            ("<a1> ü a1", "<b22> ü b22", Some(false)),
            ("a1 and a1", "b22 and a1", Some(false)),
            ("{\"k\":\"x\\ny\"}", "{\"k\":\"z\"}", Some(false)),
            ("a1 v2", "b22 v3", None),
            ("a1", "b22!", None),
            ("a1", "", None),
            ("web-dev", "web-prod", Some(true)),
            ("web-dev-a1", "web-prod-b22", Some(false)),
            ("developer", "prodeloper", None),
        ];
        for (old, new, expected) in table {
            assert_eq!(derived(old, new, &id), expected, "{old} -> {new}");
        }
    }

    #[test]
    fn booleans_are_alike_by_chance() {
        assert!(Replacement::of(&Value::Bool(true), &Value::Bool(false)).is_empty());
        assert_eq!(Replacement::of(&1.0.into(), &2.0.into()).len(), 1);
    }
}
