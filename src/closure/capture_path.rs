//! Describes the path to a captured value.

use super::capture::{Capture, Captured, Origin, ValueId};

impl Capture {
    /// `handler -> helpers.db -> pool`: every function on the path begins a new part, with the
    /// variable that it uses.
    pub fn chain(&self, value: ValueId) -> String {
        let mut parts = Vec::new();
        let mut members = String::new();
        let mut at = value;
        // A path has at most as many steps as there are values.
        for _ in 0..=self.values.len() {
            match self.origins.get(at.0 as usize) {
                Some(Origin::Member(owner, text)) => {
                    members.insert_str(0, text);
                    at = *owner;
                }
                Some(Origin::Cell(cell)) => {
                    let cell = &self.cells[cell.0 as usize];
                    parts.push(format!("{}{members}", cell.name));
                    members.clear();
                    at = cell.used_by;
                }
                Some(Origin::Root) | None => break,
            }
        }
        parts.push(format!("{}{members}", self.root_name()));
        parts.reverse();
        parts.join(" -> ")
    }

    fn root_name(&self) -> &str {
        let root = self.root.and_then(|it| self.values.get(it.0 as usize));
        match root {
            Some(Captured::Function(function)) => match function.name.as_deref() {
                Some("") | None => "the function",
                Some(name) => name,
            },
            Some(Captured::Object(_)) => "the object",
            _ => "the function",
        }
    }
}
