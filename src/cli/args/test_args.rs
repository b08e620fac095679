//! The arguments of `lumi test`.

use std::path::PathBuf;

use clap::Args;

use lumi_runs::flags::ProgramFlags;

#[derive(Debug, Args)]
pub struct TestArgs {
    /// Files that declare tests, or folders with files such as site.test.ts below them
    #[arg(value_name = "FILE", default_value = ".")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// Run only tests whose name contains TEXT
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub filter: String,
    /// Write each result as a line of JSON, and a summary as the last one
    #[arg(long)]
    pub json: bool,
    /// Write a report for CI to FILE, in the XML of JUnit
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Run again whenever a source file of the project changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
}
