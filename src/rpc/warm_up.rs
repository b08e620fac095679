//! A call to nobody, so that the first one to somebody finds everything in memory.

use std::sync::Once;
use std::time::Duration;

use tokio::io::duplex;
use tokio::time::timeout;

use super::connection::Connection;
use super::lumirpc::HandshakeRequest;
use super::lumirpc::resource_provider_client::ResourceProviderClient;

/// Room for all that is sent; nobody reads it.
const ROOM: usize = 1 << 16;
/// By then everything was sent that goes without an answer.
const LONG: Duration = Duration::from_millis(1);

/// Rehearses a call in the background, once in the life of the process. To be called on a tokio runtime
/// while there is nothing to do but to wait for a process that starts: bringing the code of a call into
/// memory takes the system half a millisecond, a tenth of what a small plugin needs to start.
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
            // There is no answer.
            let _ = timeout(LONG, call).await;
        });
    });
}
