//! `lumi closure bundle PROGRAM --out DIR`: writes the program's closures as folders and zips.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::args::BundleArgs;
use lumi_closure::capture::{Capture, Captured, Deferred};
use lumi_closure::dependencies::LocatedDependency;
use lumi_closure::emit::{Bound, EmitOptions, EmittedModule};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use super::bundle_writer::BundleWriter;
use super::closure_collection::{NamedClosure, ZipTiming, collect};

pub fn run(args: &BundleArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    let out = current.join(&args.out);
    let options = EmitOptions {
        format: args.format.into(),
        minify: args.minify,
        ..EmitOptions::default()
    };
    let zips = match options == EmitOptions::default() {
        true => ZipTiming::Ahead,
        false => ZipTiming::OnDemand,
    };
    let collected = collect(&args.program, &args.flags, current, terminal, zips)?;
    let mut folders = BTreeSet::new();
    let closures: Vec<(NamedClosure, String)> = collected
        .closures
        .into_iter()
        .map(|closure| {
            let folder = folder_name(&closure.name, &mut folders);
            (closure, folder)
        })
        .collect();
    let writer = BundleWriter {
        out: &out,
        project: &collected.project,
        options,
    };
    let list = writer.write_all(&closures)?;
    let text = format!("{:#}\n", Value::from(list));
    writer.put_list(&text)?;
    if args.list {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
    }
    let count = closures.len();
    let noun = if count == 1 { "closure" } else { "closures" };
    terminal.print_line(&format!("{count} {noun} in {}", args.out.display()));
    Ok(Exit::Success)
}

pub fn dependency_list(capture: &Capture, dependencies: &[LocatedDependency]) -> Vec<Value> {
    let resources = resources(capture);
    let found = dependencies.iter().filter_map(|it| {
        let it = &it.dependency;
        let (name, resource_type) = resources.get(&it.serial)?;
        let (kind, member) = it.access.listed();
        Some(json!({
            "resource": name,
            "resourceType": short_type(resource_type),
            "type": kind,
            "member": member,
        }))
    });
    found.collect()
}

/// The value that each variable is bound to.
pub fn environment(capture: &Capture, module: &EmittedModule) -> Value {
    let resources = resources(capture);
    let variables = module.environment.iter().map(|(name, bound)| {
        let what = match bound {
            Bound::Output { serial, property } => {
                let resource = resources.get(serial).map(|it| it.0);
                json!({ "resource": resource, "property": property })
            }
            Bound::Property { key } => property(capture, *key),
        };
        (name.clone(), what)
    });
    Value::Object(variables.collect())
}

/// An output of a resource, or the sources of a Property.
fn property(capture: &Capture, key: u32) -> Value {
    let mut all = capture.values.iter().filter_map(|value| match value {
        Captured::Deferred(deferred) if deferred.key == key => Some(deferred),
        _ => None,
    });
    let Some(Deferred {
        sources,
        is_secret,
        config_key,
        ..
    }) = all.next()
    else {
        return json!({});
    };
    let mut what = match &sources[..] {
        [] if config_key.is_some() => json!({ "config": config_key }),
        [source] if source.output != "*" => {
            json!({ "resource": source.name, "property": source.output })
        }
        sources => {
            let names: Vec<&str> = sources.iter().map(|it| it.name.as_str()).collect();
            json!({ "resources": names })
        }
    };
    if *is_secret {
        what["secret"] = true.into();
    }
    what
}

/// Name and type by serial.
fn resources(capture: &Capture) -> BTreeMap<u32, (&str, &str)> {
    let mut found = BTreeMap::new();
    for value in &capture.values {
        match value {
            Captured::Resource(it) => {
                found.insert(it.serial, (it.name.as_str(), it.resource_type.as_str()));
            }
            Captured::Deferred(deferred) => {
                for it in &deferred.sources {
                    found.insert(it.serial, (it.name.as_str(), it.resource_type.as_str()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Shortens `aws:s3/bucket:Bucket` to `aws.Bucket`.
fn short_type(token: &str) -> String {
    let package = token.split(':').next().unwrap_or(token);
    let name = token.rsplit(':').next().unwrap_or(token);
    format!("{package}.{name}")
}

/// A unique folder name that every file system accepts.
fn folder_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let allowed = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    let mut base: String = name
        .chars()
        .map(|it| if allowed(it) { it } else { '-' })
        .collect();
    if base.starts_with('.') || base.is_empty() {
        base.insert(0, '-');
    }
    base.truncate(100);
    let mut folder = base.clone();
    let mut number = 2;
    // Some file systems ignore case.
    while !taken.insert(folder.to_lowercase()) {
        folder = format!("{base}-{number}");
        number += 1;
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_have_names_of_their_own() {
        let mut taken = BTreeSet::new();
        let names = ["f", "F", "a/b", "..", "é.handler"].map(|it| folder_name(it, &mut taken));
        assert_eq!(names, ["f", "F-2", "a-b", "-..", "-.handler"]);
    }

    #[test]
    fn types_are_short() {
        assert_eq!(short_type("aws:s3/bucket:Bucket"), "aws.Bucket");
    }
}
