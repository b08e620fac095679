//! What a group of boxes is laid out from.

/// Width and height in pixels.
pub(super) type Size = (f64, f64);
pub(super) type Point = (f64, f64);

/// Edges to one target.
#[derive(Clone, Debug, Default)]
pub(super) struct Net {
    pub sources: Vec<End>,
    /// Some come from outside of the frame, through its left side.
    pub from_outside: bool,
    /// `None` if the target is outside: the net leaves through the right side.
    pub target: Option<End>,
}

/// A box, and how far below its top the edge touches it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    pub node: usize,
    pub offset: f64,
}
