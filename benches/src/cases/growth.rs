//! How the time of a deployment grows with the number of resources.

use super::deployments::up;
use super::{Bench, LONG};
use crate::contest::{Case, Competitor};

impl Bench<'_> {
    pub(super) fn growth(&self) -> Case {
        let large = self.engine(&up(50_000, 1), None, true);
        let small = self.engine(&up(1_000, 1), None, true);
        let named = |it: Competitor| it.named(", 1,000");
        let turns = large.into_iter().zip(small.into_iter().map(named));
        Case {
            rounds: LONG,
            ..self.engine_case(
                "growth",
                "`up` of 50,000",
                "73.9 x 1,000 (exponent 1.1)",
                turns.flat_map(|(large, small)| [large, small]).collect(),
            )
        }
    }

    pub(super) fn growth_100k(&self) -> Case {
        let large = self.engine(&up(100_000, 1), None, true);
        let small = self.engine(&up(10_000, 1), None, true);
        self.growth_case("up-100k", "`up` of 100,000", large, small)
    }

    pub(super) fn growth_same(&self) -> Case {
        let again = |count| {
            let up = up(count, 1);
            let all = self.engine(&up, Some(&up), false).into_iter();
            // Each size has a stack of its own.
            all.map(move |it| {
                let state = self.state(&format!("{} {count}", it.name));
                let url = format!("file://{}", state.display());
                it.with("LUMI_BACKEND", url.into())
            })
            .collect()
        };
        self.growth_case(
            "up-same-100k",
            "`up` of 100,000 with nothing to do",
            again(100_000),
            again(10_000),
        )
    }

    fn growth_case(
        &self,
        name: &'static str,
        title: &'static str,
        large: Vec<Competitor>,
        small: Vec<Competitor>,
    ) -> Case {
        let turns = large.into_iter().zip(small);
        let turns = turns.flat_map(|(large, small)| [large, small.named(", 10,000")]);
        let target = "12.6 x 10,000 (exponent 1.1)";
        Case {
            rounds: LONG,
            warm_up: 0,
            ..self.engine_case(name, title, target, turns.collect())
        }
    }
}
