//! The same program by Pulumi's own command line, whose language host is lumi: what differs is the engine.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::contest::{Case, Competitor};

use super::peer_environment::{PeerEnvironment, remove_leftovers};
use super::{Bench, Folders, LONG, MEDIUM};

const PROGRAM: &str = "\
import * as random from 'lumi:random';
for (let at = 0; at < 1000; at++) new random.RandomString(`text-${at}`, { length: 16 });
export const done = 'all of them';
";

/// The files that Pulumi is started with.
pub(super) struct PulumiProject {
    folder: PathBuf,
    tool: PathBuf,
    environment: PeerEnvironment,
}

impl PulumiProject {
    /// A project with an empty stack of Pulumi; `None` if Pulumi or its plugin was not built.
    pub fn new(root: &Path, lumi: &Path, folders: &Folders) -> Result<Option<Self>> {
        let tool = root.join("target/pulumi-engine/pulumi");
        let plugin = root.join("target/pulumi-providers/random/pulumi-resource-random");
        if !tool.is_file() || !plugin.is_file() {
            eprintln!(
                "Pulumi's engine is not built (tools/pulumi-engine, tools/pulumi-providers): it is left out"
            );
            return Ok(None);
        }
        let work = folders.work.join("pulumi");
        remove_leftovers(&work)?;
        let [folder, bin, home, state] =
            ["project", "bin", "home", "state"].map(|it| work.join(it));
        let installed = home.join("plugins/resource-random-v1.0.0");
        for made in [&folder, &bin, &installed, &state] {
            fs::create_dir_all(made)?;
        }
        symlink(&plugin, installed.join("pulumi-resource-random"))?;
        symlink(lumi, bin.join("pulumi-language-lumi"))?;
        let packages = format!("name: bench\npackages:\n  random: {}\n", plugin.display());
        fs::write(folder.join("Lumi.yaml"), packages)?;
        fs::write(folder.join("Pulumi.yaml"), "name: bench\nruntime: lumi\n")?;
        fs::write(folder.join("index.ts"), PROGRAM)?;
        let project = Self {
            environment: PeerEnvironment(vec![
                ("PATH", bin),
                ("PULUMI_HOME", home),
                (
                    "PULUMI_BACKEND_URL",
                    format!("file://{}", state.display()).into(),
                ),
                ("PULUMI_CONFIG_PASSPHRASE", "bench".into()),
                ("PULUMI_SKIP_UPDATE_CHECK", "true".into()),
                ("HOME", work),
            ]),
            folder,
            tool,
        };
        // The plugin is started once to be described, which programs under Pulumi may not do.
        let environment = &project.environment;
        environment.run(lumi, &project.folder, &["types", "-P"])?;
        let init = ["stack", "init", "dev", "--non-interactive"];
        environment.run(&project.tool, &project.folder, &init)?;
        Ok(Some(project))
    }

    fn within(&self, competitor: Competitor) -> Competitor {
        self.environment.within(competitor, &self.folder)
    }

    fn pulumi(&self, arguments: &[&str]) -> Competitor {
        self.within(Competitor::new("pulumi", &self.tool, arguments))
            .at_most(LONG)
    }
}

impl Bench<'_> {
    pub(super) fn pulumi_preview(&self, project: Option<&PulumiProject>) -> Case {
        let preview = ["preview", "--quiet", "-P"].map(str::to_owned);
        self.beside_pulumi(
            "pulumi-preview",
            "`preview` of 1,000 `RandomString` of Pulumi's provider, nothing deployed",
            (&preview, project),
            |it| it.pulumi(&["preview", "--non-interactive"]),
        )
    }

    pub(super) fn pulumi_up(&self, project: Option<&PulumiProject>) -> Case {
        let up = ["up", "--yes", "--quiet", "-P"].map(str::to_owned);
        let destroy = ["destroy", "--yes", "--skip-preview", "--non-interactive"];
        self.beside_pulumi(
            "pulumi-up",
            "`up` of 1,000 `RandomString` of Pulumi's provider into an empty stack",
            (&up, project),
            |it| {
                it.pulumi(&["up", "--yes", "--skip-preview", "--non-interactive"])
                    .prepared_by(&destroy)
            },
        )
    }

    fn beside_pulumi(
        &self,
        name: &'static str,
        title: &'static str,
        (arguments, project): (&[String], Option<&PulumiProject>),
        peer: impl Fn(&PulumiProject) -> Competitor,
    ) -> Case {
        let mut competitors = Vec::new();
        if let Some(project) = project {
            let engine = self.engine(arguments, None, true).into_iter();
            competitors.extend(engine.map(|it| project.within(it)));
            competitors.push(peer(project));
        }
        Case {
            rounds: MEDIUM,
            ..self.engine_case(name, title, "0.15 x Pulumi's", competitors)
        }
    }
}
