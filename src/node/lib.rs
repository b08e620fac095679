//! The modules of Node and the web, natively: the ops behind `js/node`, `js/fetch`, `js/crypto` and `js/web_socket`.
//!
//! Every side effect of a program is an op, and each asks the sandbox first. Ops know the program by its
//! [`Surroundings`] and the bounds of its work ([`ProgramWork`]), which the host puts into the op state; they know
//! nothing of modules, resources and runs.
//!
//! | module | |
//! |---|---|
//! | `extension` | the ops of this layer |
//! | `surroundings` | facts about the program that uses the modules of Node |
//! | `limits` | stops: Ctrl-C, time, memory |
//! | `byte_pipe` | bytes between a protocol and a socket of JavaScript |
//! | `child` | child processes, behind `node:child_process` |
//! | `crypto` | digests, ciphers, keys and signatures, without V8 |
//! | `crypto_requests` | cryptography, behind `node:crypto` and `crypto.subtle` |
//! | `fetch` | `fetch`: requests, and the bodies of their answers |
//! | `files` | files and folders, behind `node:fs` |
//! | `http2` | the client of HTTP/2, behind `node:http2` |
//! | `http_head` | heads of HTTP/1.1 messages, behind `node:http` |
//! | `lookup` | addresses of hosts, behind `node:dns` |
//! | `machine` | figures of the machine, the process and the heap, and `process.exit` |
//! | `net` | sockets, behind `node:net` |
//! | `package_json` | package.json as Node reads it |
//! | `script_check` | the syntax of scripts, behind `node:vm` |
//! | `system_error` | system errors with the codes of Node |
//! | `text_bytes` | text as bytes in memory of the program, behind `Buffer` and sockets |
//! | `tls` | TLS, behind `node:tls` |
//! | `v8_string` | text of Rust as a string of V8 |
//! | `web_socket` | the client of WebSockets |
//! | `zlib` | compression, behind `node:zlib` |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod byte_pipe;
mod child;
mod crypto;
mod crypto_requests;
mod extension;
mod fetch;
mod files;
mod http2;
mod http_head;
mod limits;
mod lookup;
mod machine;
mod net;
pub mod package_json;
mod script_check;
mod surroundings;
mod system_error;
mod text_bytes;
mod tls;
mod v8_string;
mod web_socket;
mod zlib;

pub use child::{end_children, own_path};
pub use extension::extension;
pub use files::open_files::{OpenFiles, open_regular};
pub use limits::interruption::ScriptPosition;
pub use limits::limits::{SideEffectGuard, StopHandle, StopReason, Timer, watch_heap};
pub use limits::memory::{Budget, Watch, limited_buffers};
pub use limits::native_work::{ProgramWork, WorkBounds};
pub use limits::{fatal, interruption};
pub use surroundings::{Console, Surroundings};
pub use system_error::SystemError;
pub use v8_string::string;
