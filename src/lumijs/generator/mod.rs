//! Makes nodes, edges and uses of the syntax of a module.
//!
//! | module | |
//! |---|---|
//! | `annotations` | types that a module writes down |
//! | `declarations` | where variables are declared, and which are constant text |
//! | `modules` | imports and exports, also of packages that are not the program's |
//! | `statements` | statements |
//! | `expressions` | expressions |
//! | `calls` | expressions with arguments |
//! | `patterns` | destructuring and assignment |
//! | `functions`, `classes` | functions and classes |
//! | `origins` | the variables that expressions begin with, and changes of them |
//! | `reads` | variables and their members that functions read |
//! | `deferred` | what callbacks change outside of themselves |

mod annotations;
mod calls;
mod classes;
mod declarations;
mod deferred;
mod expressions;
mod functions;
mod modules;
mod origins;
mod patterns;
mod reads;
mod statements;

use std::ops::Range;

use deno_ast::swc::ast::{Id, Module as Syntax};
use deno_ast::swc::common::{Span, Spanned};
use lumi_closure::analysis::offset;
use rustc_hash::FxHashMap;

use super::program::Module;
use super::solver::{
    ChangeKind, ClassId, Key, NodeId, ObjectId, Site, Solver, UNKNOWN, UnitId, Use, Value,
};
pub use declarations::{Declarations, makes_date};

/// The function whose body is walked.
#[derive(Clone, Copy)]
struct Around {
    /// The node of the values that `return` gives.
    result: NodeId,
    /// The node of the values that `yield` gives.
    yielded: Option<ObjectId>,
    /// `arguments`
    arguments: NodeId,
}

pub struct Generator<'a> {
    solver: &'a mut Solver,
    module: &'a Module,
    /// The index of the module.
    index: u32,
    /// The exports of each module.
    namespaces: &'a [ObjectId],
    declarations: Declarations<'a>,
    variables: FxHashMap<Id, NodeId>,
    /// The path of the intrinsic that each import from Node or Lumi means.
    intrinsics: FxHashMap<Id, String>,
    unit: UnitId,
    this: NodeId,
    around: Option<Around>,
    /// The class of the method that is walked.
    class: Option<ClassId>,
    /// The text of the outermost function around that runs when something settles.
    deferred: Option<Deferred>,
    /// The end of the call for whose result the code waits where it stands.
    awaited: Option<usize>,
    /// The start of the innermost loop, within the function.
    around_loop: Option<u32>,
    /// The end of the assignment that is walked, and what it does.
    assigning: Option<(usize, ChangeKind)>,
}

/// Code that runs when something settles.
#[derive(Clone)]
struct Deferred {
    /// The function; variables outside of it are shared.
    function: Range<usize>,
    /// The first byte that runs later.
    from: usize,
}

impl<'a> Generator<'a> {
    /// Walks a module, whose exports are the members of its namespace.
    pub fn run(
        solver: &'a mut Solver,
        module: &'a Module,
        index: usize,
        namespaces: &'a [ObjectId],
        syntax: &'a Syntax,
    ) -> UnitId {
        let unit = solver.unit(None);
        let mut generator = Generator {
            solver,
            module,
            index: u32::try_from(index).unwrap_or(u32::MAX),
            namespaces,
            declarations: Declarations::of(syntax),
            variables: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            unit,
            this: UNKNOWN,
            around: None,
            class: None,
            deferred: None,
            awaited: None,
            around_loop: None,
            assigning: None,
        };
        generator.module(syntax);
        unit
    }

    fn site(&self, node: &impl Spanned) -> Site {
        self.site_at(node.span())
    }

    fn site_at(&self, span: Span) -> Site {
        Site {
            module: self.index,
            offset: u32::try_from(offset(span)).unwrap_or(u32::MAX),
            unit: self.unit,
        }
    }

    fn variable(&mut self, id: Id) -> NodeId {
        if let Some(known) = self.variables.get(&id) {
            return *known;
        }
        let node = self.solver.node();
        self.variables.insert(id, node);
        node
    }

    fn key(&mut self, name: &str) -> Key {
        Key::Name(self.solver.names.number(name))
    }

    fn only(&mut self, value: Value) -> NodeId {
        let node = self.solver.node();
        self.solver.add(node, value);
        node
    }

    fn load(&mut self, from: NodeId, key: Key, site: Site) -> NodeId {
        let to = self.solver.result();
        self.solver.observe(from, Use::Load { key, to, site });
        to
    }

    /// Elements of a value, or what it is settled with.
    fn contents(&mut self, from: NodeId) -> NodeId {
        let to = self.solver.node();
        self.solver.observe(from, Use::Contents(to));
        to
    }

    fn union(&mut self, nodes: impl IntoIterator<Item = NodeId>) -> NodeId {
        let to = self.solver.node();
        for node in nodes {
            self.solver.copy(node, to);
        }
        to
    }
}
