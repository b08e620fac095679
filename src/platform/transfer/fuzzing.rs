//! Entry points of `make fuzz`: files of exports, and what a server of NATS sends.

use super::archive_format::{ArchiveHeader, Record};
use super::cluster::protocol::{Parser, ProtocolError, ServerOperation, parse_headers};

/// Reads bytes as a header and as a record, which are the same once they are written again.
pub fn platform_archive(bytes: &[u8]) {
    if let Some((header, length)) = ArchiveHeader::parse(bytes) {
        assert!(length <= bytes.len());
        let written = header.to_bytes();
        assert_eq!(
            ArchiveHeader::parse(&written),
            Some((header, written.len()))
        );
    }
    if let Some(record) = Record::parse(bytes.to_vec()) {
        assert_eq!(Record::parse(record.to_bytes()), Some(record));
    }
}

/// Reads bytes as what a server of NATS sends; the operations are the same wherever the bytes are cut.
pub fn platform_nats(bytes: &[u8]) {
    let (whole, failure) = operations(bytes, bytes.len().max(1));
    for size in [1, 7, 64] {
        assert_eq!(operations(bytes, size), (whole.clone(), failure.clone()));
    }
    let _ = parse_headers(bytes);
}

/// The operations of bytes that come in parts of a size.
fn operations(bytes: &[u8], size: usize) -> (Vec<ServerOperation>, Option<ProtocolError>) {
    let (mut parser, mut operations) = (Parser::default(), Vec::new());
    for part in bytes.chunks(size) {
        parser.push(part);
        loop {
            match parser.take() {
                Ok(Some(operation)) => operations.push(operation),
                Ok(None) => break,
                Err(error) => return (operations, Some(error)),
            }
        }
    }
    (operations, None)
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_inputs_pass() {
        crate::saved_inputs::replay("platform_archive", super::platform_archive);
        crate::saved_inputs::replay("platform_nats", super::platform_nats);
    }
}
