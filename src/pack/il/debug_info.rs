//! The positions of a module, kept apart from its code.

use serde::{Deserialize, Serialize};

use super::module::Module;
use super::position::At;

/// The positions of a module's nodes in the order in which they are visited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DebugInfo {
    /// The file relative to the project folder, with `/`.
    pub file: String,
    /// For each node the line minus that of the node before, and the column.
    pub positions: Vec<(i32, u32)>,
}

/// There are fewer or more positions than nodes, or one that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionMismatch;

impl DebugInfo {
    /// Collects the positions of a module.
    pub fn of(module: &mut Module, file: String) -> Self {
        let mut positions = Vec::new();
        let mut line = 0_i32;
        module.each_position(&mut |at| {
            let next = i32::try_from(at.line).unwrap_or(i32::MAX);
            positions.push((next - line, at.column));
            line = next;
        });
        Self { file, positions }
    }

    /// Gives the nodes of a module their positions.
    pub fn apply(&self, module: &mut Module) -> Result<(), PositionMismatch> {
        let mut rest = self.positions.iter();
        let mut line = 0_i32;
        let mut fits = true;
        module.each_position(&mut |at| match rest.next() {
            Some(&(step, column)) => match line.checked_add(step) {
                Some(next) if next >= 0 => {
                    line = next;
                    *at = At {
                        line: next.unsigned_abs(),
                        column,
                    };
                }
                _ => fits = false,
            },
            None => fits = false,
        });
        match fits && rest.next().is_none() {
            true => Ok(()),
            false => Err(PositionMismatch),
        }
    }
}
