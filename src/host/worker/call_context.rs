//! The place of a call in the work that it is a part of, as lines of a frame.

/// The place of a call in the work that it is a part of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallContext {
    /// The span of the call, in the format of W3C `traceparent`; empty for none.
    pub traceparent: String,
    /// The time at which the caller gives up, in milliseconds since the epoch; 0 for none.
    pub deadline: u64,
    /// Whether the call, or one that it is a part of, comes again if it fails.
    pub is_retried: bool,
}

impl CallContext {
    /// A line for each part: no part has a line feed.
    pub(super) fn text(&self) -> String {
        let Self {
            traceparent,
            deadline,
            is_retried,
        } = self;
        format!("{traceparent}\n{deadline}\n{}", u8::from(*is_retried))
    }

    pub(super) fn of(text: &str) -> Option<Self> {
        let (traceparent, rest) = text.split_once('\n')?;
        let (deadline, retried) = rest.split_once('\n')?;
        Some(Self {
            traceparent: traceparent.to_owned(),
            deadline: deadline.parse().ok()?,
            is_retried: retried == "1",
        })
    }

    /// A context, and the text in the lines after it.
    pub(super) fn split(text: &str) -> Option<(Self, &str)> {
        let (end, _) = text.match_indices('\n').nth(2)?;
        Some((Self::of(&text[..end])?, &text[end + 1..]))
    }
}
