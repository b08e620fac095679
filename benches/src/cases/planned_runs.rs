//! The cost of the plan that `up` makes before it deploys: `up` beside `up --skip-preview`, in processor time.

use crate::contest::{Case, Competitor};

use super::Bench;
use super::deployments::up;

const COUNT: usize = 2_000;

impl Bench<'_> {
    pub(super) fn planned_same(&self) -> Case {
        let title = "`up` of 2,000 with nothing to do";
        self.beside_unplanned("planned-same", title, (1, false))
    }

    pub(super) fn planned_change(&self) -> Case {
        let title = "one change among 2,000 that the program does not use: `up`";
        self.beside_unplanned("planned-change", title, (2, false))
    }

    pub(super) fn planned_output(&self) -> Case {
        let title = "one change among 2,000 that an output of the stack uses: `up`";
        self.beside_unplanned("planned-output", title, (2, true))
    }

    /// The program of a version, deployed where the first version was, with and without a plan.
    fn beside_unplanned(
        &self,
        name: &'static str,
        title: &'static str,
        (version, is_used): (usize, bool),
    ) -> Case {
        let arguments = |version: usize| {
            let mut arguments = up(COUNT, version);
            arguments.push(format!("--config=used={is_used}"));
            arguments
        };
        let before = arguments(1);
        let planned = arguments(version);
        let mut direct = planned.clone();
        direct.push("--skip-preview".to_owned());
        let [planned, direct] = [planned, direct].map(|it| self.engine(&it, Some(&before), false));
        let direct = direct.into_iter().map(|it| it.named(" --skip-preview"));
        let turns = planned.into_iter().zip(direct);
        let turns = turns.flat_map(|(planned, direct)| [planned, direct]);
        let competitors = turns.map(Competitor::counting_own_cpu).collect();
        self.engine_case(name, title, "", competitors)
    }
}
