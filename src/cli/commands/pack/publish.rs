//! `lumi pack publish` and `yank`: versions of a package in a hub.

use std::path::{Path, PathBuf};

use clap::Args;
use lumi_graph::LUMI_FOLDER;
use semver::Version;

use lumi_packages::hub::{HubAddress, HubKey};
use lumi_project::hub::{HubError, HubPlace, Publication, publish, yank};
use lumi_project::libraries::read;
use lumi_project::packages::home;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

/// Publish a package in the hub that LUMI_HUB names
///
/// The index of the package is signed with your key, which is made if there is none. A version that is published
/// never changes.
#[derive(Debug, Args)]
pub struct PublishArgs {
    /// The package
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Its name in the hub; NAME is that of the package
    #[arg(value_name = "NAMESPACE/NAME")]
    pub address: HubAddress,
    /// The file with your key [default: ~/.lumi/hub.key]
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

/// Mark a version in the hub that LUMI_HUB names as one that should not be chosen
///
/// Projects that have locked it keep it.
#[derive(Debug, Args)]
pub struct YankArgs {
    #[arg(value_name = "NAMESPACE/NAME")]
    pub address: HubAddress,
    /// The version, such as 1.2.0
    #[arg(value_name = "VERSION")]
    pub yanked: Version,
    /// Take the mark away
    #[arg(long)]
    pub undo: bool,
    /// The file with your key [default: ~/.lumi/hub.key]
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

pub fn run(args: &PublishArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let package = read(&current.join(&args.file))?;
    let hub = HubPlace::open(current, &args.address)?;
    let key = key(args.key.as_deref(), current, true, terminal)?;
    let version = &package.pack.manifest.version;
    let address = &args.address;
    match publish(&hub, address, &package, &key)? {
        Publication::Added => terminal.print_line(&format!(
            "published {address} {version}, signed by {}",
            key.public()
        )),
        Publication::Known => {
            terminal.print_line(&format!("{address} {version} is published already"));
        }
    }
    Ok(Exit::Success)
}

pub fn run_yank(args: &YankArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let YankArgs {
        address,
        yanked: version,
        ..
    } = args;
    let hub = HubPlace::open(current, address)?;
    let key = key(args.key.as_deref(), current, false, terminal)?;
    let done = yank(&hub, address, &version.to_string(), !args.undo, &key)?;
    let what = match (done, args.undo) {
        (Publication::Added, false) => "yanked",
        (Publication::Added, true) => "no longer yanked:",
        (Publication::Known, false) => "yanked already:",
        (Publication::Known, true) => "not yanked:",
    };
    terminal.print_line(&format!("{what} {address} {version}"));
    Ok(Exit::Success)
}

/// The key of the user. `may_create` makes one that is not named and does not exist.
fn key(
    file: Option<&Path>,
    current: &Path,
    may_create: bool,
    terminal: Terminal,
) -> Result<HubKey, Failure> {
    let place = match file {
        Some(file) => current.join(file),
        None => home()?.join(LUMI_FOLDER).join("hub.key"),
    };
    if place.exists() || file.is_some() || !may_create {
        return Ok(HubKey::read(&place).map_err(HubError::from)?);
    }
    let key = HubKey::create(&place).map_err(HubError::from)?;
    terminal.print_line(&format!(
        "made the key {}: it signs what you publish; keep a copy, and keep it secret",
        place.display()
    ));
    Ok(key)
}
