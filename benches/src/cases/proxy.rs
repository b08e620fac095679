//! A proxy that is made with `node:http`.

use crate::contest::{Case, Competitor};

use super::{Bench, MEDIUM};

const PROGRAM: &str = "proxy.mjs";

impl Bench<'_> {
    /// Server, proxy and client are one program, so that each competitor has to do the same work.
    pub(super) fn http_proxy(&self) -> Case {
        let node = self.peers.node.as_ref();
        let competitors = self
            .lumi(&["run", "--allow-net", PROGRAM])
            .into_iter()
            .chain(self.deno_allowed(&["--allow-net"], PROGRAM))
            .chain(node.map(|it| Competitor::new("node", it, &[PROGRAM])))
            .chain(self.bun(PROGRAM));
        let within = |it: Competitor| {
            it.within(&self.peers.folder)
                .printing("10000 right answers")
        };
        Case {
            name: "http-proxy",
            title: "10,000 requests through a proxy by `http`, whole process",
            target: "1.43 x deno",
            rounds: MEDIUM,
            warm_up: 1,
            first_line: false,
            snapshot: None,
            competitors: competitors.map(within).collect(),
        }
    }
}
