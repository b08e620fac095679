//! Code for the values of one resource: what comes from other resources, and from the configuration.

use lumi_graph::{PropertyPath, ResourceReference, Value};

use super::hidden_value::HiddenValue;
use super::references::{Origin, Part, parts};
use super::value_code::{ValueOrigins, path_texts, value_code};
use crate::code::Code;
use crate::graph_index::EdgePaths;
use crate::note::NoteKind;
use crate::program_context::{ProgramContext, depending, last_key};

/// The least length of an output that is part of a text, where an edge says that the text comes from its resource.
pub const SHORTEST_PART: usize = 3;

/// The longest text in which parts are looked for.
pub const LONGEST_TEXT: usize = 1 << 16;

/// Writes the values of one resource, or the outputs of the stack.
pub struct ResourceValues<'c, 'g, 'p> {
    pub context: &'c mut ProgramContext<'g, 'p>,
    /// `None` for outputs of the stack.
    pub position: Option<usize>,
    /// The first part of the keys of its configuration.
    pub name: &'c str,
    pub paths: &'c EdgePaths,
    /// The length of the path of the secret that is written, of which keys below it are parts.
    pub hidden_at: Option<usize>,
    /// The origins of a value around this one.
    pub around: Vec<usize>,
    /// The origins that the secrets of a value take, because `then` would make all of the value secret.
    pub of_secrets: Vec<usize>,
}

impl ResourceValues<'_, '_, '_> {
    pub(crate) fn edges(&self, path: &PropertyPath) -> Option<&EdgePaths> {
        let mut paths = self.paths;
        if paths.is_empty() {
            return None;
        }
        for part in &path.parts {
            paths = paths.parts.get(part)?;
        }
        Some(paths)
    }

    /// A value that comes from resources, as the edges at its path say.
    fn referenced(&mut self, value: &Value, targets: &[usize], path: &PropertyPath) -> Code {
        if let Value::Secret(inner) = value {
            return self.referenced_secret(HiddenValue::new(inner), targets, path);
        }
        let found = match value {
            Value::Unknown => Some(self.guessed(targets, path, false)),
            known => self.matched(known, targets, path),
        };
        if let Some(code) = found {
            return code;
        }
        let is_part_secret = has_secret_part(value);
        let around = std::mem::replace(&mut self.around, targets.to_vec());
        if is_part_secret {
            self.of_secrets = targets.to_vec();
        }
        let code = value_code(value, &mut path.clone(), self);
        self.around = around;
        self.of_secrets.clear();
        match is_part_secret {
            true => code,
            false => depending(targets, code),
        }
    }

    /// The outputs that an unknown value is likely to be made of.
    pub(crate) fn guessed(
        &mut self,
        targets: &[usize],
        path: &PropertyPath,
        is_secret: bool,
    ) -> Code {
        let mut guesses = Vec::new();
        let mut others = Vec::new();
        for target in targets {
            match self.context.guess(*target, path, is_secret) {
                Some(access) => guesses.push(Code::of_variable(*target, &access)),
                None => others.push(*target),
            }
        }
        if guesses.is_empty() {
            let code = self.unknown(path);
            return depending(&others, code);
        }
        let message = match guesses.len() {
            1 => "the name suggests which output it is",
            _ => "it is made of several outputs, in an unknown way",
        };
        let position = self.position;
        self.context
            .note(NoteKind::Guessed, position, path, message);
        guesses.extend(others.iter().map(|it| Code::of_variable(*it, ".urn")));
        match guesses.len() {
            1 => guesses.remove(0),
            _ => {
                let mut parts = Vec::new();
                for guess in guesses {
                    if !parts.is_empty() {
                        parts.push(Code::string("-"));
                    }
                    parts.push(guess);
                }
                Code::Template(Box::new(Code::Sdk("interpolate")), parts)
            }
        }
    }

    /// The outputs that a known value is, or is made of; `None` unless all targets are among them.
    fn matched(&self, value: &Value, targets: &[usize], path: &PropertyPath) -> Option<Code> {
        if let Value::Resource(reference) = value {
            return self.matched_resource(reference, targets);
        }
        let is_bool = matches!(value, Value::Bool(_));
        let place = Place {
            key: last_key(path),
            targets,
            is_secret: false,
        };
        if let Some(code) = self.matched_whole(&|it| it == value, is_bool, &place) {
            return Some(code);
        }
        let text = value.as_str().filter(|it| it.len() <= LONGEST_TEXT)?;
        template(text, &self.text_origins(&place), targets)
    }

    pub(crate) fn matched_resource(
        &self,
        reference: &ResourceReference,
        targets: &[usize],
    ) -> Option<Code> {
        let target = *self.context.index.positions.get(&reference.urn)?;
        (targets == [target]).then_some(Code::Variable(target))
    }

    /// The output of a single target that a value is.
    pub(crate) fn matched_whole(
        &self,
        is_same: &dyn Fn(&Value) -> bool,
        is_bool: bool,
        place: &Place<'_>,
    ) -> Option<Code> {
        let [target] = place.targets else {
            return None;
        };
        let outputs = self.context.outputs(*target);
        let same = outputs.iter().filter(|it| {
            (place.is_secret || !it.is_secret)
                && is_same(it.value)
                && (it.key == place.key || !is_bool)
        });
        let output = same.min_by_key(|it| it.key != place.key)?;
        Some(Code::of_variable(*target, &output.access))
    }

    /// The texts among the outputs of the targets.
    pub(crate) fn text_origins(&self, place: &Place<'_>) -> Vec<Origin> {
        let mut origins = Vec::new();
        for target in place.targets {
            for output in &*self.context.outputs(*target) {
                if let Value::String(text) = output.value
                    && (place.is_secret || !output.is_secret)
                {
                    origins.push(Origin {
                        text: text.clone(),
                        path: output.access.clone(),
                        resource: *target,
                        is_secret: output.is_secret,
                    });
                }
            }
        }
        origins
    }

    /// The variable of a resource that is declared before; with a note, `None` for all others.
    pub(crate) fn variable(
        &mut self,
        reference: &ResourceReference,
        path: &PropertyPath,
    ) -> Option<Code> {
        let index = &self.context.index;
        let used = index.positions.get(&reference.urn).copied();
        let used = used.filter(|it| self.position.is_none_or(|user| index.can_use(user, *it)));
        if let Some(used) = used {
            return Some(Code::Variable(used));
        }
        let position = self.position;
        let message = "it is a resource that is not declared before";
        self.context.note(NoteKind::Lost, position, path, message);
        None
    }
}

/// The place of a value whose origin is looked for.
pub struct Place<'t> {
    pub key: &'t str,
    pub targets: &'t [usize],
    /// Whether it may be made of secret outputs.
    pub is_secret: bool,
}

/// Whether parts of a list or an object are secret, but not all of it.
fn has_secret_part(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_)) && value.contains_secret()
}

/// A text that is made of outputs; `None` unless each target has one of them.
fn template(text: &str, origins: &[Origin], targets: &[usize]) -> Option<Code> {
    let found = parts(text, origins, SHORTEST_PART)?;
    let mut code = Vec::with_capacity(found.len());
    let mut missing = targets.to_vec();
    for part in found {
        code.push(match part {
            Part::Text(text) => Code::string(text),
            Part::Origin(at) => {
                let origin = &origins[at];
                missing.retain(|it| *it != origin.resource);
                Code::of_variable(origin.resource, &origin.path)
            }
        });
    }
    missing
        .is_empty()
        .then(|| Code::Template(Box::new(Code::Sdk("interpolate")), code))
}

impl ValueOrigins for ResourceValues<'_, '_, '_> {
    fn value(&mut self, value: &Value, path: &PropertyPath) -> Option<Code> {
        if self.around.is_empty()
            && let Some(edges) = self.edges(path)
            && !edges.targets.is_empty()
        {
            let targets = edges.all_targets();
            return Some(self.referenced(value, &targets, path));
        }
        match value {
            Value::Resource(reference) => self.variable(reference, path),
            _ => None,
        }
    }

    fn secret(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code {
        let origins = std::mem::take(&mut self.of_secrets);
        let code = depending(&origins, self.secret_code(value, path));
        self.of_secrets = origins;
        code
    }

    fn unknown(&mut self, path: &PropertyPath) -> Code {
        let around = self.around.clone();
        let mut guesses = around
            .iter()
            .filter_map(|it| Some((*it, self.context.guess(*it, path, false)?)));
        if let Some((target, access)) = guesses.next() {
            return Code::of_variable(target, &access);
        }
        let position = self.position;
        let message = "the graph does not say where the value comes from";
        self.context
            .note(NoteKind::Configured, position, path, message);
        let texts = std::iter::once(self.name.to_owned()).chain(path_texts(path));
        self.context.configured.unknown(texts)
    }
}
