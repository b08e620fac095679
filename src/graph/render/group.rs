//! The boxes of one frame after their layout, and the routes of edges between them.

use super::edge_bundle::{EdgeBundle, End, Point, Size};
use super::group_layout::GroupLayout;

/// The positions of boxes.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// The upper left corners.
    pub places: Vec<Point>,
    pub size: Size,
    pub bundles: Vec<EdgeRoute>,
    /// Left and right side of each column, from left to right; boxes are aligned to the left.
    pub columns: Vec<(f64, f64)>,
    /// The column of each box.
    pub column_of: Vec<usize>,
    pub widths: Vec<f64>,
}

/// The lanes of a bundle: its height in consecutive columns.
#[derive(Clone, Debug, Default)]
pub struct EdgeRoute {
    pub first: usize,
    pub lanes: Vec<f64>,
}

impl Group {
    /// Lays out boxes. Deterministic.
    pub fn new(sizes: &[Size], bundles: &[EdgeBundle]) -> Self {
        GroupLayout::new(sizes, bundles).finish()
    }

    /// The height at which a bundle crosses the left or right side of the frame.
    pub fn entry(&self, bundle: usize) -> f64 {
        self.bundles[bundle].lanes.first().copied().unwrap_or(0.0)
    }

    pub fn exit(&self, bundle: usize) -> f64 {
        self.bundles[bundle].lanes.last().copied().unwrap_or(0.0)
    }

    /// The route of one edge of a bundle. `source` is `None` for an edge from outside, `target` for
    /// one that leaves the frame.
    pub fn route(&self, bundle: usize, source: Option<End>, target: Option<End>) -> Vec<Point> {
        let course = &self.bundles[bundle];
        let mut points = Vec::new();
        let from = match source {
            Some(end) => {
                let (x, y) = self.places[end.node];
                points.push((x + self.widths[end.node], y + end.offset));
                self.column_of[end.node] + 1
            }
            None => course.first,
        };
        if source.is_some() {
            // To the right side of its column, where nothing is in the way.
            let side = self.columns[from - 1].1;
            points.push((side, points[0].1));
        }
        let to = match target {
            Some(end) => self.column_of[end.node],
            None => course.first + course.lanes.len(),
        };
        for column in from..to {
            let lane = column.checked_sub(course.first);
            if let Some(y) = lane.and_then(|it| course.lanes.get(it)) {
                let (left, right) = self.columns[column];
                points.push((left, *y));
                points.push((right, *y));
            }
        }
        if let Some(end) = target {
            let (x, y) = self.places[end.node];
            points.push((x, y + end.offset));
        }
        points.dedup();
        points
    }
}
