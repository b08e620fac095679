//! Content in memory or in a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use super::digest::Digest;

/// Content that can be read repeatedly, in memory or in a file.
#[derive(Clone, Debug)]
pub enum Content {
    Bytes(Vec<u8>),
    File(PathBuf),
}

impl Content {
    pub fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        match self {
            Self::Bytes(bytes) => Ok(Box::new(bytes.as_slice())),
            Self::File(path) => Ok(Box::new(File::open(path)?)),
        }
    }

    pub fn digest(&self) -> io::Result<Digest> {
        Digest::of(&mut self.open()?)
    }
}
