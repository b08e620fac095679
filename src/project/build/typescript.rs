//! The compiler of TypeScript: what `tsc` reads of its npm package, which `tools/node-packages` installs.
//!
//! A binary for users has the script without white space, and the libraries without comments, which editors show and
//! the compiler skips.

use std::fs;
use std::path::{Path, PathBuf};

use deno_ast::swc::common::comments::CommentKind;
use deno_ast::{MediaType, ParseParams, SourceRangedForSpanned as _};
use deno_core::serde_json;
use deno_core::url::Url;

use crate::archive::Archive;
use crate::emit::{emit, is_small};

const LOCK: &str = "../../tools/node-packages/package-lock.json";
const PACKAGE: &str = "../../tools/node-packages/node_modules/typescript";
/// The licence goes with the code.
const FILES: [&str; 4] = [
    "LICENSE.txt",
    "ThirdPartyNoticeText.txt",
    "package.json",
    "lib/tsc.js",
];

/// The archive of the compiler. `LUMI_TYPESCRIPT_VERSION` becomes its version.
pub fn archive() -> Vec<u8> {
    println!("cargo:rerun-if-changed={LOCK}");
    println!("cargo:rustc-env=LUMI_TYPESCRIPT_VERSION={}", version());
    let mut archive = Archive::new();
    for name in FILES {
        archive.add(name, read(name).as_bytes());
    }
    archive.add("lib/_tsc.js", script(read("lib/_tsc.js")).as_bytes());
    for name in libraries() {
        archive.add(&name, library(read(&name)).as_bytes());
    }
    archive.compressed()
}

fn version() -> String {
    let manifest: serde_json::Value =
        serde_json::from_str(&read("package.json")).expect("package.json is JSON");
    let version = manifest["version"].as_str();
    version.expect("a package has a version").to_owned()
}

/// The text of a file of the package.
fn read(name: &str) -> String {
    let path = Path::new(PACKAGE).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "cannot read {}: {error}: run `make node-packages` first (it needs npm)",
            path.display()
        )
    })
}

/// The names of the declarations of the language and of browsers, in order.
fn libraries() -> Vec<String> {
    let folder = PathBuf::from(PACKAGE).join("lib");
    let names = fs::read_dir(folder).expect("the package has its libraries");
    let names = names.filter_map(|entry| {
        let name = entry.expect("a folder can be read").file_name();
        let name = name.into_string().expect("names of libraries are text");
        (name.starts_with("lib.") && name.ends_with(".d.ts")).then(|| format!("lib/{name}"))
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn script(text: String) -> String {
    match is_small() {
        true => emit(parsed("_tsc.js", text, MediaType::JavaScript).program_ref()),
        false => text,
    }
}

/// Comments with three slashes name other libraries, and stay.
fn library(text: String) -> String {
    if !is_small() {
        return text;
    }
    let source = parsed("lib.d.ts", text.clone(), MediaType::Dts);
    let start = source.text_info_lazy().range().start;
    let mut kept = String::new();
    let mut end = 0;
    let mut comments = source.comments().get_vec();
    comments.sort_by_key(|it| it.start());
    for comment in comments {
        let is_reference = comment.kind == CommentKind::Line && comment.text.starts_with('/');
        if !is_reference {
            kept.push_str(&text[end..comment.start().as_byte_index(start)]);
            end = comment.end().as_byte_index(start);
        }
    }
    kept.push_str(&text[end..]);
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn parsed(name: &str, text: String, media_type: MediaType) -> deno_ast::ParsedSource {
    let params = ParseParams {
        specifier: Url::parse(&format!("file:///{name}")).expect("it is a URL"),
        text: text.into(),
        media_type,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    };
    deno_ast::parse_program(params).unwrap_or_else(|error| panic!("{error}"))
}
