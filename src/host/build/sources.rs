//! The modules of `js/` as JavaScript.

use std::fs;
use std::path::{Path, PathBuf};

use deno_ast::{
    EmitOptions, MediaType, ParseParams, SourceMapOption, TranspileModuleOptions, TranspileOptions,
};
use deno_core::url::Url;

/// Every `js/**/*.ts` as a module `lumi:/<path>`, transpiled and sorted. Files that contain only
/// types are left out: they are not imported at run time.
pub fn modules() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../js");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    files.sort();
    let mut modules = Vec::new();
    for (name, path) in files {
        let text = fs::read_to_string(&path).expect("a source under js/ is readable");
        assert!(text.is_ascii(), "{path:?}: snapshot sources must be ASCII");
        let specifier = format!("lumi:/{name}");
        let code = transpile(&specifier, text);
        if !matches!(code.trim(), "" | "export { };" | "export {};") {
            modules.push((specifier, code));
        }
    }
    modules
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("js/ is readable") {
        let path = entry.expect("js/ is readable").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|e| e == "ts")
            && !path.to_string_lossy().ends_with(".d.ts")
        {
            let name = path
                .strip_prefix(root)
                .expect("below js/")
                .to_string_lossy()
                .into_owned();
            files.push((name, path));
        }
    }
}

fn transpile(specifier: &str, text: String) -> String {
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: Url::parse(specifier).expect("a module name is a URL"),
        text: text.into(),
        media_type: MediaType::TypeScript,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    })
    .unwrap_or_else(|error| panic!("{error}"));
    let emit = EmitOptions {
        source_map: SourceMapOption::None,
        remove_comments: true,
        ..Default::default()
    };
    parsed
        .transpile(
            &TranspileOptions::default(),
            &TranspileModuleOptions::default(),
            &emit,
        )
        .unwrap_or_else(|error| panic!("{error}"))
        .into_source()
        .text
}
