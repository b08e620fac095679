//! Code that declares one resource.

use lumi_graph::{ArchiveContent, AssetContent, Object, PathPart, PropertyPath, Value};

use super::class_index::{Class, referred};
use super::code::Code;
use super::graph_index::EdgePaths;
use super::inherited_options::Inherited;
use super::note::NoteKind;
use super::program_context::ProgramContext;
use super::resource_options::OptionsWriter;
use super::values::literals::is_identifier;
use super::values::resource_values::ResourceValues;
use super::values::value_code::object_code;

/// A declaration: the call of a constructor.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    pub class: Class,
    pub name: Code,
    pub inputs: Code,
    pub options: Vec<(String, Code)>,
    /// The outputs that a component registers at its end.
    pub outputs: Option<Code>,
}

/// The declaration of the resource at a position. `above` is what its parent passes on.
pub fn declaration(
    context: &mut ProgramContext<'_, '_>,
    position: usize,
    above: Inherited,
) -> Declaration {
    let vertex = context.index.vertex(position);
    let class = context.class(position);
    let mut paths = std::mem::take(&mut context.index.paths[position]);
    let mut unplaced = Vec::new();
    prune(&mut paths, &vertex.inputs, &mut unplaced);
    if !unplaced.is_empty() {
        let message = "an input that the graph does not have comes from another resource";
        context.note(NoteKind::Lost, Some(position), "dependsOn", message);
    }
    let of_no_path = context.index.unreadable.iter();
    unplaced.extend(
        of_no_path
            .filter(|(from, _)| *from == position)
            .map(|(_, to)| *to),
    );
    if vertex.inputs.values().any(|it| it.any(has_bytes)) {
        let message = "bytes in an archive became their text in base64";
        context.note(NoteKind::Lost, Some(position), "inputs", message);
    }
    if vertex.inputs.values().any(|it| it.any(is_function)) {
        let message = "a function became the text of its module";
        context.note(NoteKind::Lost, Some(position), "inputs", message);
    }
    let inputs = values(context, position, &vertex.inputs, &paths);
    let outputs = (!vertex.custom && !vertex.outputs.is_empty())
        .then(|| component_outputs(context, position, &vertex.outputs))
        .filter(|it| !matches!(it, Code::Object(members) if members.is_empty()));
    let options = OptionsWriter::new(context, position, above, unplaced).write();
    Declaration {
        class,
        name: Code::string(vertex.name.as_str()),
        inputs,
        options,
        outputs,
    }
}

fn is_function(value: &Value) -> bool {
    matches!(value, Value::Asset(it) if matches!(it.content, AssetContent::Function(_)))
}

fn has_bytes(value: &Value) -> bool {
    let Value::Archive(archive) = value else {
        return false;
    };
    let ArchiveContent::Assets(members) = &archive.content else {
        return false;
    };
    let is_bytes = |it: &Value| match it.open() {
        Value::Asset(asset) => matches!(asset.content, AssetContent::Base64(_)),
        _ => false,
    };
    members.values().any(is_bytes)
}

fn values(
    context: &mut ProgramContext<'_, '_>,
    position: usize,
    inputs: &Object,
    paths: &EdgePaths,
) -> Code {
    let name = context.index.vertex(position).name.as_str();
    let mut values = ResourceValues {
        context,
        position: Some(position),
        name,
        paths,
        hidden_at: None,
        around: Vec::new(),
        of_secrets: Vec::new(),
    };
    object_code(inputs, &mut PropertyPath::new(), &mut values)
}

/// The outputs of a component: the graph does not say where they come from.
fn component_outputs(
    context: &mut ProgramContext<'_, '_>,
    position: usize,
    outputs: &Object,
) -> Code {
    super::values::output_origins::OutputOrigins::of_component(context, position).object(outputs)
}

/// Removes the paths of edges that lead to no value of the inputs, and adds the targets of these edges to `unplaced`.
fn prune(paths: &mut EdgePaths, inputs: &Object, unplaced: &mut Vec<usize>) {
    paths.parts.retain(|part, below| {
        let value = match part {
            PathPart::Key(key) => inputs.get(key),
            PathPart::Index(_) => None,
        };
        keep(below, value, unplaced)
    });
}

fn keep(paths: &mut EdgePaths, value: Option<&Value>, unplaced: &mut Vec<usize>) -> bool {
    let Some(value) = value.map(Value::open) else {
        unplaced.extend(paths.all_targets());
        return false;
    };
    paths.parts.retain(|part, below| {
        let value = match (part, value) {
            (PathPart::Key(key), Value::Object(members)) => members.get(key),
            (PathPart::Index(index), Value::Array(items)) => items.get(*index),
            (PathPart::Key(key), Value::Archive(archive)) => match &archive.content {
                ArchiveContent::Assets(assets) => assets.get(key),
                _ => None,
            },
            _ => None,
        };
        keep(below, value, unplaced)
    });
    !paths.is_empty()
}

impl Declaration {
    /// The call of the constructor.
    pub fn code(&self, of: &lumi_graph::Vertex) -> Code {
        if self.class == Class::ResourceReference
            && let Some(urn) = referred(of)
        {
            let arguments = [urn.resource_type(), urn.as_str()].map(Code::string);
            return Code::call(Code::Sdk("getResource"), arguments.to_vec());
        }
        let (class, before_name) = self.class_code(of);
        let mut arguments = Vec::from_iter(before_name);
        arguments.push(self.name.clone());
        if self.class == Class::Read
            && let Some(Value::String(id)) = &of.id
        {
            arguments.push(Code::string(id));
        }
        let is_typed = matches!(
            self.class,
            Class::Std | Class::Package(_) | Class::PackageProvider(_)
        );
        let has_inputs = match self.class {
            Class::StackReference => !is_named_stack(of),
            _ => !matches!(&self.inputs, Code::Object(members) if members.is_empty()),
        };
        if has_inputs || is_typed || !self.options.is_empty() {
            arguments.push(match has_inputs {
                true => self.inputs.clone(),
                false => Code::Object(Vec::new()),
            });
        }
        if !self.options.is_empty() {
            arguments.push(options_code(&self.options));
        }
        match self.class {
            Class::Read => Code::call(Code::Sequence(vec![class, Code::text(".get")]), arguments),
            _ => Code::new_of(class, arguments),
        }
    }

    /// The class, and the argument that its constructor takes before the name: a type or a package.
    fn class_code(&self, of: &lumi_graph::Vertex) -> (Code, Option<Code>) {
        let token = of.resource_type.as_str();
        match &self.class {
            Class::Std => {
                let (module, name) = (of.resource_type.module(), of.resource_type.type_name());
                (Code::text(format!("{module}.{name}")), None)
            }
            Class::Package(class) | Class::PackageProvider(class) => (class.clone(), None),
            Class::Provider => {
                let package = token.strip_prefix("lumi:providers:").unwrap_or(token);
                (Code::Sdk("ProviderResource"), Some(Code::string(package)))
            }
            Class::StackReference => (Code::Sdk("StackReference"), None),
            Class::Read | Class::Custom | Class::ResourceReference => {
                (Code::Sdk("CustomResource"), Some(Code::string(token)))
            }
            Class::Component => (Code::Sdk("ComponentResource"), Some(Code::string(token))),
        }
    }
}

/// Whether a stack reference is called as the stack that it reads.
fn is_named_stack(of: &lumi_graph::Vertex) -> bool {
    let name = of.inputs.get("name").and_then(Value::as_str);
    of.inputs.len() == 1 && name == Some(of.name.as_str())
}

fn options_code(options: &[(String, Code)]) -> Code {
    debug_assert!(options.iter().all(|(name, _)| is_identifier(name)));
    Code::Object(options.to_vec())
}
