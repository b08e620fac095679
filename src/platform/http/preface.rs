//! Tells HTTP/2 from HTTP/1 by the first bytes of a connection.

use std::io::{self, Cursor};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, Chain};

/// The bytes that a client of HTTP/2 begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// The time within which a client must send something, as for the head of a request.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of the first read.
const FIRST: usize = 4096;

/// A reader some of whose bytes were read already.
pub type Begun<R> = Chain<Cursor<Vec<u8>>, R>;

/// Reads until it is clear which version a client speaks. The second member is whether it is HTTP/2.
pub async fn begin<R: AsyncRead + Unpin>(mut reader: R) -> io::Result<(Begun<R>, bool)> {
    let mut first = Vec::with_capacity(FIRST);
    let reading = async {
        loop {
            let count = reader.read_buf(&mut first).await?;
            let length = first.len().min(PREFACE.len());
            let may_be = first[..length] == PREFACE[..length];
            if count == 0 || !may_be || length == PREFACE.len() {
                return Ok::<_, io::Error>(may_be && length == PREFACE.len());
            }
        }
    };
    let is_http2 = tokio::time::timeout(PATIENCE, reading)
        .await
        .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))?;
    Ok((Cursor::new(first).chain(reader), is_http2))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test]
    async fn the_version_is_clear_wherever_the_bytes_are_cut() {
        let http2 = [PREFACE, b"more"].concat();
        let texts: [(&[u8], bool); 6] = [
            (&http2, true),
            (b"GET / HTTP/1.1\r\n\r\n", false),
            (b"PRI * HTTP/1.1\r\n\r\n", false),
            (b"PRI", false),
            (b"P", false),
            (b"", false),
        ];
        for (text, expected) in texts {
            for size in [1, 5, 24, 100] {
                let (mut client, server) = duplex(1024);
                let pieces = text.to_vec();
                let writing = tokio::spawn(async move {
                    for piece in pieces.chunks(size) {
                        client.write_all(piece).await.unwrap();
                        tokio::task::yield_now().await;
                    }
                });
                let (mut begun, is_http2) = begin(server).await.unwrap();
                assert_eq!(is_http2, expected, "{text:?}");
                let mut read = Vec::new();
                begun.read_to_end(&mut read).await.unwrap();
                assert_eq!(read, text);
                writing.await.unwrap();
            }
        }
    }
}
