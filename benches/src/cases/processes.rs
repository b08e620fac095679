//! Cases with another process at the other end: languages and plugins.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::contest::{Case, Competitor};

use super::deployments::up;
use super::{Bench, Folders, LONG, SHORT};

/// A project where plugins may write; answers its folder.
pub(super) fn plugin_project(folders: &Folders) -> Result<PathBuf> {
    let (from, project) = (folders.programs.join("plugin"), folders.work.join("plugin"));
    fs::create_dir_all(&project)?;
    for file in ["Lumi.yaml", "index.ts"] {
        fs::copy(from.join(file), project.join(file))?;
    }
    Ok(project)
}

impl Bench<'_> {
    /// The same program in a process of its own, and in that of the engine.
    pub(super) fn language_host(&self) -> Case {
        let preview = ["preview", "--quiet", "--config=count=10000"].map(str::to_owned);
        let remote: Vec<String> = [&["engine".to_owned()][..], &preview].concat();
        let here = self.engine(&preview, None, true).into_iter();
        let here = here.map(|it| it.named(", in one process"));
        let remote = self.engine(&remote, None, true).into_iter();
        self.engine_case(
            "language-host",
            "10,000 registrations from `lumi language-host`, preview",
            "1.5 s",
            remote.chain(here).collect(),
        )
    }

    /// A program for the SDK of others, which needs many times as long itself: what counts is the time
    /// that the processors work for lumi. The kernel tells memory only of whichever process had more.
    pub(super) fn node_sdk(&self) -> Case {
        let preview = ["preview", "--quiet", "--config=count=10000"].map(str::to_owned);
        let engine = self.engine(&preview, None, true).into_iter();
        let installed = self.peers.node.is_some();
        let competitors = engine.filter(|_| installed).map(|it| {
            it.within(&self.peers.folder.join("engine"))
                .printing("+10000 to create")
                .counting_own_cpu()
        });
        Case {
            rounds: LONG,
            warm_up: 0,
            ..self.engine_case(
                "node-sdk",
                "10,000 registrations from the Node SDK of Pulumi: CPU time of lumi itself, memory of node",
                "1 s",
                competitors.collect(),
            )
        }
    }

    pub(super) fn plugin_creates(&self, project: &Path) -> Case {
        self.engine_case(
            "plugin-creates",
            "1,000 creates through a plugin, whole `up`",
            "0.5 s",
            self.plugin(&up(1_000, 1), project),
        )
    }

    /// As lumi itself sees it: from the start of the process to the first call, to its port, and to the
    /// answer, which is the work of both.
    pub(super) fn plugin_start(&self, project: &Path) -> Case {
        let preview = ["preview", "--verbose", "--config=count=1"].map(str::to_owned);
        let said = |before: &'static str| {
            let competitors = self.plugin(&preview, project).into_iter();
            competitors.map(move |it| it.saying(before))
        };
        let itself = said("it listened after ").map(|it| it.named(", until the plugin listens"));
        let answer = said("and answered after ").map(|it| it.named(", until it answers"));
        Case {
            rounds: SHORT,
            warm_up: 3,
            ..self.engine_case(
                "plugin-start",
                "start of a plugin to its first call",
                "1.2 x its own start",
                said("was called after ")
                    .chain(itself)
                    .chain(answer)
                    .collect(),
            )
        }
    }

    /// Lumis with the example plugin on their path; none if it was not built.
    fn plugin(&self, arguments: &[String], project: &Path) -> Vec<Competitor> {
        let bin = self.settings.root.join("target/plugin-rust/release");
        if !bin.join("lumi-resource-notes").is_file() {
            eprintln!("the example plugin is not built (`make bench` does that): it is left out");
            return Vec::new();
        }
        let engine = self.engine(arguments, None, true).into_iter();
        engine
            .map(|it| it.within(project).with("PATH", bin.clone()))
            .collect()
    }
}
