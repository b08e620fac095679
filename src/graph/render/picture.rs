//! The layout of a drawing: boxes for resources, frames around the children of a resource, and
//! edges that run between boxes, never behind them.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::super::edge::{Edge, EdgeKind};
use super::super::lumigl::lumigl::Graph;
use super::edge_bundle::{EdgeBundle, End, Point, Size};
use super::group::Group;

/// The size of a box.
pub const WIDTH: f64 = 232.0;
pub const HEIGHT: f64 = 46.0;
/// The head of a frame, with the name of its resource.
pub const HEAD: f64 = 46.0;
/// The vertical start of a frame's content.
const INSIDE: f64 = HEAD + 14.0;
/// The distance between a frame and its content.
const PADDING: f64 = 18.0;
const MARGIN: f64 = 24.0;
/// The maximum depth of frames; deeper resources are in the last frame.
const MAX_DEPTH: usize = 12;

/// A drawing in pixels.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// One for each vertex.
    pub boxes: Vec<Area>,
    pub edges: Vec<Line<'a>>,
    pub size: Size,
}

#[derive(Clone, Debug, Default)]
pub struct Area {
    pub place: Point,
    pub size: Size,
    /// The vertex whose frame contains it.
    pub frame: Option<usize>,
    /// Whether it is a frame around others.
    pub is_frame: bool,
    pub depth: usize,
}

/// All edges from one vertex to another.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    pub from: usize,
    pub to: usize,
    pub edges: Vec<&'a Edge>,
    /// The route; each part belongs to the frame that it runs through. `None` is the whole drawing.
    pub parts: Vec<(Option<usize>, Vec<Point>)>,
}

/// Lays out a graph. Deterministic.
pub fn picture(graph: &Graph) -> Picture<'_> {
    let tree = Tree::of(graph);
    let lines = lines(graph, &tree);
    let bundles = tree.bundles(&lines);
    let groups = tree.groups(&bundles);
    let boxes = tree.boxes(&groups);
    let edges = lines.into_iter().map(|((from, to), edges)| Line {
        from,
        to,
        edges,
        parts: tree.parts(from, to, &bundles, &groups, &boxes),
    });
    let size = groups[tree.root()].size;
    Picture {
        edges: edges.collect(),
        boxes,
        size: (size.0 + 2.0 * MARGIN, size.1 + 2.0 * MARGIN),
    }
}

type Lines<'a> = BTreeMap<(usize, usize), Vec<&'a Edge>>;

/// The edges to draw. Parents are shown by frames instead.
fn lines<'a>(graph: &'a Graph, tree: &Tree) -> Lines<'a> {
    let positions = graph.positions();
    let mut lines = Lines::new();
    for edge in graph.sorted_edges() {
        let ends = (positions.get(&edge.from), positions.get(&edge.to));
        if let (Some(&from), Some(&to)) = ends
            && from != to
            && !(edge.kind == EdgeKind::Parent && tree.is_within(from, to))
        {
            lines.entry((from, to)).or_default().push(edge);
        }
    }
    lines
}

/// The nesting of frames. The whole drawing is one more frame, after the vertices.
struct Tree {
    frames: Vec<usize>,
    children: Vec<Vec<usize>>,
    depths: Vec<usize>,
    /// Outer frames before inner ones.
    order: Vec<usize>,
}

/// The bundles of each frame: by target, with the sources in that frame.
type Nets = Vec<BTreeMap<usize, Sources>>;

#[derive(Clone, Debug, Default)]
struct Sources {
    nodes: Vec<usize>,
    from_outside: bool,
}

impl Tree {
    fn of(graph: &Graph) -> Self {
        let count = graph.vertices.len();
        let family = graph.parent_tree();
        let mut tree = Self {
            frames: vec![count; count],
            children: vec![Vec::new(); count + 1],
            depths: vec![0; count + 1],
            order: vec![count],
        };
        let mut pending: Vec<(usize, usize)> = Vec::new();
        let push = |pending: &mut Vec<(usize, usize)>, frame: usize, nodes: &[usize]| {
            pending.extend(nodes.iter().rev().map(|node| (*node, frame)));
        };
        push(&mut pending, count, family.roots());
        while let Some((node, frame)) = pending.pop() {
            tree.frames[node] = frame;
            tree.children[frame].push(node);
            tree.depths[node] = tree.depths[frame] + 1;
            let children = family.children(node);
            let own = match tree.depths[node] > MAX_DEPTH {
                true => frame,
                false => node,
            };
            if own == node && !children.is_empty() {
                tree.order.push(node);
            }
            push(&mut pending, own, children);
        }
        tree
    }

    fn root(&self) -> usize {
        self.frames.len()
    }

    fn is_frame(&self, node: usize) -> bool {
        !self.children[node].is_empty()
    }

    /// Whether `node` is anywhere inside the frame of `outer`.
    fn is_within(&self, node: usize, outer: usize) -> bool {
        let mut frame = self.frames[node];
        while frame != self.root() {
            if frame == outer {
                return true;
            }
            frame = self.frames[frame];
        }
        false
    }

    /// The innermost frame that contains both, and the path of frames to each, outermost last.
    fn meet(&self, from: usize, to: usize) -> (usize, Vec<usize>, Vec<usize>) {
        let (mut one, mut other) = (vec![from], vec![to]);
        let up = |way: &mut Vec<usize>| {
            let next = self.frames[way[way.len() - 1]];
            way.push(next);
        };
        let last = |way: &[usize]| way[way.len() - 1];
        while self.depths[last(&one)] > self.depths[last(&other)] {
            up(&mut one);
        }
        while self.depths[last(&other)] > self.depths[last(&one)] {
            up(&mut other);
        }
        while last(&one) != last(&other) {
            up(&mut one);
            up(&mut other);
        }
        let frame = last(&one);
        one.pop();
        other.pop();
        (frame, one, other)
    }

    fn bundles(&self, lines: &Lines<'_>) -> Nets {
        let mut bundles: Nets = vec![BTreeMap::new(); self.children.len()];
        for &(from, to) in lines.keys() {
            let (frame, sources, targets) = self.meet(from, to);
            let (Some(source), Some(_)) = (sources.last(), targets.last()) else {
                // One contains the other.
                continue;
            };
            let mut note = |frame: usize, source: Option<usize>| {
                let bundle = bundles[frame].entry(to).or_default();
                match source {
                    Some(node) if bundle.nodes.contains(&node) => {}
                    Some(node) => bundle.nodes.push(node),
                    None => bundle.from_outside = true,
                }
            };
            note(frame, Some(*source));
            for pair in sources.windows(2) {
                note(pair[1], Some(pair[0]));
            }
            for pair in targets.windows(2) {
                note(pair[1], None);
            }
        }
        bundles
    }

    /// The direct member of `frame` that contains `node`, if any.
    fn member(&self, frame: usize, node: usize) -> Option<usize> {
        let mut member = node;
        while member != self.root() {
            if self.frames[member] == frame {
                return Some(member);
            }
            member = self.frames[member];
        }
        None
    }

    /// Lays out inner frames first, because outer ones need their sizes.
    fn groups(&self, bundles: &Nets) -> Vec<Group> {
        let mut groups: Vec<Group> = vec![Group::default(); self.children.len()];
        for &frame in self.order.iter().rev() {
            let members = &self.children[frame];
            let sizes: Vec<Size> = members.iter().map(|it| self.size(*it, &groups)).collect();
            let index: BTreeMap<usize, usize> = members
                .iter()
                .enumerate()
                .map(|(at, it)| (*it, at))
                .collect();
            let own = bundles[frame].iter().map(|(&to, sources)| EdgeBundle {
                sources: sources
                    .nodes
                    .iter()
                    .map(|it| self.end(&index, *it, to, bundles, &groups))
                    .collect(),
                from_outside: sources.from_outside,
                target: self
                    .member(frame, to)
                    .map(|it| self.end(&index, it, to, bundles, &groups)),
            });
            let own: Vec<EdgeBundle> = own.collect();
            groups[frame] = Group::new(&sizes, &own);
        }
        groups
    }

    fn size(&self, node: usize, groups: &[Group]) -> Size {
        if !self.is_frame(node) {
            return (WIDTH, HEIGHT);
        }
        let (width, height) = groups[node].size;
        (width.max(WIDTH) + 2.0 * PADDING, height + INSIDE + PADDING)
    }

    /// The point where a bundle touches a member of a frame: the middle of a box, or the crossing of a
    /// frame.
    fn end(
        &self,
        index: &BTreeMap<usize, usize>,
        member: usize,
        to: usize,
        bundles: &Nets,
        groups: &[Group],
    ) -> End {
        let bundle = bundles[member].range(..to).count();
        let offset = match bundles[member].get(&to) {
            // Into the frame if the target is inside, otherwise out of it.
            Some(_) if self.member(member, to).is_some() => INSIDE + groups[member].entry(bundle),
            Some(_) => INSIDE + groups[member].exit(bundle),
            None => HEIGHT / 2.0,
        };
        End {
            node: index[&member],
            offset,
        }
    }

    fn boxes(&self, groups: &[Group]) -> Vec<Area> {
        let mut boxes = vec![Area::default(); self.frames.len()];
        for &frame in &self.order {
            let origin = self.origin(frame, &boxes);
            for (at, &node) in self.children[frame].iter().enumerate() {
                let (x, y) = groups[frame].places[at];
                boxes[node] = Area {
                    place: (origin.0 + x, origin.1 + y),
                    size: self.size(node, groups),
                    frame: Some(frame).filter(|it| *it != self.root()),
                    is_frame: self.is_frame(node),
                    depth: self.depths[node],
                };
            }
        }
        boxes
    }

    /// The upper left corner of a frame's content.
    fn origin(&self, frame: usize, boxes: &[Area]) -> Point {
        match boxes.get(frame) {
            Some(area) => (area.place.0 + PADDING, area.place.1 + INSIDE),
            None => (MARGIN, MARGIN),
        }
    }

    fn parts(
        &self,
        from: usize,
        to: usize,
        bundles: &Nets,
        groups: &[Group],
        boxes: &[Area],
    ) -> Vec<(Option<usize>, Vec<Point>)> {
        let (frame, sources, targets) = self.meet(from, to);
        let (Some(&source), Some(&target)) = (sources.last(), targets.last()) else {
            return vec![self.inner_part(from, to, boxes)];
        };
        let mut parts = Vec::new();
        let mut part = |frame: usize, source: Option<usize>, target: Option<usize>| {
            let members = &self.children[frame];
            let end = |node: usize| {
                let at = members.iter().position(|it| *it == node);
                let index = at.into_iter().map(|at| (node, at)).collect();
                self.end(&index, node, to, bundles, groups)
            };
            let bundle = bundles[frame].range(..to).count();
            let route = groups[frame].route(bundle, source.map(end), target.map(end));
            let (x, y) = self.origin(frame, boxes);
            let mut points: Vec<Point> = route.iter().map(|it| (x + it.0, y + it.1)).collect();
            if let Some(area) = boxes.get(frame) {
                // Continues to the frame itself.
                let (left, right) = (area.place.0, area.place.0 + area.size.0);
                if source.is_none() {
                    points.insert(0, (left, points[0].1));
                }
                if target.is_none() {
                    points.push((right, points[points.len() - 1].1));
                }
            }
            parts.push((Some(frame).filter(|it| *it != self.root()), points));
        };
        for pair in sources.windows(2) {
            part(pair[1], Some(pair[0]), None);
        }
        part(frame, Some(source), Some(target));
        for pair in targets.windows(2).rev() {
            part(pair[1], None, Some(pair[0]));
        }
        parts
    }

    /// The line between a frame and a member: along the frame's left side to its head.
    fn inner_part(&self, from: usize, to: usize, boxes: &[Area]) -> (Option<usize>, Vec<Point>) {
        let (inner, outer) = match self.is_within(from, to) {
            true => (from, to),
            false => (to, from),
        };
        let (inside, frame) = (&boxes[inner], &boxes[outer]);
        let near = (inside.place.0, inside.place.1 + HEIGHT / 2.0);
        let far = (frame.place.0, frame.place.1 + HEAD / 2.0);
        let side = |y: f64| (frame.place.0 + PADDING / 2.0, y);
        let mut points = vec![near, side(near.1), side(far.1), far];
        if inner == to {
            points.reverse();
        }
        (Some(outer), points)
    }
}
