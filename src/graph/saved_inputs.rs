//! The seed inputs and regressions of `make fuzz`. Compiled into the tests of every crate that has
//! a target.

use std::fs;
use std::path::Path;

/// Runs a target on each of its saved inputs, as the fuzzer does.
pub fn replay(target: &str, run: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let mut inputs = 0;
    for folder in ["seeds", "crashes"] {
        let Ok(files) = fs::read_dir(fuzz.join(folder).join(target)) else {
            continue;
        };
        for file in files {
            run(&fs::read(file.unwrap().path()).unwrap());
            inputs += 1;
        }
    }
    assert!(inputs > 0, "`{target}` has no inputs");
}
