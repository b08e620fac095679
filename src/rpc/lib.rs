//! The protocol between processes.
//!
//! Programs in other languages, and providers that are separate processes, communicate with the
//! engine by gRPC. This layer has the messages, the connections, and the encoding of values and
//! errors; the services are in the layers `provider` and `monitor`. Nothing here runs unless a
//! plugin or a language runtime is used.
//!
//! | module | |
//! |---|---|
//! | `lumirpc` | generated from `proto/lumirpc` by `build/` |
//! | `wire_value`, `wire_value_error` | conversion of values to messages and back |
//! | `wire_parts` | conversion of names, positions and other small parts |
//! | `call_error` | statuses with details |
//! | `message_limit` | the maximum size of messages, and the error for larger ones |
//! | `token` | authenticates the peers of a run |
//! | `endpoint` | the address of a process |
//! | `private_socket` | a socket that other users cannot reach |
//! | `connection` | the client: one connection to one process |
//! | `child_process` | process groups, and what child processes inherit |
//! | `process_session` | sessions: processes with all that they start |
//! | `peer` | starts processes and connects to them |
//! | `warm_up` | makes the first call faster |
//! | `server`, `router` | the server: services on a loopback port, or a socket |
//!
//! The transport is hyper's HTTP/2 on plain TCP, or on a unix socket if both ends are Lumi's. Peers are
//! processes of the same machine that were started for the run. Connections need neither TLS nor a
//! pool, and are not restored: a lost connection means that the process has ended. Other gRPC protocols
//! may share the connections with `lumirpc`.

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

// The tests of other crates also compile `hostile.rs`.
#[cfg(test)]
extern crate self as lumi_rpc;

#[cfg(test)]
#[path = "../graph/any_value.rs"]
mod any_value;
mod call_error;
mod child_process;
mod connection;
mod endpoint;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
mod hostile;
pub mod lumirpc;
mod message_limit;
mod peer;
mod private_socket;
mod process_session;
mod router;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod server;
mod token;
mod warm_up;
mod wire_parts;
mod wire_value;
mod wire_value_error;

pub use call_error::{CallError, Detail, InputError};
pub use child_process::{
    GroupSignal, ProcessGroup, end_with_parent, is_withheld, lead_process_group, withhold_variables,
};
pub use connection::{Connection, is_answer, is_lost};
pub use endpoint::Endpoint;
pub use message_limit::{MAX_MESSAGE, MessageLimit, unreadable_answer};
pub use peer::{
    CallingPeer, Peer, PeerCommand, PeerError, PeerExit, PeerLine, PeerLog, ShutdownMethod,
};
pub use private_socket::PrivateSocket;
pub use process_session::{lead_session, wait_for_session};
pub use router::Router;
pub use server::Server;
pub use token::Token;
pub use wire_parts::{object, required, resource_type, urn, urn_or_none, value_or_null};
pub use wire_value::{from_object, from_value, into_object, into_value};
pub use wire_value_error::WireValueError;

/// The version of the protocol `lumirpc` that this Lumi speaks.
pub const PROTOCOL: u32 = 1;

/// The maximum size of error details in bytes. Details are metadata, which has its own limit:
/// larger ones are left out.
pub const MAX_DETAILS: usize = 4 << 20;
