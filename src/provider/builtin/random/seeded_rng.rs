//! The source of randomness.

use sha2::{Digest as _, Sha256};

use crate::ProviderError;
use crate::builtin::input_reader::InputReader;
use lumi_graph::{NumberText, Value};

/// Draws numbers without bias: from the operating system, or from a seed.
///
/// The same seed gives the same numbers on every machine and in every version: block `i` (from 0)
/// is SHA-256 of the SHA-256 of the seed's UTF-8 text followed by `i` as eight big-endian bytes;
/// numbers are eight bytes of a block each, big-endian. Seeded numbers are not secret.
pub struct SeededRng {
    source: Source,
    block: [u8; BLOCK],
    /// The number of used bytes of the block.
    used: usize,
}

enum Source {
    System,
    Seed { key: [u8; 32], next: u64 },
}

const BLOCK: usize = 32;

impl SeededRng {
    /// From the operating system: suitable for passwords and keys.
    pub fn system() -> Self {
        Self::new(Source::System)
    }

    pub fn seeded(seed: &str) -> Self {
        let key = Sha256::digest(seed.as_bytes()).into();
        Self::new(Source::Seed { key, next: 0 })
    }

    /// Seeded by the input `seed`, a text or a number, if it is set; `None` while it is unknown or
    /// invalid.
    pub fn read(inputs: &InputReader<'_>) -> Option<Self> {
        match inputs.value("seed") {
            None => Some(Self::system()),
            Some(Value::String(seed)) => Some(Self::seeded(seed)),
            Some(Value::Number(seed)) => Some(Self::seeded(&NumberText(*seed).to_string())),
            Some(_) => None,
        }
    }

    fn new(source: Source) -> Self {
        Self {
            source,
            block: [0; BLOCK],
            used: BLOCK,
        }
    }

    /// A uniform number from 0 to `bound` - 1; 0 when `bound` is 0 or 1.
    pub fn below(&mut self, bound: u64) -> Result<u64, ProviderError> {
        if bound < 2 {
            return Ok(0);
        }
        // The numbers above the last multiple of the bound would make small results more likely.
        let surplus = (u64::MAX % bound + 1) % bound;
        loop {
            let number = self.next()?;
            if number <= u64::MAX - surplus {
                return Ok(number % bound);
            }
        }
    }

    /// A random item; `None` when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Result<Option<&'a T>, ProviderError> {
        let at = self.below(items.len() as u64)?;
        // Below the length, which is a usize.
        Ok(items.get(at as usize))
    }

    /// Shuffles the items, with all orders equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<(), ProviderError> {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1)?;
            // At most `last`.
            items.swap(last, other as usize);
        }
        Ok(())
    }

    fn next(&mut self) -> Result<u64, ProviderError> {
        if self.used == BLOCK {
            self.refill()?;
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.block[self.used..self.used + 8]);
        self.used += 8;
        Ok(u64::from_be_bytes(bytes))
    }

    fn refill(&mut self) -> Result<(), ProviderError> {
        match &mut self.source {
            Source::System => fill(&mut self.block)?,
            Source::Seed { key, next } => {
                let hash = Sha256::new()
                    .chain_update(*key)
                    .chain_update(next.to_be_bytes());
                self.block = hash.finalize().into();
                *next = next.wrapping_add(1);
            }
        }
        self.used = 0;
        Ok(())
    }
}

impl Drop for SeededRng {
    fn drop(&mut self) {
        // A password may have been derived from it.
        zeroize::Zeroize::zeroize(&mut self.block);
    }
}

/// Fills the bytes from the operating system.
pub fn fill(bytes: &mut [u8]) -> Result<(), ProviderError> {
    getrandom::fill(bytes).map_err(|error| {
        ProviderError::failed(format!("the system gives no random numbers: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn draws(seed: &str, bound: u64, count: usize) -> Vec<u64> {
        let mut rng = SeededRng::seeded(seed);
        (0..count).map(|_| rng.below(bound).unwrap()).collect()
    }

    #[test]
    fn a_seed_gives_these_numbers_for_ever() {
        assert_eq!(draws("lumi", 6, 12), [4, 3, 5, 0, 1, 5, 4, 4, 4, 3, 1, 4]);
        assert_eq!(draws("", u64::MAX, 1), [6655549341071012288]);
    }

    #[test]
    fn every_number_is_as_likely() {
        let mut counts = [0_u32; 6];
        for number in draws("fair", 6, 60_000) {
            counts[usize::try_from(number).unwrap()] += 1;
        }
        // Five times the standard deviation of 91.
        assert!(
            counts.iter().all(|it| it.abs_diff(10_000) < 457),
            "{counts:?}"
        );
    }

    #[test]
    fn the_system_never_says_the_same_twice() {
        let mut rng = SeededRng::system();
        let numbers: std::collections::HashSet<u64> =
            (0..100).map(|_| rng.below(u64::MAX).unwrap()).collect();
        assert_eq!(numbers.len(), 100);
    }

    proptest! {
        #[test]
        fn stays_below(seed in ".{0,4}", bound in 1..u64::MAX) {
            prop_assert!(draws(&seed, bound, 5).iter().all(|it| *it < bound));
        }

        #[test]
        fn shuffling_loses_nothing(seed in ".{0,4}", items in prop::collection::vec(0..9_u8, 0..40)) {
            let mut shuffled = items.clone();
            SeededRng::seeded(&seed).shuffle(&mut shuffled).unwrap();
            let (mut before, mut after) = (items, shuffled);
            before.sort_unstable();
            after.sort_unstable();
            prop_assert_eq!(before, after);
        }
    }
}
