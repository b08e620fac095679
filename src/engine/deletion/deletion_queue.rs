//! The order of deletions: each one waits for others.

use rustc_hash::FxHashMap;

use lumi_state::Serial;

use crate::plan::Deletion;

/// Tracks which deletions are ready to run.
pub struct DeletionQueue {
    /// The number of deletions that each one still waits for.
    open: FxHashMap<Serial, usize>,
    waiting: FxHashMap<Serial, Vec<Serial>>,
}

impl DeletionQueue {
    pub fn new(deletions: &[Deletion]) -> Self {
        let mut waiting: FxHashMap<Serial, Vec<Serial>> = FxHashMap::default();
        for deletion in deletions {
            for other in &deletion.waits_for {
                let waiters = waiting.entry(*other).or_default();
                waiters.push(deletion.resource.serial);
            }
        }
        let open = deletions
            .iter()
            .map(|it| (it.resource.serial, it.waits_for.len()))
            .collect();
        Self { open, waiting }
    }

    /// Whether a deletion waits for no other.
    pub fn is_ready(&self, serial: Serial) -> bool {
        self.open.get(&serial) == Some(&0)
    }

    /// Marks a deletion as done, and returns those that only waited for it.
    pub fn done(&mut self, serial: Serial) -> Vec<Serial> {
        let waiters = self.waiting.remove(&serial).unwrap_or_default();
        waiters
            .into_iter()
            .filter(|it| {
                let open = self.open.get_mut(it);
                open.is_some_and(|open| {
                    *open -= 1;
                    *open == 0
                })
            })
            .collect()
    }
}
