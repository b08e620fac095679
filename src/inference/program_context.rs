//! The context that all parts of a program share while it is written.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use lumi_graph::{Object, PathPart, PropertyPath, Value};

use super::class_index::{Class, ClassIndex};
use super::code::Code;
use super::graph_index::GraphIndex;
use super::note::{Note, NoteKind};
use super::values::configured_values::ConfiguredValues;
use super::values::literals::{member_access, quoted};
use super::values::output_index::{KnownNames, Output, OutputIndex, is_marked};
use super::values::output_names::likely_outputs;
use super::values::output_origins::KnownTexts;

/// The graph, and what is known about the program so far.
pub struct ProgramContext<'g, 'p> {
    pub index: GraphIndex<'g>,
    pub outputs: OutputIndex<'g>,
    pub classes: ClassIndex<'p>,
    pub configured: ConfiguredValues,
    pub notes: Vec<Note>,
    /// The texts among all outputs, once they are needed.
    pub known_texts: Option<Rc<KnownTexts>>,
    /// The keys that the graph has in the clear, once they are needed.
    pub public_keys: OnceCell<Rc<HashSet<String>>>,
}

impl<'g> ProgramContext<'g, '_> {
    pub fn note(
        &mut self,
        kind: NoteKind,
        position: Option<usize>,
        place: impl ToString,
        message: impl Into<String>,
    ) {
        let urn = position.map(|it| self.index.vertex(it).urn.clone());
        self.notes.push(Note {
            kind,
            urn,
            place: place.to_string(),
            message: message.into(),
        });
    }

    pub fn class(&self, position: usize) -> Class {
        let graph = self.index.graph;
        self.classes.of(&graph.vertices[position], graph.kind)
    }

    /// The keys of objects that are not secret: the same key in a secret object is no secret, either.
    pub fn public_keys(&self) -> Rc<HashSet<String>> {
        let graph = self.index.graph;
        let find = || {
            let mut keys = HashSet::new();
            add_keys(&graph.outputs, &mut keys);
            for vertex in &graph.vertices {
                add_keys(&vertex.inputs, &mut keys);
                for (name, value) in &*vertex.outputs {
                    keys.insert(name.clone());
                    if !is_marked(vertex, name) {
                        add_keys_of(value, &mut keys);
                    }
                }
            }
            Rc::new(keys)
        };
        self.public_keys.get_or_init(find).clone()
    }

    /// The known outputs of a resource; none for a component, since its outputs are those of its children.
    pub fn outputs(&self, position: usize) -> Arc<[Output<'g>]> {
        let vertex = self.index.vertex(position);
        if !vertex.custom {
            return Arc::default();
        }
        let names = KnownNames {
            is_offered: &|name| self.classes.is_offered(vertex, name),
            is_public: &|name| self.public_keys().contains(name),
        };
        self.outputs.of((position, vertex), &names)
    }

    /// The access to an output of a resource that a value at a path is likely to be, though it is not known.
    pub fn guess(&self, position: usize, path: &PropertyPath, is_secret: bool) -> Option<String> {
        let vertex = self.index.vertex(position);
        if !vertex.custom {
            return None;
        }
        let key = last_key(path);
        if self.class(position) == Class::StackReference {
            return Some(format!(".getOutput({})", quoted(key)));
        }
        // An object that exists has no outputs but those of the graph.
        let is_made = matches!(vertex.id, Some(Value::String(_)));
        // A plan that names outputs that it does not know names all of them.
        let names_unknown = || {
            let mut outputs = vertex.outputs.iter();
            outputs
                .any(|(name, value)| value.contains_unknown() && !vertex.inputs.contains_key(name))
        };
        let names_all = (is_made && !vertex.outputs.is_empty()) || names_unknown();
        let is_unknown = |name: &str| match name {
            "id" => !is_made,
            name => match vertex.outputs.get(name) {
                None if names_all => false,
                None | Some(Value::Unknown) => !is_marked(vertex, name) || is_secret,
                Some(Value::Secret(inner)) => is_secret && **inner == Value::Unknown,
                Some(_) => false,
            },
        };
        let known = self.classes.known_outputs(vertex);
        let likely = likely_outputs(key, vertex, known.as_deref());
        let fitting = likely
            .into_iter()
            .find(|it| (it == "id" || self.classes.is_offered(vertex, it)) && is_unknown(it));
        fitting.map(|it| member_access(&it))
    }
}

fn add_keys(members: &Object, keys: &mut HashSet<String>) {
    for (key, value) in members {
        if !keys.contains(key) {
            keys.insert(key.clone());
        }
        add_keys_of(value, keys);
    }
}

fn add_keys_of(value: &Value, keys: &mut HashSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|it| add_keys_of(it, keys)),
        Value::Object(members) => add_keys(members, keys),
        _ => {}
    }
}

/// The last key of a path: `subnetIds` of `network.subnetIds[0]`.
pub fn last_key(path: &PropertyPath) -> &str {
    let keys = path.parts.iter().rev();
    let mut keys = keys.filter_map(|part| match part {
        PathPart::Key(key) => Some(key.as_str()),
        PathPart::Index(_) => None,
    });
    keys.next().unwrap_or("id")
}

/// Code whose value is that of other code, and which depends on resources.
pub fn depending(targets: &[usize], code: Code) -> Code {
    let urn = |it: &usize| Code::of_variable(*it, ".urn");
    let origin = match targets {
        [] => return code,
        [target] => urn(target),
        targets => Code::call(
            Code::Sdk("all"),
            vec![Code::List(targets.iter().map(urn).collect())],
        ),
    };
    Code::call(
        Code::Sequence(vec![origin, Code::text(".then")]),
        vec![Code::Arrow("()", Box::new(code))],
    )
}
