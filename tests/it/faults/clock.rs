//! Processes with a wrong wall clock.

use std::path::{Path, PathBuf};

use super::preloaded;
use crate::support::lumi::Lumi;

/// Adds `LUMI_TEST_CLOCK_OFFSET` (seconds) to the system's time. The monotonic clock stays correct.
const SOURCE: &str = r#"
use std::ffi::{c_int, c_long};

#[repr(C)]
pub struct Moment {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn getenv(name: *const i8) -> *const i8;
    fn atoll(text: *const i8) -> i64;
}

#[cfg(target_arch = "x86_64")]
const CLOCK_GETTIME: c_long = 228;
#[cfg(target_arch = "aarch64")]
const CLOCK_GETTIME: c_long = 113;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, moment: *mut Moment) -> c_int {
    unsafe {
        let result = syscall(CLOCK_GETTIME, clock as c_long, moment) as c_int;
        let text = getenv(c"LUMI_TEST_CLOCK_OFFSET".as_ptr() as *const i8);
        if result == 0 && clock == 0 && !text.is_null() {
            (*moment).seconds += atoll(text);
        }
        result
    }
}
"#;

/// A library that shifts the wall clock of a process.
pub struct WrongClock {
    library: PathBuf,
}

impl WrongClock {
    /// Compiles the library into `folder`; `None` on systems without `LD_PRELOAD`.
    pub fn compile(folder: &Path) -> Option<Self> {
        let library = preloaded::compile(folder, "clock", SOURCE)?;
        Some(Self { library })
    }

    /// The variables for a process whose clock is `seconds` ahead.
    pub fn environment(&self, seconds: i64) -> Vec<(String, String)> {
        vec![
            ("LD_PRELOAD".to_owned(), self.library.display().to_string()),
            ("LUMI_TEST_CLOCK_OFFSET".to_owned(), seconds.to_string()),
        ]
    }
}

#[test]
fn a_clock_before_1970_is_no_panic() {
    let lumi = Lumi::new();
    let Some(clock) = WrongClock::compile(lumi.folder()) else {
        return;
    };
    lumi.file(
        "index.ts",
        "import { fs } from 'lumi/std';\nnew fs.File('f', { path: 'out', content: 'x' });\n",
    );
    let seventy_years = -70 * 365 * 24 * 3600;
    for command in [
        "preview --create",
        "up -y",
        "refresh -y",
        "stack history",
        "destroy -y",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let output = lumi
            .command(&args)
            .envs(clock.environment(seventy_years))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {text}");
    }
    assert!(!lumi.folder().join("out").exists());
}
