//! Packs the files that are written for compilers, as archives that `src/project/files/embedded_files.rs` embeds.
//!
//! | module | |
//! |---|---|
//! | `archive` | a compressed archive |
//! | `declarations` | the declarations of the SDK and of the modules of Node |
//! | `emit` | writes JavaScript without comments and white space |
//! | `typescript` | the compiler of TypeScript |

mod archive;
mod declarations;
#[path = "../../host/build/emit.rs"]
mod emit;
mod typescript;

use std::env;
use std::fs;
use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=../host/build/emit.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let files = [
        ("declarations.tar.zst", declarations::archive()),
        ("typescript.tar.zst", typescript::archive()),
    ];
    for (name, bytes) in files {
        fs::write(out.join(name), bytes).expect("OUT_DIR can be written");
    }
}
