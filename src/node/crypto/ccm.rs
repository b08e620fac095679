//! AES in counter mode with CBC-MAC (RFC 3610). The tag is computed from the whole text.

use super::aes::{Aes, AesCtr};

pub struct Ccm {
    aes: Aes,
    nonce: Vec<u8>,
    /// Bytes of the tag.
    tag: usize,
    authenticated: Vec<u8>,
}

impl Ccm {
    /// `None` unless the nonce has 7 to 13 bytes, and the tag an even number from 4 to 16.
    pub fn new(aes: Aes, nonce: &[u8], tag: usize) -> Option<Self> {
        let is_valid =
            (7..=13).contains(&nonce.len()) && (4..=16).contains(&tag) && tag.is_multiple_of(2);
        is_valid.then(|| Self {
            aes,
            nonce: nonce.to_vec(),
            tag,
            authenticated: Vec::new(),
        })
    }

    pub fn authenticate(&mut self, data: &[u8]) {
        self.authenticated.extend_from_slice(data);
    }

    /// Bytes that tell the length of the text.
    fn width(&self) -> usize {
        15 - self.nonce.len()
    }

    /// Whether the length of a text can be written.
    pub fn has_room_for(&self, length: usize) -> bool {
        self.width() >= 8 || length >> (8 * self.width()) == 0
    }

    /// The encrypted or decrypted text, and the tag of the plain text.
    pub fn process(&self, data: &[u8], is_encryption: bool) -> (Vec<u8>, Vec<u8>) {
        let mut first = [0; 16];
        first[0] = (self.width() - 1) as u8;
        first[1..=self.nonce.len()].copy_from_slice(&self.nonce);
        let mut counter = AesCtr::new(self.aes.clone(), first, 8 * self.width() as u32);
        let mut mask = [0; 16];
        counter.apply(&mut mask);
        let mut made = data.to_vec();
        counter.apply(&mut made);
        let clear = if is_encryption { data } else { &made };
        let mut tag = self.mac(clear);
        for (byte, mask) in tag.iter_mut().zip(mask) {
            *byte ^= mask;
        }
        let tag = tag[..self.tag].to_vec();
        (made, tag)
    }

    fn mac(&self, text: &[u8]) -> [u8; 16] {
        let mut mac = [0; 16];
        let has_more = u8::from(!self.authenticated.is_empty());
        let flags = 64 * has_more + 8 * ((self.tag - 2) / 2) as u8 + (self.width() - 1) as u8;
        let length = (text.len() as u128).to_be_bytes();
        let first = [&[flags], &self.nonce[..], &length[1 + self.nonce.len()..]].concat();
        self.absorb(&mut mac, &first);
        if has_more == 1 {
            let length = self.authenticated.len();
            let prefix = match u16::try_from(length) {
                Ok(short @ ..0xff00) => short.to_be_bytes().to_vec(),
                _ => [&[0xff, 0xfe], &(length as u32).to_be_bytes()[..]].concat(),
            };
            self.absorb(&mut mac, &[&prefix[..], &self.authenticated].concat());
        }
        self.absorb(&mut mac, text);
        mac
    }

    /// Blocks of 16 bytes; what is missing of the last one is zeros.
    fn absorb(&self, mac: &mut [u8; 16], data: &[u8]) {
        for block in data.chunks(16) {
            for (sum, byte) in mac.iter_mut().zip(block) {
                *sum ^= byte;
            }
            *mac = self.aes.encrypt_one(*mac);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::HEXLOWER;

    /// Packet vector 1 of RFC 3610.
    #[test]
    fn a_packet_is_that_of_the_rfc() {
        let bytes = |text: &str| HEXLOWER.decode(text.as_bytes()).unwrap();
        let aes = Aes::new(&bytes("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf")).unwrap();
        let mut ccm = Ccm::new(aes, &bytes("00000003020100a0a1a2a3a4a5"), 8).unwrap();
        ccm.authenticate(&bytes("0001020304050607"));
        let text = bytes("08090a0b0c0d0e0f101112131415161718191a1b1c1d1e");
        let (made, tag) = ccm.process(&text, true);
        assert_eq!(
            HEXLOWER.encode(&made),
            "588c979a61c663d2f066d0c2c0f989806d5f6b61dac384"
        );
        assert_eq!(HEXLOWER.encode(&tag), "17e8d12cfdf926e0");
        assert_eq!(ccm.process(&made, false), (text, tag));
    }
}
