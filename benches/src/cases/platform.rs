//! Cases of functions that are served.

use crate::contest::{Case, Competitor};

use super::{Bench, MEDIUM};

const REQUESTS: usize = 20_000;

impl Bench<'_> {
    /// The peers answer from the process that listens; lumi from a process for each function, which
    /// the kernel confines.
    pub(super) fn platform(&self) -> Case {
        let folder = self.folders.programs.join("functions");
        let serve = ["closure", "serve", ".", "--port=0"];
        let binaries = self.settings.binaries();
        let lumi = binaries.map(|it| it.competitor(&serve).within(&folder));
        let peers = [
            self.peers.node.as_ref().map(|it| ("node", it, &[][..])),
            self.peers
                .deno
                .as_ref()
                .map(|it| ("deno", it, &["run", "--allow-net", "--allow-env"][..])),
            self.peers.bun.as_ref().map(|it| ("bun", it, &["run"][..])),
        ];
        let peers = peers.into_iter().flatten().map(|(name, program, flags)| {
            let arguments = [flags, &["server.mjs"]].concat();
            Competitor::new(name, program, &arguments).within(&self.peers.folder)
        });
        Case {
            name: "platform",
            title: "20,000 requests to a function, 8 at a time",
            target: "",
            rounds: MEDIUM,
            warm_up: 0,
            first_line: false,
            snapshot: None,
            competitors: lumi.chain(peers).map(|it| it.answering(REQUESTS)).collect(),
        }
    }
}
