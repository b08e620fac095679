//! Edits of files, and suggestions.

use deno_ast::swc::ast::{Expr, Module};
use lumi_graph::{Graph, Object, PropertyPath, SourcePosition, SourceText, Urn, Value, Vertex};
use rustc_hash::FxHashMap;

use super::drift::{Drift, DriftState, PropertyDrift, ResourceDrift};
use super::expression_editor::ExpressionEditor;
use super::module_source::{ModuleSource, inputs_at};
use super::source_edit::{SourceEdit, apply};
use super::statement::{statement_at, with_lines};
use super::suggestion::{Reason, Suggestion};
use super::values;

/// A drift that the program is to adopt.
#[derive(Clone, Copy, Debug)]
pub struct Accepted<'d> {
    pub resource: &'d ResourceDrift,
    /// The property, or `None` for a deleted object.
    pub property: Option<&'d PropertyDrift>,
}

/// A file that cannot be read or is not to be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFault(pub String);

/// The edits of one file.
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
    InProgram,
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

/// The plan of a reconciliation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reconciliation {
    pub files: Vec<FileEdits>,
    /// One for each accepted drift, in their order.
    pub resolutions: Vec<Resolution>,
}

/// Plans how the program adopts drifts. `read` returns the text of a file that positions name.
pub fn plan(
    accepted: &[Accepted<'_>],
    planned: &Graph,
    read: &dyn Fn(&str) -> Result<String, SourceFault>,
) -> Reconciliation {
    let mut planner = Planner {
        accepted,
        declared: declarations(planned),
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

impl Accepted<'_> {
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

type Declarations<'g> = FxHashMap<&'g SourcePosition, Vec<&'g Vertex>>;

/// The resources that are made at each place.
fn declarations(planned: &Graph) -> Declarations<'_> {
    let mut declared = Declarations::default();
    for vertex in &planned.vertices {
        if let Some(source) = &vertex.source {
            declared.entry(source).or_default().push(vertex);
        }
    }
    declared
}

struct Planner<'a, 'd> {
    accepted: &'a [Accepted<'d>],
    declared: Declarations<'a>,
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

    fn outcome_without_source(&self, accepted: &Accepted<'_>) -> Option<Outcome> {
        let place = accepted.resource.source.clone();
        let Some(property) = accepted.property else {
            return match (&accepted.resource.drift, &place) {
                (Drift::Deleted, Some(source)) if self.are_all_deleted(source) => None,
                (Drift::Deleted, Some(_)) => Some(suggested(Reason::Deleted, place)),
                _ => Some(suggested(Reason::NotInProgram, place)),
            };
        };
        if property.state() == DriftState::InProgram {
            return Some(Outcome::InProgram);
        }
        let Some(source) = &place else {
            return Some(suggested(Reason::NotInProgram, None));
        };
        if property.state() == DriftState::Conflict {
            return Some(suggested(Reason::Conflict, place));
        }
        let made_here = self.declared.get(source).map_or(0, Vec::len);
        let same = self.accepted.iter().filter(|it| {
            it.resource.source.as_ref() == Some(source)
                && it.property.is_some_and(|it| {
                    (&it.path, &it.program, &it.world)
                        == (&property.path, &property.program, &property.world)
                })
        });
        (same.count() != made_here.max(1))
            .then(|| suggested(Reason::SharedDeclaration(made_here), place))
    }

    /// Whether no resource that is made at a place exists any more.
    fn are_all_deleted(&self, source: &SourcePosition) -> bool {
        let deleted = self
            .accepted
            .iter()
            .filter(|it| it.property.is_none() && it.resource.source.as_ref() == Some(source));
        deleted.count() == self.declared.get(source).map_or(0, Vec::len)
    }

    fn edit_files(&mut self, read: &dyn Fn(&str) -> Result<String, SourceFault>) {
        let mut by_file: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, it) in self.accepted.iter().enumerate() {
            let Some(source) = &it.resource.source else {
                continue;
            };
            if self.outcomes[index].is_some() {
                continue;
            }
            match by_file.iter_mut().find(|(file, _)| **file == *source.file) {
                Some((_, indices)) => indices.push(index),
                None => by_file.push((&source.file, vec![index])),
            }
        }
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
        let mut edits = Vec::new();
        let mut rest: Vec<usize> = indices.to_vec();
        while let Some(first) = rest.first().copied() {
            let resource = self.accepted[first].resource;
            let place = resource.source.clone();
            let (here, others): (Vec<usize>, Vec<usize>) = rest
                .into_iter()
                .partition(|it| self.accepted[*it].resource.source == place);
            rest = others;
            if self.accepted[first].property.is_none() {
                let removal = self.removal(source, module, first);
                for index in here {
                    let reason = || suggested(Reason::Deleted, place.clone());
                    let removed = removal.as_ref().and(place.clone()).map(Outcome::Removed);
                    self.outcomes[index] = Some(removed.unwrap_or_else(reason));
                }
                edits.extend(removal);
                continue;
            }
            let mut editor = ExpressionEditor::new(source);
            let found = place
                .as_ref()
                .and_then(|it| SourceText(source.text).offset(it.line, it.column))
                .and_then(|offset| inputs_at(module, offset));
            if let Some(inputs) = found {
                self.edit_inputs(&mut editor, &inputs, first, &here);
            } else {
                let suggestion = Suggestion {
                    reason: Reason::NoPlace,
                    place,
                };
                editor.suggestions.push((PropertyPath::new(), suggestion));
            }
            for index in here {
                self.outcomes[index] = outcome(&editor, &self.accepted[index].path());
            }
            edits.append(&mut editor.edits);
        }
        edits
    }

    /// Removes the statement that makes a resource and nothing else.
    fn removal(
        &self,
        source: &ModuleSource<'_>,
        module: &Module,
        index: usize,
    ) -> Option<SourceEdit> {
        let place = self.accepted[index].resource.source.as_ref()?;
        let text = SourceText(source.text);
        let statement = statement_at(module, text.offset(place.line, place.column)?)?;
        let mut others = self.declared.keys().filter(|it| **it != place);
        let is_within = |it: &&SourcePosition| {
            let offset = text.offset(it.line, it.column);
            it.file == place.file && offset.is_some_and(|it| statement.contains(&it))
        };
        let range = with_lines(source.text, statement.clone());
        (!others.any(is_within)).then(|| SourceEdit::new(range, ""))
    }

    fn edit_inputs(
        &self,
        editor: &mut ExpressionEditor<'_, '_>,
        inputs: &Expr,
        first: usize,
        here: &[usize],
    ) {
        let urn = &self.accepted[first].resource.urn;
        let source = self.accepted[first].resource.source.as_ref();
        let vertices = source.and_then(|it| self.declared.get(it));
        let Some(vertex) = vertices.and_then(|it| it.iter().find(|it| it.urn == *urn)) else {
            return;
        };
        let mut wanted = Object::clone(&vertex.inputs);
        let own = here.iter().map(|it| &self.accepted[*it]);
        for accepted in own.filter(|it| it.resource.urn == *urn) {
            if let Some(property) = accepted.property {
                values::set(&mut wanted, &property.path, property.world.clone());
            }
        }
        let old = Value::Object(Object::clone(&vertex.inputs));
        editor.value(inputs, &old, &Value::Object(wanted));
    }
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
