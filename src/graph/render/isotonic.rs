//! Positions in a fixed order that are as near as possible to the desired ones.

/// One item of a column.
#[derive(Clone, Copy, Debug)]
pub struct DesiredPosition {
    /// The desired upper end of the item.
    pub top: f64,
    pub height: f64,
    /// The weight relative to other items.
    pub weight: f64,
}

/// The upper end of each item, so that items keep the distance `gap`: minimises the weighted sum of
/// squared distances from the desired positions, by pooling neighbours that collide.
pub fn positions(desired: &[DesiredPosition], gap: f64) -> Vec<f64> {
    // After subtracting the heights above it, each item must only be at or below its predecessor.
    let mut pools: Vec<Pool> = Vec::with_capacity(desired.len());
    let mut above = 0.0;
    for desired_position in desired {
        let mut pool = Pool {
            mean: desired_position.top - above,
            weight: desired_position.weight,
            items: 1,
        };
        while let Some(last) = pools.pop_if(|last| last.mean >= pool.mean) {
            pool = last.with(&pool);
        }
        pools.push(pool);
        above += desired_position.height + gap;
    }
    let offsets = pools
        .iter()
        .flat_map(|pool| std::iter::repeat_n(pool.mean, pool.items));
    let mut above = 0.0;
    let placed = desired
        .iter()
        .zip(offsets)
        .map(|(desired_position, offset)| {
            let top = offset + above;
            above += desired_position.height + gap;
            top
        });
    placed.collect()
}

/// Neighbours that move together.
struct Pool {
    mean: f64,
    weight: f64,
    items: usize,
}

impl Pool {
    fn with(self, below: &Self) -> Self {
        let weight = self.weight + below.weight;
        Self {
            mean: (self.mean * self.weight + below.mean * below.weight) / weight,
            weight,
            items: self.items + below.items,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn desired_position(top: f64) -> DesiredPosition {
        DesiredPosition {
            top,
            height: 10.0,
            weight: 1.0,
        }
    }

    #[test]
    fn free_positions_are_kept() {
        let desired = [
            desired_position(0.0),
            desired_position(50.0),
            desired_position(51.0),
        ];
        assert_eq!(positions(&desired, 1.0), [0.0, 45.0, 56.0]);
    }

    proptest! {
        #[test]
        fn nothing_overlaps(tops in prop::collection::vec(-500.0..500.0_f64, 0..40)) {
            let desired: Vec<DesiredPosition> = tops.into_iter().map(desired_position).collect();
            let placed = positions(&desired, 2.0);
            prop_assert_eq!(placed.len(), desired.len());
            for pair in placed.windows(2) {
                prop_assert!(pair[1] - pair[0] >= 12.0 - 1e-6);
            }
        }
    }
}
