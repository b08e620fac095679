//! The flags of `lumi check`.

use std::path::PathBuf;

use clap::Args;
use lumi_lumijs::{RULES, Rule};

/// Check a program without running it: its types, and that it is LumiJS, the subset that can be analysed
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi check                              all modules of the program in this folder
  lumi check --json > findings.json
  lumi check --explain LJ004              why a rule is there, and what to write instead")]
pub struct CheckArgs {
    /// A file, or a folder with index.ts, index.js, main.ts, main.js, or a Lumi.yaml or
    /// package.json that names its main file
    #[arg(default_value = ".")]
    pub program: PathBuf,
    /// Write the findings as one JSON document
    #[arg(long)]
    pub json: bool,
    /// Do not check types
    #[arg(long, conflicts_with = "types_only")]
    pub no_types: bool,
    /// Check types only
    #[arg(long)]
    pub types_only: bool,
    /// Explain a rule, such as LJ004
    #[arg(long, value_name = "CODE", value_parser = parse_code)]
    pub explain: Option<Rule>,
}

fn parse_code(text: &str) -> Result<Rule, String> {
    let (first, last) = (RULES.first(), RULES.last());
    let known = first
        .zip(last)
        .map(|(first, last)| format!("{} to {}", first.code, last.code));
    text.parse().map_err(|_| {
        format!(
            "there is no such rule; there are {}",
            known.unwrap_or_default()
        )
    })
}
