//! Configurations that one program writes for several stacks, as those of CDKTF do.
//!
//! Such a configuration reads the outputs of the others from their states, by data sources and outputs whose names its
//! tool has made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lumi_graph::{Object, Value as EngineValue};

/// The beginning of the name of a data source that reads the state of the stack that the rest names.
const REFERENCE: &str = "cross-stack-reference-input-";

/// The beginning of the names of outputs that programs of CDKTF have for their other stacks alone.
const FOR_STACKS: &str = "cross-stack-output-";

/// The stacks of a program, and what it says about this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiblingStacks {
    /// All stacks of the program, this one included.
    pub names: BTreeSet<String>,
    /// The folder that states in files would be in.
    pub folder: PathBuf,
    /// The names that outputs of this stack have in the program, each behind those of the constructs around it.
    pub output_paths: BTreeMap<String, Vec<String>>,
}

impl SiblingStacks {
    /// The stack that a data source reads by its name, or by the file of its state.
    pub fn referred(&self, data_source: &str, state: Option<&str>) -> Option<&str> {
        let by_name = data_source.strip_prefix(REFERENCE);
        let by_state = state.and_then(|it| self.of_state(Path::new(it)));
        let name = by_name.or(by_state)?;
        self.names.get(name).map(String::as_str)
    }

    fn of_state<'p>(&self, path: &'p Path) -> Option<&'p str> {
        let is_beside = path.parent().is_some_and(|it| it == self.folder);
        let name = path.file_name().filter(|_| is_beside)?.to_str()?;
        name.strip_prefix("terraform.")?.strip_suffix(".tfstate")
    }

    /// The outputs under the names of the program. Those for other stacks keep theirs.
    pub fn arranged(&self, outputs: Object) -> Object {
        let mut arranged = Object::default();
        for (name, value) in outputs {
            let path = self.output_paths.get(&name);
            match path.filter(|_| !is_for_stacks(&name)) {
                Some(path) => insert_at(&mut arranged, path, value),
                None => drop(arranged.insert(name, value)),
            }
        }
        arranged
    }

    /// Arranged outputs under the names of the configuration.
    pub fn flattened(&self, outputs: &Object) -> Object {
        let arranged = |(name, _): &(&String, &Vec<String>)| !is_for_stacks(name);
        let arranged: Vec<_> = self.output_paths.iter().filter(arranged).collect();
        let is_of_path =
            |name: &String| arranged.iter().any(|(_, path)| path.first() == Some(name));
        let mut flat = Object::default();
        for (name, value) in outputs.iter().filter(|(name, _)| !is_of_path(name)) {
            flat.insert(name.clone(), value.clone());
        }
        for (name, path) in arranged {
            if let Some(value) = value_at(outputs, path) {
                flat.insert(name.clone(), value.clone());
            }
        }
        flat
    }
}

/// A member of objects in objects.
fn value_at<'v>(object: &'v Object, path: &[String]) -> Option<&'v EngineValue> {
    let (name, rest) = path.split_first()?;
    let value = object.get(name)?;
    match rest {
        [] => Some(value),
        rest => value_at(value.as_object()?, rest),
    }
}

/// Whether an output is there for other stacks alone.
pub fn is_for_stacks(output: &str) -> bool {
    output.starts_with(FOR_STACKS)
}

/// Sets a member of objects in objects. Names of constructs and of outputs differ where they are side by side.
fn insert_at(object: &mut Object, path: &[String], value: EngineValue) {
    let [name, rest @ ..] = path else { return };
    if rest.is_empty() {
        object.insert(name.clone(), value);
        return;
    }
    let mut inner = match object.get(name) {
        Some(EngineValue::Object(inner)) => inner.clone(),
        _ => Object::default(),
    };
    insert_at(&mut inner, rest, value);
    object.insert(name.clone(), EngineValue::Object(inner));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn siblings() -> SiblingStacks {
        let path = |text: &str| text.split('/').map(str::to_owned).collect();
        let paths = [("url_1", "web/url"), ("host_2", "web/host"), ("top", "top")];
        let own = ("cross-stack-output-a.id", "cross-stack-output-a.id");
        let paths = paths
            .into_iter()
            .chain([own])
            .map(|(name, it)| (name.to_owned(), path(it)));
        SiblingStacks {
            names: ["net", "web"].map(str::to_owned).into(),
            folder: PathBuf::from("/p"),
            output_paths: paths.collect(),
        }
    }

    #[test]
    fn stacks_are_referred_to_by_name_or_state() {
        let all = siblings();
        assert_eq!(
            all.referred("cross-stack-reference-input-net", None),
            Some("net")
        );
        assert_eq!(
            all.referred("other", Some("/p/terraform.net.tfstate")),
            Some("net")
        );
        for (name, state) in [
            ("cross-stack-reference-input-db", None),
            ("other", Some("/q/terraform.net.tfstate")),
            ("other", Some("terraform.net.tfstate")),
            ("other", Some("/p/net.tfstate")),
            ("other", None),
        ] {
            assert_eq!(all.referred(name, state), None, "{name} {state:?}");
        }
    }

    #[test]
    fn outputs_have_the_names_of_the_program() {
        let outputs = ["cross-stack-output-a.id", "host_2", "other", "top", "url_1"];
        let outputs: Object = outputs
            .map(|it| (it.to_owned(), EngineValue::from(it)))
            .into_iter()
            .collect();
        let arranged = siblings().arranged(outputs.clone());
        let sorted = |object: Object| object.into_iter().collect::<BTreeMap<_, _>>();
        let flat = siblings().flattened(&arranged);
        assert_eq!(sorted(flat), sorted(outputs));
        let names: Vec<&str> = arranged.keys().map(String::as_str).collect();
        assert_eq!(names, ["cross-stack-output-a.id", "web", "other", "top"]);
        let web = arranged
            .get("web")
            .and_then(EngineValue::as_object)
            .unwrap();
        assert_eq!(web.get("url").and_then(EngineValue::as_str), Some("url_1"));
        assert_eq!(
            web.get("host").and_then(EngineValue::as_str),
            Some("host_2")
        );
    }
}
