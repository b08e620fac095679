//! Deployments of 10,000 resources, and of slow ones.

use std::path::PathBuf;

use crate::contest::{Case, Competitor};

use super::{Bench, LONG};

/// The arguments of a deployment.
pub(super) fn up(count: usize, version: usize) -> Vec<String> {
    vec![
        "up".to_owned(),
        "--yes".to_owned(),
        "--quiet".to_owned(),
        format!("--config=count={count}"),
        format!("--config=version={version}"),
    ]
}

impl Bench<'_> {
    pub(super) fn up_10k(&self) -> Case {
        let state = self.state("lumi");
        Case {
            name: "up-10k",
            title: "`up` of 10,000 resources into a new stack",
            target: "3 s, 400 MB",
            rounds: LONG + 2,
            warm_up: 1,
            first_line: false,
            snapshot: Some(state.join("stacks/bench/dev/snapshot.json")),
            competitors: self.engine(&up(10_000, 1), None, true),
        }
    }

    pub(super) fn up_same(&self) -> Case {
        self.engine_case(
            "up-same",
            "`up` of 10,000 with nothing to do",
            "1.2 s",
            self.engine(&up(10_000, 1), Some(&up(10_000, 1)), false),
        )
    }

    pub(super) fn preview_one(&self) -> Case {
        let preview = [
            "preview",
            "--quiet",
            "--config=count=10000",
            "--config=version=2",
        ];
        let preview = preview.map(str::to_owned);
        self.engine_case(
            "preview-one",
            "one change among 10,000: preview",
            "1.2 s",
            self.engine(&preview, Some(&up(10_000, 1)), false),
        )
    }

    pub(super) fn up_one(&self) -> Case {
        self.engine_case(
            "up-one",
            "one change among 10,000: up",
            "1.3 s",
            self.engine(&up(10_000, 2), Some(&up(10_000, 1)), false),
        )
    }

    pub(super) fn destroy_10k(&self) -> Case {
        let destroy = ["destroy", "--yes", "--quiet"].map(str::to_owned);
        self.engine_case(
            "destroy-10k",
            "`destroy` of 10,000",
            "3 s",
            self.engine(&destroy, Some(&up(10_000, 1)), false),
        )
    }

    pub(super) fn side_by_side(&self) -> Case {
        let slow = ["up", "--yes", "--quiet", "--parallel=50", "slow.ts"].map(str::to_owned);
        self.engine_case(
            "side-by-side",
            "200 creates of 100 ms each, 50 at a time",
            "0.6 s over start-up",
            self.engine(&slow, None, true),
        )
    }

    /// Lumis that deploy into a state of their own, after a preparation or into an empty one.
    pub(super) fn engine(
        &self,
        arguments: &[String],
        before: Option<&[String]>,
        empty: bool,
    ) -> Vec<Competitor> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let binaries = self.settings.binaries().map(|it| it.name.clone());
        let names: Vec<String> = binaries.collect();
        let competitors = self.lumi(&arguments).into_iter().zip(names);
        competitors
            .map(|(it, name)| {
                let state = self.state(&name);
                let url = PathBuf::from(format!("file://{}", state.display()));
                let it = it
                    .within(&self.folders.programs.join("engine"))
                    .with("LUMI_BACKEND", url);
                let it = if empty { it.clearing(state) } else { it };
                match before {
                    Some(before) => {
                        let before: Vec<&str> = before.iter().map(String::as_str).collect();
                        it.prepared_by(&before)
                    }
                    None => it,
                }
            })
            .collect()
    }

    pub(super) fn state(&self, name: &str) -> PathBuf {
        self.folders.work.join("state").join(name.replace('/', "-"))
    }
}
