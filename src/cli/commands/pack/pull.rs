//! `lumi pack pull`: a file of a hub.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::super::file_writer;
use lumi_packages::hub::HubAddress;
use lumi_packages::{PackSource, VersionRange};
use lumi_project::hub::HubPlace;
use lumi_project::libraries::of_hub;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

/// Fetch a package from the hub that LUMI_HUB names
///
/// The newest version that fits, whose index its publisher has signed, and whose file is verified.
#[derive(Debug, Args)]
pub struct PullArgs {
    #[arg(value_name = "NAMESPACE/NAME[@RANGE]")]
    pub package: WantedVersion,
    /// The file to write [default: NAME-VERSION.lumipack]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// An address with a range.
#[derive(Clone, Debug)]
pub struct WantedVersion {
    pub address: HubAddress,
    pub range: VersionRange,
}

impl FromStr for WantedVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (address, range) = text.split_once('@').unwrap_or((text, ""));
        let address = address.strip_prefix("hub:").unwrap_or(address);
        Ok(Self {
            address: address
                .parse()
                .map_err(|error: lumi_packages::SourceError| error.to_string())?,
            range: range
                .parse()
                .map_err(|error: lumi_packages::RangeError| error.to_string())?,
        })
    }
}

pub fn run(args: &PullArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let WantedVersion { address, range } = &args.package;
    let hub = HubPlace::open(current, address)?;
    let (package, index) = of_hub(&hub, address, range, None)?;
    let version = &package.pack.manifest.version;
    let name = || PackSource::file_name(address.name(), version).into();
    let out = args.out.clone().unwrap_or_else(name);
    let written = file_writer::replace_bytes(&current.join(&out), &package.bytes);
    written.map_err(|error| Failure::unwritable(&out, &error))?;
    terminal.print_line(&format!(
        "wrote {}, {address} {version}, signed by {}",
        out.display(),
        index.signed_by
    ));
    Ok(Exit::Success)
}
