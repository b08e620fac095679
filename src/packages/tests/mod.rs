//! Installation from servers that the tests start.

mod fetching;
mod installing;
mod release;
mod web_server;
