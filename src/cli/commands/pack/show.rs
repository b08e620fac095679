//! `lumi pack show`: what is in a package.

use std::io::Write;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use serde_json::json;

use lumi_pack::{DocumentFormat, Manifest, Pack, PackKind, ReadError, document};
use lumi_project::read_archive;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::escaped;

/// Show the manifest, the modules and the sizes of a package
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The package
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the manifest and the sizes as JSON
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write all of the package as one document, which other commands take in its place
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<ShownFormat>,
}

/// A format of documents.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ShownFormat {
    Json,
    Yaml,
}

pub fn run(args: &ShowArgs, current: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (pack, archive) = read_archive(&args.file, current)?;
    if args.json {
        let shown = json!({ "manifest": pack.manifest, "sizes": pack.sizes });
        writeln!(out, "{shown}")?;
        return Ok(Exit::Success);
    }
    match args.format {
        None => write!(out, "{}", text(&pack))?,
        Some(ShownFormat::Json) => write!(out, "{}", document_of(&archive, DocumentFormat::Json)?)?,
        Some(ShownFormat::Yaml) => write!(out, "{}", document_of(&archive, DocumentFormat::Yaml)?)?,
    }
    Ok(Exit::Success)
}

/// The document of a verified archive.
pub fn document_of(archive: &[u8], format: DocumentFormat) -> Result<String, Failure> {
    document(archive, format).map_err(|error| {
        let failure = Failure::error(format!("the package has no document: {error}"));
        match (&error, format) {
            (ReadError::DocumentTooLarge(_), DocumentFormat::Yaml) => {
                failure.help("documents in JSON may be larger")
            }
            _ => failure,
        }
    })
}

fn text(pack: &Pack) -> String {
    let mut lines = facts(&pack.manifest);
    lines.push(String::new());
    lines.extend(contents(pack));
    lines.push(String::new());
    lines.join("\n")
}

fn facts(manifest: &Manifest) -> Vec<String> {
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
    let kind = match manifest.kind {
        PackKind::Executable => "executable",
        PackKind::Library => "library",
    };
    fact("kind", kind);
    fact("hash", &manifest.hash);
    fact("code", &manifest.code);
    for (name, it) in &manifest.dependencies {
        let version = it.version.as_deref().map(|it| format!(", locked at {it}"));
        fact(
            "needs",
            &format!("{name}: {}{}", it.wanted, version.unwrap_or_default()),
        );
    }
    lines
}

fn contents(pack: &Pack) -> Vec<String> {
    let manifest = &pack.manifest;
    let size = |file: String| pack.sizes.get(&file).copied().unwrap_or_default();
    let mut lines = Vec::new();
    for it in &manifest.modules {
        let mark = if it.name == manifest.entry {
            " (entry)"
        } else {
            ""
        };
        let code = bytes(size(format!("il/{}.json", it.name)));
        lines.push(format!("module {}{mark}, {code}", escaped(&it.name)));
        if !it.exports.is_empty() {
            lines.push(format!("  exports {}", escaped(&it.exports.join(", "))));
        }
    }
    for it in &manifest.data {
        let length = bytes(size(format!("data/{}", it.file)));
        lines.push(format!(
            "data {}, {}, {length}",
            escaped(&it.file),
            escaped(&it.kind)
        ));
    }
    for it in &manifest.assets {
        let length = bytes(size(format!("assets/{}", it.file)));
        let mark = if it.executable { ", executable" } else { "" };
        lines.push(format!("asset {}{mark}, {length}", escaped(&it.file)));
    }
    let closures = manifest
        .closures
        .iter()
        .map(|it| size(format!("closures/{it}.js")));
    let closures: usize = closures.sum();
    match manifest.closures.len() {
        0 => {}
        1 => lines.push(format!("1 closure, {}", bytes(closures))),
        many => lines.push(format!("{many} closures, {}", bytes(closures))),
    }
    lines
}

fn bytes(size: usize) -> String {
    ByteSize(size as u64).to_string()
}
