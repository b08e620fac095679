//! A provider with as many schemas as the largest ones.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::bare_client;
use crate::contest::{Case, Competitor};

use super::peer_environment::{PeerEnvironment, remove_leftovers};
use super::{Bench, Folders, SHORT};

const PROGRAM: &str = "\
import * as giant from 'lumi:giant';
new giant.AccessHostedDomain0('one', { name: 'x' });
";

/// The calls of a preview that need no arguments: the provider answers the others as fast.
const CALLS: [&str; 4] = [
    "GetResourceIdentitySchemas",
    "ValidateProviderConfig",
    "ConfigureProvider",
    "ValidateResourceConfig",
];

/// A project that uses one resource of the provider.
pub(super) struct LargeProject {
    folder: PathBuf,
    provider: PathBuf,
    environment: PeerEnvironment,
}

impl LargeProject {
    /// `None` if the provider was not built.
    pub fn new(root: &Path, lumi: &Path, folders: &Folders) -> Result<Option<Self>> {
        let provider = root.join("target/terraform-providers/giant/terraform-provider-giant");
        if !provider.is_file() {
            eprintln!(
                "the large provider is not built (tools/terraform-providers giant): it is left out"
            );
            return Ok(None);
        }
        let work = folders.work.join("large-provider");
        remove_leftovers(&work)?;
        let folder = work.join("project");
        fs::create_dir_all(&folder)?;
        let manifest = format!("name: bench\npackages:\n  giant: {}\n", provider.display());
        fs::write(folder.join("Lumi.yaml"), manifest)?;
        fs::write(folder.join("index.ts"), PROGRAM)?;
        let environment =
            PeerEnvironment(vec![("LUMI_PASSPHRASE", "bench".into()), ("HOME", work)]);
        let project = Self {
            folder,
            provider,
            environment,
        };
        // The provider is started once to be described.
        project
            .environment
            .run(lumi, &project.folder, &["types", "-P"])?;
        Ok(Some(project))
    }
}

impl Bench<'_> {
    pub(super) fn large_provider(&self, project: Option<&LargeProject>) -> Result<Case> {
        let mut competitors = Vec::new();
        if let Some(project) = project {
            let preview = ["preview", "--quiet", "-P"].map(str::to_owned);
            let lumi = self.engine(&preview, None, true).into_iter();
            competitors.extend(lumi.map(|it| project.environment.within(it, &project.folder)));
            let provider = project.provider.to_str();
            let provider = provider.ok_or("the provider has no plain path")?;
            let arguments = [&[bare_client::NAME, provider], &CALLS[..]].concat();
            let own = std::env::current_exe()?;
            competitors.push(Competitor::new("bare client", &own, &arguments));
        }
        Ok(Case {
            rounds: SHORT,
            ..self.engine_case(
                "large-provider",
                "`preview` of one of 1,500 resources of a provider, whole process",
                "60 ms more than the bare client",
                competitors,
            )
        })
    }
}
