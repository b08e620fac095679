//! The same resources by OpenTofu, with the same provider of Terraform.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::bare_client;
use crate::contest::{Case, Competitor};

use super::peer_environment::{PeerEnvironment, remove_leftovers};
use super::{Bench, Folders, LONG, MEDIUM, SHORT};

const PROGRAM: &str = "\
import * as random from 'lumi:random';
for (let at = 0; at < 1000; at++) new random.String(`text-${at}`, { length: 16 });
";

const ONE: &str = "\
import * as random from 'lumi:random';
new random.String('text', { length: 16 });
";

const CONFIGURATION: &str = "\
terraform {
  required_providers {
    random = { source = \"hashicorp/random\" }
  }
}
resource \"random_string\" \"text\" {
  count  = 1000
  length = 16
}
";

/// The same project for both.
pub(super) struct TofuProject {
    lumi: PathBuf,
    tofu: PathBuf,
    tool: PathBuf,
    provider: PathBuf,
    environment: PeerEnvironment,
}

impl TofuProject {
    /// `None` if OpenTofu or the provider was not built.
    pub fn new(root: &Path, lumi: &Path, folders: &Folders) -> Result<Option<Self>> {
        let tool = root.join("target/opentofu/tofu");
        let provider = root.join("target/terraform-providers/random/terraform-provider-random");
        if !tool.is_file() || !provider.is_file() {
            eprintln!(
                "OpenTofu is not built (tools/opentofu, tools/terraform-providers): it is left out"
            );
            return Ok(None);
        }
        let work = folders.work.join("opentofu");
        remove_leftovers(&work)?;
        let architecture = match std::env::consts::ARCH {
            "aarch64" => "linux_arm64",
            _ => "linux_amd64",
        };
        let mirror = work.join("mirror");
        let installed = mirror.join(format!(
            "registry.opentofu.org/hashicorp/random/3.9.0/{architecture}"
        ));
        let [by_lumi, by_tofu] = ["lumi", "tofu"].map(|it| work.join(it));
        for made in [&installed, &by_lumi, &by_tofu] {
            fs::create_dir_all(made)?;
        }
        symlink(&provider, installed.join("terraform-provider-random"))?;
        let manifest = format!("name: bench\npackages:\n  random: {}\n", provider.display());
        fs::write(by_lumi.join("Lumi.yaml"), manifest)?;
        fs::write(by_lumi.join("index.ts"), PROGRAM)?;
        fs::write(by_lumi.join("one.ts"), ONE)?;
        fs::write(by_tofu.join("main.tf"), CONFIGURATION)?;
        let settings = work.join("tofurc");
        fs::write(
            &settings,
            format!(
                "provider_installation {{\n  filesystem_mirror {{ path = \"{}\" }}\n}}\n",
                mirror.display()
            ),
        )?;
        let project = Self {
            environment: PeerEnvironment(vec![
                ("TF_CLI_CONFIG_FILE", settings),
                ("LUMI_PASSPHRASE", "bench".into()),
                ("HOME", work),
            ]),
            lumi: by_lumi,
            tofu: by_tofu,
            tool,
            provider,
        };
        // The provider is started once to be described.
        let environment = &project.environment;
        environment.run(lumi, &project.lumi, &["types", "-P"])?;
        environment.run(&project.tool, &project.tofu, &["init"])?;
        Ok(Some(project))
    }

    /// This program itself, with the call that lumi makes first.
    fn bare_client(&self) -> Option<Competitor> {
        let provider = self.provider.to_str()?;
        let arguments = [bare_client::NAME, provider, "GetResourceIdentitySchemas"];
        let own = std::env::current_exe().ok()?;
        Some(Competitor::new("bare client", &own, &arguments))
    }

    fn by_tofu(&self, arguments: &[&str], before: &[&str]) -> Competitor {
        let tofu = Competitor::new("tofu", &self.tool, arguments);
        self.environment
            .within(tofu, &self.tofu)
            .prepared_by(before)
            .at_most(LONG)
    }
}

const UP: [&str; 4] = ["up", "--yes", "--quiet", "-P"];
const APPLY: [&str; 2] = ["apply", "-auto-approve"];

impl Bench<'_> {
    pub(super) fn tofu_up(&self, project: Option<&TofuProject>) -> Case {
        let destroy = ["destroy", "-auto-approve"];
        self.beside_tofu(
            (
                "tofu-up",
                "`up` of 1,000 `random_string` into an empty stack",
                "0.5 x `tofu apply`",
            ),
            project,
            (&UP, None),
            |it| it.by_tofu(&APPLY, &destroy),
        )
    }

    pub(super) fn tofu_refresh(&self, project: Option<&TofuProject>) -> Case {
        self.beside_tofu(
            (
                "tofu-refresh",
                "nothing to do, 1,000 `random_string`: `preview --refresh`",
                "0.5 x `tofu plan`",
            ),
            project,
            (&["preview", "--quiet", "-P", "--refresh"], Some(&UP)),
            |it| it.by_tofu(&["plan"], &APPLY),
        )
    }

    pub(super) fn tofu_plan(&self, project: Option<&TofuProject>) -> Case {
        self.beside_tofu(
            (
                "tofu-plan",
                "nothing to do, 1,000 `random_string`: `preview`",
                "0.5 x `tofu plan -refresh=false`",
            ),
            project,
            (&["preview", "--quiet", "-P"], Some(&UP)),
            |it| it.by_tofu(&["plan", "-refresh=false"], &APPLY),
        )
    }

    /// The times that lumi itself prints, in a preview of one resource: from the start of the process to the first answer,
    /// and to the line that says where it listens; beside those of a client that does nothing else.
    pub(super) fn provider_start(&self, project: Option<&TofuProject>) -> Case {
        let preview = ["preview", "--verbose", "-P", "one.ts"].map(str::to_owned);
        let said = |before: &'static str| {
            let engine = project.map(|it| (it, self.engine(&preview, None, true)));
            let engine = engine.into_iter().flat_map(|(project, all)| {
                let within = move |it| project.environment.within(it, &project.lumi);
                all.into_iter().map(within)
            });
            engine.map(move |it| it.saying(before)).collect::<Vec<_>>()
        };
        let itself = said("it listened after ").into_iter();
        let answered = said("and answered after ").into_iter();
        let bare = project.map(TofuProject::bare_client).into_iter();
        let bare = bare.flatten().map(|it| it.saying("and answered after "));
        let itself = itself.map(|it| it.named(", until the provider listens"));
        let competitors = answered.chain(bare).chain(itself);
        Case {
            rounds: SHORT,
            ..self.engine_case(
                "provider-start",
                "start of a provider of Terraform to its first answer",
                "1.2 x the bare client",
                competitors.collect(),
            )
        }
    }

    fn beside_tofu(
        &self,
        (name, title, target): (&'static str, &'static str, &'static str),
        project: Option<&TofuProject>,
        (arguments, before): (&[&str], Option<&[&str]>),
        peer: impl Fn(&TofuProject) -> Competitor,
    ) -> Case {
        let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let (arguments, before) = (owned(arguments), before.map(owned));
        let mut competitors = Vec::new();
        if let Some(project) = project {
            let engine = self.engine(&arguments, before.as_deref(), before.is_none());
            competitors.extend(
                engine
                    .into_iter()
                    .map(|it| project.environment.within(it, &project.lumi)),
            );
            competitors.push(peer(project));
            // Both tools have the provider do most of the work.
            let all = competitors.into_iter();
            competitors = all.map(Competitor::counting_all_processes).collect();
        }
        Case {
            rounds: MEDIUM,
            ..self.engine_case(name, title, target, competitors)
        }
    }
}
