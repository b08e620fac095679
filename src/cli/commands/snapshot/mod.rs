//! `lumi snapshot`: a graph of what is really there.
//!
//! | module | |
//! |---|---|
//! | `snapshot_report` | knowledge and guesses, as text and as JSON |

mod snapshot_report;

use std::io::Write;
use std::path::{Path, PathBuf};

use lumi_graph::render::Annotations;
use lumi_graph::{ResourceType, Secrets};

use crate::args::ProgramFlags;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use super::deploy::{Listing, stack_snapshot};
use super::error::CommandError;
use super::graph::{GraphFormat, GraphShape, show_graph};

/// Write a graph of what is really there
///
/// Reads the objects of a stack, whose dependencies are known, and lists further objects by their providers, also those
/// that lumi has not made. Objects that the stack manages are recovered exactly; of others, dependencies are inferred from
/// values, such as ids that are inputs of other resources. Notes on standard error say what is guessed, and why.
///
/// Nothing is written but the graph: not the state, and no object.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lumi snapshot -o live.json              the objects of the selected stack
  lumi snapshot std:fs:File=site          also all files below a folder
  lumi infer live.json -o index.ts        a program for them")]
pub struct SnapshotArgs {
    /// Also the objects of a type, at a place that its provider knows: the folder of files
    #[arg(value_name = "TYPE[=PLACE]", value_parser = parse_listing)]
    pub listings: Vec<Listing>,
    /// The format [default: that of the extension of the --out file, else JSON]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<GraphFormat>,
    /// Write the graph to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show the values of secrets
    #[arg(long)]
    pub show_secrets: bool,
    /// Write JSON: the graph, what is known, and what is guessed
    #[arg(long, conflicts_with_all = ["format", "out"])]
    pub json: bool,
    #[command(flatten)]
    pub flags: ProgramFlags,
}

fn parse_listing(text: &str) -> Result<Listing, String> {
    let (token, place) = match text.split_once('=') {
        Some((token, place)) => (token, Some(place.to_owned())),
        None => (text, None),
    };
    let resource_type = ResourceType::parse(token).map_err(|error| error.to_string())?;
    Ok(Listing {
        resource_type,
        place,
        lookups: Vec::new(),
    })
}

/// Reads the objects, and writes the graph.
pub fn run(
    args: &SnapshotArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let listings = args.listings.clone();
    let snapshot = stack_snapshot(&args.flags, listings, current.to_owned(), terminal)?;
    let secrets = Secrets::shown_if(args.show_secrets);
    if args.json {
        let document = snapshot_report::document(&snapshot, secrets);
        writeln!(out, "{document:#}").map_err(CommandError::Output)?;
        return Ok(Exit::Success);
    }
    let shape = GraphShape {
        format: match &args.out {
            Some(_) => args.format,
            None => Some(args.format.unwrap_or(GraphFormat::Json)),
        },
        out: args.out.as_deref(),
        secrets,
        annotations: &Annotations::default(),
    };
    show_graph(&snapshot.graph, shape, current, terminal)?;
    for line in snapshot_report::lines(&snapshot) {
        terminal.print_line(&line);
    }
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_is_a_type_and_a_place() {
        let listing = parse_listing("std:fs:File=a=b").unwrap();
        assert_eq!(listing.resource_type.as_str(), "std:fs:File");
        assert_eq!(listing.place.as_deref(), Some("a=b"));
        assert_eq!(parse_listing("std:fs:File").unwrap().place, None);
        assert!(parse_listing("File=a").is_err());
    }
}
