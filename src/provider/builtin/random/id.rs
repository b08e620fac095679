//! `std:random:Id`: random bytes in several encodings.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState};
use lumi_graph::{Object, Value, hex};

use super::fill;

const MAX_BYTES: usize = 1024;

/// The id is the bytes in base64url, without the prefix.
pub struct Id {
    length: usize,
    prefix: String,
}

impl Generator for Id {
    const TYPE: &'static str = "std:random:Id";

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let length = inputs.integer("byteLength", 1..=MAX_BYTES as i64);
        let prefix = inputs.text("prefix");
        Some(Self {
            length: usize::try_from(length?).ok()?,
            prefix: prefix.unwrap_or_default().to_owned(),
        })
    }

    fn make(self) -> Result<Created, ProviderError> {
        let mut bytes = vec![0; self.length];
        fill(&mut bytes)?;
        Ok(Created {
            data: None,
            id: Some(URL_SAFE_NO_PAD.encode(&bytes)),
            outputs: outputs(&self.prefix, &bytes),
        })
    }

    /// `[PREFIX,]BASE64URL` or `[PREFIX,]hex:HEX`.
    fn import(id: &str) -> Result<ReadState, ProviderError> {
        let (prefix, text) = id.rsplit_once(',').unwrap_or(("", id));
        let bytes = match text.strip_prefix("hex:") {
            Some(digits) => from_hex(digits),
            None => URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok(),
        };
        let bytes = bytes.filter(|it| (1..=MAX_BYTES).contains(&it.len()));
        let bytes = bytes.ok_or_else(|| {
            ProviderError::failed(
                "cannot import this id: it must be 1 to 1024 bytes as base64url, or as hexadecimal \
                 digits behind `hex:`; a prefix stands before it with a comma, as in `web-,uq0vDw`",
            )
        })?;
        let mut inputs = properties([("byteLength", Value::Number(bytes.len() as f64))]);
        if !prefix.is_empty() {
            inputs.insert("prefix".to_owned(), prefix.into());
        }
        Ok(ReadState {
            data: None,
            id: URL_SAFE_NO_PAD.encode(&bytes),
            inputs,
            outputs: outputs(prefix, &bytes),
        })
    }
}

fn outputs(prefix: &str, bytes: &[u8]) -> Object {
    let text = |text: &str| Value::String([prefix, text].concat());
    properties([
        ("base64", text(&STANDARD.encode(bytes))),
        ("base64url", text(&URL_SAFE_NO_PAD.encode(bytes))),
        ("dec", text(&decimal(bytes))),
        ("hex", text(&hex(bytes))),
    ])
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let pairs = (0..digits.len()).step_by(2);
    pairs
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok())
        .collect()
}

/// The bytes as one big-endian integer.
fn decimal(bytes: &[u8]) -> String {
    /// The largest power of ten that, with one more byte, fits into 64 bits.
    const CHUNK: u64 = 10_000_000_000_000_000;
    let mut chunks: Vec<u64> = vec![0];
    for byte in bytes {
        let mut carry = u64::from(*byte);
        for chunk in &mut chunks {
            let value = *chunk * 256 + carry;
            *chunk = value % CHUNK;
            carry = value / CHUNK;
        }
        if carry > 0 {
            chunks.push(carry);
        }
    }
    let (highest, rest) = chunks.split_last().unwrap_or((&0, &[]));
    let rest = rest.iter().rev().map(|chunk| format!("{chunk:016}"));
    std::iter::once(highest.to_string()).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::testbed::{Testbed, object};
    use super::*;

    #[test]
    fn an_id_has_all_encodings() {
        let written = outputs("a-", &[0xab, 0xad, 0x2f, 0x0f, 0xfb]);
        assert_eq!(written["hex"], Value::from("a-abad2f0ffb"));
        assert_eq!(written["base64"], Value::from("a-q60vD/s="));
        assert_eq!(written["base64url"], Value::from("a-q60vD_s"));
        assert_eq!(written["dec"], Value::from("a-737344950267"));
    }

    proptest! {
        #[test]
        fn decimals_are_the_number(number: u128) {
            prop_assert_eq!(decimal(&number.to_be_bytes()), number.to_string());
        }

        #[test]
        fn a_generated_id_can_be_imported(bytes in prop::collection::vec(any::<u8>(), 1..40)) {
            for id in [URL_SAFE_NO_PAD.encode(&bytes), format!("hex:{}", hex(&bytes))] {
                let read = Id::import(&format!("p,q-,{id}")).unwrap();
                prop_assert_eq!(&read.outputs, &outputs("p,q-", &bytes));
                prop_assert_eq!(&read.inputs["byteLength"], &Value::Number(bytes.len() as f64));
            }
        }

        #[test]
        fn any_id_is_read_or_refused(id in ".{0,20}") {
            let _ = Id::import(&id);
        }
    }

    #[tokio::test]
    async fn stays_until_an_input_changes() {
        let bed = Testbed::new("std:random:Id");
        let inputs = || object([("byteLength", 8.0.into())]);
        let known = bed.create(inputs()).await;
        assert_eq!(known.text("hex").len(), 16);
        assert_eq!(known.text("base64url"), known.id);
        assert_ne!(bed.create(inputs()).await.id, known.id);
        assert!(!bed.has_changes(&known, inputs()).await);

        let mut changed = inputs();
        changed.insert("keepers".to_owned(), object([("ami", "b".into())]).into());
        let diff = bed.diff(&known, changed).await;
        assert!(
            diff.properties
                .iter()
                .all(|it| it.path == "keepers" && it.replaces)
        );
        assert_eq!(diff.properties.len(), 1);
        assert_eq!(bed.refresh(&known).await.unwrap().outputs, known.outputs);
        assert!(bed.preview(inputs()).await.is_empty());
    }

    #[tokio::test]
    async fn wrong_inputs_are_reported() {
        let bed = Testbed::new("std:random:Id");
        let inputs = object([
            ("byteLenght", 8.0.into()),
            ("keepers", "x".into()),
            ("prefix", 1.0.into()),
        ]);
        insta::assert_snapshot!(bed.check(inputs).await.unwrap_err(), @r"
        byteLenght: unknown property `byteLenght`; did you mean `byteLength`?
        keepers: `keepers` must be an object, but is a string
        prefix: `prefix` must be a string, but is a number
        byteLength: `byteLength` is missing: the number of random bytes, from 1 to 1024
        ");
        let error = bed.try_import("?").await.unwrap_err();
        insta::assert_snapshot!(error, @"cannot import this id: it must be 1 to 1024 bytes as base64url, or as hexadecimal digits behind `hex:`; a prefix stands before it with a comma, as in `web-,uq0vDw`");
    }
}
