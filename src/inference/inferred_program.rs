//! Writes the program of a graph.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use lumi_graph::{Graph, GraphError, Object, PackageInterfaces, PropertyPath};

use super::class_index::ClassIndex;
use super::code::Code;
use super::components::component_children::Uses;
use super::components::component_classes::{ComponentClass, component_classes};
use super::components::repeated_groups::repeated_groups;
use super::graph_index::GraphIndex;
use super::identifiers::Identifiers;
use super::inherited_options::inherited_options;
use super::note::Note;
use super::program_context::ProgramContext;
use super::program_writer::ProgramWriter;
use super::resource_code::declaration;
use super::statements::{Declared, Statement, made_by_classes, statements};
use super::values::configured_values::{ConfiguredValue, ConfiguredValues};
use super::values::output_index::OutputIndex;
use super::values::output_origins::OutputOrigins;

/// A program, and what its reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InferredProgram {
    /// TypeScript.
    pub text: String,
    /// The values that it takes from the configuration.
    pub configured: Vec<ConfiguredValue>,
    pub notes: Vec<Note>,
}

/// Names that the program does not give to anything of its own: those of the SDK and of JavaScript that it uses.
const USED_NAMES: &[&str] = &[
    "AssetArchive",
    "ComponentResource",
    "CustomResource",
    "FileArchive",
    "FileAsset",
    "Infinity",
    "NaN",
    "ProviderResource",
    "RemoteArchive",
    "RemoteAsset",
    "StackReference",
    "StringAsset",
    "Uint8Array",
    "all",
    "getResource",
    "secret",
];

/// The program of a graph. Fails for a graph that is not valid.
pub fn infer(
    graph: &Graph,
    packages: &dyn PackageInterfaces,
) -> Result<InferredProgram, GraphError> {
    let index = GraphIndex::new(graph)?;
    let mut identifiers = Identifiers::default();
    identifiers.reserve(USED_NAMES);
    let classes = ClassIndex::new(&index, packages, &mut identifiers);
    let mut context = ProgramContext {
        outputs: OutputIndex::new(&index),
        index,
        classes,
        configured: ConfiguredValues::default(),
        notes: Vec::new(),
        known_texts: None,
        public_keys: OnceCell::new(),
    };
    let exports = Export::all(&mut context, &graph.outputs, &mut identifiers);
    let declared = declarations(&mut context);
    let (classes, statements) = statements_of(&context, &declared, &exports, &mut identifiers);
    let writer = ProgramWriter::new(&context, identifiers, classes);
    let text = writer.write(&statements, &exports);
    Ok(InferredProgram {
        text,
        configured: context.configured.all,
        notes: context.notes,
    })
}

fn declarations<'g>(context: &mut ProgramContext<'g, '_>) -> Vec<Declared<'g>> {
    let inherited = inherited_options(&context.index);
    let order = context.index.order.clone();
    let mut declared = Vec::with_capacity(order.len());
    for position in order {
        let parent = context.index.parents[position];
        let above = parent.map(|it| inherited[it].clone()).unwrap_or_default();
        let made = declaration(context, position, above);
        declared.push(Declared {
            position,
            token: context.index.vertex(position).resource_type.as_str(),
            code: made.code(context.index.vertex(position)),
            parent,
            declaration: made,
        });
    }
    declared
}

/// The statements, with classes of components and loops over groups if these do not need each other in a circle.
fn statements_of(
    context: &ProgramContext<'_, '_>,
    declared: &[Declared<'_>],
    exports: &[Export],
    identifiers: &mut Identifiers,
) -> (Vec<ComponentClass>, Vec<Statement>) {
    let count = context.index.graph.vertices.len();
    let exported = exports.iter().filter_map(|it| it.code.as_ref());
    let uses = Uses::new(declared, exported, count);
    let classes = component_classes(&context.index, declared, &uses, identifiers);
    let made = made_by_classes(&classes.instances);
    let groups = repeated_groups(&context.index, declared, &uses, &made, identifiers);
    for groups in [groups.as_slice(), &[]] {
        if let Some(statements) = statements(declared, &classes.instances, groups, count) {
            return (classes.all, statements);
        }
    }
    let flat = statements(declared, &BTreeMap::new(), &[], count);
    (
        Vec::new(),
        flat.expect("BUG: code uses what is declared before it"),
    )
}

/// An output of the stack.
pub struct Export {
    pub name: String,
    pub variable: String,
    /// `None` if the graph does not say where it comes from.
    pub code: Option<Code>,
}

impl Export {
    fn all(
        context: &mut ProgramContext<'_, '_>,
        outputs: &Object,
        identifiers: &mut Identifiers,
    ) -> Vec<Self> {
        if outputs.is_empty() {
            return Vec::new();
        }
        let mut origins = OutputOrigins::of_stack(context);
        let mut all = Vec::new();
        for (name, value) in outputs {
            let mut path = PropertyPath::new();
            path.push_key(name);
            all.push(Self {
                name: name.clone(),
                variable: identifiers.take(name),
                code: origins.output(value, &mut path),
            });
        }
        all
    }
}
