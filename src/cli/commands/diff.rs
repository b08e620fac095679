//! `lumi diff`: what two graphs do not have in common.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::graph::Comparison;

use super::error::CommandError;
use super::graph_file::{self, STDIN};
use crate::cli::exit::Exit;

/// Compare two graphs
///
/// Prints one line for each difference and ends with code 1 if there are any.
#[derive(Clone, Debug, clap::Args)]
pub struct DiffArgs {
    /// The first graph: a LumiGL file in JSON or YAML, or `-` for standard input
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The second graph
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// Count everything: the order of resources and properties, and source positions too
    #[arg(long)]
    pub exact: bool,
}

/// Compares; [`Exit::Failure`] means that the graphs differ.
pub fn run(
    args: &DiffArgs,
    cwd: &Path,
    stdin: &mut dyn Read,
    out: &mut dyn Write,
) -> Result<Exit, CommandError> {
    let is_stdin = |path: &PathBuf| path == Path::new(STDIN);
    if is_stdin(&args.first) && is_stdin(&args.second) {
        return Err(CommandError::StdinTwice);
    }
    let first = graph_file::read(&args.first, cwd, stdin)?;
    let second = graph_file::read(&args.second, cwd, stdin)?;
    let comparison = match args.exact {
        true => Comparison::Exact,
        false => Comparison::Meaning,
    };
    let differences = first.diff(&second, comparison);
    for difference in &differences {
        writeln!(out, "{difference}")?;
    }
    Ok(match differences.is_empty() {
        true => Exit::Success,
        false => Exit::Failure,
    })
}

#[cfg(test)]
mod tests {
    use super::super::graph_file::tests::GRAPH;
    use super::*;

    fn diff(first: &str, second: &str, exact: bool) -> (Exit, String) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.json"), first).unwrap();
        let args = DiffArgs {
            first: "a.json".into(),
            second: "-".into(),
            exact,
        };
        let mut out = Vec::new();
        let exit = run(&args, folder.path(), &mut second.as_bytes(), &mut out).unwrap();
        (exit, String::from_utf8(out).unwrap())
    }

    #[test]
    fn tells_by_its_code_whether_graphs_differ() {
        assert_eq!(diff(GRAPH, GRAPH, true), (Exit::Success, String::new()));
        let other = GRAPH.replace("\"y\"", "\"z\"");
        let (exit, text) = diff(GRAPH, &other, false);
        assert_eq!(exit, Exit::Failure);
        assert_eq!(
            text,
            "`urn:lumi:dev::web::index::std:fs:File::b` inputs `content`: \"y\" -> \"z\"\n"
        );
    }

    #[test]
    fn standard_input_is_read_once() {
        let args = DiffArgs {
            first: "-".into(),
            second: "-".into(),
            exact: false,
        };
        let error = run(
            &args,
            Path::new("/"),
            &mut std::io::empty(),
            &mut Vec::new(),
        );
        assert_eq!(error.unwrap_err().exit(), Exit::Usage);
    }
}
