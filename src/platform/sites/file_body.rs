//! The content of a file, read as the client takes it.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::task::{JoinHandle, spawn_blocking};

/// The bytes that are read at a time.
const PART: u64 = 256 << 10;

/// A part of a file. The file keeps its content when another one takes its name.
#[derive(Debug)]
pub struct FileBody {
    file: Arc<File>,
    left: Range<u64>,
    reading: Option<JoinHandle<io::Result<Bytes>>>,
}

impl FileBody {
    pub fn new(file: File, range: Range<u64>) -> Self {
        Self {
            file: Arc::new(file),
            left: range,
            reading: None,
        }
    }

    fn read(&self) -> JoinHandle<io::Result<Bytes>> {
        let file = Arc::clone(&self.file);
        let start = self.left.start;
        let length = PART.min(self.left.end - start);
        spawn_blocking(move || {
            let mut part = vec![0; usize::try_from(length).expect("BUG: a part is small")];
            file.read_exact_at(&mut part, start)?;
            Ok(part.into())
        })
    }
}

impl Body for FileBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let it = self.get_mut();
        if it.left.is_empty() {
            return Poll::Ready(None);
        }
        if it.reading.is_none() {
            it.reading = Some(it.read());
        }
        let reading = it.reading.as_mut().expect("BUG: it was set before");
        let part = ready!(Pin::new(reading).poll(context));
        it.reading = None;
        let part = part.map_err(io::Error::other).flatten();
        match &part {
            Ok(part) => it.left.start += part.len() as u64,
            // A file that was cut breaks the answer off.
            Err(_) => it.left.start = it.left.end,
        }
        Poll::Ready(Some(part.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left.end - self.left.start)
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    fn file(content: &[u8]) -> File {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, content).unwrap();
        File::open(path).unwrap()
    }

    #[tokio::test]
    async fn a_part_of_a_file_is_read_in_parts() {
        let content: Vec<u8> = (0..700_000_u32).map(|it| (it % 251) as u8).collect();
        for range in [0..700_000, 5..600_001, 3..3, 262_144..262_145] {
            let body = FileBody::new(file(&content), range.clone());
            let read = body.collect().await.unwrap().to_bytes();
            let range = range.start as usize..range.end as usize;
            assert!(read[..] == content[range.clone()], "{range:?}");
        }
    }

    #[tokio::test]
    async fn a_file_that_was_cut_breaks_off() {
        let body = FileBody::new(file(b"short"), 0..10);
        let error = body.collect().await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
