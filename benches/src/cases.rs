//! What is measured, and what the targets are.

use std::path::{Path, PathBuf};

use crate::contest::{Case, Competitor};
use crate::peers::Peers;
use crate::{Binary, Result, Settings, modules};

/// Rounds of cases that take milliseconds, some hundred of them, and seconds.
const SHORT: usize = 31;
const MEDIUM: usize = 11;
const LONG: usize = 3;

/// All cases, in the order of the table. Files are written below `target/bench`.
pub fn all(settings: &Settings, peers: &Peers) -> Result<Vec<Case>> {
    let folders = Folders {
        programs: settings.root.join("benches/programs"),
        work: settings.root.join("target/bench"),
    };
    let tree = folders.work.join("modules");
    let total = modules::write(&tree)?;
    let bench = Bench {
        settings,
        peers,
        folders,
    };
    Ok(vec![
        bench.hello(),
        bench.first_line(),
        bench.resources_10k(),
        bench.resources_100k(),
        bench.modules_warm(&tree, &total),
        bench.modules_cold(&tree, &total),
    ])
}

struct Folders {
    programs: PathBuf,
    work: PathBuf,
}

struct Bench<'a> {
    settings: &'a Settings,
    peers: &'a Peers,
    folders: Folders,
}

impl Bench<'_> {
    fn hello(&self) -> Case {
        let lumi = self.lumi(&["run", "--format=json", "hello.ts"]);
        let deno = self.deno("hello.ts");
        Case {
            name: "hello",
            title: "hello with one resource, whole process",
            target: "0.6 x deno",
            rounds: SHORT,
            warm_up: 3,
            first_line: false,
            competitors: lumi
                .into_iter()
                .chain(deno.map(|it| it.within(&self.peers.folder)))
                .map(|it| it.printing("bench"))
                .collect(),
        }
    }

    fn first_line(&self) -> Case {
        let lumi = self.lumi(&["run", "--format=json", "first_line.ts"]);
        let deno = self.deno("first_line.ts");
        Case {
            name: "first-line",
            title: "start of the process to the first line of the program",
            target: "6 ms",
            rounds: SHORT,
            warm_up: 3,
            first_line: true,
            competitors: lumi
                .into_iter()
                .chain(deno.map(|it| it.within(&self.folders.programs)))
                .map(|it| it.printing("ready"))
                .collect(),
        }
    }

    fn resources_10k(&self) -> Case {
        Case {
            name: "10k",
            title: "10,000 resources, graph to JSON",
            target: "250 ms, 130 MB, 0.03 x pulumi",
            rounds: MEDIUM,
            warm_up: 1,
            first_line: false,
            competitors: self
                .resources(10_000)
                .into_iter()
                .chain(self.pulumi(10_000))
                .map(|it| it.printing("server-9999"))
                .collect(),
        }
    }

    fn resources_100k(&self) -> Case {
        let mut competitors = Vec::new();
        // Turn by turn with the smaller case, for the target is their ratio.
        for (large, small) in self
            .resources(100_000)
            .into_iter()
            .zip(self.resources(10_000))
        {
            competitors.push(large.printing("server-99999"));
            competitors.push(small.named(", 10,000").printing("server-9999"));
        }
        Case {
            name: "100k",
            title: "100,000 resources, graph to JSON",
            target: "12 x 10,000",
            rounds: 2 * LONG,
            warm_up: 0,
            first_line: false,
            competitors,
        }
    }

    fn modules_warm(&self, tree: &Path, total: &str) -> Case {
        Case {
            name: "modules",
            title: "1,000 modules, warm code cache",
            target: "1.0 x deno",
            rounds: MEDIUM,
            warm_up: 3,
            first_line: false,
            competitors: self.modules(tree, total),
        }
    }

    fn modules_cold(&self, tree: &Path, total: &str) -> Case {
        let cold = |it: Competitor| {
            let cache = self.cache(&format!("cold {}", it.name));
            let variable = if it.name == "deno" {
                "DENO_DIR"
            } else {
                "LUMI_CACHE"
            };
            it.with(variable, cache.clone()).clearing(cache)
        };
        Case {
            name: "modules-cold",
            title: "1,000 modules, no cache",
            target: "",
            rounds: MEDIUM,
            warm_up: 1,
            first_line: false,
            competitors: self.modules(tree, total).into_iter().map(cold).collect(),
        }
    }

    fn modules(&self, tree: &Path, total: &str) -> Vec<Competitor> {
        self.lumi(&["run", "--format=json", "main.ts"])
            .into_iter()
            .chain(self.deno("main.ts"))
            .map(|it| it.within(tree).printing(total))
            .collect()
    }

    fn resources(&self, count: usize) -> Vec<Competitor> {
        let count = format!("--config=count={count}");
        self.lumi(&["run", "--format=json", &count, "resources.ts"])
    }

    fn lumi(&self, arguments: &[&str]) -> Vec<Competitor> {
        let competitor = |it: &Binary| {
            let cache = self.cache(&it.name);
            it.competitor(arguments)
                .within(&self.folders.programs)
                .with("LUMI_CACHE", cache)
        };
        self.settings.binaries().map(competitor).collect()
    }

    fn deno(&self, program: &str) -> Option<Competitor> {
        let deno = self.peers.deno.as_ref()?;
        let arguments = ["run", "--quiet", "--no-check", program];
        let competitor = Competitor::new("deno", deno, &arguments)
            .with("DENO_DIR", self.cache("deno"))
            .with("DENO_NO_UPDATE_CHECK", "1".into());
        Some(competitor)
    }

    fn pulumi(&self, count: usize) -> Option<Competitor> {
        let node = self.peers.node.as_ref()?;
        let arguments = ["resources.mjs", &count.to_string()];
        Some(
            Competitor::new("pulumi", node, &arguments)
                .within(&self.peers.folder)
                .at_most(LONG),
        )
    }

    fn cache(&self, name: &str) -> PathBuf {
        self.folders.work.join("cache").join(name.replace('/', "-"))
    }
}
