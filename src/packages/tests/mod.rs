//! Installation from servers that the tests start.

mod fetching;
mod installing;
mod module_installation;
pub mod open_pgp;
mod release;
mod web_server;
