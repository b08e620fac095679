//! Compressed contents of files. Those that were sent last are kept.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzEncoder;
use hyper::body::Bytes;
use parking_lot::Mutex;

use crate::gzip::is_text;

/// Sizes of files that are worth it, and that are compressed in memory.
const SIZES: std::ops::RangeInclusive<u64> = 1 << 10..=16 << 20;
/// The bytes that are kept of all files.
const MAX_KEPT: usize = 32 << 20;
/// Compressed contents by the files' paths, with the tags of the files then.
#[derive(Default)]
pub struct Compressed(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    contents: HashMap<PathBuf, (String, Bytes)>,
    size: usize,
}

impl Compressed {
    /// Whether files of this type and size are sent compressed to clients who take that.
    pub fn is_for(media_type: &str, size: u64) -> bool {
        SIZES.contains(&size) && is_text(media_type)
    }

    /// The compressed content of a file, which is open, as another one may have its path by now. `tag` changes with the content. Blocks.
    pub fn content(&self, path: &Path, file: File, tag: &str) -> io::Result<Bytes> {
        if let Some((known, content)) = self.0.lock().contents.get(path)
            && known == tag
        {
            return Ok(content.clone());
        }
        let mut content = Vec::new();
        let file = file.take(*SIZES.end());
        GzEncoder::new(file, Compression::default()).read_to_end(&mut content)?;
        let content = Bytes::from(content);
        self.0.lock().keep(path, tag, content.clone());
        Ok(content)
    }
}

impl Kept {
    fn keep(&mut self, path: &Path, tag: &str, content: Bytes) {
        if self.size + content.len() > MAX_KEPT {
            *self = Self::default();
        }
        self.size += content.len();
        let old = self
            .contents
            .insert(path.to_owned(), (tag.to_owned(), content));
        self.size -= old.map_or(0, |(_, it)| it.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_some_size_are_compressed() {
        for (kind, size, is_for) in [
            ("text/html; charset=utf-8", 1 << 10, true),
            ("text/css", 1023, false),
            ("application/json", 17 << 20, false),
            ("image/svg+xml", 5000, true),
            ("image/png", 5000, false),
            ("application/octet-stream", 5000, false),
        ] {
            assert_eq!(Compressed::is_for(kind, size), is_for, "{kind} {size}");
        }
    }

    #[test]
    fn contents_are_kept_until_they_change_or_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let compressed = Compressed::default();
        let text = |tag: &str| {
            let content = compressed
                .content(&path, File::open(&path).unwrap(), tag)
                .unwrap();
            let mut text = String::new();
            flate2::read::GzDecoder::new(&*content)
                .read_to_string(&mut text)
                .unwrap();
            text
        };
        std::fs::write(&path, "one").unwrap();
        assert_eq!(text("1"), "one");
        std::fs::write(&path, "two").unwrap();
        assert_eq!((text("1"), text("2")), ("one".to_owned(), "two".to_owned()));
        let mut kept = Kept::default();
        for number in 0..5 {
            let content = Bytes::from(vec![0; 10 << 20]);
            kept.keep(Path::new(&number.to_string()), "", content);
            assert!(kept.size <= MAX_KEPT);
        }
        assert_eq!((kept.contents.len(), kept.size), (2, 20 << 20));
    }
}
