//! A compressed archive: the same bytes for the same files.

use tar::{Builder, Header};

use crate::emit::is_small;

/// Levels of zstd: the smallest result, or a build that does not wait for it.
const SMALLEST: i32 = 22;
const FASTEST: i32 = 1;

pub struct Archive(Builder<Vec<u8>>);

impl Archive {
    pub fn new() -> Self {
        Self(Builder::new(Vec::new()))
    }

    pub fn add(&mut self, name: &str, content: &[u8]) {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        let written = self.0.append_data(&mut header, name, content);
        written.expect("a vector takes what is written");
    }

    pub fn compressed(self) -> Vec<u8> {
        let bytes = self.0.into_inner().expect("a vector takes what is written");
        let level = if is_small() { SMALLEST } else { FASTEST };
        let mut compressed = Vec::with_capacity(zstd_safe::compress_bound(bytes.len()));
        zstd_safe::compress(&mut compressed, &bytes, level).unwrap_or_else(|code| {
            panic!("zstd failed: {}", zstd_safe::get_error_name(code));
        });
        compressed
    }
}
