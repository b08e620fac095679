//! The statements of a module, in their order.

use super::code::Code;

/// Statements as they are written.
#[derive(Default)]
pub(super) struct Statements {
    done: Vec<Code>,
    /// Statements that close cycles: after the statement that is being written.
    late: Vec<Code>,
    /// Statements that freeze objects: after those that close cycles.
    frozen: Vec<Code>,
}

impl Statements {
    pub fn push(&mut self, statement: Code) {
        self.done.push(statement);
    }

    /// Adds a statement that closes a cycle.
    pub fn push_late(&mut self, statement: Code) {
        self.late.push(statement);
    }

    /// Adds a statement that freezes an object.
    pub fn push_frozen(&mut self, statement: Code) {
        self.frozen.push(statement);
    }

    /// Puts the statements that have to come later behind all others.
    pub fn flush(&mut self) {
        self.done.append(&mut self.late);
        self.done.append(&mut self.frozen);
    }

    pub fn take(&mut self) -> Vec<Code> {
        std::mem::take(&mut self.done)
    }
}
