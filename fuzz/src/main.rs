//! Feeds one target with inputs that libFuzzer makes of those that reached new code: `make fuzz`.
//!
//! Each target is a function of the layer that reads such bytes, in a file `fuzzing.rs`. It panics if
//! they are neither refused nor read for what they are. The unit tests of the layers run the targets
//! on everything in `seeds/` and `crashes/`.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
mod targets;

/// The layers have their targets with `--cfg fuzzing` alone.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("error: this build has no targets; run `make fuzz`");
    std::process::exit(2);
}
