//! The statements of a module, in order.

use super::code::Code;

/// Statements in the order of writing.
#[derive(Default)]
pub struct Statements {
    done: Vec<Code>,
    /// Statements that close cycles; they follow the current statement.
    late: Vec<Code>,
    /// Statements that freeze objects; they follow those that close cycles.
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

    /// Appends the late statements.
    pub fn flush(&mut self) {
        self.done.append(&mut self.late);
        self.done.append(&mut self.frozen);
    }

    pub fn take(&mut self) -> Vec<Code> {
        std::mem::take(&mut self.done)
    }
}
