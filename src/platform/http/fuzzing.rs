//! Entry point of `make fuzz`: the heads of requests, which are read once more for their lengths.

use super::framing::FramingCheck;

/// Reads bytes as the requests of a connection; whether a length is unclear does not depend on where the bytes are cut.
pub fn platform_framing(bytes: &[u8]) {
    let unclear = [1, 2, 7, 300, bytes.len().max(1)].map(|size| {
        let mut check = FramingCheck::default();
        bytes.chunks(size).for_each(|it| check.feed(it));
        check.has_two_lengths
    });
    assert!(unclear.iter().all(|it| *it == unclear[0]), "{unclear:?}");
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_inputs_pass() {
        crate::saved_inputs::replay("platform_framing", super::platform_framing);
    }
}
