//! The share of slow tests that runs with a commit. Unit tests of layers compile this file, too.

/// One of several shares of items, which together have each item once.
#[derive(Clone, Copy, Debug)]
pub struct TestShare {
    index: usize,
    count: usize,
}

impl TestShare {
    /// The share that `LUMI_TEST_SHARE` names: another one for each commit, and all items without it.
    pub fn of_this_run() -> Self {
        Self::parsed(&std::env::var("LUMI_TEST_SHARE").unwrap_or_default())
    }

    /// Reads `K/N`, with K from 0 to N - 1. Any other text means all items.
    pub fn parsed(text: &str) -> Self {
        let (index, count) = text.split_once('/').unwrap_or(("0", "1"));
        Self {
            index: index.parse().unwrap(),
            count: count.parse().unwrap(),
        }
    }

    /// Whether the share has the item at a position, or with a hash.
    pub fn has(self, position: usize) -> bool {
        position % self.count == self.index
    }
}
