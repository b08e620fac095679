//! Reproducible zip: no timestamps, no host-specific fields.

use std::collections::BTreeMap;

use miniz_oxide::DataFormat;
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output};

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// The zip version needed to read deflated files.
const VERSION: u16 = 20;
/// The version above on Unix, for permissions.
const MADE_BY: u16 = 0x0300 | VERSION;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// 1 January 1980, the first date of the format.
const DATE: u16 = 0x21;
/// Readable by all, writable by the owner.
const PERMISSIONS: u32 = 0o100_644 << 16;
/// Sizes have 32 bits, and V8 strings are shorter.
const TOO_LARGE: &str = "BUG: a module is shorter than four gigabytes";

/// The level of compression.
const LEVEL: u8 = 6;

/// Makes zips with a reusable compressor. `miniz_oxide` answers the same bytes on every machine, and is used
/// itself: what `flate2` compresses with depends on the features that other crates ask for.
pub struct ZipWriter {
    compressor: Box<CompressorOxide>,
}

impl Default for ZipWriter {
    fn default() -> Self {
        let mut compressor = Box::<CompressorOxide>::default();
        compressor.set_format_and_level(DataFormat::Raw, LEVEL);
        Self { compressor }
    }
}

impl ZipWriter {
    /// The output is reproducible.
    pub fn zip<Name: AsRef<str>, Content: AsRef<[u8]>>(
        &mut self,
        files: &BTreeMap<Name, Content>,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut directory = Vec::new();
        for (name, text) in files {
            let (name, text) = (name.as_ref(), text.as_ref());
            let offset = size(bytes.len());
            let packed = self.deflate(text);
            let (method, content) = match packed.len() < text.len() {
                true => (DEFLATED, packed.as_slice()),
                false => (STORED, text),
            };
            let mut about = Vec::new();
            for number in [VERSION, 0, method, 0, DATE] {
                about.extend(number.to_le_bytes());
            }
            let sum = crc32fast::hash(text);
            for number in [sum, size(content.len()), size(text.len()), size(name.len())] {
                about.extend(number.to_le_bytes());
            }
            bytes.extend(LOCAL.to_le_bytes());
            bytes.extend(&about);
            bytes.extend(name.as_bytes());
            bytes.extend(content);
            directory.extend(CENTRAL.to_le_bytes());
            directory.extend(MADE_BY.to_le_bytes());
            directory.extend(&about);
            // No comment, first disk, unknown content type.
            directory.extend([0; 6]);
            directory.extend(PERMISSIONS.to_le_bytes());
            directory.extend(offset.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let offset = size(bytes.len());
        bytes.extend(&directory);
        bytes.extend(END.to_le_bytes());
        bytes.extend([0; 4]);
        let count = u16::try_from(files.len()).expect("BUG: a bundle has few files");
        bytes.extend(count.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(size(directory.len()).to_le_bytes());
        bytes.extend(offset.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    fn deflate(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.compressor.reset();
        let mut packed = Vec::with_capacity(bytes.len() / 2 + 64);
        // All input is taken at once, as no part of the output is refused.
        compress_to_output(&mut self.compressor, bytes, TDEFLFlush::Finish, |part| {
            packed.extend_from_slice(part);
            true
        });
        packed
    }
}

fn size(length: usize) -> u32 {
    u32::try_from(length).expect(TOO_LARGE)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use zip::ZipArchive;

    use super::*;

    #[test]
    fn a_zip_round_trips() {
        let long: String = (0..5000).map(|it| format!("{}\n", it * it)).collect();
        let files = BTreeMap::from([
            ("a.txt", long),
            ("b", "short".to_owned()),
            ("c", String::new()),
        ]);
        let mut zipper = ZipWriter::default();
        let bytes = zipper.zip(&files);
        assert_eq!(bytes, zipper.zip(&files));
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        assert_eq!(archive.len(), files.len());
        for (name, expected) in files {
            let mut text = String::new();
            let mut file = archive.by_name(name).unwrap();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, expected);
            assert_eq!(file.unix_mode(), Some(0o100_644));
        }
    }

    /// Existing deployments depend on the bytes.
    #[test]
    fn the_bytes_of_a_zip_are_reproducible() {
        let files = BTreeMap::from([("index.mjs", "export default () => 1;\n".repeat(9))]);
        let sum = crc32fast::hash(&ZipWriter::default().zip(&files));
        assert_eq!(format!("{sum:08x}"), "66082fd6");
    }
}
