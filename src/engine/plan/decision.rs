//! Same, update or replace.

use crate::graph::{Object, PropertyPath, compare_objects};
use crate::provider::{Changes, Diff, PropertyChange, PropertyChangeKind};
use crate::state::Resource;

use super::resource_options::ResourceOptions;

/// All that is known about a resource that exists and that the program still wants.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub old: &'a Resource,
    /// Checked; may hold unknown values in a preview.
    pub inputs: &'a Object,
    pub diff: &'a Diff,
    pub options: &'a ResourceOptions,
    /// Why it is replaced whatever the provider says, such as `--replace`.
    pub replace_because: Option<&'a str>,
}

/// What is done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Same,
    Update(Why),
    Replace {
        why: Why,
        /// The old object must be gone before the new one is made.
        delete_first: bool,
    },
}

/// Why something changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    pub changes: Vec<PropertyChange>,
    /// If no input explains it.
    pub reason: Option<String>,
}

impl Question<'_> {
    pub fn decide(&self) -> Decision {
        let mut changes = self.changes();
        for change in &mut changes {
            change.replaces |= self.is_replacing(&change.path);
        }
        let replaces = changes.iter().any(|it| it.replaces);
        if replaces || self.replace_because.is_some() {
            let reason = self.replace_because.map(str::to_owned);
            return Decision::Replace {
                why: Why { changes, reason },
                delete_first: self
                    .options
                    .delete_before_replace
                    .unwrap_or(self.diff.delete_before_replace),
            };
        }
        if let [problem, ..] = &self.old.problems[..] {
            let reason = Some(format!("it is not what it should be: {problem}"));
            return Decision::Update(Why { changes, reason });
        }
        if changes.is_empty() && self.diff.changes != Changes::Some {
            return Decision::Same;
        }
        let reason = changes
            .is_empty()
            .then(|| "the provider says that it differs".to_owned());
        Decision::Update(Why { changes, reason })
    }

    /// What the provider says, or else what differs in the inputs.
    fn changes(&self) -> Vec<PropertyChange> {
        match self.diff.changes {
            Changes::None => Vec::new(),
            Changes::Some if !self.diff.properties.is_empty() => self.diff.properties.clone(),
            Changes::Some | Changes::Unknown => input_changes(&self.old.inputs, self.inputs),
        }
    }

    fn is_replacing(&self, path: &str) -> bool {
        let Ok(path) = path.parse::<PropertyPath>() else {
            return false;
        };
        let patterns = &self.options.replace_on_changes;
        patterns.iter().any(|it| it.concerns(&path))
    }
}

/// The differences of two sets of inputs. A value that only became secret, or stopped to be, has
/// not changed for the provider.
pub fn input_changes(old: &Object, new: &Object) -> Vec<PropertyChange> {
    let mut changes = Vec::new();
    compare_objects(old, new, &mut |path, old, new| {
        let kind = match (old, new) {
            (None, _) => PropertyChangeKind::Added,
            (_, None) => PropertyChangeKind::Removed,
            _ => PropertyChangeKind::Changed,
        };
        changes.push(PropertyChange {
            path: path.to_string(),
            kind,
            replaces: false,
        });
    });
    changes
}
