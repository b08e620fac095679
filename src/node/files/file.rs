//! File system, behind `node:fs`. Paths are relative to the project folder and go through the
//! sandbox, which returns the real path; errors name the path that the program used.

use std::cell::RefCell;
use std::io::{self, Read as _};
use std::rc::Rc;

use deno_core::{JsBuffer, OpState, op2};
use tokio::task::spawn_blocking;

use lumi_sandbox::Check;

use super::file_access::FileAccess;
use super::file_request::{Answer, FileRequest};
use super::open_files::open_regular;
use crate::system_error::SystemError;

/// Does what the request says, on the program's thread. `data` is what is written.
#[op2]
#[serde]
pub fn op_lumi_file(
    state: &mut OpState,
    #[serde] request: FileRequest,
    #[buffer] data: &[u8],
) -> Result<Answer, SystemError> {
    request.prepare(state)?.run(data)
}

/// Does what the request says, on another thread; its permissions are checked before. The answer never comes in the same
/// turn of the event loop, also if the thread is quick: ticks and unhandled rejections come first, as in Node.
#[op2(async(deferred))]
#[serde]
pub async fn op_lumi_file_later(
    state: Rc<RefCell<OpState>>,
    #[serde] request: FileRequest,
    #[buffer] data: JsBuffer,
) -> Result<Answer, SystemError> {
    let work = request.prepare(&mut state.borrow_mut())?;
    let done = spawn_blocking(move || work.run(&data)).await;
    done.map_err(|error| SystemError::of_call(&io::Error::other(error), "open", None, None))?
}

/// Reads a file as UTF-8. Invalid bytes become U+FFFD.
#[op2]
#[string]
pub fn op_lumi_file_read_text(
    state: &mut OpState,
    #[string] path: &str,
) -> Result<String, SystemError> {
    let access = FileAccess::of(state);
    let (mut context, real) = access.found(path, Check::READ, "open")?;
    context.reads = true;
    let mut bytes = Vec::new();
    let read = open_regular(&real).and_then(|mut it| it.read_to_end(&mut bytes));
    read.map_err(|error| context.error(&error))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}
