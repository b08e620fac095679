//! Connections to servers of this machine.

use std::io;

use tokio::sync::Mutex;

use lumi_rpc::{Connection, Endpoint};

/// One connection for each server, which is opened again when it was lost.
#[derive(Default)]
pub struct Connections(Mutex<Vec<(Endpoint, Connection)>>);

impl Connections {
    /// The connection to a server.
    ///
    /// # Errors
    ///
    /// The server does not listen.
    pub async fn to(&self, server: &Endpoint) -> io::Result<Connection> {
        let mut connections = self.0.lock().await;
        let known = connections.iter().find(|(to, _)| to == server);
        if let Some((_, connection)) = known.filter(|(_, it)| !it.is_closed()) {
            return Ok(connection.clone());
        }
        let connection = Connection::open(server, None).await?;
        connections.retain(|(to, _)| to != server);
        connections.push((server.clone(), connection.clone()));
        Ok(connection)
    }
}
