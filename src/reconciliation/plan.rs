//! Edits of files, and suggestions.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::ops::Range;

use deno_ast::swc::ast::{Expr, Module};
use lumi_graph::{Graph, Object, PropertyPath, SourcePosition, Urn, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::drift::{Drift, DriftState, PropertyDrift, ResourceDrift};
use super::expression_editor::ExpressionEditor;
use super::module_source::{ModuleSource, inputs_at};
use super::places::Places;
use super::source_edit::{SourceEdit, apply};
use super::statement::{constructing_statements, with_lines};
use super::suggestion::{Reason, Suggestion};
use super::values;

/// A drift that the program is to adopt.
#[derive(Clone, Copy, Debug)]
pub struct AdoptedDrift<'d> {
    pub resource: &'d ResourceDrift,
    /// The property, or `None` for a deleted object.
    pub property: Option<&'d PropertyDrift>,
}

/// A file that cannot be read or is not to be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFault(pub String);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdits {
    /// As in source positions.
    pub file: String,
    /// The text that the edits are of.
    pub old: String,
    /// The text with all edits.
    pub new: String,
}

/// The result for one drift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The literal at this place is edited.
    Edited(SourcePosition),
    /// The statement at this place is removed: its objects no longer exist.
    Removed(SourcePosition),
    /// The program says so already; only the state has to be refreshed.
    AlreadyInProgram,
    Suggested(Suggestion),
}

/// A drift with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    pub urn: Urn,
    /// Empty for a deleted object.
    pub path: PropertyPath,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reconciliation {
    pub files: Vec<FileEdits>,
    /// One for each accepted drift, in their order.
    pub resolutions: Vec<Resolution>,
}

/// Plans how the program adopts drifts. `read` returns the text of a file that positions name.
pub fn plan(
    accepted: &[AdoptedDrift<'_>],
    planned: &Graph,
    read: &dyn Fn(&str) -> Result<String, SourceFault>,
) -> Reconciliation {
    let mut planner = Planner {
        accepted,
        places: Places::new(planned, accepted),
        outcomes: vec![None; accepted.len()],
        files: Vec::new(),
    };
    planner.decide_without_source();
    planner.edit_files(read);
    let resolutions = accepted.iter().zip(planner.outcomes);
    Reconciliation {
        files: planner.files,
        resolutions: resolutions
            .map(|(it, outcome)| it.resolved(outcome))
            .collect(),
    }
}

impl AdoptedDrift<'_> {
    fn path(&self) -> PropertyPath {
        self.property
            .map_or_else(PropertyPath::new, |it| it.path.clone())
    }

    fn resolved(&self, outcome: Option<Outcome>) -> Resolution {
        let nothing = || suggested(Reason::Computed, self.resource.source.clone());
        Resolution {
            urn: self.resource.urn.clone(),
            path: self.path(),
            outcome: outcome.unwrap_or_else(nothing),
        }
    }
}

fn suggested(reason: Reason, place: Option<SourcePosition>) -> Outcome {
    Outcome::Suggested(Suggestion { reason, place })
}

struct Planner<'a, 'd> {
    accepted: &'a [AdoptedDrift<'d>],
    places: Places<'a>,
    /// For each accepted drift.
    outcomes: Vec<Option<Outcome>>,
    files: Vec<FileEdits>,
}

impl Planner<'_, '_> {
    /// Decides what no source code is needed for.
    fn decide_without_source(&mut self) {
        for index in 0..self.accepted.len() {
            self.outcomes[index] = self.outcome_without_source(&self.accepted[index]);
        }
    }

    fn outcome_without_source(&self, accepted: &AdoptedDrift<'_>) -> Option<Outcome> {
        let place = accepted.resource.source.clone();
        let Some(property) = accepted.property else {
            return match (&accepted.resource.drift, &place) {
                (Drift::Deleted, Some(source)) if self.places.are_all_deleted(source) => None,
                (Drift::Deleted, Some(_)) => Some(suggested(Reason::Deleted, place)),
                _ => Some(suggested(Reason::NotInProgram, place)),
            };
        };
        if property.state() == DriftState::AlreadyInProgram {
            return Some(Outcome::AlreadyInProgram);
        }
        let Some(source) = &place else {
            return Some(suggested(Reason::NotInProgram, None));
        };
        if property.state() == DriftState::Conflict {
            return Some(suggested(Reason::Conflict, place));
        }
        let made_here = self.places.made_at(source).len();
        (!self.places.is_of_all(source, property))
            .then(|| suggested(Reason::SharedDeclaration(made_here), place))
    }

    fn edit_files(&mut self, read: &dyn Fn(&str) -> Result<String, SourceFault>) {
        let accepted = self.accepted;
        let open = (0..accepted.len()).filter(|it| self.outcomes[*it].is_none());
        let by_file = grouped(open, |it| {
            let source = accepted[it].resource.source.as_ref()?;
            Some(&*source.file)
        });
        for (file, indices) in by_file {
            let edited = read(file)
                .map_err(|SourceFault(problem)| problem)
                .and_then(|text| self.edit_file(file, text, &indices));
            if let Err(problem) = edited {
                for index in indices {
                    let place = self.accepted[index].resource.source.clone();
                    let reason = Reason::File(problem.clone());
                    self.outcomes[index] = Some(suggested(reason, place));
                }
            }
        }
    }

    fn edit_file(&mut self, file: &str, old: String, indices: &[usize]) -> Result<(), String> {
        let (mark, text) = match old.strip_prefix('\u{feff}') {
            Some(text) => ("\u{feff}", text),
            None => ("", old.as_str()),
        };
        let edits = ModuleSource::parse(file, text, |source, module| {
            self.edit_module(source, module, indices)
        })?;
        if edits.is_empty() {
            return Ok(());
        }
        let new = apply(text, &edits).map_err(|error| error.to_string())?;
        // A file is only written if the parser accepts it.
        ModuleSource::parse(file, &new, |_, _| ())?;
        self.files.push(FileEdits {
            file: file.to_owned(),
            new: format!("{mark}{new}"),
            old,
        });
        Ok(())
    }

    /// Edits the declarations in a module, each once, whichever resources it makes.
    fn edit_module(
        &mut self,
        source: &ModuleSource<'_>,
        module: &Module,
        indices: &[usize],
    ) -> Vec<SourceEdit> {
        let accepted = self.accepted;
        let by_place = grouped(indices.iter().copied(), |it| {
            accepted[it].resource.source.as_ref()
        });
        let syntax = self.syntax(source, module, &by_place);
        let mut edits = Vec::new();
        for (place, here) in by_place {
            let Some(first) = here.first().copied() else {
                continue;
            };
            if accepted[first].property.is_none() {
                let removal = syntax.removal(source, place);
                for index in here {
                    let reason = || suggested(Reason::Deleted, Some(place.clone()));
                    let removed = removal.as_ref().map(|_| Outcome::Removed(place.clone()));
                    self.outcomes[index] = Some(removed.unwrap_or_else(reason));
                }
                edits.extend(removal);
                continue;
            }
            let mut editor = ExpressionEditor::new(source);
            let inputs = source.offset(place).and_then(|it| syntax.inputs.get(&it));
            if let Some(inputs) = inputs {
                self.edit_inputs(&mut editor, inputs, first, &here);
            } else {
                let suggestion = Suggestion {
                    reason: Reason::NoPlace,
                    place: Some(place.clone()),
                };
                editor.suggestions.push((PropertyPath::new(), suggestion));
            }
            for index in here {
                self.outcomes[index] = outcome(&editor, &accepted[index].path());
            }
            edits.append(&mut editor.edits);
        }
        edits
    }

    /// Looks at all that a module has of the resources at some places, once.
    fn syntax(
        &self,
        source: &ModuleSource<'_>,
        module: &Module,
        places: &[(&SourcePosition, Vec<usize>)],
    ) -> ModuleSyntax {
        let is_deleted = |here: &[usize]| {
            here.first()
                .is_some_and(|it| self.accepted[*it].property.is_none())
        };
        let changed = places.iter().filter(|(_, here)| !is_deleted(here));
        let offsets: FxHashSet<usize> = changed.filter_map(|it| source.offset(it.0)).collect();
        let has_deleted = places.iter().any(|(_, here)| is_deleted(here));
        let declared = self.places.in_file(source.file).iter();
        ModuleSyntax {
            inputs: match offsets.is_empty() {
                true => FxHashMap::default(),
                false => inputs_at(module, offsets),
            },
            statements: match has_deleted {
                true => constructing_statements(module),
                false => FxHashMap::default(),
            },
            declared: declared.filter_map(|it| source.offset(it)).collect(),
        }
    }

    fn edit_inputs(
        &self,
        editor: &mut ExpressionEditor<'_, '_>,
        inputs: &Expr,
        first: usize,
        here: &[usize],
    ) {
        let urn = &self.accepted[first].resource.urn;
        let Some(source) = &self.accepted[first].resource.source else {
            return;
        };
        let mut made_here = self.places.made_at(source).iter();
        let Some(vertex) = made_here.find(|it| it.urn == *urn) else {
            return;
        };
        let mut target = Object::clone(&vertex.inputs);
        let own = here.iter().map(|it| &self.accepted[*it]);
        for accepted in own.filter(|it| it.resource.urn == *urn) {
            if let Some(property) = accepted.property {
                values::set(&mut target, &property.path, property.world.clone());
            }
        }
        let old = Value::Object(Object::clone(&vertex.inputs));
        editor.value(inputs, &old, &Value::Object(target));
    }
}

/// The parts of a module that make resources. Places are byte offsets.
struct ModuleSyntax {
    /// The inputs of resources whose properties have drifted.
    inputs: FxHashMap<usize, Expr>,
    /// The statements that make a resource and nothing else.
    statements: FxHashMap<usize, Range<usize>>,
    /// All places that make resources.
    declared: BTreeSet<usize>,
}

impl ModuleSyntax {
    /// Removes the statement that makes a resource and nothing else.
    fn removal(&self, source: &ModuleSource<'_>, place: &SourcePosition) -> Option<SourceEdit> {
        let at = source.offset(place)?;
        let statement = self.statements.get(&at)?;
        let mut within = self.declared.range(statement.clone());
        let makes_others = within.any(|it| *it != at);
        let range = with_lines(source.text, statement.clone());
        (!makes_others).then(|| SourceEdit::new(range, ""))
    }
}

/// Groups items by a key, in the order in which the keys come; items without a key are left out.
fn grouped<K: Copy + Eq + Hash>(
    items: impl Iterator<Item = usize>,
    key: impl Fn(usize) -> Option<K>,
) -> Vec<(K, Vec<usize>)> {
    let mut groups: Vec<(K, Vec<usize>)> = Vec::new();
    let mut at: FxHashMap<K, usize> = FxHashMap::default();
    for item in items {
        let Some(key) = key(item) else {
            continue;
        };
        let group = *at.entry(key).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(item);
    }
    groups
}

/// The outcome of a drift at a path: a suggestion within it counts, as it would be only partly resolved.
fn outcome(editor: &ExpressionEditor<'_, '_>, path: &PropertyPath) -> Option<Outcome> {
    let is_about =
        |it: &PropertyPath| it.parts.starts_with(&path.parts) || path.parts.starts_with(&it.parts);
    let suggestion = editor.suggestions.iter().find(|(it, _)| is_about(it));
    if let Some((_, suggestion)) = suggestion {
        return Some(Outcome::Suggested(suggestion.clone()));
    }
    let edited = editor.edited.iter().find(|(it, _)| is_about(it));
    edited.map(|(_, place)| Outcome::Edited(place.clone()))
}
