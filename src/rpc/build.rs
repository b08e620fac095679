//! Compiles `proto/` to Rust, which `lumirpc.rs` and `pulumirpc.rs` include: one file for each
//! package.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use tonic_prost_build::Config;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../proto");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proto");
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
