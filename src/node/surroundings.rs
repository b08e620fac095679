//! Facts about the program that uses the modules of Node, kept in the op state of its runtime.

use std::cell::Cell;
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::rc::Rc;

use deno_core::OpState;

use crate::limits::limits::StopHandle;
use lumi_sandbox::Permissions;

/// Prints text at a level: 0 debug, 1 info, 2 warning, else an error.
pub type Console = Rc<dyn Fn(i32, String)>;

/// The program of one isolate, and the machine as far as the program may use it.
pub struct Surroundings {
    /// The folder in which relative paths begin.
    pub folder: PathBuf,
    pub permissions: Rc<Permissions>,
    /// All environment variables; the sandbox decides which ones the program sees.
    pub environment: Rc<Vec<(String, String)>>,
    /// The limit of the heap in bytes.
    pub heap_limit: Option<usize>,
    /// Interrupts blocking ops.
    pub stop: StopHandle,
    pub console: Console,
    /// The descriptor of a channel of messages to the process that started this one, until it is opened.
    pub channel: Cell<Option<RawFd>>,
}

impl Surroundings {
    /// Those of the isolate, which has them from its start.
    pub fn of(state: &OpState) -> Rc<Self> {
        Rc::clone(state.borrow::<Rc<Self>>())
    }
}
