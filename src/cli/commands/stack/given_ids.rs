//! The objects that `lumi state resolve` is given: names, and ids of objects that were created.

use lumi_engine::ManualOutcome;
use lumi_graph::Object;

/// The outcome of the operations of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    pub name: String,
    pub outcome: ManualOutcome,
}

/// The names and ids of the command line.
#[derive(Clone, Debug, Default)]
pub struct Given<'a> {
    pub names: &'a [String],
    pub is_done: bool,
    /// An id, or `NAME=ID`.
    pub ids: &'a [String],
    /// Lines of a name and an id.
    pub list: Option<String>,
    pub outputs: Option<Object>,
}

impl Given<'_> {
    /// The outcomes by name, in the given order. The error says what is wrong.
    pub fn resolutions(self) -> Result<Vec<Resolution>, String> {
        let resolutions = self.all()?;
        match self.outputs.is_some() && resolutions.len() > 1 {
            true => Err(
                "`--outputs` has the outputs of one resource: resolve each one by itself"
                    .to_owned(),
            ),
            false => Ok(resolutions),
        }
    }

    fn all(&self) -> Result<Vec<Resolution>, String> {
        let mut ids = self.ids_by_name()?;
        let done = |id: Option<String>, outputs: &Option<Object>| ManualOutcome::Done {
            id,
            outputs: outputs.clone(),
        };
        let mut resolutions: Vec<Resolution> = Vec::new();
        for name in self.names {
            let at = ids.iter().position(|(it, _)| it == name);
            let id = at.map(|at| ids.remove(at).1);
            resolutions.push(Resolution {
                name: name.clone(),
                outcome: match self.is_done {
                    true => done(id, &self.outputs),
                    false => ManualOutcome::NotDone,
                },
            });
        }
        for (name, id) in ids {
            if resolutions.iter().any(|it| it.name == name) {
                return Err(format!("`{name}` is given twice"));
            }
            let outcome = done(Some(id), &self.outputs);
            resolutions.push(Resolution { name, outcome });
        }
        Ok(resolutions)
    }

    fn ids_by_name(&self) -> Result<Vec<(String, String)>, String> {
        let mut ids = Vec::new();
        match (self.names, self.ids) {
            // An id may contain an equals sign.
            ([name], [id]) if self.list.is_none() => {
                let named = id.strip_prefix(name.as_str());
                let id = named.and_then(|it| it.strip_prefix('=')).unwrap_or(id);
                ids.push((name.clone(), id.to_owned()));
            }
            (_, given) => {
                for text in given {
                    let (name, id) = text.split_once('=').ok_or_else(|| {
                        format!("`--id {text}` has no name: with several resources, write `--id NAME=ID`")
                    })?;
                    ids.push((name.to_owned(), id.to_owned()));
                }
            }
        }
        let lines = self.list.as_deref().unwrap_or_default().lines();
        for (number, line) in (1..).zip(lines) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let pair = line.split_once('\t').or_else(|| line.split_once(' '));
            let (name, id) = pair.ok_or_else(|| {
                format!("line {number} must be a name and an id, but is `{line}`")
            })?;
            ids.push((name.trim().to_owned(), id.trim().to_owned()));
        }
        Ok(ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(names: &[&str], ids: &[&str], list: Option<&str>) -> Result<Vec<String>, String> {
        let texts = |all: &[&str]| -> Vec<String> { all.iter().map(|&it| it.to_owned()).collect() };
        let (names, ids) = (texts(names), texts(ids));
        let given = Given {
            names: &names,
            is_done: true,
            ids: &ids,
            list: list.map(str::to_owned),
            outputs: None,
        };
        let text = |it: Resolution| match it.outcome {
            ManualOutcome::Done { id, .. } => format!("{} {}", it.name, id.unwrap_or_default()),
            ManualOutcome::NotDone => format!("{} not done", it.name),
        };
        Ok(given.resolutions()?.into_iter().map(text).collect())
    }

    #[test]
    fn one_name_takes_an_id_as_it_is() {
        assert_eq!(resolved(&["a"], &["x=y"], None).unwrap(), ["a x=y"]);
        assert_eq!(resolved(&["a"], &["a=x=y"], None).unwrap(), ["a x=y"]);
        assert_eq!(resolved(&["a"], &["ab=1"], None).unwrap(), ["a ab=1"]);
        assert_eq!(resolved(&["a"], &[], None).unwrap(), ["a "]);
    }

    #[test]
    fn several_take_ids_by_name_and_from_lists() {
        let list = "# made by hand\n\nc i-3\nurn:lumi:x::y\ti 4\n";
        let found = resolved(&["b", "a"], &["a=1=2", "d=5"], Some(list)).unwrap();
        assert_eq!(found, ["b ", "a 1=2", "d 5", "c i-3", "urn:lumi:x::y i 4"]);
    }

    #[test]
    fn incomplete_and_repeated_ids_are_refused() {
        for (names, ids, list) in [
            (&["a", "b"][..], &["x"][..], None),
            (&[], &["x"], None),
            (&[], &[], Some("alone")),
            (&[], &["a=1", "a=2"], None),
        ] {
            assert!(
                resolved(names, ids, list).is_err(),
                "{names:?} {ids:?} {list:?}"
            );
        }
    }

    #[test]
    fn outputs_are_those_of_one_resource() {
        let resolved = |names: &[&str], ids: &[&str]| {
            let texts =
                |all: &[&str]| -> Vec<String> { all.iter().map(|&it| it.to_owned()).collect() };
            let (names, ids) = (texts(names), texts(ids));
            let given = Given {
                names: &names,
                is_done: true,
                ids: &ids,
                list: None,
                outputs: Some(Object::default()),
            };
            given.resolutions().map(|it| it.len())
        };
        assert_eq!(resolved(&["a"], &["a=1"]), Ok(1));
        assert_eq!(resolved(&[], &["a=1"]), Ok(1));
        assert!(resolved(&["a", "b"], &[]).is_err());
        assert!(resolved(&["a"], &["b=1"]).is_ok_and(|it| it == 1));
        assert!(resolved(&[], &["a=1", "b=1"]).is_err());
    }
}
