//! The outputs of resources, as values that others may have.

use std::cell::OnceCell;
use std::sync::Arc;

use lumi_graph::{Object, STACK_REFERENCE, Value, Vertex};

use super::literals::{member_access, quoted};
use crate::graph_index::GraphIndex;

/// A value among the outputs of a resource.
#[derive(Clone, Debug)]
pub struct Output<'g> {
    pub value: &'g Value,
    /// An access to it: `.tags.owner`.
    pub access: String,
    /// The last key of its path.
    pub key: &'g str,
    pub is_secret: bool,
    /// Whether the program sets it: it is an input, too.
    pub is_input: bool,
}

/// How deep outputs are searched.
const DEPTH: usize = 8;

/// The most outputs of one resource.
const MOST: usize = 1_000;

/// The outputs of each resource of a graph, found when they are first needed.
pub struct OutputIndex<'g> {
    all: Vec<OnceCell<Arc<[Output<'g>]>>>,
}

/// Names that are members of every resource or Property.
const MEMBERS: &[&str] = &[
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "catch",
    "constructor",
    "finally",
    "hasOwnProperty",
    "id",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "registerOutputs",
    "then",
    "toJSON",
    "toLocaleString",
    "toString",
    "urn",
    "valueOf",
];

/// Whether reading a name of a resource gives the output of this name.
pub fn is_output_name(name: &str) -> bool {
    !MEMBERS.contains(&name)
}

impl<'g> OutputIndex<'g> {
    pub fn new(index: &GraphIndex<'g>) -> Self {
        Self {
            all: vec![OnceCell::new(); index.graph.vertices.len()],
        }
    }

    /// The known outputs of a resource: the id, what the provider gives, then what the program sets.
    pub fn of(
        &self,
        (position, vertex): (usize, &'g Vertex),
        names: &KnownNames,
    ) -> Arc<[Output<'g>]> {
        let make = || outputs(vertex, names).into();
        self.all[position].get_or_init(make).clone()
    }
}

/// Names that the program may have.
pub struct KnownNames<'n> {
    /// Whether the class has an output of a name.
    pub is_offered: &'n dyn Fn(&str) -> bool,
    /// Whether the graph also has the key of a secret object outside of secrets.
    pub is_public: &'n dyn Fn(&str) -> bool,
}

fn outputs<'g>(vertex: &'g Vertex, names: &KnownNames) -> Vec<Output<'g>> {
    let mut found = Vec::new();
    if vertex.resource_type.as_str() == STACK_REFERENCE {
        stack_outputs(vertex, names, &mut found);
        return found;
    }
    let is_input = |name: &str| vertex.inputs.contains_key(name);
    // What `std` makes has better names than ids.
    let is_of_std = vertex.resource_type.package() == "std";
    if !is_of_std {
        add_id(vertex, &mut found);
    }
    for wants_inputs in [false, true] {
        let members: Vec<_> = vertex
            .outputs
            .iter()
            .filter(|(name, _)| is_input(name) == wants_inputs)
            .filter(|(name, _)| is_output_name(name) && (names.is_offered)(name))
            .collect();
        for (name, value) in members {
            let mut search = Search {
                is_input: wants_inputs,
                names,
                found: &mut found,
            };
            let access = member_access(name);
            // A part of an output is secret if any part of it is.
            let is_secret = is_marked(vertex, name) || value.contains_secret();
            search.value(name, &access, value, is_secret, 0);
        }
    }
    if is_of_std {
        add_id(vertex, &mut found);
    }
    found
}

fn add_id<'g>(vertex: &'g Vertex, found: &mut Vec<Output<'g>>) {
    if let Some(id @ Value::String(_)) = &vertex.id {
        found.push(Output {
            value: id,
            access: ".id".to_owned(),
            key: "id",
            is_secret: is_marked(vertex, "id"),
            is_input: false,
        });
    }
}

/// The outputs of the stack that a stack reference reads.
fn stack_outputs<'g>(vertex: &'g Vertex, names: &KnownNames, found: &mut Vec<Output<'g>>) {
    let Some(outputs) = vertex.outputs.get("outputs") else {
        return;
    };
    let Value::Object(members) = outputs.open() else {
        return;
    };
    let is_secret = is_marked(vertex, "outputs") || matches!(outputs, Value::Secret(_));
    for (name, value) in members {
        if is_secret && !(names.is_public)(name) {
            continue;
        }
        let mut search = Search {
            is_input: false,
            names,
            found,
        };
        let access = format!(".requireOutput({})", quoted(name));
        search.value(
            name,
            &access,
            value,
            is_secret || value.contains_secret(),
            0,
        );
    }
}

/// Whether an option makes an output secret.
pub fn is_marked(vertex: &Vertex, output: &str) -> bool {
    let marked = vertex.options.additional_secret_outputs();
    marked.iter().any(|it| it == output)
}

struct Search<'s, 'g> {
    is_input: bool,
    names: &'s KnownNames<'s>,
    found: &'s mut Vec<Output<'g>>,
}

impl<'g> Search<'_, 'g> {
    fn value(
        &mut self,
        key: &'g str,
        access: &str,
        value: &'g Value,
        is_secret: bool,
        depth: usize,
    ) {
        if self.found.len() >= MOST {
            return;
        }
        let is_said = match value {
            Value::String(text) => !text.is_empty(),
            Value::Number(_) | Value::Bool(_) => true,
            Value::Array(items) => !items.is_empty(),
            Value::Object(members) => !members.is_empty(),
            _ => false,
        };
        if is_said {
            self.found.push(Output {
                value,
                access: access.to_owned(),
                key,
                is_secret: is_secret || value.contains_secret(),
                is_input: self.is_input,
            });
        }
        match value {
            Value::Secret(inner) => self.value(key, access, inner, true, depth),
            Value::Array(items) if depth < DEPTH => {
                for (at, item) in items.iter().enumerate() {
                    self.value(key, &format!("{access}[{at}]"), item, is_secret, depth + 1);
                }
            }
            Value::Object(members) if depth < DEPTH => {
                self.members(access, members, is_secret, depth);
            }
            _ => {}
        }
    }

    fn members(&mut self, access: &str, members: &'g Object, is_secret: bool, depth: usize) {
        for (name, value) in members.iter().filter(|(name, _)| is_output_name(name)) {
            // An access has the key in the clear.
            if is_secret && !(self.names.is_public)(name) {
                continue;
            }
            let access = format!("{access}{}", member_access(name));
            self.value(name, &access, value, is_secret, depth + 1);
        }
    }
}
