//! The samples of one competitor.

use std::time::Duration;

use crate::process::Sample;

#[derive(Default)]
pub struct Samples(Vec<Sample>);

impl Samples {
    pub fn push(&mut self, sample: Sample) {
        self.0.push(sample);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The time that the table compares: the one that counts where it is another than the whole.
    pub fn median(&self) -> Duration {
        median(self.times()).unwrap_or_default()
    }

    pub fn min(&self) -> Duration {
        self.times().min().unwrap_or_default()
    }

    pub fn peak_rss(&self) -> u64 {
        median(self.0.iter().map(|it| it.peak_rss)).unwrap_or_default()
    }

    /// Bytes written.
    pub fn written(&self) -> u64 {
        median(self.0.iter().map(|it| it.written)).unwrap_or_default()
    }

    fn times(&self) -> impl Iterator<Item = Duration> {
        self.0.iter().map(|it| it.counted.unwrap_or(it.wall))
    }
}

/// The lower one of the two in the middle.
fn median<T: Ord>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    let middle = values.len().checked_sub(1)? / 2;
    values.into_iter().nth(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median([3, 1, 2].into_iter()), Some(2));
        assert_eq!(median([4, 3, 1, 2].into_iter()), Some(2));
        assert_eq!(median(std::iter::empty::<u8>()), None);
    }
}
