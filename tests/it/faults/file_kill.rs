//! Processes that are killed at one of the changes that they make to files.

use std::path::{Path, PathBuf};

use super::preloaded;

/// Kills the process before the call `LUMI_TEST_KILL_AT` that changes a file or folder below one that
/// is called `out`. Calls count from 1.
const SOURCE: &str = r#"
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn getenv(name: *const c_char) -> *const c_char;
    fn atoll(text: *const c_char) -> i64;
    fn raise(signal: c_int) -> c_int;
}

const RTLD_NEXT: *mut c_void = usize::MAX as *mut c_void;
const O_CREAT: c_int = 0o100;
const SIGKILL: c_int = 9;

static CALLS: AtomicU64 = AtomicU64::new(0);

unsafe fn count(path: *const c_char) {
    unsafe {
        let is_inside = CStr::from_ptr(path).to_bytes().windows(5).any(|it| it == b"/out/");
        let chosen = getenv(c"LUMI_TEST_KILL_AT".as_ptr());
        if !is_inside || chosen.is_null() {
            return;
        }
        if CALLS.fetch_add(1, Ordering::SeqCst) + 1 == atoll(chosen) as u64 {
            raise(SIGKILL);
        }
    }
}

macro_rules! counted {
    ($($name:ident($path:ident; $($argument:ident: $type:ty),*) if $counts:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            unsafe {
                if $counts {
                    count($path);
                }
                let next = dlsym(RTLD_NEXT, concat!(stringify!($name), "\0").as_ptr().cast());
                let next: unsafe extern "C" fn($($type),*) -> c_int = std::mem::transmute(next);
                next($($argument),*)
            }
        }
    )*};
}

counted! {
    open64(path; path: *const c_char, flags: c_int, mode: c_uint) if flags & O_CREAT != 0;
    mkdir(path; path: *const c_char, mode: c_uint) if true;
    rmdir(path; path: *const c_char) if true;
    unlink(path; path: *const c_char) if true;
    rename(to; from: *const c_char, to: *const c_char) if true;
    linkat(to; at: c_int, from: *const c_char, to_at: c_int, to: *const c_char, flags: c_int) if true;
}
"#;

/// A library that kills a process.
pub struct FileKill {
    library: PathBuf,
}

impl FileKill {
    /// Compiles the library into `folder`; `None` on systems without `LD_PRELOAD`.
    pub fn compile(folder: &Path) -> Option<Self> {
        let library = preloaded::compile(folder, "file_kill", SOURCE)?;
        Some(Self { library })
    }

    /// The variables for a process that is killed before a change.
    pub fn environment(&self, change: u64) -> Vec<(String, String)> {
        vec![
            ("LD_PRELOAD".to_owned(), self.library.display().to_string()),
            ("LUMI_TEST_KILL_AT".to_owned(), change.to_string()),
        ]
    }
}
