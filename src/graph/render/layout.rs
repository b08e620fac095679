//! Where the boxes of a drawing stand: in columns, each left of what it depends on.

use super::super::dag::Dag;

/// The size of a box.
pub(super) const WIDTH: u32 = 220;
pub(super) const HEIGHT: u32 = 44;
/// From the top of a box to that of the one below it.
const ROW: u32 = HEIGHT + 14;
/// From a column to the next one of the same layer, and to that of the next layer, where edges
/// need room.
const COLUMN: u32 = WIDTH + 24;
const LAYER: u32 = WIDTH + 90;
const MARGIN: u32 = 20;
/// How often the order in the layers is made better.
const SWEEPS: usize = 4;

/// A drawing in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The left upper corner of each box.
    pub places: Vec<(u32, u32)>,
    pub width: u32,
    pub height: u32,
}

/// Places `len` boxes; each edge is (dependent, dependency). The same edges in the same order give
/// the same drawing.
pub(super) fn layout(len: usize, edges: &[(usize, usize)]) -> Layout {
    let dag = Dag::new(len, edges);
    let mut layers = layers(&dag);
    for sweep in 0..SWEEPS {
        arrange(&dag, &mut layers, sweep % 2 == 0);
    }
    place(&layers, len)
}

/// The boxes in layers from left to right: one stands as near as possible to the first of those it
/// depends on. What is in a loop, which a graph of resources does not have, counts as known so far.
fn layers(dag: &Dag) -> Vec<Vec<usize>> {
    let order = dag.order().unwrap_or_else(|_| (0..dag.len()).collect());
    let mut heights = vec![0; dag.len()];
    for node in order {
        let below = dag.dependencies(node).iter().map(|&it| heights[it] + 1);
        heights[node] = below.max().unwrap_or(0);
    }
    let count = heights.iter().max().map_or(0, |it| it + 1);
    let mut layers = vec![Vec::new(); count];
    for (node, height) in heights.into_iter().enumerate() {
        layers[count - 1 - height].push(node);
    }
    layers
}

/// Sorts each layer by where the neighbours stand that were sorted before it, so that fewer edges
/// cross: those on the right when going left, those on the left when going right.
fn arrange(dag: &Dag, layers: &mut [Vec<usize>], is_leftward: bool) {
    let mut heights = vec![0.5; dag.len()];
    let note = |layer: &[usize], heights: &mut [f64]| {
        for (row, &node) in layer.iter().enumerate() {
            heights[node] = relative(row, layer.len());
        }
    };
    for layer in layers.iter() {
        note(layer, &mut heights);
    }
    let mut indexes: Vec<usize> = (0..layers.len()).collect();
    if is_leftward {
        indexes.reverse();
    }
    for index in indexes {
        let wish = |node: usize| {
            let neighbours = match is_leftward {
                true => dag.dependencies(node),
                false => dag.dependents(node),
            };
            mean(neighbours.iter().map(|&it| heights[it])).unwrap_or(heights[node])
        };
        let mut wishes: Vec<(f64, usize)> =
            layers[index].iter().map(|&it| (wish(it), it)).collect();
        wishes.sort_by(|one, other| one.0.total_cmp(&other.0));
        layers[index] = wishes.into_iter().map(|(_, node)| node).collect();
        note(&layers[index], &mut heights);
    }
}

/// How far down a row is, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "rows are few")]
fn relative(row: usize, rows: usize) -> f64 {
    (row as f64 + 0.5) / rows as f64
}

#[expect(clippy::cast_precision_loss, reason = "neighbours are few")]
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0_usize), |(sum, count), it| (sum + it, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// Layers of many boxes take several columns, so that the drawing is no ribbon.
fn place(layers: &[Vec<usize>], len: usize) -> Layout {
    let most = rows_for(len);
    let highest = layers.iter().map(|it| it.len().min(most)).max();
    let height = pixels(highest.unwrap_or(0)) * ROW;
    let mut places = vec![(0, 0); len];
    let mut left = MARGIN;
    let mut right = MARGIN;
    for layer in layers {
        let columns = layer.len().div_ceil(most);
        let rows = layer.len().div_ceil(columns.max(1));
        let top = MARGIN + (height - pixels(rows) * ROW) / 2;
        for (index, &node) in layer.iter().enumerate() {
            let (column, row) = (pixels(index / rows), pixels(index % rows));
            places[node] = (left + column * COLUMN, top + row * ROW);
        }
        right = left + pixels(columns.max(1) - 1) * COLUMN + WIDTH;
        left = right + LAYER - WIDTH;
    }
    Layout {
        places,
        width: right + MARGIN,
        height: (height + 2 * MARGIN)
            .saturating_sub(ROW - HEIGHT)
            .max(2 * MARGIN),
    }
}

/// As many as make a square of boxes that do not depend on each other, but not too few.
fn rows_for(len: usize) -> usize {
    let wide = usize::try_from(COLUMN / ROW + 1).unwrap_or(1);
    (len * wide).isqrt().max(16)
}

fn pixels(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_stands_left_of_what_it_depends_on() {
        let layout = layout(4, &[(0, 1), (1, 2), (0, 2)]);
        let x: Vec<u32> = layout.places.iter().map(|it| it.0).collect();
        assert!(x[0] < x[1] && x[1] < x[2], "{x:?}");
        assert_eq!(x[3], x[2]);
    }

    #[test]
    fn edges_that_need_not_cross_do_not() {
        let layout = layout(6, &[(0, 5), (1, 4), (2, 3)]);
        let y: Vec<u32> = layout.places.iter().map(|it| it.1).collect();
        assert_eq!([y[0], y[1], y[2]], [y[5], y[4], y[3]]);
    }

    #[test]
    fn many_of_a_layer_take_several_columns() {
        let layout = layout(2000, &[]);
        assert!(layout.width < 2 * layout.height && layout.height < 2 * layout.width);
    }

    proptest! {
        #[test]
        fn no_two_boxes_overlap_and_all_are_inside(
            len in 1..60_usize,
            pairs in prop::collection::vec((0..60_usize, 0..60_usize), 0..120),
        ) {
            let edges: Vec<(usize, usize)> = pairs
                .into_iter()
                .filter(|(from, to)| to < from && *from < len)
                .collect();
            let layout = layout(len, &edges);
            for (index, one) in layout.places.iter().enumerate() {
                prop_assert!(one.0 + WIDTH <= layout.width && one.1 + HEIGHT <= layout.height);
                for other in &layout.places[index + 1..] {
                    let is_apart = one.0.abs_diff(other.0) >= WIDTH
                        || one.1.abs_diff(other.1) >= HEIGHT;
                    prop_assert!(is_apart, "{one:?} {other:?}");
                }
            }
            for (from, to) in edges {
                prop_assert!(layout.places[from].0 < layout.places[to].0);
            }
        }
    }
}
