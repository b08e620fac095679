//! `lumi diff`: shows the differences between two graphs.
//!
//! | module | |
//! |---|---|
//! | `difference_picture` | two graphs in one picture, with what differs |
//! | `semantic_report` | a comparison by meaning, as text and as JSON |

mod difference_picture;
pub mod semantic_report;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;

use serde_json::{Value, json};

use crate::args::ProgramFlags;
use lumi_comparison::{ComparedGraph, compare};
use lumi_graph::{Comparison, Difference, Graph, Relocation, Urn, render};
use lumi_project::package_sets::PackageSets;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::escaped;

use super::error::CommandError;
use super::file_writer;
use super::graph::{GraphFormat, format_of};
use super::graph_source::{GraphLoader, GraphSource};
use difference_picture::DifferencePicture;

/// Compare two graphs
///
/// A graph is a LumiGL file in JSON or YAML, `-` for standard input, `stack:NAME` for the last deployment of a stack,
/// `live:NAME` for what its resources are now, or `program:PATH` or `pack:FILE` for what a program or a package plans
/// against an empty stack.
///
/// Prints one line for each difference and ends with code 1 if there are any. Graphs of two stacks
/// are compared as if both were of the second one.
#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// The first graph
    #[arg(value_name = "A", value_parser = GraphSource::parse)]
    pub first: GraphSource,
    /// The second graph
    #[arg(value_name = "B", value_parser = GraphSource::parse)]
    pub second: GraphSource,
    /// Count everything: the order of resources and properties, source positions and stacks too
    #[arg(long, conflicts_with = "semantic")]
    pub exact: bool,
    /// Find resources that were renamed or moved, and say of each difference what it means; code 1 if the
    /// infrastructure differs, or how its resources are called
    #[arg(long)]
    pub semantic: bool,
    /// Write JSON: a list with the resource, its place in the program and the difference as a text
    #[arg(long)]
    pub json: bool,
    /// The format [default: that of the extension of the --out file, else text]
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    pub format: Option<DiffFormat>,
    /// Write it to FILE instead of standard output, such as a page (.html) with a picture of both graphs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub flags: ProgramFlags,
}

/// Output formats of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum DiffFormat {
    /// A line for each difference
    #[default]
    Text,
    Json,
    /// A picture of both graphs
    Svg,
    /// A page with the picture
    Html,
}

impl DiffArgs {
    fn format(&self) -> DiffFormat {
        let of_file = || match format_of(self.out.as_deref()?) {
            GraphFormat::Json => Some(DiffFormat::Json),
            GraphFormat::Svg => Some(DiffFormat::Svg),
            GraphFormat::Html => Some(DiffFormat::Html),
            _ => None,
        };
        match self.json {
            true => DiffFormat::Json,
            false => self.format.or_else(of_file).unwrap_or_default(),
        }
    }
}

/// Compares; [`Exit::Failure`] means that the graphs differ.
pub fn run(
    args: &DiffArgs,
    current: &Path,
    stdin: &mut dyn Read,
    out: &mut dyn Write,
    terminal: Terminal,
) -> Result<Exit, Failure> {
    if args.first.is_stdin() && args.second.is_stdin() {
        return Err(CommandError::StdinTwice.into());
    }
    let mut loader = GraphLoader {
        flags: &args.flags,
        current,
        stdin,
        terminal,
    };
    let mut first = loader.load(&args.first)?;
    let second = loader.load(&args.second)?;
    let stack = first.stack.clone();
    if !args.exact
        && let Some(note) = put_into_stack(&mut first, &second)
    {
        terminal.print_line(&note);
    }
    let graphs = (&first, &second, stack.as_str());
    let Some(path) = &args.out else {
        return report(args, graphs, current, out);
    };
    let mut text = Vec::new();
    let exit = report(args, graphs, current, &mut text)?;
    let file = current.join(path);
    let written = file_writer::replace_with(&file, |out| out.write_all(&text));
    written.map_err(|error| Failure::unwritable(&file, &error))?;
    terminal.print_line(&format!("wrote {}", path.display()));
    Ok(exit)
}

/// Writes what differs, in the wanted format. `stack` is that of the first graph, before it was put into another one.
fn report(
    args: &DiffArgs,
    (first, second, stack): (&Graph, &Graph, &str),
    current: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if !args.semantic {
        return report_by_urn(args, (first, second), out);
    }
    let sets = PackageSets::of_project(current);
    let compared = [(&args.first, first), (&args.second, second)];
    let [one, other] = compared.map(|(source, graph)| match source {
        GraphSource::File(_) => graph.into(),
        _ => ComparedGraph::checked(graph),
    });
    let (one, other) = (one.of_stack(stack), other.of_stack(&second.stack));
    let comparison = compare(one, other, &sets);
    match args.format() {
        DiffFormat::Text => {
            semantic_report::write_text(&comparison, out).map_err(CommandError::Output)?;
        }
        DiffFormat::Json => {
            semantic_report::write_json(&comparison, out).map_err(CommandError::Output)?;
        }
        DiffFormat::Svg | DiffFormat::Html => {
            let picture = DifferencePicture::by_meaning(first, second, &comparison);
            write_picture(picture, args, out)?;
        }
    }
    Ok(semantic_report::exit(&comparison))
}

fn report_by_urn(
    args: &DiffArgs,
    (first, second): (&Graph, &Graph),
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let how = match args.exact {
        true => Comparison::Exact,
        false => Comparison::Meaning,
    };
    let differences = first.diff(second, how);
    match args.format() {
        DiffFormat::Text => write_text(&differences, out)?,
        DiffFormat::Json => write_json(&differences, out)?,
        DiffFormat::Svg | DiffFormat::Html => {
            let picture = DifferencePicture::by_urn(first, second, &differences);
            write_picture(picture, args, out)?;
        }
    }
    Ok(exit_of(&differences))
}

fn write_picture(
    picture: DifferencePicture,
    args: &DiffArgs,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let DifferencePicture {
        graph,
        mut annotations,
    } = picture;
    annotations.summary = Some(format!("{} compared with {}", args.first, args.second));
    match args.format() {
        DiffFormat::Svg => render::svg(&graph, &annotations, out)?,
        _ => render::html(&graph, &annotations, out)?,
    }
    Ok(())
}

fn write_text(differences: &[Difference<'_>], out: &mut dyn Write) -> Result<(), CommandError> {
    for difference in differences {
        writeln!(out, "{difference}")?;
    }
    Ok(())
}

fn write_json(differences: &[Difference<'_>], out: &mut dyn Write) -> Result<(), CommandError> {
    let list: Vec<Value> = differences.iter().map(as_json).collect();
    Ok(writeln!(out, "{:#}", Value::from(list))?)
}

fn exit_of(differences: &[Difference<'_>]) -> Exit {
    match differences.is_empty() {
        true => Exit::Success,
        false => Exit::Failure,
    }
}

fn as_json(difference: &Difference<'_>) -> Value {
    let source = difference.source();
    let source =
        source.map(|it| json!({ "file": &*it.file, "line": it.line, "column": it.column }));
    json!({
        "urn": difference.urn().map(Urn::as_str), "source": source,
        "difference": difference.to_string(),
    })
}

/// Renames stack and project in all URNs of the first graph, because resources of different stacks would never
/// match. Returns what the user should know then.
fn put_into_stack(first: &mut Graph, second: &Graph) -> Option<String> {
    let (stack, project) = (first.stack.clone(), first.project.clone());
    if stack == second.stack && project == second.project {
        return None;
    }
    let to = (second.stack.as_str(), second.project.as_str());
    let from = (stack.as_str(), project.as_str());
    Relocation { from, to }.graph(first);
    let what = match project == second.project {
        true => format!("the stacks {} and {}", escaped(&stack), escaped(to.0)),
        false => format!(
            "the stacks {} of {} and {} of {}",
            escaped(&stack),
            escaped(&project),
            escaped(to.0),
            escaped(to.1)
        ),
    };
    Some(format!(
        "{what} are compared; URNs are shown as those of {}",
        escaped(to.0)
    ))
}

#[cfg(test)]
mod tests {
    use super::super::graph_file::tests::GRAPH;
    use super::*;

    fn diff(first: &str, second: &str, exact: bool, json: bool) -> (Exit, String) {
        let mut first = Graph::from_json(first).unwrap();
        let second = Graph::from_json(second).unwrap();
        let note = match exact {
            true => None,
            false => put_into_stack(&mut first, &second),
        };
        let mut out = Vec::new();
        let how = match exact {
            true => Comparison::Exact,
            false => Comparison::Meaning,
        };
        let differences = first.diff(&second, how);
        match json {
            true => write_json(&differences, &mut out).unwrap(),
            false => write_text(&differences, &mut out).unwrap(),
        }
        let exit = exit_of(&differences);
        let note = note.map_or(String::new(), |it| format!("({it})\n"));
        (exit, note + std::str::from_utf8(&out).unwrap())
    }

    #[test]
    fn stacks_are_compared_by_what_they_have() {
        let prod = GRAPH
            .replace("urn:lumi:dev:", "urn:lumi:prod:")
            .replace("\"stack\": \"dev\"", "\"stack\": \"prod\"");
        let said = "(the stacks dev and prod are compared; URNs are shown as those of prod)\n";
        assert_eq!(
            diff(GRAPH, &prod, false, false),
            (Exit::Success, said.to_owned())
        );
        let (exit, text) = diff(GRAPH, &prod.replace("\"y\"", "\"z\""), false, false);
        assert_eq!(exit, Exit::Failure);
        let difference =
            "`urn:lumi:prod::web::index::std:fs:File::b` inputs `content`: \"y\" -> \"z\"\n";
        assert_eq!(text, format!("{said}{difference}"));
        // An exact comparison finds no common resource.
        let (exit, text) = diff(GRAPH, &prod, true, false);
        assert_eq!(exit, Exit::Failure);
        assert_eq!(
            text.lines().filter(|it| it.contains("is only in")).count(),
            4
        );
        assert!(text.starts_with("stack: \"dev\" -> \"prod\"\n"), "{text}");
    }

    #[test]
    fn projects_are_compared_by_what_they_have() {
        let shop = GRAPH
            .replace("urn:lumi:dev::web:", "urn:lumi:dev::shop:")
            .replace("\"project\": \"web\"", "\"project\": \"shop\"");
        let said = "(the stacks dev of web and dev of shop are compared; URNs are shown as those of dev)\n";
        assert_eq!(
            diff(GRAPH, &shop, false, false),
            (Exit::Success, said.to_owned())
        );
    }

    #[test]
    fn tells_by_its_code_whether_graphs_differ() {
        assert_eq!(
            diff(GRAPH, GRAPH, true, false),
            (Exit::Success, String::new())
        );
        let other = GRAPH.replace("\"y\"", "\"z\"");
        let (exit, text) = diff(GRAPH, &other, false, false);
        assert_eq!(exit, Exit::Failure);
        assert_eq!(
            text,
            "`urn:lumi:dev::web::index::std:fs:File::b` inputs `content`: \"y\" -> \"z\"\n"
        );
    }

    #[test]
    fn differences_are_a_list_in_json() {
        let other = GRAPH.replace("\"y\"", "\"z\"");
        let (_, text) = diff(GRAPH, &other, false, true);
        let list: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(list.as_array().map(Vec::len), Some(1));
        assert_eq!(list[0]["urn"], "urn:lumi:dev::web::index::std:fs:File::b");
    }
}
