//! `lumi infer`: writes a program from a graph.
//!
//! | module | |
//! |---|---|
//! | `inference_report` | what is known, guessed and lost, as text and as JSON |

mod inference_report;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use lumi_graph::{EscapedText, PackageInterfaces};
use lumi_inference::{ConfiguredValue, InferredProgram, infer};
use lumi_provider::StdInterface;

use crate::args::ProgramFlags;
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::stacks::stack_cipher::StackCipher;
use lumi_project::{NewValue, ProjectSettings};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use super::error::CommandError;
use super::graph_source::{GraphLoader, GraphSource};
use super::{write_file, write_project_file};

/// Write a program from a graph
///
/// A graph is a LumiGL file in JSON or YAML, `-` for standard input, `stack:NAME` for the last deployment of a stack,
/// `live:NAME` for what its resources are now, or `program:PATH` or `pack:FILE` for what a program or a package plans
/// against an empty stack.
///
/// `lumi run` of the program gives a graph that means the same. Values of other resources become references, repeated
/// resources become loops, and secrets become configuration. Notes on standard error list guesses, and parts of
/// the graph that no program can declare.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lumi infer graph.json -o index.ts       a program for a saved graph
  lumi infer stack:dev --set-secrets -o index.ts
                                          one for a stack, whose secrets become configuration
  lumi diff --semantic graph.json program:index.ts
                                          what the program does not say")]
pub struct InferArgs {
    /// The graph
    #[arg(value_name = "GRAPH", value_parser = GraphSource::parse)]
    pub graph: GraphSource,
    /// Write the program to this file, which must not exist yet [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Encrypt the secrets of the graph, and set them in Lumi.STACK.yaml: of the stack of the graph, or that of --stack
    #[arg(long)]
    pub set_secrets: bool,
    /// Write JSON: the program, the notes and the keys of its configuration
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub flags: ProgramFlags,
}

impl InferArgs {
    /// The stack that is named, by a flag or by the graph.
    fn stack(&self) -> Option<&str> {
        let flag = self.flags.stack.stack.as_deref();
        flag.or_else(|| self.graph.stack())
    }
}

/// Reads the graph, and writes the program.
pub fn run(
    args: &InferArgs,
    current: &Path,
    stdin: &mut dyn Read,
    out: &mut dyn Write,
    terminal: Terminal,
) -> Result<Exit, Failure> {
    if let Some(path) = &args.out
        && !args.force
        && current.join(path).symlink_metadata().is_ok()
    {
        let message = format!("{} exists already; nothing was done", path.display());
        let report = Report::error(message).help("give another file with --out, or --force");
        return Err(Failure::new(Exit::Usage, report));
    }
    let settings = ProjectSettings::find(Path::new("."), current);
    // Before a program runs, as plugins that describe packages may not start in its sandbox.
    let packages = settings
        .as_ref()
        .ok()
        .map(|it| ProjectInterfaces::new(it, false));
    let mut loader = GraphLoader {
        flags: &args.flags,
        current,
        stdin,
        terminal,
    };
    let graph = loader.load(&args.graph)?;
    let packages: &dyn PackageInterfaces = match &packages {
        Some(packages) => packages,
        None => &StdInterface,
    };
    let program = infer(&graph, packages).map_err(|error| {
        let error = error.to_string();
        let message = format!("no program has this graph: {}", EscapedText::whole(&error));
        Failure::new(Exit::Usage, Report::error(message))
    })?;
    let set = match args.set_secrets {
        true => set_secrets(&program, &settings?, args.stack(), terminal)?,
        false => Vec::new(),
    };
    if let Some(path) = &args.out {
        write_file(&current.join(path), &program.text)?;
    }
    if args.json {
        writeln!(out, "{:#}", inference_report::json(&program)).map_err(CommandError::Output)?;
    } else if args.out.is_none() {
        out.write_all(program.text.as_bytes())
            .map_err(CommandError::Output)?;
    }
    for line in inference_report::lines(&program, &set) {
        terminal.print_line(&line);
    }
    if let Some(path) = &args.out {
        terminal.print_line(&format!("wrote {}", path.display()));
    }
    Ok(Exit::Success)
}

/// Sets the secrets whose values the graph contains, and returns their keys. The stack is the one that is named, or the
/// selected one.
fn set_secrets(
    program: &InferredProgram,
    settings: &ProjectSettings,
    named: Option<&str>,
    terminal: Terminal,
) -> Result<Vec<String>, Failure> {
    let stack = settings.stack(named)?;
    let cipher = StackCipher::new(settings, &stack, terminal);
    let mut set = Vec::new();
    for ConfiguredValue {
        key,
        value,
        is_secret,
    } in &program.configured
    {
        let (true, Some(value)) = (*is_secret, value) else {
            continue;
        };
        let value = NewValue::Secret(value, &cipher);
        let edit = settings.set_config(&stack, key, &value)?;
        write_project_file(&settings.folder, &edit.path, &edit.text)?;
        set.push(key.clone());
    }
    let count = match set.len() {
        0 => return Ok(set),
        1 => "1 secret".to_owned(),
        count => format!("{count} secrets"),
    };
    terminal.print_line(&format!("set {count} in Lumi.{stack}.yaml"));
    Ok(set)
}
