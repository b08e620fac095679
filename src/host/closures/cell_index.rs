//! Which variables of a capture are the same.

use deno_core::v8;
use rustc_hash::FxHashMap;

use lumi_closure::analysis::BindingId;
use lumi_closure::capture::{CellId, ModuleId, ValueId};

use super::identities::Identities;

/// What makes two variables one.
#[derive(PartialEq, Eq, Hash)]
pub enum CellKey {
    /// One of a module.
    Module(ModuleId, BindingId),
    /// A binding without assignments, as long as it holds the same value.
    Constant(ModuleId, BindingId, ValueId),
    /// One of those that belong to an entry into a block, by the value that marks the entry.
    Entry(ModuleId, BindingId, u32),
    /// One that only this function is known to have.
    Own(ModuleId, BindingId, ValueId),
}

/// The variables that were captured.
#[derive(Default)]
pub struct CellIndex<'s> {
    cells: FxHashMap<CellKey, CellId>,
    /// Entries into blocks, by what marks them.
    entries: Identities<'s, u32>,
    next_entry: u32,
}

impl<'s> CellIndex<'s> {
    pub fn get(&self, key: &CellKey) -> Option<CellId> {
        self.cells.get(key).copied()
    }

    pub fn insert(&mut self, key: CellKey, cell: CellId) {
        self.cells.insert(key, cell);
    }

    /// The number of the entry into a block that a value marks.
    pub fn entry(&mut self, marker: v8::Local<'s, v8::Value>) -> u32 {
        if let Some(&known) = self.entries.get(marker) {
            return known;
        }
        let entry = self.next_entry;
        self.next_entry += 1;
        self.entries.insert(marker, entry);
        entry
    }
}
