//! Libraries that change what a process asks of the system.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::support::lumi::tool;

/// Compiles a library in Rust for `LD_PRELOAD` into `folder`; `None` on systems without that.
pub fn compile(folder: &Path, name: &str, text: &str) -> Option<PathBuf> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let source = folder.join(format!("{name}.rs"));
    let library = folder.join(format!("lib{name}.so"));
    std::fs::write(&source, text).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // Variables that locate the toolchain.
    let is_of_rustup = |name: &OsStr| {
        let name = name.to_string_lossy();
        name == "HOME" || name.starts_with("RUSTUP_")
    };
    let status = tool(rustc)
        .envs(std::env::vars_os().filter(|(name, _)| is_of_rustup(name)))
        .args(["--edition", "2024", "--crate-type", "cdylib", "-o"])
        .args([&library, &source])
        .status();
    assert!(
        status.is_ok_and(|it| it.success()),
        "rustc compiles the library"
    );
    Some(library)
}
