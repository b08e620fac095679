//! The arguments of `lumi closure`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::numbers::parse_port;
use lumi_closure::emit::Format;
use lumi_runs::flags::{ProgramFlags, SandboxFlags};

/// Bundle, inspect and run the functions of a program
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi closure why api                    why something is in a function
  lumi closure serve out/dev              run deployed functions on this machine")]
pub struct ClosureArgs {
    #[command(subcommand)]
    pub command: ClosureCommand,
}

#[derive(Debug, Subcommand)]
pub enum ClosureCommand {
    Bundle(BundleArgs),
    Why(WhyArgs),
    Run(ClosureRunArgs),
    /// Run the functions of a folder, with HTTP, queues, schedules and storage
    ///
    /// Each folder of DIR with a function.json is a function. Their data is stored in DIR/.data.
    #[command(mut_arg("timeout", |it| it.help("The time limit of a call [default: 30s]")))]
    Serve(ClosureServeArgs),
}

/// Write the functions that resources take as inputs as folders and zips
#[derive(Debug, Args)]
pub struct BundleArgs {
    /// The program, as with lumi run
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The module format
    #[arg(long, value_enum, default_value_t)]
    pub format: BundleFormat,
    /// Also print the list, closures.json
    #[arg(long)]
    pub list: bool,
    /// Remove white space, comments and long names
    #[arg(long)]
    pub minify: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BundleFormat {
    #[default]
    Esm,
    Cjs,
}

impl From<BundleFormat> for Format {
    fn from(format: BundleFormat) -> Self {
        match format {
            BundleFormat::Esm => Self::Esm,
            BundleFormat::Cjs => Self::CommonJs,
        }
    }
}

/// Call the function of a bundle in a clean isolate and print its result as JSON
#[derive(Debug, Args)]
pub struct ClosureRunArgs {
    /// A folder whose package.json names the module, in `main`, that exports the function as default
    pub folder: PathBuf,
    /// The arguments of the call
    #[arg(long, value_name = "JSON-ARRAY", default_value = "[]")]
    pub args: String,
    #[command(flatten)]
    pub flags: SandboxFlags,
}

/// Show what a function captures, and why
#[derive(Debug, Args)]
pub struct WhyArgs {
    /// The name of the resource that takes the function; NAME.INPUT if it takes several
    pub name: String,
    /// The program, as with lumi run
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
}

#[derive(Debug, Args)]
pub struct ClosureServeArgs {
    /// The folder with a subfolder for each function
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The port to listen on; 0 takes any free port
    #[arg(long, value_name = "N", default_value_t = 8080, value_parser = parse_port)]
    pub port: u16,
    /// The address to listen on; only this machine can reach 127.0.0.1
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = parse_host)]
    pub host: IpAddr,
    /// Accept requests to this host name, and from pages of it; repeat for several, * for all
    ///
    /// Requests to addresses, to localhost and to names without a dot are always accepted, and pages of the same host.
    #[arg(long = "allow-host", value_name = "NAME", value_parser = parse_allowed_host)]
    pub allowed_hosts: Vec<String>,
    /// The site that answers requests which no function does; otherwise a site is at http://NAME.localhost
    #[arg(long, value_name = "NAME")]
    pub site: Option<String>,
    /// A file with a token by which others call functions: POST /_lumi/functions/NAME with authorization: Bearer TOKEN
    ///
    /// It has at least 32 characters, and allows nothing else. Requests may say which trace they are a part of.
    #[arg(long, value_name = "FILE")]
    pub caller_token: Option<PathBuf>,
    /// Whether responses say why a function failed [default: shown if only this machine can reach it]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub errors: Option<ErrorsShown>,
    #[command(flatten)]
    pub flags: SandboxFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorsShown {
    Shown,
    Hidden,
}

fn parse_allowed_host(text: &str) -> Result<String, String> {
    let is_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    if text == "*" || (!text.is_empty() && text.chars().all(is_name)) {
        return Ok(text.to_ascii_lowercase());
    }
    Err(
        "it must be the name of a host such as app.example.com, without scheme and port, or *"
            .to_owned(),
    )
}

fn parse_host(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        _ => text
            .parse()
            .map_err(|_| "it must be an IP address such as 127.0.0.1 or 0.0.0.0".to_owned()),
    }
}
