//! `lumi`: see the library for everything.

use std::process::ExitCode;

fn main() -> ExitCode {
    lumi::cli::main()
}
