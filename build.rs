//! Bakes `js/` into the V8 startup snapshot that `src/host/snapshot.rs` embeds.
//!
//! Only JavaScript goes in: Lumi's own ops are late-bound (see `js/lumi/ops.ts`), so this script
//! never compiles the engine.

use std::borrow::Cow;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use deno_ast::{
    EmitOptions, MediaType, ParseParams, SourceMapOption, TranspileModuleOptions, TranspileOptions,
};
use deno_core::snapshot::{CreateSnapshotOptions, create_snapshot};
use deno_core::url::Url;
use deno_core::{Extension, ExtensionFileSource};

/// How the names of modules begin that few programs touch: they stay out of the snapshot and are
/// compiled from the binary when first imported, so that no other program pays for them.
const LATE: &[&str] = &[
    "crypto/",
    "fetch/",
    "lumi/closures/",
    "lumi/dynamic.ts",
    "lumi/dynamic/",
    "lumi/serving.ts",
    "lumi/std.ts",
    "lumi/std/",
    "node/",
];

fn main() {
    println!("cargo:rerun-if-changed=js");
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fold_identical_code(&out);
    let (late, early): (Vec<_>, Vec<_>) = modules().into_iter().partition(|it| is_late(&it.0));
    let snapshot = create_snapshot(
        CreateSnapshotOptions {
            cargo_manifest_dir: env!("CARGO_MANIFEST_DIR"),
            startup_snapshot: None,
            skip_op_registration: false,
            extensions: vec![
                deno_webidl::deno_webidl::init(),
                web_extension(),
                sdk_extension(early),
            ],
            extension_transpiler: None,
            with_runtime_cb: None,
        },
        None,
    )
    .unwrap_or_else(|error| panic!("the snapshot of js/ failed: {error}"));
    fs::write(out.join("lumi.snapshot"), &snapshot.output).expect("OUT_DIR is writable");
    fs::write(
        out.join("residual.rs"),
        [
            residual_sources(&snapshot.consumed_lazy_specifiers),
            table("LATE_MODULES", &late),
        ]
        .concat(),
    )
    .expect("OUT_DIR is writable");
}

/// Has the linker keep one of several functions that are the same, which V8 and generic code have
/// many of: the binary gets smaller by a tenth. Linkers that cannot are left alone.
fn fold_identical_code(out: &Path) {
    const FOLD: &str = "-Wl,--icf=all";
    if env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let source = out.join("fold.rs");
    fs::write(&source, "fn main() {}").expect("OUT_DIR is writable");
    let tried = Command::new(rustc)
        .args(flags.split('\u{1f}').filter(|it| !it.is_empty()))
        .args(["--target", &env::var("TARGET").expect("cargo sets TARGET")])
        .args(["-C", &format!("link-arg={FOLD}"), "-o"])
        .args([out.join("fold"), source])
        .output();
    if tried.is_ok_and(|it| it.status.success()) {
        println!("cargo:rustc-link-arg-bins={FOLD}");
    }
}

/// `modules` of `js/` are evaluated in the snapshot; `js/main.ts` imports what is needed at
/// start.
fn sdk_extension(modules: Vec<(String, String)>) -> Extension {
    let sources = modules
        .into_iter()
        .map(|(specifier, code)| {
            let specifier: &'static str = Box::leak(specifier.into_boxed_str());
            ExtensionFileSource::new_computed(specifier, Arc::<str>::from(code))
        })
        .collect();
    Extension {
        name: "lumi",
        esm_files: Cow::Owned(sources),
        esm_entry_point: Some("lumi:/main.ts"),
        ..Default::default()
    }
}

/// Every `js/**/*.ts` as a module `lumi:/<path>`, already JavaScript, in order. Files of types
/// alone are left out: nothing imports them at run time.
fn modules() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("js");
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

fn is_late(specifier: &str) -> bool {
    let name = specifier.strip_prefix("lumi:/").unwrap_or(specifier);
    LATE.iter().any(|prefix| name.starts_with(prefix))
}

/// Rust source of a table of specifiers and code, in the order of `rows`: the runtime needs them
/// sorted by specifier.
fn table(name: &str, rows: &[(String, String)]) -> String {
    let mut table = format!("pub static {name}: &[(&str, &str)] = &[\n");
    for (specifier, code) in rows {
        let _ = writeln!(table, "({specifier:?}, {code:?}),");
    }
    table.push_str("];\n");
    table
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

/// The scripts of the web extension that the snapshot did not evaluate: they are compiled on first
/// use, from this table, so that a program pays only for what it touches.
fn residual_sources(consumed: &[String]) -> String {
    let mut extensions = [deno_webidl::deno_webidl::init(), web_extension()];
    let mut rows = Vec::new();
    for extension in &mut extensions {
        for file in extension.lazy_loaded_js_files.iter() {
            if consumed.iter().any(|name| name == file.specifier) {
                continue;
            }
            let text = file.load().expect("an extension source is readable");
            rows.push((file.specifier.to_string(), text.as_str().to_string()));
        }
    }
    rows.sort();
    table("LAZY_SCRIPTS", &rows)
}

fn web_extension() -> Extension {
    deno_web::deno_web::init(
        deno_web::BlobStore::default_arc(),
        None,
        false,
        deno_web::InMemoryBroadcastChannel::default(),
    )
}
