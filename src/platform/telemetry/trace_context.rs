//! Identifiers of traces and spans, and the text in which they travel: `traceparent` of W3C Trace Context.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The place of a span in its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceContext {
    /// Not zero.
    pub trace: u128,
    /// Not zero.
    pub span: u64,
    /// Whether the spans of the trace are recorded.
    pub is_sampled: bool,
}

impl TraceContext {
    /// The context of a new trace.
    pub fn new(is_sampled: bool) -> Self {
        Self {
            trace: rand::random::<u128>().max(1),
            span: new_span(),
            is_sampled,
        }
    }

    /// A context in the same trace.
    pub fn child(self) -> Self {
        Self {
            span: new_span(),
            ..self
        }
    }

    /// Parses a `traceparent`; `None` if it is not valid. Of a version that is not known, the first four fields count.
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split('-');
        let version = hexadecimal(fields.next()?, 2)?;
        let trace = hexadecimal(fields.next()?, 32).filter(|it| *it != 0)?;
        let span = hexadecimal(fields.next()?, 16).filter(|it| *it != 0)?;
        let flags = hexadecimal(fields.next()?, 2)?;
        if version == 0xff || (version == 0 && fields.next().is_some()) {
            return None;
        }
        Some(Self {
            trace,
            span: u64::try_from(span).ok()?,
            is_sampled: flags & 1 == 1,
        })
    }

    pub fn trace_text(self) -> String {
        format!("{:032x}", self.trace)
    }

    pub fn span_text(self) -> String {
        format!("{:016x}", self.span)
    }
}

fn new_span() -> u64 {
    rand::random::<u64>().max(1)
}

/// The number of so many digits in lower case, as the recommendation demands.
fn hexadecimal(text: &str, digits: usize) -> Option<u128> {
    let is_digit = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
    if text.len() != digits || !text.bytes().all(is_digit) {
        return None;
    }
    u128::from_str_radix(text, 16).ok()
}

impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            trace,
            span,
            is_sampled,
        } = self;
        write!(
            f,
            "00-{trace:032x}-{span:016x}-{:02x}",
            u8::from(*is_sampled)
        )
    }
}

impl Serialize for TraceContext {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TraceContext {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let invalid = || serde::de::Error::custom("it is not a traceparent");
        Self::parse(&text).ok_or_else(invalid)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VALID: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_traceparent_is_parsed_as_the_recommendation_says() {
        let it = TraceContext::parse(VALID).unwrap();
        assert_eq!((it.to_string().as_str(), it.is_sampled), (VALID, true));
        let parse = |from: &str, to: &str| TraceContext::parse(&VALID.replacen(from, to, 1));
        assert!(!parse("-01", "-02").unwrap().is_sampled);
        assert!(parse("-01", "-03").unwrap().is_sampled);
        // A later version may have more fields.
        assert!(parse("00-", "cc-").is_some() && parse("-01", "-01-x").is_none());
        assert!(TraceContext::parse(&format!("cc{}-what", &VALID[2..])).is_some());
        for (from, to) in [
            ("00-", "ff-"),
            (
                "4bf92f3577b34da6a3ce929d0e0e4736",
                "00000000000000000000000000000000",
            ),
            ("00f067aa0ba902b7", "0000000000000000"),
            ("4bf9", "4BF9"),
            ("4bf9", "+bf9"),
            ("-01", ""),
            ("-01", "-1"),
        ] {
            assert_eq!(parse(from, to), None, "{to}");
        }
    }

    #[test]
    fn a_child_is_in_the_trace_of_its_parent() {
        let parent = TraceContext::new(true);
        let child = parent.child();
        assert!(child.trace == parent.trace && child.span != parent.span && child.is_sampled);
    }

    proptest! {
        #[test]
        fn any_text_is_a_context_or_none(text in ".{0,80}") {
            if let Some(it) = TraceContext::parse(&text) {
                prop_assert!(it.trace != 0 && it.span != 0);
            }
        }

        #[test]
        fn a_context_keeps_its_text(trace in 1_u128.., span in 1_u64.., is_sampled: bool) {
            let it = TraceContext { trace, span, is_sampled };
            prop_assert_eq!(TraceContext::parse(&it.to_string()), Some(it));
        }
    }
}
