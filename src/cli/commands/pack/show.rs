//! `lumi pack show`: what is in a package.

use std::io::Write;
use std::path::Path;

use bytesize::ByteSize;
use serde_json::json;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::project::read_pack;
use crate::ui::report::escaped;
use lumi_pack::{Pack, PackKind};

use super::FileArgs;

pub fn run(args: &FileArgs, current: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let pack = read_pack(&args.file, current)?;
    if args.json {
        let shown = json!({ "manifest": pack.manifest, "sizes": pack.sizes });
        writeln!(out, "{shown}")?;
        return Ok(Exit::Success);
    }
    write!(out, "{}", text(&pack))?;
    Ok(Exit::Success)
}

fn text(pack: &Pack) -> String {
    let manifest = &pack.manifest;
    let mut lines = Vec::new();
    let mut fact = |name: &str, value: &str| lines.push(format!("{name:<13}{}", escaped(value)));
    fact("name", &format!("{} {}", manifest.name, manifest.version));
    let optional = [
        ("description", &manifest.description),
        ("licence", &manifest.license),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            fact(name, value);
        }
    }
    fact(
        "kind",
        match manifest.kind {
            PackKind::Executable => "executable",
            PackKind::Library => "library",
        },
    );
    fact("hash", &manifest.hash);
    fact("code", &manifest.code);
    for (name, it) in &manifest.dependencies {
        let version = it.version.as_deref().map(|it| format!(", locked at {it}"));
        fact(
            "needs",
            &format!("{name}: {}{}", it.wanted, version.unwrap_or_default()),
        );
    }
    lines.push(String::new());
    for it in &manifest.modules {
        let size = pack
            .sizes
            .get(&format!("il/{}.json", it.name))
            .copied()
            .unwrap_or_default();
        let mark = if it.name == manifest.entry {
            " (entry)"
        } else {
            ""
        };
        lines.push(format!(
            "module {}{mark}, {}",
            escaped(&it.name),
            bytes(size)
        ));
        if !it.exports.is_empty() {
            lines.push(format!("  exports {}", escaped(&it.exports.join(", "))));
        }
    }
    for it in &manifest.data {
        let size = pack
            .sizes
            .get(&format!("data/{}", it.file))
            .copied()
            .unwrap_or_default();
        lines.push(format!(
            "data {}, {}, {}",
            escaped(&it.file),
            escaped(&it.kind),
            bytes(size)
        ));
    }
    let closures: usize = manifest
        .closures
        .iter()
        .filter_map(|it| pack.sizes.get(&format!("closures/{it}.js")))
        .sum();
    if !manifest.closures.is_empty() {
        let count = manifest.closures.len();
        lines.push(format!(
            "{count} closure{}, {}",
            if count == 1 { "" } else { "s" },
            bytes(closures)
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn bytes(size: usize) -> String {
    ByteSize(size as u64).to_string()
}
