//! The identity of captured variables.

use deno_core::v8;
use rustc_hash::FxHashMap;

use lumi_closure::analysis::BindingId;
use lumi_closure::capture::{CellId, ModuleId, ValueId};

use super::identities::Identities;

/// The identity of a variable.
#[derive(PartialEq, Eq, Hash)]
pub enum CellKey {
    /// A variable of a module.
    Module(ModuleId, BindingId),
    /// A binding that is never reassigned: one cell per value.
    Constant(ModuleId, BindingId, ValueId),
    /// A variable of one block entry, which its marker value identifies.
    Entry(ModuleId, BindingId, u32),
    /// A variable that only this function is known to have.
    Own(ModuleId, BindingId, ValueId),
}

/// The captured variables.
#[derive(Default)]
pub struct CellIndex<'s> {
    cells: FxHashMap<CellKey, CellId>,
    /// Entries into blocks, by their marker value.
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

    /// The index of the block entry that a marker value identifies.
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
