//! Changes of a stack's state outside of runs.

use std::time::{Instant, SystemTime};

use chrono::{DateTime, Utc};

use crate::args::StackFlag;
use lumi_project::stacks::backend::{no_stack, owner, print_notices, wait};
use lumi_state::{HistoryEntry, LockedStack, RunKind, Stack, StackState};
use lumi_terminal::failure::Failure;

use super::StackCommandRunner;

/// A locked stack with its state.
pub struct Change {
    pub locked: LockedStack,
    began: (DateTime<Utc>, Instant),
}

impl StackCommandRunner<'_> {
    /// Locks the stack that a flag selects, which must exist, and gives its state to `work`.
    pub fn change_state<T>(
        &self,
        flag: &StackFlag,
        operation: &str,
        work: impl AsyncFnOnce(&Change, StackState) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let stack = self.existing_stack(flag)?;
        self.change(&stack, operation, async |change| {
            let loaded = change.locked.load().await?;
            print_notices(&loaded.notices, self.terminal);
            // Another command may have removed the stack before the lock was taken.
            if !loaded.exists {
                return Err(no_stack(stack.name()).into());
            }
            work(change, loaded.state).await
        })
    }

    /// Locks a stack for `operation`, and releases it whether `work` succeeds or not.
    pub fn change<T>(
        &self,
        stack: &Stack,
        operation: &str,
        work: impl AsyncFnOnce(&Change) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        wait(async {
            let change = Change {
                locked: stack.lock(&owner(), operation).await?,
                began: (DateTime::<Utc>::from(SystemTime::now()), Instant::now()),
            };
            print_notices(change.locked.notices(), self.terminal);
            let result = work(&change).await;
            print_notices(&stack.take_notices(), self.terminal);
            let unlocked = change.locked.unlock().await;
            let value = result?;
            unlocked?;
            Ok(value)
        })?
    }
}

impl Change {
    /// Writes the state, and the number of changed resources as `what` in the history.
    pub async fn save(&self, state: &StackState, what: &str, count: usize) -> Result<(), Failure> {
        self.locked.save(state).await?;
        let (at, start) = self.began;
        let mut entry = HistoryEntry::new(RunKind::Edit, at, start.elapsed(), true);
        entry.count(state);
        if count > 0 {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            entry.counts.insert(what.to_owned(), count);
        }
        Ok(self.locked.add_history(entry).await?)
    }
}
