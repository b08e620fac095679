//! Frames, boxes and edges of random graphs.

use proptest::prelude::*;

use super::*;
use crate::lumigl::lumigl::tests::{edge, site, vertex};

/// `parents[i]` is a vertex before `i`, the parent of `i`; edges connect any two.
fn graph(parents: &[Option<usize>], pairs: &[(usize, usize)]) -> Graph {
    let mut graph = site();
    graph.edges.clear();
    graph.vertices.clear();
    for (at, parent) in parents.iter().enumerate() {
        let parent = parent.map(|it| graph.vertices[it].clone());
        let made = vertex(parent.as_ref(), "std:fs:File", &format!("file-{at}"));
        graph.vertices.push(made);
    }
    for &(from, to) in pairs {
        let made = edge(
            &graph.vertices[from],
            &graph.vertices[to],
            EdgeKind::Property,
        );
        graph.edges.push(made);
    }
    graph.finish();
    graph
}

fn contains(outer: &Area, inner: &Area) -> bool {
    let (x, y) = (inner.place.0 - outer.place.0, inner.place.1 - outer.place.1);
    x >= 0.0
        && y >= HEAD
        && x + inner.size.0 <= outer.size.0 + 0.01
        && y + inner.size.1 <= outer.size.1 + 0.01
}

fn is_apart(one: &Area, other: &Area) -> bool {
    let apart =
        |a: f64, a_size: f64, b: f64, b_size: f64| a + a_size <= b + 0.01 || b + b_size <= a + 0.01;
    apart(one.place.0, one.size.0, other.place.0, other.size.0)
        || apart(one.place.1, one.size.1, other.place.1, other.size.1)
}

#[test]
fn dependents_are_left_of_dependencies() {
    let graph = graph(&[None; 4], &[(0, 1), (1, 2), (0, 2)]);
    let picture = picture(&graph);
    let x: Vec<f64> = picture.boxes.iter().map(|it| it.place.0).collect();
    assert!(x[0] < x[1] && x[1] < x[2], "{x:?}");
}

#[test]
fn a_long_edge_does_not_run_behind_what_is_between() {
    let graph = graph(&[None; 3], &[(0, 1), (1, 2), (0, 2)]);
    let picture = picture(&graph);
    let between = &picture.boxes[1];
    let long = picture
        .edges
        .iter()
        .find(|it| (it.from, it.to) == (0, 2))
        .unwrap();
    let (left, right) = (between.place.0, between.place.0 + between.size.0);
    let (top, bottom) = (between.place.1, between.place.1 + between.size.1);
    for point in &long.parts[0].1 {
        let is_inside = (left..=right).contains(&point.0) && (top..=bottom).contains(&point.1);
        assert!(!is_inside, "{point:?} {between:?}");
    }
}

/// A chain is drawn in lines, as text is, and no edge runs behind a box.
#[test]
fn a_deep_chain_is_not_wide() {
    for count in [8, 9, 13, 40, 100] {
        let parents: Vec<Option<usize>> = vec![None; count];
        let mut pairs: Vec<(usize, usize)> = (1..count).map(|it| (it, it - 1)).collect();
        let chain = graph(&parents, &pairs);
        let plain = picture(&chain);
        let ratio = plain.size.0 / plain.size.1;
        assert!((0.8..4.0).contains(&ratio), "{count}: {:?}", plain.size);
        assert_clear(&plain);
        // Some edges skip a few boxes.
        pairs.extend((5..count).step_by(4).map(|it| (it, it - 5)));
        let skipping = graph(&parents, &pairs);
        let skipping = picture(&skipping);
        assert!(
            skipping.size.0 < 4.0 * skipping.size.1,
            "{count}: {:?}",
            skipping.size
        );
        assert_clear(&skipping);
    }
}

/// A chain in a frame, between a box that uses its end and one that its begin uses.
#[test]
fn a_deep_chain_in_a_frame_is_reached_from_outside() {
    let mut parents: Vec<Option<usize>> = vec![None; 3];
    parents.extend((0..30).map(|_| Some(0)));
    let mut pairs: Vec<(usize, usize)> = (4..33).map(|it| (it, it - 1)).collect();
    pairs.extend([(1, 32), (3, 2), (1, 5), (30, 2)]);
    let chain = graph(&parents, &pairs);
    let picture = picture(&chain);
    assert!(picture.size.0 < 3.5 * picture.size.1, "{:?}", picture.size);
    assert_clear(&picture);
    let size = picture.size;
    for point in picture
        .edges
        .iter()
        .flat_map(|it| it.parts.iter().flat_map(|it| &it.1))
    {
        assert!((0.0..=size.0).contains(&point.0) && (0.0..=size.1).contains(&point.1));
    }
}

/// Boxes are apart, and straight parts of edges touch none but their ends.
fn assert_clear(picture: &Picture<'_>) {
    let boxes = || {
        picture
            .boxes
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.is_frame)
    };
    for (at, one) in boxes() {
        for (_, other) in boxes().filter(|(other, _)| *other > at) {
            assert!(is_apart(one, other), "{one:?} {other:?}");
        }
    }
    for line in &picture.edges {
        for (_, points) in &line.parts {
            for pair in points.windows(2) {
                for (_, it) in boxes().filter(|(at, _)| ![line.from, line.to].contains(at)) {
                    assert!(!is_behind(pair[0], pair[1], it), "{pair:?} {it:?}");
                }
            }
        }
    }
}

/// Whether a horizontal or vertical line runs behind a box.
fn is_behind(from: Point, to: Point, area: &Area) -> bool {
    let overlaps = |one: f64, other: f64, start: f64, length: f64| {
        one.max(other) > start + 0.5 && one.min(other) < start + length - 0.5
    };
    let is_straight = from.0 == to.0 || from.1 == to.1;
    is_straight
        && overlaps(from.0, to.0, area.place.0, area.size.0)
        && overlaps(from.1, to.1, area.place.1, area.size.1)
}

#[test]
fn frames_that_need_each_other_are_drawn() {
    let graph = graph(
        &[None, None, Some(0), Some(0), Some(1), Some(1)],
        &[(2, 4), (5, 3)],
    );
    let picture = picture(&graph);
    assert_eq!(picture.edges.len(), 2);
    assert!(is_apart(&picture.boxes[0], &picture.boxes[1]));
}

#[test]
fn a_dependency_on_the_own_frame_has_a_line() {
    let graph = graph(&[None, Some(0)], &[(1, 0)]);
    let picture = picture(&graph);
    assert_eq!(picture.edges[0].parts[0].0, Some(0));
}

#[test]
fn ten_thousand_boxes_take_seconds_at_most() {
    let parents: Vec<Option<usize>> = (0..10_000)
        .map(|it| (it > 99).then_some(it % 100))
        .collect();
    let pairs: Vec<(usize, usize)> = (1..10_000).map(|it| (it, it / 3)).collect();
    let chain: Vec<(usize, usize)> = (1..10_000).flat_map(|it| [(it, it - 1), (it, 0)]).collect();
    let started = std::time::Instant::now();
    assert_eq!(picture(&graph(&parents, &pairs)).boxes.len(), 10_000);
    assert_eq!(picture(&graph(&[None; 10_000], &chain)).boxes.len(), 10_000);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

proptest! {
    #[test]
    fn children_are_in_their_frames_and_nothing_overlaps(
        shape in prop::collection::vec(prop::option::of(0..40_usize), 1..40),
        pairs in prop::collection::vec((0..40_usize, 0..40_usize), 0..80),
    ) {
        let parents: Vec<Option<usize>> = shape
            .iter()
            .enumerate()
            .map(|(at, it)| it.filter(|parent| *parent < at))
            .collect();
        let is_edge = |pair: &(usize, usize)| pair.0 != pair.1 && pair.0.max(pair.1) < parents.len();
        let mut pairs: Vec<(usize, usize)> = pairs.into_iter().filter(is_edge).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let graph = graph(&parents, &pairs);
        // Finishing may have reordered the graph.
        let picture = picture(&graph);
        prop_assert_eq!(picture.edges.len(), pairs.len());
        for (at, one) in picture.boxes.iter().enumerate() {
            if let Some(frame) = one.frame {
                prop_assert!(contains(&picture.boxes[frame], one));
            }
            prop_assert!(one.place.0 + one.size.0 <= picture.size.0);
            prop_assert!(one.place.1 + one.size.1 <= picture.size.1);
            for other in &picture.boxes[at + 1..] {
                if one.frame == other.frame {
                    prop_assert!(is_apart(one, other), "{:?} {:?}", one, other);
                }
            }
        }
        for line in &picture.edges {
            for (_, points) in &line.parts {
                prop_assert!(points.len() >= 2);
                prop_assert!(points.iter().all(|it| it.0.is_finite() && it.1.is_finite()));
            }
            for pair in line.parts.windows(2) {
                let (end, begin) = (pair[0].1[pair[0].1.len() - 1], pair[1].1[0]);
                let gap = (end.0 - begin.0).abs() + (end.1 - begin.1).abs();
                prop_assert!(gap < 1.0, "{:?} {:?}", end, begin);
            }
        }
    }
}
