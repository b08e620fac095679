//! `lumi graph`: a graph that was saved, shown again.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::cli::ui::tree;
use crate::graph::{Graph, Secrets, render};

use super::error::CommandError;
use super::graph_file;
use crate::cli::exit::Exit;

/// Show a graph that was saved
#[derive(Clone, Debug, clap::Args)]
pub struct GraphArgs {
    /// A LumiGL file in JSON or YAML, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How to show it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: GraphFormat,
}

/// Forms a graph can be shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum GraphFormat {
    /// Resources below their parents, for people
    #[default]
    Tree,
    /// LumiGL as JSON
    Json,
    /// LumiGL as YAML
    Yaml,
    /// For Graphviz
    Dot,
}

/// Shows the file's graph. `style` is for the tree.
pub fn run(
    args: &GraphArgs,
    style: tree::Style,
    cwd: &Path,
    stdin: &mut dyn Read,
    out: &mut dyn Write,
) -> Result<Exit, CommandError> {
    let graph = graph_file::read(&args.file, cwd, stdin)?;
    write_graph(&graph, args.format, style, out)?;
    Ok(Exit::Success)
}

/// Writes a graph in a format; secrets are shown only if `style` says so.
pub fn write_graph(
    graph: &Graph,
    format: GraphFormat,
    style: tree::Style,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let secrets = match style.show_secrets {
        true => Secrets::Shown,
        false => Secrets::Masked,
    };
    match format {
        GraphFormat::Tree => out.write_all(tree::render(graph, style).as_bytes())?,
        GraphFormat::Json => render::json(graph, secrets, out)?,
        GraphFormat::Yaml => render::yaml(graph, secrets, out)?,
        GraphFormat::Dot => render::dot(graph, out)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::graph_file::tests::GRAPH;
    use super::*;

    fn show(format: GraphFormat) -> String {
        let args = GraphArgs {
            file: "-".into(),
            format,
        };
        let mut out = Vec::new();
        let stdin = &mut GRAPH.as_bytes();
        run(
            &args,
            tree::Style::default(),
            Path::new("/"),
            stdin,
            &mut out,
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn shows_every_format() {
        assert!(show(GraphFormat::Tree).contains("std:fs:File  a"));
        assert!(show(GraphFormat::Json).starts_with("{"));
        assert!(show(GraphFormat::Yaml).starts_with("lumigl: 1\n"));
        assert!(show(GraphFormat::Dot).starts_with("digraph"));
    }
}
