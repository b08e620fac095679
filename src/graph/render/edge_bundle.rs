//! The input of the layout of a group of boxes.

/// Width and height in pixels.
pub type Size = (f64, f64);
pub type Point = (f64, f64);

/// The edges to one target.
#[derive(Clone, Debug, Default)]
pub struct EdgeBundle {
    pub sources: Vec<End>,
    /// Whether some edges enter the frame through its left side.
    pub from_outside: bool,
    /// `None` if the target is outside: the bundle leaves the frame through its right side.
    pub target: Option<End>,
}

/// A box, and the distance from its top to the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    pub node: usize,
    pub offset: f64,
}
