//! The console of OpenTofu, and values as it prints them.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::value::{Mark, Type, Value, friendly_name, quoted};

/// The tool, which `make judges` builds; `None` where it is missing, which must not be in CI.
pub fn tool() -> Option<PathBuf> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/opentofu/tofu");
    if !tool.exists() {
        assert!(std::env::var_os("CI").is_none(), "CI must have OpenTofu");
        return None;
    }
    Some(tool)
}

/// A text of the environment, which chooses what a long test compares.
pub fn text_of(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// A number of the environment.
pub fn number(name: &str, default: u64) -> u64 {
    text_of(name)
        .and_then(|it| it.parse().ok())
        .unwrap_or(default)
}

const SEPARATOR: &str = "\"#next\"";

/// The answers to the lines up to the first one that is refused.
pub fn answers(tool: &Path, folder: &Path, lines: &[String]) -> Vec<String> {
    let input: String = lines
        .iter()
        .map(|it| format!("{it}\n{SEPARATOR}\n"))
        .collect();
    let mut console = Command::new(tool);
    console
        .args(["console", "-no-color"])
        .current_dir(folder)
        .env("TF_CLI_CONFIG_FILE", "/dev/null")
        .env("CHECKPOINT_DISABLE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut console = console.spawn().unwrap();
    let mut stdin = console.stdin.take().unwrap();
    // The console may end before it has read all lines.
    let writer = std::thread::Builder::new().spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = console.wait_with_output().unwrap();
    writer.unwrap().join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<String> = text
        .split(&format!("{SEPARATOR}\n"))
        // Warnings stand before the value.
        .map(|it| {
            it.rsplit_once("similar warnings elsewhere)\n\n")
                .map_or(it, |(_, it)| it)
        })
        .map(|it| it.trim_end_matches('\n').to_owned())
        .collect();
    answers.pop();
    answers
}

/// The numbers of the files `f0.tf`, `f1.tf` … that are not valid.
pub fn refused_files(tool: &Path, folder: &Path) -> BTreeSet<usize> {
    let mut format = Command::new(tool);
    format
        .args(["fmt", "-no-color", "-write=false", "-list=false"])
        .current_dir(folder)
        .env("TF_CLI_CONFIG_FILE", "/dev/null")
        .stdin(Stdio::null());
    let output = format.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let places = text.split(" on f").skip(1);
    places
        .filter_map(|it| it.split_once(".tf line")?.0.parse().ok())
        .collect()
}

/// A value as the console prints it.
pub fn printed(value: &Value, indent: usize) -> String {
    if value.is_unknown() {
        return "(known after apply)".to_owned();
    }
    if value.has_mark(&Mark::Sensitive) {
        return "(sensitive value)".to_owned();
    }
    if value.is_null() {
        return null(value.ty());
    }
    match value.ty() {
        Type::String => text(value.as_str().unwrap_or_default(), indent),
        Type::Number => value
            .as_number()
            .map(|it| it.to_string())
            .unwrap_or_default(),
        Type::Bool => value.as_bool().map(|it| it.to_string()).unwrap_or_default(),
        Type::Object(_) => mapping(value, indent),
        Type::Map(_) => format!("tomap({})", mapping(value, indent)),
        Type::Tuple(_) => sequence(value, indent),
        Type::List(_) => format!("tolist({})", sequence(value, indent)),
        Type::Set(_) => format!("toset({})", sequence(value, indent)),
        Type::Dynamic => "dynamic".to_owned(),
    }
}

fn null(of: &Type) -> String {
    let name_of = |of: &Type| friendly_name(of).replace("any single type", "dynamic");
    let element = |name: &str, of: &Type| format!("{name}(null) /* of {} */", name_of(of));
    match of {
        Type::Dynamic => "null".to_owned(),
        Type::String => "tostring(null)".to_owned(),
        Type::Number => "tonumber(null)".to_owned(),
        Type::Bool => "tobool(null)".to_owned(),
        Type::List(of) => element("tolist", of),
        Type::Set(of) => element("toset", of),
        Type::Map(of) => element("tomap", of),
        _ => format!("null /* {} */", name_of(of)),
    }
}

fn text(text: &str, indent: usize) -> String {
    if !text.contains('\n') {
        return quoted(text);
    }
    let mut marker = "EOT".to_owned();
    while text.split('\n').any(|it| it.trim() == marker) {
        marker.push('_');
    }
    let space = " ".repeat(indent);
    let lines: String = text
        .split('\n')
        .map(|it| format!("\n{space}{it}"))
        .collect();
    let dash = if indent > 0 { "-" } else { "" };
    format!("<<{dash}{marker}{lines}\n{space}{marker}")
}

fn mapping(value: &Value, indent: usize) -> String {
    let entry = |(key, value): (Value, Value)| {
        format!(
            "{} = {}",
            printed(&key, indent + 2),
            printed(&value, indent + 2)
        )
    };
    let entries = value.iterate().unwrap_or_default().into_iter().map(entry);
    enclosed(entries.collect(), "{", "}", indent)
}

fn sequence(value: &Value, indent: usize) -> String {
    let elements = value.elements().unwrap_or_default().iter();
    let elements = elements.map(|it| format!("{},", printed(it, indent + 2)));
    enclosed(elements.collect(), "[", "]", indent)
}

fn enclosed(parts: Vec<String>, open: &str, close: &str, indent: usize) -> String {
    if parts.is_empty() {
        return format!("{open}{close}");
    }
    let space = " ".repeat(indent);
    let parts: String = parts.iter().map(|it| format!("\n{space}  {it}")).collect();
    format!("{open}{parts}\n{space}{close}")
}
