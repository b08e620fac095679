//! Ends connections whose client does not read: each holds its whole answer in memory.

use std::os::fd::AsRawFd as _;
use std::time::Duration;

use tokio::net::TcpStream;

/// The time for which a client may take nothing of an answer.
pub const STALLED: Duration = Duration::from_secs(60);

/// Has the kernel (Linux) end the connection once nothing could be sent for some time.
pub fn limit(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    {
        let time = libc::c_uint::try_from(STALLED.as_millis()).unwrap_or(libc::c_uint::MAX);
        // SAFETY: the pointer is that of a number of the length that is given. Without the option, only
        // this limit is missing.
        unsafe {
            libc::setsockopt(
                stream.as_raw_fd(),
                libc::IPPROTO_TCP,
                libc::TCP_USER_TIMEOUT,
                (&raw const time).cast(),
                size_of::<libc::c_uint>() as libc::socklen_t,
            );
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, STALLED);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_kernel_knows_the_limit_of_a_connection() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = TcpStream::connect(address).await.unwrap();
        limit(&client);
        let mut time: libc::c_uint = 0;
        let mut length = size_of::<libc::c_uint>() as libc::socklen_t;
        // SAFETY: both pointers are those of numbers, and the second one has the length of the first.
        let done = unsafe {
            libc::getsockopt(
                client.as_raw_fd(),
                libc::IPPROTO_TCP,
                libc::TCP_USER_TIMEOUT,
                (&raw mut time).cast(),
                &raw mut length,
            )
        };
        assert_eq!((done, u128::from(time)), (0, STALLED.as_millis()));
    }
}
