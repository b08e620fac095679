//! The arguments of `lumi run`.

use std::path::PathBuf;

use clap::Args;

use crate::commands::graph::GraphFormat;
use lumi_runs::flags::ProgramFlags;

#[derive(Debug, Args)]
pub struct RunArgs {
    /// A file, or a folder with index.ts, index.js, main.ts, main.js, or a Lumi.yaml or
    /// package.json that names its main file
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// The format of the graph [default: that of the extension of the --out file, else tree]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<GraphFormat>,
    /// Write the graph to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write events as lines of JSON, and a summary with the graph as the last one
    #[arg(long, conflicts_with_all = ["format", "out", "check_determinism"])]
    pub json: bool,
    /// Show the values of secrets
    #[arg(long)]
    pub show_secrets: bool,
    /// Evaluate twice with different random numbers, clock, locale, time zone and order, and report differences
    #[arg(long)]
    pub check_determinism: bool,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}
