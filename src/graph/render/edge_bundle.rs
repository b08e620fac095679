//! The input of the layout of a group of boxes.

/// Width and height in pixels.
pub(super) type Size = (f64, f64);
pub(super) type Point = (f64, f64);

/// The edges to one target.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeBundle {
    pub sources: Vec<End>,
    /// Whether some edges enter the frame through its left side.
    pub from_outside: bool,
    /// `None` if the target is outside: the bundle leaves the frame through its right side.
    pub target: Option<End>,
}

/// A box, and the distance from its top to the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    pub node: usize,
    pub offset: f64,
}
