//! The protocol between processes: what `proto/` says, in Rust.
//!
//! Programs in other languages, and providers that are separate processes, talk to the engine with
//! gRPC. This layer knows messages, connections, and how values and errors cross; the services
//! are in the layers `provider` and `monitor`. Nothing here runs unless a
//! plugin or a language runtime is used.
//!
//! | module | |
//! |---|---|
//! | `lumirpc` | generated from `proto/lumirpc` by `build/` |
//! | `wire_value`, `wire_value_error` | values as messages and back |
//! | `wire_parts` | names, positions and other small things that cross |
//! | `call_error` | statuses with details |
//! | `message_limit` | how large messages may be, and what is said of larger ones |
//! | `token` | what shows that a peer belongs to the run |
//! | `endpoint` | where a process listens |
//! | `private_socket` | a place for a socket that other users cannot reach |
//! | `connection` | the client's end: one connection to one process |
//! | `peer` | a process that was started to be talked to |
//! | `withheld_variables` | what processes do not get from the user's environment |
//! | `warm_up` | makes the first call a short one |
//! | `server`, `router` | the other end: services on a port of loopback, or a socket |
//!
//! The transport is hyper's HTTP/2 on plain TCP, or on a unix socket where both ends are ours. Peers are on the same machine and were started for
//! the run, so there is no TLS, no pool and no reconnect: a connection that is lost is a process that
//! is gone. Another protocol that uses gRPC may stand beside `lumirpc` on the same connections.

#![deny(clippy::print_stderr, clippy::print_stdout)]

// `hostile.rs` is also compiled into the tests of other crates.
#[cfg(test)]
extern crate self as lumi_rpc;

#[cfg(test)]
#[path = "../graph/any_value.rs"]
mod any_value;
mod call_error;
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
mod withheld_variables;

pub use call_error::{CallError, Detail, InputError};
pub use connection::Connection;
pub use endpoint::Endpoint;
pub use message_limit::MessageLimit;
pub use peer::{
    CallingPeer, Peer, PeerCommand, PeerError, PeerExit, PeerLine, PeerLog, ShutdownMethod,
};
pub use private_socket::PrivateSocket;
pub use router::Router;
pub use server::Server;
pub use token::Token;
pub use wire_parts::{object, required, resource_type, urn, urn_or_none, value_or_null};
pub use wire_value::{from_object, from_value, into_object, into_value};
pub use wire_value_error::WireValueError;
pub use withheld_variables::{is_withheld, withhold_variables};

/// The version of the protocol `lumirpc` that this Lumi speaks.
pub const PROTOCOL: u32 = 1;

/// The largest message that is sent or taken, in bytes.
pub const MAX_MESSAGE: usize = 400 << 20;

/// Details of an error ride in metadata, which has its own limit: larger ones are left out.
pub const MAX_DETAILS: usize = 4 << 20;
