//! Servers, clients and programs that tests use.

pub mod browser;
pub mod hostile;
pub mod inspector_client;
pub mod lumi;
pub mod module_cache;
pub mod peers;
pub mod postgres;
pub mod pseudo_terminal;
pub mod rest_server;
pub mod s3_server;
pub mod scripted_server;
pub mod test_share;
pub mod web_socket_server;
