//! Cases of functions that are served.

use std::fs;
use std::path::Path;

use crate::contest::{Case, Competitor};
use crate::server::{self, Load, ServerWork};
use crate::{Binary, Result, Settings, table};

use super::{Bench, LONG, MEDIUM};

const PLATFORM: &str = "platform";

/// The functions whose memory is measured together.
const FUNCTIONS: usize = 100;

const MANY: Load = Load {
    requests: 50_000,
    connections: 64,
};

impl Bench<'_> {
    /// The peers answer from the process that listens; lumi from a process for each function, which
    /// the kernel confines.
    pub(super) fn platform(&self) -> Case {
        let work = ServerWork::Requests(Load {
            requests: 20_000,
            connections: 8,
        });
        let node = self.peers.node.as_ref().map(|it| ("node", it, &[][..]));
        let bun = self.peers.bun.as_ref().map(|it| ("bun", it, &["run"][..]));
        let peers = node.into_iter().chain(bun).map(|(name, program, flags)| {
            let arguments = [flags, &["server.mjs"]].concat();
            Competitor::new(name, program, &arguments).within(&self.peers.folder)
        });
        let deno = self.deno_server("server.mjs");
        let peers = peers.chain(deno).map(|it| it.serving(work));
        self.platform_case(
            PLATFORM,
            "20,000 requests to a function, 8 at a time",
            "",
            self.platforms("functions", work).chain(peers).collect(),
        )
    }

    pub(super) fn platform_load(&self) -> Case {
        self.beside_deno(
            "platform-load",
            "50,000 requests to a function, 64 at a time",
            "1.25 x deno",
            ServerWork::Requests(MANY),
        )
    }

    pub(super) fn platform_latency(&self) -> Case {
        self.beside_deno(
            "platform-p99",
            "latency of 99 % of 50,000 requests, at half of the rate that the server can answer",
            "1.2 x deno",
            ServerWork::HalfLoad(MANY),
        )
    }

    pub(super) fn platform_cold(&self) -> Case {
        let title = "first request to a function";
        let platforms = self.platforms("functions", ServerWork::First);
        self.platform_case("platform-cold", title, "10 ms", platforms.collect())
    }

    /// Times of as many messages as a second is to see.
    pub(super) fn messages(&self) -> [Case; 2] {
        let load = |requests| Load {
            requests,
            connections: 64,
        };
        let (acknowledged, delivered) = (
            ServerWork::Acknowledged(load(20_032)),
            ServerWork::Delivered(load(10_048)),
        );
        [
            (
                "messages-in",
                "20,000 durable messages of 1 KB are acknowledged",
                acknowledged,
            ),
            (
                "messages-out",
                "10,000 durable messages of 1 KB are acknowledged and delivered",
                delivered,
            ),
        ]
        .map(|(name, title, work)| Case {
            rounds: LONG,
            ..self.platform_case(name, title, "1 s", self.empty_queues(work))
        })
    }

    fn beside_deno(
        &self,
        name: &'static str,
        title: &'static str,
        target: &'static str,
        work: ServerWork,
    ) -> Case {
        let deno = self.deno_server("serve.mjs").map(|it| it.serving(work));
        let all = self.platforms("functions", work).chain(deno).collect();
        self.platform_case(name, title, target, all)
    }

    fn platform_case(
        &self,
        name: &'static str,
        title: &'static str,
        target: &'static str,
        competitors: Vec<Competitor>,
    ) -> Case {
        Case {
            name,
            title,
            target,
            rounds: MEDIUM,
            warm_up: 0,
            first_line: false,
            snapshot: None,
            competitors,
        }
    }

    /// The platforms of all binaries, for the functions of a folder.
    fn platforms(&self, folder: &str, work: ServerWork) -> impl Iterator<Item = Competitor> {
        let folder = self.folders.programs.join(folder);
        let binaries = self.settings.binaries();
        binaries.map(move |it| platform(it, &folder).serving(work))
    }

    /// Platforms that have no messages of earlier runs.
    fn empty_queues(&self, work: ServerWork) -> Vec<Competitor> {
        let data = self.folders.programs.join("queues/.data");
        let platforms = self.platforms("queues", work);
        platforms.map(|it| it.clearing(data.clone())).collect()
    }

    fn deno_server(&self, program: &str) -> Option<Competitor> {
        let deno = self.peers.deno.as_ref()?;
        let arguments = ["run", "--allow-net", "--allow-env", program];
        Some(Competitor::new("deno", deno, &arguments).within(&self.peers.folder))
    }
}

fn platform(lumi: &Binary, folder: &Path) -> Competitor {
    let serve = ["closure", "serve", ".", "--port=0"];
    lumi.competitor(&serve).within(folder)
}

/// The rows of memory that follow the first case of platforms; nothing after other cases.
pub fn memory(case: &Case, settings: &Settings) -> Result<String> {
    if case.name != PLATFORM {
        return Ok(String::new());
    }
    let folder = settings.root.join("target/bench/functions");
    let names: Vec<String> = (0..FUNCTIONS).map(|it| format!("f{it}")).collect();
    for name in &names {
        write_function(&folder.join(name), name)?;
    }
    let paths: Vec<String> = names.iter().map(|it| format!("/{it}")).collect();
    let hello = settings.root.join("benches/programs/functions");
    let idle = server::memory_of_an_idle_function(platform(&settings.lumi, &hello).command())?;
    let all = server::memory_of_functions(platform(&settings.lumi, &folder).command(), &paths)?;
    Ok(table::idle(idle) + &table::memory_of_functions(FUNCTIONS, all))
}

fn write_function(folder: &Path, name: &str) -> Result<()> {
    fs::create_dir_all(folder)?;
    let definition = serde_json::json!({
        "name": name,
        "triggers": [{ "type": "http", "method": "GET", "path": format!("/{name}") }],
    });
    fs::write(folder.join("function.json"), definition.to_string())?;
    fs::write(
        folder.join("index.mjs"),
        format!("export default () => {name:?};\n"),
    )?;
    Ok(())
}
