//! Layout of the boxes in one frame: in columns, each left of its dependencies, with lanes between
//! the boxes for the edges that pass through.
//!
//! All edges to one target are a bundle: they share lanes, and look like one cable. A column holds
//! boxes and lanes, one above the other; edges change their height between columns, where there are
//! no boxes.

use super::super::dag::Dag;
use super::bands::{Bands, ColumnExtent};
use super::cycles::without_cycles;
use super::edge_bundle::{EdgeBundle, Point, Size};
use super::group::{EdgeRoute, Group};
use super::isotonic::{DesiredPosition, positions};

/// The distance between boxes of a column.
const GAP: f64 = 16.0;
/// The distance between columns, where edges change their height.
const CHANNEL: f64 = 64.0;
/// The distance between boxes without edges.
const FREE_GAP: f64 = 24.0;
/// The height of a lane.
const LANE: f64 = 2.0;
/// The distance between lanes of edges from right to left.
const RETURN_GAP: f64 = 8.0;
/// With more lanes than this, edges take the direct way.
const MAX_LANES: usize = 100_000;
const SWEEPS: usize = 6;

/// A box or a lane in a column.
#[derive(Clone, Copy, Debug)]
struct Item {
    node: Option<usize>,
    height: f64,
    top: f64,
}

/// A link from an item to one of the next column, with the heights below their tops.
#[derive(Clone, Copy, Debug)]
struct ColumnLink {
    left: (usize, f64),
    right: (usize, f64),
}

/// A layout in progress.
pub struct GroupLayout<'a> {
    sizes: &'a [Size],
    bundles: &'a [EdgeBundle],
    items: Vec<Item>,
    /// Items from top to bottom; the first and the last column are the sides of the frame.
    columns: Vec<Vec<usize>>,
    column_of: Vec<usize>,
    links: Vec<ColumnLink>,
    /// Links by the item on their left and on their right.
    after: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    /// First column and items of the lanes of each bundle.
    lanes: Vec<(usize, Vec<usize>)>,
    /// Boxes without edges.
    loose: Vec<usize>,
}

impl<'a> GroupLayout<'a> {
    pub fn new(sizes: &'a [Size], bundles: &'a [EdgeBundle]) -> Self {
        let mut is_touched = vec![false; sizes.len()];
        for bundle in bundles {
            for end in bundle.sources.iter().chain(&bundle.target) {
                is_touched[end.node] = true;
            }
        }
        let loose = (0..sizes.len()).filter(|it| !is_touched[*it]).collect();
        let mut layout = Self {
            sizes,
            bundles,
            items: Vec::new(),
            columns: Vec::new(),
            column_of: vec![0; sizes.len()],
            links: Vec::new(),
            after: Vec::new(),
            before: Vec::new(),
            lanes: Vec::new(),
            loose,
        };
        layout.put_boxes(&is_touched);
        layout.put_lanes();
        for sweep in 0..SWEEPS {
            layout.order(sweep % 2 == 0);
        }
        layout.straighten();
        layout
    }

    /// Adds the boxes to the columns; their item numbers are their box numbers.
    fn put_boxes(&mut self, is_touched: &[bool]) {
        for (node, &(_, height)) in self.sizes.iter().enumerate() {
            self.items.push(Item {
                node: Some(node),
                height,
                top: 0.0,
            });
        }
        self.after = vec![Vec::new(); self.items.len()];
        self.before = vec![Vec::new(); self.items.len()];
        let most = self.column_height(is_touched);
        self.columns.push(Vec::new());
        for layer in self.layers(is_touched) {
            let mut height = f64::INFINITY;
            for node in layer {
                height += self.sizes[node].1 + GAP;
                if height > most {
                    self.columns.push(Vec::new());
                    height = self.sizes[node].1;
                }
                let column = self.columns.len() - 1;
                self.columns[column].push(node);
                self.column_of[node] = column;
            }
        }
        self.columns.push(Vec::new());
    }

    /// The height of columns that makes the picture wider than high, because the channels between
    /// columns come on top.
    fn column_height(&self, is_touched: &[bool]) -> f64 {
        let touched = || self.sizes.iter().zip(is_touched).filter(|(_, is)| **is);
        let area: f64 = touched()
            .map(|((width, height), _)| (width + CHANNEL) * (height + GAP))
            .sum();
        let highest = touched()
            .map(|((_, height), _)| *height)
            .fold(0.0, f64::max);
        area.sqrt().max(highest).max(420.0)
    }

    /// Boxes with edges, grouped by the length of their longest path to a box without dependencies,
    /// the longest first.
    fn layers(&self, is_touched: &[bool]) -> Vec<Vec<usize>> {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for bundle in self.bundles {
            if let Some(target) = bundle.target {
                let inner = bundle.sources.iter().filter(|it| it.node != target.node);
                edges.extend(inner.map(|it| (it.node, target.node)));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let edges = without_cycles(self.sizes.len(), &edges);
        let dag = Dag::new(self.sizes.len(), &edges);
        let order = dag.order().unwrap_or_else(|_| (0..dag.len()).collect());
        let mut heights = vec![0; dag.len()];
        for node in order {
            let below = dag.dependencies(node).iter().map(|&it| heights[it] + 1);
            heights[node] = below.max().unwrap_or(0);
        }
        let count = heights.iter().max().map_or(0, |it| it + 1);
        let mut layers = vec![Vec::new(); count];
        for (node, height) in heights.into_iter().enumerate() {
            if is_touched[node] {
                layers[count - 1 - height].push(node);
            }
        }
        layers
    }

    fn put_lanes(&mut self) {
        let last = self.columns.len() - 1;
        let spans: Vec<_> = self.bundles.iter().map(|it| self.span(it, last)).collect();
        let is_much = spans.iter().map(|(begin, end)| end - begin).sum::<usize>() > MAX_LANES;
        let bundles = self.bundles;
        for (bundle, (begin, end)) in bundles.iter().zip(spans) {
            let columns = begin..end;
            let is_side = |column: usize| column == 0 || column == last;
            // The sides are always needed, because other frames continue there.
            let wanted = columns.filter(|it| !is_much || is_side(*it));
            let lanes: Vec<(usize, usize)> = wanted
                .map(|column| (column, self.put_lane(column)))
                .collect();
            for pair in lanes.windows(2) {
                if pair[0].0 + 1 == pair[1].0 {
                    self.join((pair[0].1, 0.0), (pair[1].1, 0.0));
                }
            }
            let lane_at = |column: usize| {
                let found = lanes.binary_search_by_key(&column, |it| it.0);
                found.ok().map(|it| lanes[it].1)
            };
            let target = bundle.target.map(|it| (it.node, it.offset));
            if let (Some(target), Some((column, lane))) = (target, lanes.last())
                && column + 1 == end
            {
                self.join((*lane, 0.0), target);
            }
            for source in &bundle.sources {
                let next = self.column_of[source.node] + 1;
                let right = match lane_at(next) {
                    Some(lane) => Some((lane, 0.0)),
                    None => target.filter(|_| next == end),
                };
                if let Some(right) = right {
                    self.join((source.node, source.offset), right);
                }
            }
            let first = lanes.first().map_or(begin, |it| it.0);
            let items = lanes.into_iter().map(|it| it.1).collect();
            self.lanes.push((first, items));
        }
    }

    /// The columns that a bundle crosses: the first, and the one after the last.
    fn span(&self, bundle: &EdgeBundle, last: usize) -> (usize, usize) {
        let end = bundle.target.map_or(last + 1, |it| self.column_of[it.node]);
        let sources = bundle.sources.iter().map(|it| self.column_of[it.node] + 1);
        let begin = match bundle.from_outside {
            true => Some(0),
            false => sources.min(),
        };
        (begin.unwrap_or(end).min(end), end)
    }

    fn put_lane(&mut self, column: usize) -> usize {
        let item = self.items.len();
        self.items.push(Item {
            node: None,
            height: LANE,
            top: 0.0,
        });
        self.after.push(Vec::new());
        self.before.push(Vec::new());
        self.columns[column].push(item);
        item
    }

    fn join(&mut self, left: (usize, f64), right: (usize, f64)) {
        let joint = self.links.len();
        self.links.push(ColumnLink { left, right });
        self.after[left.0].push(joint);
        self.before[right.0].push(joint);
    }

    /// Sorts each column by the mean position of neighbours on one side, to reduce crossings.
    fn order(&mut self, is_leftward: bool) {
        let mut ranks = vec![0.0; self.items.len()];
        for column in &self.columns {
            rank(column, &mut ranks);
        }
        let mut columns: Vec<usize> = (0..self.columns.len()).collect();
        if is_leftward {
            columns.reverse();
        }
        for column in columns {
            let desired_position = |item: usize| {
                let links = match is_leftward {
                    true => &self.after[item],
                    false => &self.before[item],
                };
                let neighbours = links.iter().map(|it| match is_leftward {
                    true => self.links[*it].right.0,
                    false => self.links[*it].left.0,
                });
                mean(neighbours.map(|it| ranks[it])).unwrap_or(ranks[item])
            };
            let items = self.columns[column].iter();
            let mut desired: Vec<(f64, usize)> =
                items.map(|it| (desired_position(*it), *it)).collect();
            desired.sort_by(|one, other| one.0.total_cmp(&other.0));
            self.columns[column] = desired.into_iter().map(|it| it.1).collect();
            rank(&self.columns[column], &mut ranks);
        }
    }

    /// Moves items vertically within their order, to straighten edges.
    fn straighten(&mut self) {
        for column in 0..self.columns.len() {
            let mut top = 0.0;
            for &item in &self.columns[column] {
                self.items[item].top = top;
                top += self.items[item].height + GAP;
            }
        }
        for sweep in 0..SWEEPS {
            let count = self.columns.len();
            for step in 0..count {
                let column = match sweep % 2 == 0 {
                    true => count - 1 - step,
                    false => step,
                };
                let desired: Vec<DesiredPosition> = self.columns[column]
                    .iter()
                    .map(|&it| self.desired_position(it, sweep))
                    .collect();
                let tops = positions(&desired, GAP);
                for (&item, top) in self.columns[column].iter().zip(tops) {
                    self.items[item].top = top;
                }
            }
        }
        let all = self.columns.iter().flatten();
        let highest = all
            .map(|it| self.items[*it].top)
            .fold(f64::INFINITY, f64::min);
        for item in self.columns.iter().flatten() {
            self.items[*item].top -= highest;
        }
    }

    fn desired_position(&self, item: usize, sweep: usize) -> DesiredPosition {
        let it = self.items[item];
        let right = self.after[item].iter().map(|joint| {
            let joint = self.links[*joint];
            self.items[joint.right.0].top + joint.right.1 - joint.left.1
        });
        let left = self.before[item].iter().map(|joint| {
            let joint = self.links[*joint];
            self.items[joint.left.0].top + joint.left.1 - joint.right.1
        });
        // The last sweep considers both sides.
        let top = match sweep {
            _ if sweep + 2 >= SWEEPS => mean(left.chain(right)),
            _ if sweep.is_multiple_of(2) => mean(right),
            _ => mean(left),
        };
        DesiredPosition {
            top: top.unwrap_or(it.top),
            height: it.height,
            weight: match (top, it.node) {
                (None, _) => 0.1,
                (_, Some(_)) => 1.0,
                (_, None) => 2.0,
            },
        }
    }

    pub fn finish(self) -> Group {
        let last = self.columns.len() - 1;
        let extents = self.extents();
        let highest = extents.iter().map(|it| it.bottom).fold(0.0, f64::max);
        let (returns, height) = self.returns(highest);
        let bands = match returns.iter().any(Option::is_some) {
            false => self.bands(&extents),
            true => None,
        };
        let (columns, size) = match &bands {
            Some(bands) => (bands.columns.clone(), bands.size),
            None => {
                let (columns, width) = self.row(&extents);
                (columns, (width, height))
            }
        };
        let shift = |column: usize| bands.as_ref().map_or(0.0, |it| it.shifts[column]);
        let mut places = vec![(0.0, 0.0); self.sizes.len()];
        for (column, items) in self.columns.iter().enumerate() {
            for item in items {
                if let Some(node) = self.items[*item].node {
                    places[node] = (columns[column].0, self.items[*item].top + shift(column));
                }
            }
        }
        let size = self.place_unconnected(&mut places, size);
        let mut columns = columns;
        // The right side is that of the frame, even if boxes without edges made it wider.
        columns[last] = (size.0, size.0);
        let bundles = self.lanes.iter().map(|(first, items)| EdgeRoute {
            first: *first,
            lanes: (*first..)
                .zip(items)
                .map(|(column, it)| self.items[*it].top + shift(column))
                .collect(),
        });
        Group {
            bundles: bundles.collect(),
            returns,
            breaks: bands.map(|it| it.breaks).unwrap_or_default(),
            size,
            columns,
            widths: self.sizes.iter().map(|it| it.0).collect(),
            column_of: self.column_of,
            places,
        }
    }

    fn extents(&self) -> Vec<ColumnExtent> {
        let extent = |column: &Vec<usize>| {
            let items = || column.iter().map(|it| &self.items[*it]);
            let boxes = items().filter_map(|it| it.node);
            ColumnExtent {
                width: boxes.map(|it| self.sizes[it].0).fold(0.0, f64::max),
                top: items().map(|it| it.top).fold(f64::INFINITY, f64::min),
                bottom: items().map(|it| it.top + it.height).fold(0.0, f64::max),
            }
        };
        self.columns.iter().map(extent).collect()
    }

    /// The columns in bands, if one would be too wide, and each bundle has a lane in each column.
    fn bands(&self, extents: &[ColumnExtent]) -> Option<Bands> {
        let last = self.columns.len() - 1;
        let spans: Vec<_> = self.bundles.iter().map(|it| self.span(it, last)).collect();
        let mut lanes = spans.iter().zip(&self.lanes);
        let is_whole = lanes.all(|((begin, end), (_, lanes))| lanes.len() == end - begin);
        is_whole.then(|| Bands::new(extents, &spans, CHANNEL))?
    }

    /// All columns beside each other, and their width.
    fn row(&self, extents: &[ColumnExtent]) -> (Vec<(f64, f64)>, f64) {
        let last = self.columns.len() - 1;
        let mut columns = Vec::new();
        let mut x = 0.0;
        for (index, (column, extent)) in self.columns.iter().zip(extents).enumerate() {
            // A side that no edge crosses needs no space.
            let is_side = index == 0 || index == last;
            columns.push((x, x + extent.width));
            let needs_room = !(is_side && column.is_empty()) && index != last;
            let is_before_end = index + 1 == last && self.columns[last].is_empty();
            x += extent.width;
            if needs_room && !is_before_end {
                x += CHANNEL;
            }
        }
        (columns, x)
    }

    /// The lanes below all boxes, and the height with them.
    fn returns(&self, height: f64) -> (Vec<Option<f64>>, f64) {
        let mut lowest = height;
        let lanes = self.bundles.iter().map(|bundle| {
            let target = self.column_of[bundle.target?.node];
            let mut sources = bundle.sources.iter();
            sources
                .any(|it| self.column_of[it.node] >= target)
                .then(|| {
                    lowest += RETURN_GAP;
                    lowest
                })
        });
        (lanes.collect(), lowest)
    }

    /// Places boxes without edges below the others, in rows; returns the total size.
    fn place_unconnected(&self, places: &mut [Point], (width, height): Size) -> Size {
        let area: f64 = self
            .loose
            .iter()
            .map(|it| {
                let (width, height) = self.sizes[*it];
                (width + FREE_GAP) * (height + GAP)
            })
            .sum();
        let most = width.max((area * 1.6).sqrt());
        let (mut x, mut y) = (0.0, if height > 0.0 { height + FREE_GAP } else { 0.0 });
        let mut size = (width, height);
        let mut row: f64 = 0.0;
        for &node in &self.loose {
            let (own_width, own_height) = self.sizes[node];
            if x > 0.0 && x + own_width > most {
                x = 0.0;
                y += row + GAP;
                row = 0.0;
            }
            places[node] = (x, y);
            size = (size.0.max(x + own_width), size.1.max(y + own_height));
            x += own_width + FREE_GAP;
            row = row.max(own_height);
        }
        size
    }
}

/// Records the relative position of each item in its column, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "columns are short")]
fn rank(column: &[usize], ranks: &mut [f64]) {
    for (row, &item) in column.iter().enumerate() {
        ranks[item] = (row as f64 + 0.5) / column.len() as f64;
    }
}

#[expect(clippy::cast_precision_loss, reason = "neighbours are few")]
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0_usize), |(sum, count), it| (sum + it, count + 1));
    (count > 0).then(|| sum / count as f64)
}
