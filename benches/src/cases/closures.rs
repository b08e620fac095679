//! Closures, written as bundles.

use crate::contest::{Case, Competitor};

use super::{Bench, LONG, MEDIUM, SHORT};

impl Bench<'_> {
    /// To folders and zips on disk; the peer only makes the texts.
    pub(super) fn closures(&self) -> Case {
        let lumi = self.bundle("many.ts", "handler-999");
        let node = self.peers.node.as_ref().map(|node| {
            Competitor::new("pulumi", node, &["closures.mjs"])
                .within(&self.peers.folder)
                .printing("handler-999")
                .at_most(LONG)
        });
        Case {
            rounds: MEDIUM,
            ..self.engine_case(
                "closures",
                "1,000 closures of ten values each, to zips",
                "0.8 s, 0.05 x pulumi",
                lumi.into_iter().chain(node).collect(),
            )
        }
    }

    pub(super) fn closure_large(&self) -> Case {
        self.engine_case(
            "closure-large",
            "a closure that captures 10 MB",
            "0.5 s",
            self.bundle("large.ts", "large"),
        )
    }

    /// Bundles a program of `programs/closures`, and lists what was written.
    fn bundle(&self, program: &str, expected: &str) -> Vec<Competitor> {
        let out = self.folders.work.join("closures").join(program);
        let flag = format!("--out={}", out.display());
        self.lumi(&["closure", "bundle", program, &flag, "--list"])
            .into_iter()
            .map(|it| {
                it.within(&self.folders.programs.join("closures"))
                    .writing_anew(out.clone())
                    .printing(expected)
            })
            .collect()
    }

    /// The bundle that the case before has written.
    pub(super) fn closure_run(&self) -> Case {
        let folder = self.folders.work.join("closures/many.ts/handler-999");
        let folder = folder.display().to_string();
        let arguments = ["closure", "run", &folder, r#"--args=[{"text":"abc"}]"#];
        let lumi = self.lumi(&arguments).into_iter();
        Case {
            rounds: SHORT,
            warm_up: 3,
            ..self.engine_case(
                "closure-run",
                "`closure run` of a bundle, whole process",
                "15 ms",
                lumi.map(|it| it.printing("tag-999")).collect(),
            )
        }
    }
}
