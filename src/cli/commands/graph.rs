//! `lumi graph`: shows the last deployment of a stack, or a saved graph.

use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use lumi_graph::render::{self, Annotations};
use lumi_graph::{Graph, GraphKind, Secrets};
use lumi_terminal::ui::tree;

use crate::args::StackFlag;
use lumi_project::ProjectSettings;
use lumi_project::stacks::backend;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use super::error::CommandError;
use super::file_writer;
use super::graph_file;

/// Show the last deployment of a stack, or a saved graph
#[derive(Clone, Debug, clap::Args)]
pub struct GraphArgs {
    /// A LumiGL file in JSON or YAML, or `-` for standard input [default: the last deployment]
    #[arg(value_name = "FILE", conflicts_with = "stack")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub stack: StackFlag,
    /// Show the values of secrets
    #[arg(long)]
    pub show_secrets: bool,
    /// The format [default: that of the extension of the --out file, else tree]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<GraphFormat>,
    /// Write it to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Output formats of a graph.
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
    /// A flowchart for Mermaid
    Mermaid,
    /// A picture
    Svg,
    /// A page with the picture
    Html,
}

/// Shows the graph of a file or of the last deployment. `style` is for the tree.
pub fn run(
    args: &GraphArgs,
    terminal: Terminal,
    cwd: &Path,
    stdin: &mut dyn Read,
) -> Result<Exit, Failure> {
    let graph = match &args.file {
        Some(file) => graph_file::read(file, cwd, stdin)?,
        None => {
            let settings = ProjectSettings::find(Path::new("."), cwd)?;
            let name = settings.stack(args.stack.stack.as_deref())?;
            let stack = backend::open_stack(&settings, &name)?;
            let loaded =
                backend::load_shown(&stack, Secrets::shown_if(args.show_secrets), terminal)?;
            let state = loaded.state;
            state.graph(GraphKind::Deployment, &settings.name, &name)
        }
    };
    let shape = GraphShape {
        format: args.format,
        out: args.out.as_deref(),
        secrets: Secrets::shown_if(args.show_secrets),
        annotations: &Annotations::default(),
    };
    show_graph(&graph, shape, cwd, terminal)?;
    Ok(Exit::Success)
}

/// The format and destination of a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphShape<'a> {
    /// `None` selects the format by the extension of `out`.
    pub format: Option<GraphFormat>,
    /// A file, relative to the current folder; `None` is standard output.
    pub out: Option<&'a Path>,
    pub secrets: Secrets<'static>,
    /// The changes, failures and notes that pictures and pages show.
    pub annotations: &'a Annotations,
}

/// Writes a graph to standard output, or to a file.
pub fn show_graph(
    graph: &Graph,
    shape: GraphShape<'_>,
    current: &Path,
    terminal: Terminal,
) -> Result<(), Failure> {
    let Some(out) = shape.out else {
        let format = shape.format.unwrap_or_default();
        let style = terminal.tree_style(shape.secrets);
        let drawn = (graph, shape.annotations);
        return Ok(write_buffered(drawn, format, style, io::stdout().lock())?);
    };
    let path = current.join(out);
    let format = shape.format.unwrap_or_else(|| format_of(&path));
    let style = tree::Style {
        color: false,
        secrets: shape.secrets,
        width: None,
    };
    let written = file_writer::replace_with(&path, |out| {
        write_buffered((graph, shape.annotations), format, style, out).map_err(io::Error::from)
    });
    written.map_err(|error| Failure::unwritable(&path, &error))?;
    terminal.print_line(&format!("wrote {}", out.display()));
    Ok(())
}

/// The format for a file extension.
pub fn format_of(path: &Path) -> GraphFormat {
    let extension = path.extension().and_then(|it| it.to_str());
    match extension.map(str::to_lowercase).as_deref() {
        Some("json") => GraphFormat::Json,
        Some("yaml" | "yml") => GraphFormat::Yaml,
        Some("dot" | "gv") => GraphFormat::Dot,
        Some("mmd" | "mermaid") => GraphFormat::Mermaid,
        Some("svg") => GraphFormat::Svg,
        Some("html" | "htm") => GraphFormat::Html,
        _ => GraphFormat::Tree,
    }
}

fn write_buffered(
    (graph, annotations): (&Graph, &Annotations),
    format: GraphFormat,
    style: tree::Style,
    out: impl Write,
) -> Result<(), CommandError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    write_graph((graph, annotations), format, style, &mut out)?;
    Ok(out.flush()?)
}

/// Writes a graph in a format; secrets are shown only if `style` says so.
pub fn write_graph(
    (graph, annotations): (&Graph, &Annotations),
    format: GraphFormat,
    style: tree::Style,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    match format {
        GraphFormat::Tree => out.write_all(tree::render(graph, style).as_bytes())?,
        GraphFormat::Json => render::json(graph, style.secrets, out)?,
        GraphFormat::Yaml => render::yaml(graph, style.secrets, out)?,
        GraphFormat::Dot => render::dot(graph, out)?,
        GraphFormat::Mermaid => render::mermaid(graph, out)?,
        GraphFormat::Svg => render::svg(graph, annotations, out)?,
        GraphFormat::Html => render::html(graph, annotations, out)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::graph_file::tests::GRAPH;
    use super::*;

    fn show(format: GraphFormat) -> String {
        let stdin = &mut GRAPH.as_bytes();
        let graph = graph_file::read(Path::new("-"), Path::new("/"), stdin).unwrap();
        let mut out = Vec::new();
        let drawn = (&graph, &Annotations::default());
        write_graph(drawn, format, tree::Style::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn shows_every_format() {
        assert!(show(GraphFormat::Tree).contains("std:fs:File  a"));
        assert!(show(GraphFormat::Json).starts_with("{"));
        assert!(show(GraphFormat::Yaml).starts_with("lumigl: 1\n"));
        assert!(show(GraphFormat::Dot).starts_with("digraph"));
        assert!(show(GraphFormat::Mermaid).starts_with("flowchart"));
        assert!(show(GraphFormat::Svg).starts_with("<svg"));
        assert!(show(GraphFormat::Html).starts_with("<!doctype html>"));
    }
}
