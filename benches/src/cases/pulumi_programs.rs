//! Programs of Pulumi in the process of lumi, beside the same ones in a process of node and with Pulumi's own command line.
//!
//! Pulumi's language host for Node comes in no module that Go can build. A script of the tests stands in for it
//! (`tests/programs/pulumi/language_host.js`), which is a process of node more than Pulumi needs.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crate::contest::{Case, Competitor};
use crate::peers::on_path;
use crate::{Result, Settings};

use super::peer_environment::{PeerEnvironment, remove_leftovers};
use super::{Bench, Folders, LONG, MEDIUM};

/// The programs of `benches/pulumi`, each with its files.
const PROGRAMS: [(&str, [&str; 2]); 3] = [
    ("hello", ["Pulumi.yaml", "index.ts"]),
    ("aws", ["Pulumi.yaml", "index.ts"]),
    ("resources", ["Pulumi.yaml", "index.js"]),
];

/// Copies of the programs, where runs may write.
pub(super) struct PulumiPrograms {
    folder: PathBuf,
    pulumi: Option<PulumiCommand>,
}

/// Pulumi's command line, with a stack for the program `hello`.
struct PulumiCommand {
    tool: PathBuf,
    folder: PathBuf,
    environment: PeerEnvironment,
}

impl PulumiPrograms {
    /// Copies the programs; `None` if their packages are not installed.
    pub fn new(settings: &Settings, folders: &Folders) -> Result<Option<Self>> {
        let from = settings.root.join("benches/pulumi");
        let packages = from.join("node_modules");
        if !packages.join("@pulumi/aws/package.json").is_file() {
            eprintln!(
                "the packages of benches/pulumi are not installed (npm is needed): they are left out"
            );
            return Ok(None);
        }
        let folder = folders.work.join("pulumi-programs");
        remove_leftovers(&folder)?;
        fs::create_dir_all(&folder)?;
        symlink(&packages, folder.join("node_modules"))?;
        for (name, files) in PROGRAMS {
            copy(&from.join(name), &folder.join(name), &files)?;
        }
        let pulumi = PulumiCommand::new(&settings.root, &folder)?;
        Ok(Some(Self { folder, pulumi }))
    }
}

impl PulumiCommand {
    /// `None` if Pulumi was not built.
    fn new(root: &Path, programs: &Path) -> Result<Option<Self>> {
        let tool = root.join("target/pulumi-engine/pulumi");
        if !tool.is_file() {
            eprintln!("Pulumi's engine is not built (tools/pulumi-engine): it is left out");
            return Ok(None);
        }
        let [folder, bin, home, state] = [
            "of-pulumi/hello",
            "of-pulumi/bin",
            "of-pulumi/home",
            "of-pulumi/state",
        ]
        .map(|it| programs.join(it));
        for made in [&bin, &home, &state] {
            fs::create_dir_all(made)?;
        }
        let (name, files) = PROGRAMS[0];
        copy(&programs.join(name), &folder, &files)?;
        write_host(&bin, root, &programs.join("node_modules"))?;
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", bin.display());
        let command = Self {
            environment: PeerEnvironment(vec![
                ("PATH", path.into()),
                ("PULUMI_HOME", home),
                (
                    "PULUMI_BACKEND_URL",
                    format!("file://{}", state.display()).into(),
                ),
                ("PULUMI_CONFIG_PASSPHRASE", "bench".into()),
                ("PULUMI_SKIP_UPDATE_CHECK", "true".into()),
                ("PULUMI_NODEJS_TYPESCRIPT", "true".into()),
            ]),
            folder,
            tool,
        };
        let init = ["stack", "init", "dev", "--non-interactive"];
        command
            .environment
            .run(&command.tool, &command.folder, &init)?;
        Ok(Some(command))
    }

    fn competitor(&self, arguments: &[&str]) -> Competitor {
        let competitor = Competitor::new("pulumi, host in node", &self.tool, arguments);
        self.environment.within(competitor, &self.folder)
    }
}

/// The script that Pulumi starts as its language host.
fn write_host(bin: &Path, root: &Path, packages: &Path) -> Result<()> {
    let host = root.join("tests/programs/pulumi/language_host.js");
    let script = format!(
        "#!/bin/sh\nexec env NODE_PATH='{}' node '{}' \"$@\"\n",
        packages.display(),
        host.display()
    );
    let path = bin.join("pulumi-language-nodejs");
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

fn copy(from: &Path, to: &Path, files: &[&str]) -> Result<()> {
    fs::create_dir_all(to)?;
    for file in files {
        fs::copy(from.join(file), to.join(file))?;
    }
    Ok(())
}

impl Bench<'_> {
    pub(super) fn pulumi_hello(&self, programs: Option<&PulumiPrograms>) -> Case {
        let preview = ["preview", "--quiet"];
        let mut competitors = self.both_ways(programs, "hello", &preview);
        let pulumi = programs.and_then(|it| it.pulumi.as_ref());
        competitors.extend(pulumi.map(|it| {
            it.competitor(&["preview", "--non-interactive"])
                .at_most(LONG)
        }));
        Case {
            rounds: MEDIUM,
            ..self.engine_case(
                "pulumi-hello",
                "hello of a TypeScript project of Pulumi, `preview`, whole process, warm",
                "0.08 x pulumi",
                competitors,
            )
        }
    }

    /// The cost of the SDK, beside a program of Lumi with one resource.
    pub(super) fn pulumi_hello_cpu(&self, programs: Option<&PulumiPrograms>) -> Case {
        let preview = ["preview", "--quiet"];
        let pulumi = self.embedded(programs, "hello", &preview).into_iter();
        let own = ["preview", "--quiet", "--config=count=1"].map(str::to_owned);
        let own = self.engine(&own, None, true).into_iter();
        let own = own.filter(|_| programs.is_some());
        let turns = pulumi.chain(own.map(|it| it.named(", a program of its own")));
        Case {
            rounds: MEDIUM,
            ..self.engine_case(
                "pulumi-hello-cpu",
                "the same, processor time",
                "150 ms over its own",
                turns.map(Competitor::counting_all_cpu).collect(),
            )
        }
    }

    /// `run` asks no provider, as there is none for either.
    pub(super) fn pulumi_aws(&self, programs: Option<&PulumiPrograms>) -> Case {
        let competitors = self.both_ways(programs, "aws", &["run", "--format=json"]);
        Case {
            rounds: MEDIUM,
            ..self.engine_case(
                "pulumi-aws",
                "six resources of `@pulumi/aws`, `run`, processor time",
                "500 ms, 160 MB",
                competitors
                    .into_iter()
                    .map(Competitor::counting_all_cpu)
                    .collect(),
            )
        }
    }

    pub(super) fn pulumi_1k(&self, programs: Option<&PulumiPrograms>) -> Case {
        self.many_of_pulumi(
            programs,
            "pulumi-1k",
            "1,000 resources of a program of Pulumi, `preview`, processor time",
            ("0.35 x node", 1_000),
        )
    }

    pub(super) fn pulumi_10k(&self, programs: Option<&PulumiPrograms>) -> Case {
        let case = self.many_of_pulumi(
            programs,
            "pulumi-10k",
            "10,000 resources of a program of Pulumi, `preview`, processor time",
            ("0.25 x node, 450 MB", 10_000),
        );
        Case {
            rounds: LONG,
            warm_up: 0,
            ..case
        }
    }

    fn many_of_pulumi(
        &self,
        programs: Option<&PulumiPrograms>,
        name: &'static str,
        title: &'static str,
        (target, count): (&'static str, usize),
    ) -> Case {
        let count = format!("--config=count={count}");
        let competitors = self.both_ways(programs, "resources", &["preview", "--quiet", &count]);
        let competitors = competitors.into_iter().map(Competitor::counting_all_cpu);
        self.engine_case(name, title, target, competitors.collect())
    }

    /// Lumis with the program in their process, and the first of them with a process of node.
    fn both_ways(
        &self,
        programs: Option<&PulumiPrograms>,
        program: &str,
        arguments: &[&str],
    ) -> Vec<Competitor> {
        let in_node = [arguments, &["--runtime=node"]].concat();
        let node = self.embedded(programs, program, &in_node).into_iter();
        let node = node.filter(|_| on_path("node").is_some()).take(1);
        let here = self.embedded(programs, program, arguments).into_iter();
        here.chain(node.map(|it| it.named(", program in node")))
            .collect()
    }

    fn embedded(
        &self,
        programs: Option<&PulumiPrograms>,
        program: &str,
        arguments: &[&str],
    ) -> Vec<Competitor> {
        let Some(programs) = programs else {
            return Vec::new();
        };
        let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
        let engine = self.engine(&arguments, None, true).into_iter();
        engine
            .map(|it| it.within(&programs.folder.join(program)))
            .collect()
    }
}
