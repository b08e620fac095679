//! The function around code.

use std::rc::Rc;

use lumi_pack::il::Slot;

use super::types::TypeId;

/// The function around a statement.
#[derive(Default)]
pub struct FunctionState {
    pub results: Vec<TypeId>,
    /// The variables of results that have names, or that deferred calls may change.
    pub result_slots: Vec<Slot>,
    pub has_names: bool,
    /// The frame of deferred calls, and the label of the body, which `return` leaves.
    pub frame: Option<(Slot, String)>,
    /// The panic that `recover` takes.
    pub panic: Option<Slot>,
    /// Variables that are declared at the beginning.
    pub temporaries: Vec<Slot>,
    pub targets: Vec<Target>,
    /// The loops over functions around the code: their bodies are functions of their own.
    pub bodies: Vec<RangeBody>,
}

/// A statement that `break` or `continue` leaves.
pub struct Target {
    pub label: Option<Rc<str>>,
    /// The name that the label has in LumiIL.
    pub own: String,
    pub is_loop: bool,
    /// Whether it is a loop over a function.
    pub is_function: bool,
    /// Whether the code has the label.
    pub is_labeled: bool,
    /// Whether the program names the label.
    pub is_named: bool,
    /// The number of loops over functions around it.
    pub depth: usize,
}

/// The body of a loop over a function.
pub struct RangeBody {
    /// The variable that says how the body ended.
    pub outcome: Slot,
    /// How it may end: each is a number in `outcome`, from 1.
    pub exits: Vec<Exit>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Return,
    /// The index of the target that is left.
    Break(usize),
    Continue(usize),
}
