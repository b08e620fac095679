//! Options of the linker for the binary.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    if env::var("PROFILE").as_deref() == Ok("release") {
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        link_tightly(&out);
    }
}

/// Added to what the linker does anyway.
const NO_UNWINDING: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;";

/// What rustc links to its programs anyway, under the name of the file that is no shared library.
const LIBGCC: &str = "dylib:+verbatim=libgcc_eh.a";

/// Options of the linker that make the binary smaller or its start shorter. Linkers that cannot do
/// one are left alone.
///
/// - One of several functions that are the same is kept, which V8 and generic code have many of:
///   the binary gets smaller by a tenth.
/// - The executable has a fixed address: otherwise the system relocates 67,000 pointers at every
///   start, a twentieth of a hello program and 4 MB. What it runs is elsewhere in memory each time
///   as before: stacks, heaps, libraries, and code that V8 generates.
/// - What unwinds the stack is left out, and its index: a panic ends the process. It is a twentieth of
///   the binary.
/// - What V8 runs at every start stands together (`tools/startup`): the system brings a tenth fewer
///   pages, which is a tenth of a hello program.
/// - The compiler's own library is in the binary: otherwise it is found, loaded and set up at every
///   start, for functions that unwind the stack.
fn link_tightly(out: &Path) {
    let order = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/startup.order");
    let order = format!(
        "-Wl,--no-warn-symbol-ordering,--symbol-ordering-file={}",
        order.display()
    );
    let script = out.join("no_unwinding.ld");
    fs::write(&script, NO_UNWINDING).expect("OUT_DIR is writable");
    let no_unwinding = format!("-Wl,-T,{}", script.display());
    let mut flags = Vec::new();
    for flag in [
        "-Wl,--icf=all",
        "-no-pie",
        "-Wl,--no-eh-frame-hdr",
        &no_unwinding,
        &order,
    ] {
        flags.push(format!("-Clink-arg={flag}"));
        if can_link(out, &flags) {
            println!("cargo:rustc-link-arg-bins={flag}");
        } else {
            flags.pop();
        }
    }
    flags.push(format!("-l{LIBGCC}"));
    if can_link(out, &flags) {
        println!("cargo:rustc-link-lib={LIBGCC}");
    }
}

/// Whether a program that rustc links with these flags runs.
fn can_link(out: &Path, flags: &[String]) -> bool {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let given = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let (source, program) = (out.join("tried.rs"), out.join("tried"));
    fs::write(&source, "fn main() {}").expect("OUT_DIR is writable");
    let linked = Command::new(rustc)
        .args(given.split('\u{1f}').filter(|it| !it.is_empty()))
        .args(["--target", &env::var("TARGET").expect("cargo sets TARGET")])
        .args(flags)
        .arg("-o")
        .args([&program, &source])
        .output();
    // A program for another machine cannot be tried out.
    let is_native = env::var("HOST") == env::var("TARGET");
    linked.is_ok_and(|it| it.status.success())
        && (!is_native || Command::new(program).status().is_ok_and(|it| it.success()))
}
