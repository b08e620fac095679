//! Captures the output of a process.

use tokio::io::{AsyncRead, AsyncReadExt as _};

/// The maximum of captured output, in bytes.
pub const LIMIT: usize = 16 << 20;

/// The size of one read, in bytes.
const CHUNK: usize = 64 << 10;

/// The beginning of the output of a process.
#[derive(Debug, Default)]
pub struct Captured {
    bytes: Vec<u8>,
    dropped: u64,
}

impl Captured {
    /// Reads until the end; the caller may stop at any time and keep what was read. Output beyond
    /// the limit is read and dropped, so that the process is not blocked.
    pub async fn read(&mut self, pipe: Option<impl AsyncRead + Unpin>) {
        let Some(mut pipe) = pipe else { return };
        let mut chunk = vec![0; CHUNK];
        loop {
            // A read error ends the output.
            let Ok(length @ 1..) = pipe.read(&mut chunk).await else {
                return;
            };
            self.add(&chunk[..length], LIMIT);
        }
    }

    fn add(&mut self, bytes: &[u8], limit: usize) {
        let kept = bytes.len().min(limit - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.dropped += (bytes.len() - kept) as u64;
    }

    /// As text, without a final line break. Invalid UTF-8 is replaced.
    pub fn into_text(self) -> String {
        let mut text = String::from_utf8(self.bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        if self.dropped > 0 {
            let dropped = self.dropped;
            text.push_str(&format!("\n[{dropped} more bytes are left out]"));
        } else if text.ends_with('\n') {
            text.pop();
            if text.ends_with('\r') {
                text.pop();
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(parts: &[&[u8]], limit: usize) -> String {
        let mut captured = Captured::default();
        for part in parts {
            captured.add(part, limit);
        }
        captured.into_text()
    }

    #[test]
    fn one_line_break_is_taken_off() {
        assert_eq!(text(&[b"a\n", b"b\n\n"], 100), "a\nb\n");
        assert_eq!(text(&[b"a\r\n"], 100), "a");
        assert_eq!(text(&[b"\xff"], 100), "\u{fffd}");
        assert_eq!(text(&[], 100), "");
    }

    #[test]
    fn omitted_bytes_are_counted() {
        assert_eq!(
            text(&[b"abc", b"def", b"gh"], 4),
            "abcd\n[4 more bytes are left out]"
        );
    }
}
