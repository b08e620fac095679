//! Makes one call over an in-memory pipe, so that the code of calls is loaded before the first real
//! one.

use std::sync::Once;
use std::time::Duration;

use tokio::io::duplex;
use tokio::time::timeout;

use super::connection::Connection;
use super::lumirpc::HandshakeRequest;
use super::lumirpc::resource_provider_client::ResourceProviderClient;

/// The size of the pipe in bytes: enough for all that is sent, since the far end does not read.
const ROOM: usize = 1 << 16;
/// The time in which everything that needs no response is sent.
const LONG: Duration = Duration::from_millis(1);

/// Makes the call in the background, once per process. Call it on a tokio runtime while a process
/// starts; `docs/performance.md` has the savings.
pub fn warm_up() {
    static WARMED_UP: Once = Once::new();
    WARMED_UP.call_once(|| {
        tokio::spawn(async {
            let (near, _far) = duplex(ROOM);
            let Ok(connection) = Connection::over(near, "localhost", None).await else {
                return;
            };
            let mut client = ResourceProviderClient::new(connection);
            let call = client.handshake(HandshakeRequest::default());
            // The far end does not respond.
            let _ = timeout(LONG, call).await;
        });
    });
}
