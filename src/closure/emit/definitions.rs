//! The progress and the names of a module's variables and values.

use crate::capture::{Capture, CellId, ValueId};

/// The progress of a value or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Unseen,
    /// Its later dependencies are being written.
    Announced,
    /// Its statement is being written.
    Open,
    Done,
}

/// The variables and values of a capture while its module is written.
pub struct Definitions {
    cell_names: Vec<String>,
    cells: Vec<Progress>,
    value_names: Vec<Option<String>>,
    values: Vec<Progress>,
    announced: Vec<bool>,
}

impl Definitions {
    /// `cell_names` are the names of the variables, by index.
    pub fn new(capture: &Capture, cell_names: Vec<String>) -> Self {
        Self {
            cell_names,
            cells: vec![Progress::Unseen; capture.cells.len()],
            value_names: vec![None; capture.values.len()],
            values: vec![Progress::Unseen; capture.values.len()],
            announced: vec![false; capture.values.len()],
        }
    }

    pub fn cell_name(&self, cell: CellId) -> &str {
        &self.cell_names[cell.0 as usize]
    }

    /// Announces a variable. Returns false if it was announced or written before.
    pub fn announce_cell(&mut self, cell: CellId) -> bool {
        let progress = &mut self.cells[cell.0 as usize];
        let is_new = *progress == Progress::Unseen;
        if is_new {
            *progress = Progress::Announced;
        }
        is_new
    }

    /// Begins the statement of a variable. Returns false if it was begun before.
    pub fn open_cell(&mut self, cell: CellId) -> bool {
        let progress = &mut self.cells[cell.0 as usize];
        let is_new = !matches!(progress, Progress::Open | Progress::Done);
        if is_new {
            *progress = Progress::Open;
        }
        is_new
    }

    pub fn close_cell(&mut self, cell: CellId) {
        self.cells[cell.0 as usize] = Progress::Done;
    }

    /// Announces a value. Returns false if it was announced before.
    pub fn announce_value(&mut self, value: ValueId) -> bool {
        !std::mem::replace(&mut self.announced[value.0 as usize], true)
    }

    /// Begins the statement that defines a value.
    pub fn open_value(&mut self, value: ValueId, name: &str) {
        self.name_value(value, name);
        self.values[value.0 as usize] = Progress::Open;
    }

    pub fn close_value(&mut self, value: ValueId) {
        self.values[value.0 as usize] = Progress::Done;
    }

    /// Whether the value is still being written, so that only a later statement can refer to it.
    pub fn is_open(&self, value: ValueId) -> bool {
        self.values[value.0 as usize] == Progress::Open
    }

    pub fn name_value(&mut self, value: ValueId, name: &str) {
        self.value_names[value.0 as usize] = Some(name.to_owned());
    }

    /// The name of a value with its own statement or import.
    pub fn value_name(&self, value: ValueId) -> Option<&str> {
        self.value_names[value.0 as usize].as_deref()
    }
}
