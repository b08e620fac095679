//! `lumi closure why NAME`: shows captured values and their paths.

use std::io::Write;
use std::path::PathBuf;

use crate::args::WhyArgs;
use lumi_closure::capture::{Capture, Captured, ObjectKind, ValueId};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use super::closure_collection::{NamedClosure, ZipTiming, collect};

pub fn run(
    args: &WhyArgs,
    current: PathBuf,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let collected = collect(
        &args.program,
        &args.flags,
        current,
        terminal,
        ZipTiming::OnDemand,
    )?;
    let closures = &collected.closures;
    let Some(closure) = closures.iter().find(|it| it.name == args.name) else {
        return Err(unknown(&args.name, closures));
    };
    let capture = &closure.note.capture;
    for cell in &capture.cells {
        let what = describe(capture, cell.value);
        writeln!(out, "{}: {what}", capture.chain(cell.value))?;
    }
    for (index, value) in capture.values.iter().enumerate() {
        let id = ValueId(u32::try_from(index).unwrap_or(u32::MAX));
        let is_variable = capture.cells.iter().any(|it| it.value == id);
        let is_code = matches!(
            value,
            Captured::Function(_) | Captured::Resource(_) | Captured::Deferred(_)
        );
        if is_code && !is_variable && capture.root != Some(id) {
            writeln!(out, "{}: {}", capture.chain(id), describe(capture, id))?;
        }
    }
    Ok(Exit::Success)
}

fn unknown(name: &str, closures: &[NamedClosure]) -> Failure {
    let report = Report::error(format!("the program has no closure {name:?}"));
    let names: Vec<&str> = closures.iter().map(|it| it.name.as_str()).collect();
    Failure::new(
        Exit::Failure,
        match names.is_empty() {
            true => report.help("none of its resources takes a function as an input"),
            false => report.help(format!("there are: {}", names.join(", "))),
        },
    )
}

/// Describes a value briefly, with the position of functions.
fn describe(capture: &Capture, id: ValueId) -> String {
    match capture.value(id) {
        Captured::Undefined => "undefined".to_owned(),
        Captured::Null => "null".to_owned(),
        Captured::Bool(it) => it.to_string(),
        Captured::Number(it) => it.to_string(),
        Captured::BigInt(digits) => format!("{digits}n"),
        Captured::String(text) => shortened(text),
        Captured::Utf16(_) => "a string".to_owned(),
        Captured::RegisteredSymbol(_) | Captured::UniqueSymbol(_) => "a symbol".to_owned(),
        Captured::Global(path) => format!("the global {path}"),
        Captured::Import { specifier, .. } => format!("imported from {specifier:?}"),
        Captured::PrototypeOf(_) => "the prototype of a class".to_owned(),
        Captured::Object(object) => match &object.kind {
            ObjectKind::Array { length } => format!("an array of {length}"),
            ObjectKind::Map(entries) => format!("a Map of {}", entries.len()),
            ObjectKind::Set(items) => format!("a Set of {}", items.len()),
            ObjectKind::ArrayBuffer { bytes, .. } => format!("{} bytes", bytes.len()),
            ObjectKind::Plain => format!("an object with {} members", object.members.len()),
            _ => "an object".to_owned(),
        },
        Captured::Function(function) => {
            let analysis = &capture.modules[function.module.0 as usize];
            let (line, column) =
                analysis.original_position(analysis.unit(function.unit).span.start);
            format!("code of {}:{}:{}", analysis.file, line + 1, column + 1)
        }
        Captured::Bound { .. } => "a bound function".to_owned(),
        Captured::MemberOf { name, .. } => format!("the member {name} of a class or object"),
        Captured::Derived { .. } => "a function that a call answers".to_owned(),
        Captured::Resource(resource) => {
            format!(
                "the resource {:?} ({})",
                resource.name, resource.resource_type
            )
        }
        Captured::Deferred(deferred) if deferred.is_secret => {
            "a secret, read from the environment".to_owned()
        }
        Captured::Deferred(_) => "a value of the deployment, read from the environment".to_owned(),
    }
}

fn shortened(text: &str) -> String {
    let quoted = format!("{text:?}");
    match quoted.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &quoted[..end]),
        None => quoted,
    }
}
