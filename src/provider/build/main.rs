//! Reads the interface of the package `std` from its classes in `js/lumi/std`, which are its only description:
//! `std_interface.rs` is the code that makes it.
//!
//! | module | |
//! |---|---|
//! | `std_classes` | the classes, and the code of their interfaces |

mod std_classes;

use std::path::{Path, PathBuf};
use std::{env, fs};

use std_classes::Classes;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../js/lumi/std");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build");
    let entries = fs::read_dir(&folder).expect("BUG: js/lumi/std is a folder");
    let files = entries.flatten().map(|it| it.path());
    // The class that all others extend.
    let mut files: Vec<PathBuf> = files
        .filter(|it| !it.ends_with("std_resource.ts"))
        .collect();
    files.sort();
    let mut classes = Classes::default();
    for file in &files {
        let text = fs::read_to_string(file).expect("BUG: a script is text");
        classes.read(&file.display().to_string(), text);
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("BUG: cargo sets OUT_DIR"));
    let written = fs::write(out.join("std_interface.rs"), classes.code());
    written.expect("BUG: OUT_DIR can be written");
}
