//! Makes one call over a pipe in memory, so that the code of calls is loaded before the first real one.

use std::sync::Once;
use std::time::Duration;

use tokio::io::duplex;
use tokio::time::timeout;

use super::connection::Connection;
use super::lumirpc::HandshakeRequest;
use super::lumirpc::resource_provider_client::ResourceProviderClient;

/// The size of the pipe in bytes: room for all that is sent, since the far end does not read.
const ROOM: usize = 1 << 16;
/// By then everything was sent that goes without an answer.
const LONG: Duration = Duration::from_millis(1);

/// Makes the call in the background, once in the life of the process. Must be called on a tokio runtime
/// while the caller waits for a process to start: `docs/performance.md` has what that saves.
pub(super) fn warm_up() {
    static WARMED_UP: Once = Once::new();
    WARMED_UP.call_once(|| {
        tokio::spawn(async {
            let (near, _far) = duplex(ROOM);
            let Ok(connection) = Connection::over(near, "localhost", None).await else {
                return;
            };
            let mut client = ResourceProviderClient::new(connection);
            let call = client.handshake(HandshakeRequest::default());
            // The peer does not answer.
            let _ = timeout(LONG, call).await;
        });
    });
}
