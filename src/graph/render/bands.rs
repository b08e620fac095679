//! Columns in bands, one below the other: a long chain is read as a text is, from left to right, line by line.

use super::edge_bundle::{Point, Size};

/// From this number on, columns can be in bands.
const MANY_COLUMNS: usize = 8;
/// From this ratio of width and height on, columns are in bands.
const WIDE: f64 = 5.0;
/// The ratio of width and height that bands aim at.
const RATIO: f64 = 1.6;
/// The fewest columns of a band.
const FEWEST: usize = 3;
/// The most bundles that go on from one band to the next.
const MOST_TRACKS: usize = 8;
/// The distance between the lines of two bundles that go on.
const TRACK: f64 = 6.0;
/// The distance of such lines from boxes.
const CLEARANCE: f64 = 14.0;

/// The extent of the boxes and lanes of a column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnExtent {
    pub width: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The end of a band, and the begin of the next one.
#[derive(Clone, Debug)]
pub struct BandBreak {
    /// The first column of the next band.
    pub column: usize,
    /// The bundles that go on.
    bundles: Vec<usize>,
    /// The places at which the line of the first of them turns: down, to the left, and down again.
    right: f64,
    gap: f64,
    left: f64,
}

/// The places of columns.
#[derive(Clone, Debug)]
pub struct Bands {
    pub breaks: Vec<BandBreak>,
    /// Left and right side of each column.
    pub columns: Vec<(f64, f64)>,
    /// The distance that the items of each column are moved down.
    pub shifts: Vec<f64>,
    pub size: Size,
}

impl Bands {
    /// The bands of columns with channels of a width between them; `None` if one band is best. The first and the last
    /// column are sides of a frame. `spans` are the first column that each bundle crosses, and the one after the last.
    pub fn new(extents: &[ColumnExtent], spans: &[(usize, usize)], channel: f64) -> Option<Self> {
        let starts = starts(extents, channel)?;
        let breaks: Vec<BandBreak> = starts
            .iter()
            .map(|column| BandBreak {
                column: *column,
                bundles: crossing(spans, *column),
                right: 0.0,
                gap: 0.0,
                left: 0.0,
            })
            .collect();
        let is_clear = breaks.iter().all(|it| it.bundles.len() <= MOST_TRACKS);
        is_clear.then(|| Self::placed(extents, breaks, channel))
    }

    fn placed(extents: &[ColumnExtent], mut breaks: Vec<BandBreak>, channel: f64) -> Self {
        let most = breaks.iter().map(|it| it.bundles.len()).max().unwrap_or(0);
        let margin = CLEARANCE + width_of(most);
        let last = extents.len() - 1;
        let mut columns = vec![(0.0, 0.0)];
        let mut shifts = vec![0.0; extents.len()];
        let (mut width, mut y) = (0.0_f64, 0.0);
        let mut begin = 1;
        for band in 0..=breaks.len() {
            let end = breaks.get(band).map_or(last, |it| it.column);
            // The sides of the frame belong to the first and the last band.
            let with_sides =
                &extents[begin - usize::from(band == 0)..end + usize::from(end == last)];
            let top = with_sides
                .iter()
                .map(|it| it.top)
                .fold(f64::INFINITY, f64::min);
            let bottom = with_sides.iter().map(|it| it.bottom).fold(0.0, f64::max);
            let mut x = margin;
            for (column, extent) in (begin..end).zip(&extents[begin..end]) {
                columns.push((x, x + extent.width));
                shifts[column] = y - top;
                x += extent.width + channel;
            }
            if band == 0 {
                shifts[0] = shifts[1];
            }
            let right = x - channel + CLEARANCE;
            width = width.max(right + width_of(most));
            let below = y + bottom - top;
            if let Some(it) = breaks.get_mut(band) {
                (it.right, it.gap, it.left) = (right, below + CLEARANCE, margin - CLEARANCE);
                y = below + 2.0 * CLEARANCE + width_of(it.bundles.len());
            } else {
                shifts[last] = shifts[last - 1];
                y = below;
            }
            begin = end;
        }
        columns.push((width, width));
        Self {
            breaks,
            columns,
            shifts,
            size: (width, y),
        }
    }
}

impl BandBreak {
    /// The points between the end of a line in one band and a height in the next one.
    pub fn turn(&self, bundle: usize, from: f64, to: f64) -> Option<[Point; 4]> {
        let track = self.bundles.iter().position(|it| *it == bundle)?;
        let shift = width_of(track);
        let (right, gap, left) = (self.right + shift, self.gap + shift, self.left - shift);
        Some([(right, from), (right, gap), (left, gap), (left, to)])
    }
}

/// The first columns of all bands but the first.
fn starts(extents: &[ColumnExtent], channel: f64) -> Option<Vec<usize>> {
    let inner = extents.get(1..extents.len().checked_sub(1)?)?;
    let width: f64 = inner.iter().map(|it| it.width + channel).sum();
    let highest = inner.iter().map(|it| it.bottom).fold(0.0, f64::max);
    let height = highest + 3.0 * CLEARANCE;
    if inner.len() < MANY_COLUMNS || width < WIDE * height {
        return None;
    }
    let mean = width / count(inner.len());
    let distance = |each: usize| {
        let bands = count(inner.len().div_ceil(each));
        (count(each) * mean / (bands * height) / RATIO).ln().abs()
    };
    let each =
        (FEWEST..inner.len()).min_by(|one, other| distance(*one).total_cmp(&distance(*other)))?;
    Some((1 + each..1 + inner.len()).step_by(each).collect())
}

/// The bundles that go on from the column before.
fn crossing(spans: &[(usize, usize)], column: usize) -> Vec<usize> {
    let all = spans.iter().enumerate();
    let crossing = all.filter(|(_, (begin, end))| (*begin..=*end).contains(&column));
    crossing.map(|(at, _)| at).collect()
}

#[expect(clippy::cast_precision_loss, reason = "columns and tracks are few")]
fn count(number: usize) -> f64 {
    number as f64
}

fn width_of(tracks: usize) -> f64 {
    TRACK * count(tracks)
}
