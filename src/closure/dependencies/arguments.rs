//! Arguments of calls: they are followed into functions of the program.

use std::collections::HashSet;

use crate::analysis::Root;
use crate::capture::{CapturedFunction, ValueId};

use super::{FunctionPlace, Local, Search, Start};

impl<'a> Search<'a> {
    /// Follows the arguments that a function was bound to.
    pub fn bound(&mut self, function: ValueId, arguments: &[ValueId]) {
        for (index, &argument) in arguments.iter().enumerate() {
            if !self.passed(function, index, &[], argument) {
                self.escape(argument, &mut HashSet::new());
            }
        }
    }

    /// Follows an argument that is `value`, or holds it at `path`, into a function of the program.
    /// Returns false if the callee is not a function of the program.
    pub fn argument(
        &mut self,
        function: &'a CapturedFunction,
        callee: Root,
        callee_path: &[String],
        index: usize,
        path: &[String],
        value: ValueId,
    ) -> bool {
        let Root::Binding(binding) = callee else {
            return false;
        };
        let Some(&(_, cell)) = function.cells.iter().find(|it| it.0 == binding) else {
            return false;
        };
        let start = Start::of(self.capture.cell(cell).value);
        let (reached, rest) = self.walk(start, callee_path);
        if !rest.is_empty() {
            return false;
        }
        self.passed(reached, index, path, value)
    }

    /// Follows an argument into a function, as `argument` does.
    fn passed(&mut self, callee: ValueId, index: usize, path: &[String], value: ValueId) -> bool {
        let Some(called) = self.values.function(callee) else {
            return false;
        };
        let analysis = self.analysis(called);
        let unit = analysis.unit(called.unit);
        if unit.traits.uses_arguments && !unit.kind.is_lexical() {
            return false;
        }
        let place: FunctionPlace = (callee, called);
        if let Some(parameter) = analysis.parameter(called.unit, index) {
            self.follow(place, Local::Binding(parameter), path, value);
            return true;
        }
        let pattern = unit.patterns.get(&index);
        let (Some((first, rest)), Some(members)) = (path.split_first(), pattern) else {
            return false;
        };
        for (key, variable) in members {
            if key == first {
                self.follow(place, Local::Binding(*variable), rest, value);
            }
        }
        true
    }
}
