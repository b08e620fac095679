//! Compiles one package of `proto/` to Rust, for the build scripts of the crates that use it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use tonic_prost_build::Config;

/// Writes `PACKAGE.rs` into `OUT_DIR`.
pub fn compile_proto(package: &str) {
    println!("cargo:rerun-if-changed=../rpc/build/compile_proto.rs");
    println!("cargo:rerun-if-changed=../../proto/{package}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proto");
    let entries = fs::read_dir(root.join(package)).expect("a folder of proto/ is readable");
    let mut files: Vec<PathBuf> = entries
        .map(|it| it.expect("a folder of proto/ is readable").path())
        .filter(|it| it.extension().is_some_and(|it| it == "proto"))
        .collect();
    files.sort();
    let descriptors = protox::compile(&files, [&root]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut config = Config::new();
    // The comments are for readers of the .proto files; some are not valid rustdoc.
    config.disable_comments(["."]);
    // Messages hold secrets, which must not be printed by accident.
    config.skip_debug(["."]);
    tonic_prost_build::configure()
        .out_dir(out)
        // `src/rpc` makes the connections.
        .build_transport(false)
        .disable_comments(["."])
        .compile_fds_with_config(descriptors, config)
        .expect("OUT_DIR is writable");
}
