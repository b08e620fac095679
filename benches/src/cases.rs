//! The measurements and their targets.

mod closures;
mod deployments;
mod graphs;
mod growth;
mod imports;
mod large_provider;
mod packages;
mod peer_environment;
mod planned_runs;
mod platform;
mod processes;
mod proxy;
mod pulumi;
mod pulumi_programs;
mod tofu;

use std::path::{Path, PathBuf};

use crate::contest::{Case, Competitor};
use crate::peers::Peers;
use crate::{Binary, Result, Settings, modules};

use large_provider::LargeProject;
pub use platform::memory;
use pulumi::PulumiProject;
use pulumi_programs::PulumiPrograms;
use tofu::TofuProject;

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
    let project = processes::plugin_project(&folders)?;
    let lumi = &settings.lumi.path;
    let pulumi = PulumiProject::new(&settings.root, lumi, &folders)?;
    let programs = PulumiPrograms::new(settings, &folders)?;
    let tofu = TofuProject::new(&settings.root, lumi, &folders)?;
    let large = LargeProject::new(&settings.root, lumi, &folders)?;
    let bench = Bench {
        settings,
        peers,
        folders,
    };
    let [messages_in, messages_out] = bench.messages();
    Ok(vec![
        bench.hello(),
        bench.init(),
        bench.first_line(),
        bench.import_http(),
        bench.import_axios(),
        bench.http_proxy(),
        bench.resources_10k(),
        bench.resources_100k(),
        bench.modules_warm(&tree, &total),
        bench.modules_cold(&tree, &total),
        bench.modules_packed(&tree, &total)?,
        bench.modules_checked(&tree),
        bench.up_10k(),
        bench.up_same(),
        bench.preview_one(),
        bench.up_one(),
        bench.planned_same(),
        bench.planned_change(),
        bench.planned_output(),
        bench.destroy_10k(),
        bench.growth(),
        bench.growth_100k(),
        bench.growth_same(),
        bench.side_by_side(),
        bench.language_host(),
        bench.node_sdk(),
        bench.plugin_creates(&project),
        bench.plugin_start(&project),
        bench.pulumi_preview(pulumi.as_ref()),
        bench.pulumi_up(pulumi.as_ref()),
        bench.pulumi_hello(programs.as_ref()),
        bench.pulumi_hello_cpu(programs.as_ref()),
        bench.pulumi_aws(programs.as_ref()),
        bench.pulumi_1k(programs.as_ref()),
        bench.pulumi_10k(programs.as_ref()),
        bench.provider_start(tofu.as_ref()),
        bench.large_provider(large.as_ref())?,
        bench.tofu_up(tofu.as_ref()),
        bench.tofu_refresh(tofu.as_ref()),
        bench.tofu_plan(tofu.as_ref()),
        bench.diff_10k()?,
        bench.diff_alike()?,
        bench.closures(),
        bench.closure_large(),
        bench.closure_run(),
        bench.platform(),
        bench.platform_load(),
        bench.platform_latency(),
        bench.platform_cold(),
        messages_in,
        messages_out,
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
            target: "0.55 x deno",
            rounds: SHORT,
            warm_up: 3,
            first_line: false,
            snapshot: None,
            competitors: lumi
                .into_iter()
                .chain(deno.map(|it| it.within(&self.peers.folder)))
                .chain(self.bun("hello.ts").map(|it| it.within(&self.peers.folder)))
                .map(|it| it.printing("bench"))
                .collect(),
        }
    }

    /// As deno_core itself says it: the isolate, its context and the SDK from the snapshot.
    fn init(&self) -> Case {
        let lumi = self.lumi(&["run", "--format=json", "hello.ts"]);
        let told = |it: Competitor| it.with("DENO_STARTUP_PHASES", "1".into());
        Case {
            name: "init",
            title: "init: the runtime with the SDK, from the snapshot",
            target: "6 ms",
            rounds: SHORT,
            warm_up: 3,
            first_line: false,
            snapshot: None,
            competitors: lumi
                .into_iter()
                .map(|it| told(it).saying("TOTAL JsRuntime::new_inner"))
                .collect(),
        }
    }

    fn first_line(&self) -> Case {
        let lumi = self.lumi(&["run", "--format=json", "first_line.ts"]);
        let deno = self.deno("first_line.ts");
        Case {
            name: "first-line",
            title: "start of the process to the first line of the program",
            target: "",
            rounds: SHORT,
            warm_up: 3,
            first_line: true,
            snapshot: None,
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
            snapshot: None,
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
            snapshot: None,
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
            snapshot: None,
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
            snapshot: None,
            competitors: self.modules(tree, total).into_iter().map(cold).collect(),
        }
    }

    fn engine_case(
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
            rounds: LONG + 2,
            warm_up: 1,
            first_line: false,
            snapshot: None,
            competitors,
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
        self.deno_allowed(&[], program)
    }

    /// Deno with permissions: it asks at a terminal and fails elsewhere.
    fn deno_allowed(&self, permissions: &[&str], program: &str) -> Option<Competitor> {
        let deno = self.peers.deno.as_ref()?;
        let mut arguments = vec!["run", "--quiet", "--no-check"];
        arguments.extend(permissions);
        arguments.push(program);
        let competitor = Competitor::new("deno", deno, &arguments)
            .with("DENO_DIR", self.cache("deno"))
            .with("DENO_NO_UPDATE_CHECK", "1".into());
        Some(competitor)
    }

    fn bun(&self, program: &str) -> Option<Competitor> {
        let bun = self.peers.bun.as_ref()?;
        Some(Competitor::new("bun", bun, &["run", "--silent", program]))
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
