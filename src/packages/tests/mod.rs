//! Installation from servers that the tests start.

mod installing;
mod release;
mod web_server;
