//! The boxes of one frame after their layout, and the routes of edges between them.

use super::bands::BandBreak;
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
    /// The lane below all boxes of each bundle that has edges from right to left.
    pub returns: Vec<Option<f64>>,
    /// The ends of bands, if columns are in several.
    pub breaks: Vec<BandBreak>,
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
        if let (Some(end), Some(lane)) = (target, self.returns[bundle])
            && from > to
        {
            return self.leftward(points, bundle, (from, to), (end, lane));
        }
        for column in from..to {
            let lane = column.checked_sub(course.first);
            if let Some(y) = lane.and_then(|it| course.lanes.get(it)) {
                let (left, right) = self.columns[column];
                self.turn(&mut points, bundle, column, *y);
                points.push((left, *y));
                points.push((right, *y));
            }
        }
        if let Some(end) = target {
            let (x, y) = self.places[end.node];
            self.turn(&mut points, bundle, to, y + end.offset);
            points.push((x, y + end.offset));
        }
        points.dedup();
        points
    }

    /// Continues a route from the column before to a height in a column, if another band begins there.
    fn turn(&self, points: &mut Vec<Point>, bundle: usize, column: usize, to: f64) {
        let begun = self.breaks.iter().find(|it| it.column == column);
        if let (Some(begun), Some(from)) = (begun, points.last().map(|it| it.1)) {
            points.extend(begun.turn(bundle, from, to).into_iter().flatten());
        }
    }

    /// Continues a route to a target on the left: between columns down to a lane below all boxes, and up again.
    fn leftward(
        &self,
        mut points: Vec<Point>,
        bundle: usize,
        (from, to): (usize, usize),
        (end, lane): (End, f64),
    ) -> Vec<Point> {
        // The lines of a few bundles are next to each other; the padding of a frame holds them.
        let shift = [5.0, 9.0, 13.0][bundle % 3];
        let right = self.columns[from - 1].1 + shift;
        let left = self.columns[to].0 - shift;
        let (x, y) = self.places[end.node];
        let start = points[points.len() - 1].1;
        points.extend([(right, start), (right, lane), (left, lane)]);
        points.extend([(left, y + end.offset), (x, y + end.offset)]);
        points.dedup();
        points
    }
}
