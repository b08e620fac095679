//! Compiles `proto/` to Rust, which `src/rpc/lumirpc.rs` includes.

use std::fs;
use std::path::Path;

use tonic_prost_build::Config;

/// Writes one file for each package to `out`.
pub fn compile(out: &Path) {
    println!("cargo:rerun-if-changed=proto");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("proto");
    let mut files = Vec::new();
    for package in fs::read_dir(&root).expect("proto/ is readable") {
        let package = package.expect("proto/ is readable").path();
        if package.is_dir() {
            let entries = fs::read_dir(&package).expect("a folder of proto/ is readable");
            files.extend(entries.map(|it| it.expect("a folder of proto/ is readable").path()));
        }
    }
    files.retain(|it| it.extension().is_some_and(|it| it == "proto"));
    files.sort();
    let descriptors = protox::compile(&files, [&root]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut config = Config::new();
    // They are for readers of the .proto files; not all are what rustdoc takes.
    config.disable_comments(["."]);
    // Messages hold secrets, which must not be printed by accident.
    config.skip_debug(["."]);
    tonic_prost_build::configure()
        .out_dir(out)
        // Connections are made by `src/rpc`.
        .build_transport(false)
        .disable_comments(["."])
        .compile_fds_with_config(descriptors, config)
        .expect("OUT_DIR is writable");
}
