//! `lumi diff`: shows the differences between two graphs.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::exit::Exit;
use crate::ui::report::escaped;
use lumi_graph::{Comparison, Difference, Graph, Relocation, Urn};

use super::error::CommandError;
use super::graph_file::{self, STDIN};

/// Compare two graphs
///
/// Prints one line for each difference and ends with code 1 if there are any. Graphs of two stacks
/// are compared as if both were of the second one.
#[derive(Clone, Debug, clap::Args)]
pub struct DiffArgs {
    /// The first graph: a LumiGL file in JSON or YAML, or `-` for standard input
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The second graph
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// Count everything: the order of resources and properties, source positions and stacks too
    #[arg(long)]
    pub exact: bool,
    /// Write JSON: a list with the resource, its place in the program and the difference as a text
    #[arg(long)]
    pub json: bool,
}

/// Compares; [`Exit::Failure`] means that the graphs differ. `say` receives all other messages.
pub fn run(
    args: &DiffArgs,
    cwd: &Path,
    stdin: &mut dyn Read,
    out: &mut dyn Write,
    say: &mut dyn FnMut(&str),
) -> Result<Exit, CommandError> {
    let is_stdin = |path: &PathBuf| path == Path::new(STDIN);
    if is_stdin(&args.first) && is_stdin(&args.second) {
        return Err(CommandError::StdinTwice);
    }
    let mut first = graph_file::read(&args.first, cwd, stdin)?;
    let second = graph_file::read(&args.second, cwd, stdin)?;
    let comparison = match args.exact {
        true => Comparison::Exact,
        false => Comparison::Meaning,
    };
    if !args.exact && first.stack != second.stack {
        say(&format!(
            "the stacks {} and {} are compared; URNs are shown as those of {1}",
            escaped(&first.stack),
            escaped(&second.stack)
        ));
        put_into_stack(&mut first, &second.stack);
    }
    let differences = first.diff(&second, comparison);
    if args.json {
        let list: Vec<Value> = differences.iter().map(as_json).collect();
        writeln!(out, "{:#}", Value::from(list))?;
    } else {
        for difference in &differences {
            writeln!(out, "{difference}")?;
        }
    }
    Ok(match differences.is_empty() {
        true => Exit::Success,
        false => Exit::Failure,
    })
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

/// Renames the stack in all URNs, because resources of different stacks would never match.
fn put_into_stack(graph: &mut Graph, stack: &str) {
    let (from, project) = (graph.stack.clone(), graph.project.clone());
    let relocation = Relocation {
        from: (&from, &project),
        to: (stack, &project),
    };
    relocation.graph(graph);
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
            json: false,
        };
        let (mut out, mut said) = (Vec::new(), String::new());
        let mut say = |line: &str| said = format!("({line})\n");
        let exit = run(
            &args,
            folder.path(),
            &mut second.as_bytes(),
            &mut out,
            &mut say,
        )
        .unwrap();
        said.push_str(std::str::from_utf8(&out).unwrap());
        (exit, said)
    }

    #[test]
    fn stacks_are_compared_by_what_they_have() {
        let prod = GRAPH
            .replace("urn:lumi:dev:", "urn:lumi:prod:")
            .replace("\"stack\": \"dev\"", "\"stack\": \"prod\"");
        let said = "(the stacks dev and prod are compared; URNs are shown as those of prod)\n";
        assert_eq!(diff(GRAPH, &prod, false), (Exit::Success, said.to_owned()));
        let (exit, text) = diff(GRAPH, &prod.replace("\"y\"", "\"z\""), false);
        assert_eq!(exit, Exit::Failure);
        let difference =
            "`urn:lumi:prod::web::index::std:fs:File::b` inputs `content`: \"y\" -> \"z\"\n";
        assert_eq!(text, format!("{said}{difference}"));
        // An exact comparison finds no common resource.
        let (exit, text) = diff(GRAPH, &prod, true);
        assert_eq!(exit, Exit::Failure);
        assert_eq!(
            text.lines().filter(|it| it.contains("is only in")).count(),
            4
        );
        assert!(text.starts_with("stack: \"dev\" -> \"prod\"\n"), "{text}");
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
    fn differences_are_a_list_in_json() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.json"), GRAPH).unwrap();
        let args = DiffArgs {
            first: "a.json".into(),
            second: "-".into(),
            exact: false,
            json: true,
        };
        let other = GRAPH.replace("\"y\"", "\"z\"");
        let mut out = Vec::new();
        let mut stdin = other.as_bytes();
        run(&args, folder.path(), &mut stdin, &mut out, &mut |_| {}).unwrap();
        let list: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(list.as_array().map(Vec::len), Some(1));
        assert_eq!(list[0]["urn"], "urn:lumi:dev::web::index::std:fs:File::b");
    }

    #[test]
    fn standard_input_is_read_once() {
        let args = DiffArgs {
            first: "-".into(),
            second: "-".into(),
            exact: false,
            json: false,
        };
        let error = run(
            &args,
            Path::new("/"),
            &mut std::io::empty(),
            &mut Vec::new(),
            &mut |_| {},
        );
        assert_eq!(error.unwrap_err().exit(), Exit::Usage);
    }
}
