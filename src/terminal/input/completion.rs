//! Shell completion of names: stacks, resources, outputs, configuration keys.
//!
//! The shell calls `lumi` with [`COMPLETE`] set and the words typed so far. Errors produce no names
//! and no messages, so that the user's line is not disturbed.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clap_complete::CompleteEnv;
use clap_complete::engine::CompletionCandidate;

use lumi_graph::environment_variables::{BACKEND, COMPLETE};
use lumi_state::CompletionNames;

use lumi_project::ProjectSettings;
use lumi_project::stacks::backend;

/// Answers a completion request of a command line and ends the process; returns if there is none.
pub fn answer(command_line: fn() -> clap::Command) {
    if env::var_os(COMPLETE).is_some() {
        CompleteEnv::with_factory(command_line)
            .var(COMPLETE)
            .completer("lumi")
            .complete();
    }
}

/// The stacks of the project.
pub fn stacks() -> Vec<CompletionCandidate> {
    let Some(settings) = settings() else {
        return Vec::new();
    };
    let mut names = BTreeSet::new();
    if is_local(&settings)
        && let Ok(backend) = backend::open(&settings)
        && let Ok(Ok(stacks)) = backend::wait(backend.list_stacks(&settings.name))
    {
        names.extend(stacks);
    }
    let files = fs::read_dir(&settings.folder)
        .into_iter()
        .flatten()
        .flatten();
    let names_of_files = files.filter_map(|it| it.file_name().into_string().ok());
    names.extend(names_of_files.filter_map(|it| {
        let name = it.strip_prefix("Lumi.")?.strip_suffix(".yaml")?;
        Some(name.to_owned())
    }));
    candidates(names)
}

/// The resources of the selected stack: names, and URNs for ambiguous names.
pub fn resources() -> Vec<CompletionCandidate> {
    let urns = named().map(|it| it.urns).unwrap_or_default();
    let names = urns.iter().map(|urn| {
        let same = urns.iter().filter(|it| it.name() == urn.name()).count();
        match same {
            1 => urn.name().to_owned(),
            _ => urn.as_str().to_owned(),
        }
    });
    candidates(names.collect())
}

/// The outputs of the selected stack.
pub fn outputs() -> Vec<CompletionCandidate> {
    let outputs = named().map(|it| it.outputs).unwrap_or_default();
    candidates(outputs.into_iter().collect())
}

/// The configuration keys of the selected stack, and the declared ones.
pub fn config_keys() -> Vec<CompletionCandidate> {
    let Some(settings) = settings() else {
        return Vec::new();
    };
    let own = format!("{}:", settings.name);
    let short = |key: &String| key.strip_prefix(&own).unwrap_or(key).to_owned();
    let mut keys: BTreeSet<String> = settings.manifest.config.keys().map(short).collect();
    if let Ok(stack) = settings.stack(word_of("--stack", "-s").as_deref())
        && let Ok(file) = settings.stack_file(&stack)
    {
        keys.extend(file.config.keys().map(short));
    }
    candidates(keys)
}

/// The packages of the project.
pub fn packages() -> Vec<CompletionCandidate> {
    let packages = settings()
        .map(|it| it.manifest.packages)
        .unwrap_or_default();
    candidates(packages.keys().map(ToString::to_string).collect())
}

fn named() -> Option<CompletionNames> {
    let settings = settings().filter(is_local)?;
    let stack = settings.stack(word_of("--stack", "-s").as_deref()).ok()?;
    let stack = backend::open_stack(&settings, &stack).ok()?;
    backend::wait(stack.named()).ok()?.ok()
}

fn settings() -> Option<ProjectSettings> {
    let current = env::current_dir().ok()?;
    let folder = word_of("--directory", "-C").map_or_else(PathBuf::new, PathBuf::from);
    ProjectSettings::find(Path::new("."), &current.join(folder)).ok()
}

/// Whether the backend is a local folder; remote ones are too slow for completion.
fn is_local(settings: &ProjectSettings) -> bool {
    let url = env::var(BACKEND).ok().filter(|it| !it.is_empty());
    let url = url.or_else(|| settings.manifest.backend.clone());
    url.is_none_or(|it| it.starts_with("file:"))
}

/// The value of a flag in the line to complete.
fn word_of(long: &str, short: &str) -> Option<String> {
    let words: Vec<String> = env::args().skip_while(|it| it != "--").collect();
    value_of(&words, long, short)
}

fn value_of(words: &[String], long: &str, short: &str) -> Option<String> {
    let mut last = None;
    for (at, word) in words.iter().enumerate() {
        if word == long || word == short {
            last = words.get(at + 1).cloned();
        } else if let Some(value) = word.strip_prefix(long).and_then(|it| it.strip_prefix('=')) {
            last = Some(value.to_owned());
        }
    }
    last.filter(|it| !it.is_empty())
}

fn candidates(names: BTreeSet<String>) -> Vec<CompletionCandidate> {
    let plain = names
        .into_iter()
        .filter(|it| !it.contains(char::is_control));
    plain.map(CompletionCandidate::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_is_that_of_the_line() {
        let stack = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            value_of(&words, "--stack", "-s")
        };
        assert_eq!(stack("-- lumi up -s prod -t x").as_deref(), Some("prod"));
        assert_eq!(
            stack("-- lumi up --stack=prod -t x").as_deref(),
            Some("prod")
        );
        assert_eq!(stack("-- lumi up -t x"), None);
        assert_eq!(stack("-- lumi up -s"), None);
    }
}
