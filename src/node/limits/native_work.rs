//! The bounds of native work: the memory that the program may use, and the end of the program.
//!
//! V8 counts neither, because such work runs outside of it, and some of it on other threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::limits::StopHandle;
use super::memory::Budget;

/// Bounds of one program; a clone has the same ones.
#[derive(Clone, Default)]
pub struct WorkBounds {
    /// Shared with the array buffers of the program; `None` without a limit.
    memory: Option<Arc<Budget>>,
    stop: StopHandle,
    is_over: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkFailure {
    OutOfMemory,
    /// The program has ended or was stopped.
    Over,
}

/// Memory that counts as the program's until this is dropped.
#[must_use]
pub struct HeldMemory {
    budget: Option<Arc<Budget>>,
    size: usize,
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        if let Some(budget) = &self.budget {
            budget.release(self.size);
        }
    }
}

impl WorkBounds {
    pub fn new(memory: Option<Arc<Budget>>, stop: StopHandle) -> Self {
        Self {
            memory,
            stop,
            is_over: Arc::default(),
        }
    }

    /// Takes `size` bytes of the program's memory.
    pub fn hold(&self, size: usize) -> Result<HeldMemory, WorkFailure> {
        match &self.memory {
            Some(budget) if !budget.take(size) => Err(WorkFailure::OutOfMemory),
            budget => Ok(HeldMemory {
                budget: budget.clone(),
                size,
            }),
        }
    }

    /// Fails once the program has ended. Long work asks several times a second.
    pub fn check(&self) -> Result<(), WorkFailure> {
        match self.is_over.load(Ordering::Relaxed) || self.stop.terminates() {
            true => Err(WorkFailure::Over),
            false => Ok(()),
        }
    }
}

/// A vector with room for `length` items; an allocation that fails is an error.
pub fn room<T>(length: usize) -> Result<Vec<T>, WorkFailure> {
    let mut items = Vec::new();
    let reserved = items.try_reserve_exact(length);
    reserved.map_err(|_| WorkFailure::OutOfMemory)?;
    Ok(items)
}

/// Ends the work of a program when the program's runtime is dropped.
pub struct ProgramWork(pub WorkBounds);

impl Drop for ProgramWork {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_memory_counts_until_it_is_dropped() {
        let budget = Arc::new(Budget::new(100));
        let bounds = WorkBounds::new(Some(budget), StopHandle::default());
        let held = bounds.hold(60).unwrap();
        assert_eq!(bounds.hold(41).err(), Some(WorkFailure::OutOfMemory));
        drop(held);
        assert!(bounds.hold(100).is_ok());
        assert_eq!(room::<u64>(usize::MAX / 16), Err(WorkFailure::OutOfMemory));
    }

    #[test]
    fn work_ends_with_its_program() {
        let bounds = WorkBounds::default();
        let elsewhere = bounds.clone();
        let program = ProgramWork(bounds);
        assert_eq!(elsewhere.check(), Ok(()));
        drop(program);
        assert_eq!(elsewhere.check(), Err(WorkFailure::Over));
    }
}
