//! A graph, and how much its maker knew.

use lumi_graph::{Graph, GraphKind, Value, Vertex};

/// One of the two graphs of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct ComparedGraph<'a> {
    pub(crate) graph: &'a Graph,
    /// Whether providers have checked the inputs, and filled in what the program leaves to them.
    pub(crate) is_checked: bool,
    /// The stack whose objects these are; that of the graph may have been replaced.
    pub(crate) stack: Option<&'a str>,
}

/// The graph of a comparison whose inputs no provider has checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    First,
    Second,
}

impl<'a> ComparedGraph<'a> {
    /// A graph whose inputs were checked, whatever they look like.
    pub fn checked(graph: &'a Graph) -> Self {
        Self {
            graph,
            is_checked: true,
            stack: None,
        }
    }

    /// The graph of a stack. Two stacks have objects of their own, whatever their ids are.
    #[must_use]
    pub fn of_stack(self, stack: &'a str) -> Self {
        Self {
            stack: Some(stack),
            ..self
        }
    }
}

/// A plan in which every resource returns its inputs is one of `lumi run`, which asks no provider.
impl<'a> From<&'a Graph> for ComparedGraph<'a> {
    fn from(graph: &'a Graph) -> Self {
        let mut custom = graph.vertices.iter().filter(|it| it.custom);
        let is_unchecked = graph.kind == GraphKind::Plan && custom.all(echoes_inputs);
        Self {
            graph,
            is_checked: !is_unchecked,
            stack: None,
        }
    }
}

/// Whether the outputs are the inputs, of a resource that is planned or only read.
fn echoes_inputs(vertex: &Vertex) -> bool {
    let is_planned = matches!(vertex.id, Some(Value::Unknown));
    !is_planned || vertex.outputs == vertex.inputs
}
