//! Code for the values of one resource: what comes from other resources, and from the configuration.

use lumi_graph::{AssetContent, PropertyPath, Value};

use super::code::Code;
use super::configured_values::is_configurable;
use super::graph_index::EdgePaths;
use super::note::NoteKind;
use super::program_context::{ProgramContext, depending, last_key};
use super::references::{Origin, Part, parts};
use super::value_code::{ValueOrigins, path_texts, value_code};

/// The least length of an output that is part of a text, where an edge says that the text comes from its resource.
const SHORTEST_PART: usize = 3;

/// The longest text in which parts are looked for.
const LONGEST_TEXT: usize = 1 << 16;

/// Writes the values of one resource, or the outputs of the stack.
pub struct ResourceValues<'c, 'g, 'p> {
    pub context: &'c mut ProgramContext<'g, 'p>,
    /// `None` for outputs of the stack.
    pub position: Option<usize>,
    /// The first part of the keys of its configuration.
    pub name: &'c str,
    pub paths: &'c EdgePaths,
    /// Whether plain values are parts of a secret.
    pub is_hidden: bool,
    /// The origins of a value around this one.
    pub around: Vec<usize>,
    /// The origins that the secrets of a value take, because `then` would make all of the value secret.
    pub of_secrets: Vec<usize>,
}

impl ResourceValues<'_, '_, '_> {
    fn edges(&self, path: &PropertyPath) -> Option<&EdgePaths> {
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
        let is_secret = self.is_hidden || matches!(value, Value::Secret(_));
        let found = match value.open() {
            Value::Unknown => Some(self.guessed(targets, path, is_secret)),
            known => self.matched(known, targets, path, is_secret),
        };
        match found {
            Some(code) if matches!(value, Value::Secret(_)) => {
                Code::call(Code::Sdk("secret"), vec![code])
            }
            Some(code) => code,
            None => {
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
        }
    }

    /// The outputs that an unknown value is likely to be made of.
    fn guessed(&mut self, targets: &[usize], path: &PropertyPath, is_secret: bool) -> Code {
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
    fn matched(
        &self,
        value: &Value,
        targets: &[usize],
        path: &PropertyPath,
        is_secret: bool,
    ) -> Option<Code> {
        if let Value::Resource(reference) = value {
            let target = *self.context.index.positions.get(&reference.urn)?;
            return (targets == [target]).then_some(Code::Variable(target));
        }
        let key = last_key(path);
        if let [target] = targets {
            let outputs = self.context.outputs(*target);
            let same = outputs.iter().filter(|it| {
                (is_secret || !it.is_secret)
                    && it.value == value
                    && (it.key == key || !matches!(value, Value::Bool(_)))
            });
            if let Some(output) = same.min_by_key(|it| it.key != key) {
                return Some(Code::of_variable(*target, &output.access));
            }
        }
        let text = value.as_str().filter(|it| it.len() <= LONGEST_TEXT)?;
        let mut origins = Vec::new();
        for target in targets {
            for output in &*self.context.outputs(*target) {
                if let Value::String(text) = output.value
                    && (is_secret || !output.is_secret)
                {
                    origins.push(Origin {
                        text: text.clone(),
                        path: output.access.clone(),
                        resource: *target,
                    });
                }
            }
        }
        template(text, &origins, targets)
    }

    /// A secret, without the origins of the value around it.
    fn secret_code(&mut self, value: &Value, path: &PropertyPath) -> Code {
        let has_edges = self.around.is_empty() && self.edges(path).is_some();
        if !has_edges && (is_configurable(value) || *value == Value::Unknown) {
            return self.configured_secret(value, path);
        }
        if let Value::Asset(asset) = value
            && let AssetContent::Text(text) | AssetContent::Function(text) = &asset.content
        {
            let code = self.configured_secret(&Value::String(text.clone()), path);
            let class = Code::new_of(Code::Sdk("StringAsset"), vec![Code::text("text")]);
            return Code::call(
                Code::Sequence(vec![code, Code::text(".then")]),
                vec![Code::Arrow("(text)", Box::new(class))],
            );
        }
        let is_hidden = std::mem::replace(&mut self.is_hidden, true);
        let code = value_code(value, &mut path.clone(), self);
        self.is_hidden = is_hidden;
        Code::call(Code::Sdk("secret"), vec![code])
    }

    /// A secret that comes from nowhere else.
    fn configured_secret(&mut self, value: &Value, path: &PropertyPath) -> Code {
        let texts: Vec<String> = std::iter::once(self.name.to_owned())
            .chain(path_texts(path))
            .collect();
        if *value == Value::Unknown {
            let position = self.position;
            let message = "the graph does not contain the secret";
            self.context
                .note(NoteKind::Configured, position, path, message);
        }
        self.context.configured.secret(value, texts)
    }
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
            Value::Resource(reference) => {
                let index = &self.context.index;
                let used = index.positions.get(&reference.urn).copied();
                let used =
                    used.filter(|it| self.position.is_none_or(|user| index.can_use(user, *it)));
                if let Some(used) = used {
                    return Some(Code::Variable(used));
                }
                let position = self.position;
                let message = "it is a resource that is not declared before";
                self.context.note(NoteKind::Lost, position, path, message);
                None
            }
            Value::String(_) | Value::Number(_) | Value::Bool(_)
                if self.is_hidden && is_configurable(value) =>
            {
                Some(self.configured_secret(value, path))
            }
            _ => None,
        }
    }

    fn secret(&mut self, value: &Value, path: &PropertyPath) -> Code {
        let origins = std::mem::take(&mut self.of_secrets);
        let code = depending(&origins, self.secret_code(value, path));
        self.of_secrets = origins;
        code
    }

    fn unknown(&mut self, path: &PropertyPath) -> Code {
        let around = self.around.clone();
        let is_hidden = self.is_hidden;
        let mut guesses = around
            .iter()
            .filter_map(|it| Some((*it, self.context.guess(*it, path, is_hidden)?)));
        if let Some((target, access)) = guesses.next() {
            return Code::of_variable(target, &access);
        }
        if self.is_hidden {
            return self.configured_secret(&Value::Unknown, path);
        }
        let position = self.position;
        let message = "the graph does not say where the value comes from";
        self.context
            .note(NoteKind::Configured, position, path, message);
        let texts = std::iter::once(self.name.to_owned()).chain(path_texts(path));
        self.context.configured.unknown(texts)
    }
}
