//! Child processes, behind `node:child_process`. Each process asks the sandbox when it is started;
//! those that a program leaves end with it.
//!
//! | module | |
//! |---|---|
//! | `blocking` | processes that a program waits for |
//! | `children` | the processes that a program has started and does not wait for |
//! | `exit` | how a child process ends |
//! | `launch` | how a child process starts: program, variables, folder, streams |
//! | `own_program` | Lumi as a program of its own programs: `process.execPath` |
//! | `pipes` | the program's ends of the pipes of a running process |

mod blocking;
mod children;
mod exit;
mod launch;
mod own_program;
mod pipes;

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use deno_core::{JsBuffer, OpState, ToJsBuffer, op2};

pub use blocking::op_lumi_command;
use children::{Child, Children};
use exit::Exit;
use launch::{Launch, LaunchOptions};
pub use own_program::path as own_path;

use super::surroundings::{Console, Surroundings};
use super::system_error::SystemError;

/// Starts a program. Returns the id of the process.
#[op2]
#[smi]
pub fn op_lumi_process_start(
    state: &mut OpState,
    #[string] program: &str,
    #[serde] arguments: Vec<String>,
    #[serde] options: LaunchOptions,
) -> Result<u32, SystemError> {
    let failed = |error: io::Error| SystemError::new(&error, "spawn", program);
    let launch = Launch::prepare(state, program, &arguments, &options)?;
    if !state.has::<Children>() {
        state.put(Children::default());
    }
    let launched = launch.start().map_err(failed)?;
    state.borrow_mut::<Children>().add(launched).map_err(failed)
}

/// Waits until the process has ended.
#[op2]
#[serde]
pub async fn op_lumi_process_wait(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
) -> Result<Exit, SystemError> {
    let (child, console) = with_console(&state, id, "wait")?;
    let exit = child.wait(&console).await;
    exit.map_err(|error| SystemError::of_call(&error, "wait", None, None))
}

/// Prints the output of the process's descendants until they have closed its console.
#[op2]
pub async fn op_lumi_process_drain(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
) -> Result<(), SystemError> {
    let (child, console) = with_console(&state, id, "read")?;
    child.print_all(&console).await;
    Ok(())
}

/// Waits for output of the process; null at its end.
#[op2]
#[serde]
pub async fn op_lumi_process_read(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
    #[smi] number: u32,
) -> Result<Option<ToJsBuffer>, SystemError> {
    let failed = |error: io::Error| SystemError::of_call(&error, "read", None, None);
    let pipe = child(&state.borrow(), id).and_then(|it| it.pipe(number));
    let bytes = pipe.map_err(failed)?.read().await;
    Ok(bytes.map_err(failed)?.map(ToJsBuffer::from))
}

/// Writes input of the process.
#[op2]
pub async fn op_lumi_process_write(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
    #[smi] number: u32,
    #[buffer] bytes: JsBuffer,
) -> Result<(), SystemError> {
    let failed = |error: io::Error| SystemError::of_call(&error, "write", None, None);
    let pipe = child(&state.borrow(), id).and_then(|it| it.pipe(number));
    let written = pipe.map_err(failed)?.write(&bytes).await;
    written.map_err(failed)
}

/// Closes a pipe, or only the half that is written to.
#[op2(fast)]
pub fn op_lumi_process_close(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] number: u32,
    only_writing: bool,
) -> Result<(), SystemError> {
    // A process that was released has no pipes.
    let Ok(child) = child(state, id) else {
        return Ok(());
    };
    if !only_writing {
        child.close_pipe(number);
        return Ok(());
    }
    let ended = child.pipe(number).and_then(|it| it.end_writing());
    ended.map_err(|error| SystemError::of_call(&error, "shutdown", None, None))
}

/// Sends a signal to the process.
#[op2(fast)]
pub fn op_lumi_process_kill(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] signal: i32,
) -> Result<(), SystemError> {
    let sent = child(state, id).and_then(|it| it.signal(signal));
    sent.map_err(|error| SystemError::of_call(&error, "kill", None, None))
}

/// Forgets a process that has ended and whose pipes are closed.
#[op2(fast)]
pub fn op_lumi_process_release(state: &mut OpState, #[smi] id: u32) {
    if let Some(children) = state.try_borrow_mut::<Children>() {
        children.release(id);
    }
}

/// Kills the processes that a program has left.
pub fn end_children(state: &mut OpState) {
    if let Some(children) = state.try_borrow_mut::<Children>() {
        children.end_all();
    }
}

fn child(state: &OpState, id: u32) -> io::Result<Rc<Child>> {
    let missing = || io::Error::from_raw_os_error(libc::ESRCH);
    let children = state.try_borrow::<Children>().ok_or_else(missing)?;
    children.get(id)
}

fn with_console(
    state: &RefCell<OpState>,
    id: u32,
    syscall: &'static str,
) -> Result<(Rc<Child>, Console), SystemError> {
    let state = state.borrow();
    let child = child(&state, id);
    let child = child.map_err(|error| SystemError::of_call(&error, syscall, None, None))?;
    Ok((child, Rc::clone(&Surroundings::of(&state).console)))
}
