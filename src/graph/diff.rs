//! The differences between two graphs, in the order of registration.
//!
//! The time is linear in the sizes of both graphs and their values: vertices and members are found
//! by hash, edges by merging two sorted lists.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::difference::{Change, Difference, Section};
use super::edge::Edge;
use super::lumigl::lumigl::Graph;
use super::value::property_path::PropertyPath;
use super::value::value::{Object, Value};
use super::value::value_writer::Secrets;
use super::vertex::Vertex;

/// The differences that a comparison reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Differences in meaning; the order of vertices and members and source positions are ignored.
    Meaning,
    /// Every difference that changes the bytes of the document.
    Exact,
}

impl Graph {
    /// Compares this graph, the old one, with a new one.
    ///
    /// Fields of the document come first, then vertices in the order of registration (a removed
    /// vertex keeps its old position), then edges, then outputs. If URNs are not unique, the last
    /// vertex of a URN is compared.
    pub fn diff<'a>(&'a self, new: &'a Graph, comparison: Comparison) -> Vec<Difference<'a>> {
        let mut differences = Vec::new();
        diff_document(self, new, &mut differences);
        diff_vertices(self, new, comparison, &mut differences);
        diff_edges(self, new, &mut differences);
        ValueDiff {
            comparison,
            path: PropertyPath::new(),
            report: &mut |path, change| {
                differences.push(Difference::Output {
                    path: path.clone(),
                    change,
                });
            },
        }
        .objects(&self.outputs, &new.outputs);
        differences
    }
}

/// Compares two sets of properties and reports each difference as path, old and new value; `None`
/// for a missing value. The order of members is ignored. If either value is a secret, the whole
/// secret is reported; values that differ only in being secret are equal.
pub fn compare_objects(
    old: &Object,
    new: &Object,
    report: &mut impl FnMut(&PropertyPath, Option<&Value>, Option<&Value>),
) {
    ValueDiff {
        comparison: Comparison::Meaning,
        path: PropertyPath::new(),
        report: &mut |path, change| match change {
            Change::Added(new) => report(path, None, Some(&new)),
            Change::Removed(old) => report(path, Some(&old), None),
            Change::Replaced { old, new } if old.open() != new.open() => {
                report(path, Some(&old), Some(&new));
            }
            Change::Replaced { .. } | Change::Text { .. } | Change::Reordered => {}
        },
    }
    .objects(old, new);
}

fn diff_document<'a>(old: &Graph, new: &Graph, differences: &mut Vec<Difference<'a>>) {
    let fields = |graph: &Graph| {
        [
            ("kind", graph.kind.as_str().to_owned()),
            ("stack", graph.stack.clone()),
            ("project", graph.project.clone()),
            ("complete", graph.complete.to_string()),
        ]
    };
    for ((field, old), (_, new)) in fields(old).into_iter().zip(fields(new)) {
        if old != new {
            differences.push(Difference::Document { field, old, new });
        }
    }
}

fn diff_vertices<'a>(
    old: &'a Graph,
    new: &'a Graph,
    comparison: Comparison,
    differences: &mut Vec<Difference<'a>>,
) {
    let (old_positions, new_positions) = (old.positions(), new.positions());
    let mut added = new
        .vertices
        .iter()
        .filter(|vertex| !old_positions.contains_key(&vertex.urn))
        .map(|vertex| (new_positions[&vertex.urn], vertex))
        .peekable();
    // The number of vertices removed from the old graph up to here.
    let mut shift = 0;
    for (position, vertex) in old.vertices.iter().enumerate() {
        while let Some((_, vertex)) = added.next_if(|(at, _)| *at <= position + shift) {
            differences.push(Difference::VertexAdded(vertex));
            shift += 1;
        }
        let Some(&other) = new_positions.get(&vertex.urn) else {
            differences.push(Difference::VertexRemoved(vertex));
            continue;
        };
        diff_vertex(vertex, &new.vertices[other], comparison, differences);
    }
    differences.extend(added.map(|(_, vertex)| Difference::VertexAdded(vertex)));
    if comparison == Comparison::Exact {
        let common_old = old
            .vertices
            .iter()
            .filter(|v| new_positions.contains_key(&v.urn));
        let common_new = new
            .vertices
            .iter()
            .filter(|v| old_positions.contains_key(&v.urn));
        let moved = common_old
            .zip(common_new)
            .find(|(old, new)| old.urn != new.urn);
        differences.extend(moved.map(|(old, new)| Difference::VertexMoved { old, new }));
    }
}

fn diff_vertex<'a>(
    old: &'a Vertex,
    new: &'a Vertex,
    comparison: Comparison,
    differences: &mut Vec<Difference<'a>>,
) {
    let mut report = |section, path: &PropertyPath, change| {
        differences.push(Difference::Vertex {
            old,
            new,
            section,
            path: path.clone(),
            change,
        });
    };
    let whole = PropertyPath::new();
    for (section, old, new) in texts(old, new, comparison) {
        if old != new {
            report(section, &whole, Change::Text { old, new });
        }
    }
    let sections = [
        (Section::Inputs, &*old.inputs, &*new.inputs),
        (Section::Outputs, &*old.outputs, &*new.outputs),
    ];
    let mut id = |path: &PropertyPath, change| report(Section::Id, path, change);
    ValueDiff {
        comparison,
        path: PropertyPath::new(),
        report: &mut id,
    }
    .maybe(old.id.as_ref(), new.id.as_ref());
    for (section, old, new) in sections {
        let mut report = |path: &PropertyPath, change| report(section, path, change);
        ValueDiff {
            comparison,
            path: PropertyPath::new(),
            report: &mut report,
        }
        .objects(old, new);
    }
    let mut options = |path: &PropertyPath, change: Change| {
        report(Section::Options, path, change.into_owned());
    };
    ValueDiff {
        comparison,
        path: PropertyPath::new(),
        report: &mut options,
    }
    .objects(&old.options.to_object(), &new.options.to_object());
}

/// The parts of a vertex that are compared as text.
fn texts(old: &Vertex, new: &Vertex, comparison: Comparison) -> Vec<(Section, String, String)> {
    fn text(part: Option<&impl ToString>) -> String {
        part.map_or("(none)".to_owned(), ToString::to_string)
    }
    let pair = |section, part: fn(&Vertex) -> String| (section, part(old), part(new));
    let mut texts = vec![
        pair(Section::Custom, |it| it.custom.to_string()),
        pair(Section::Parent, |it| text(it.parent.as_ref())),
        pair(Section::Provider, |it| text(it.provider.as_ref())),
    ];
    if comparison == Comparison::Exact {
        texts.push(pair(Section::Source, |it| text(it.source.as_ref())));
    }
    texts
}

fn diff_edges<'a>(old: &'a Graph, new: &'a Graph, differences: &mut Vec<Difference<'a>>) {
    let (old, new): (Vec<&Edge>, Vec<&Edge>) = (old.sorted_edges(), new.sorted_edges());
    let mut old = old.into_iter().peekable();
    let mut new = new.into_iter().peekable();
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.cmp(new),
        };
        if order != Ordering::Greater {
            let edge = old.next().filter(|_| order == Ordering::Less);
            differences.extend(edge.map(Difference::EdgeRemoved));
        }
        if order != Ordering::Less {
            let edge = new.next().filter(|_| order == Ordering::Greater);
            differences.extend(edge.map(Difference::EdgeAdded));
        }
    }
}

/// Compares two values at a path and reports the differences.
struct ValueDiff<'r, 'a> {
    comparison: Comparison,
    path: PropertyPath,
    report: &'r mut dyn FnMut(&PropertyPath, Change<'a>),
}

impl<'a> ValueDiff<'_, 'a> {
    fn maybe(&mut self, old: Option<&'a Value>, new: Option<&'a Value>) {
        match (old, new) {
            (Some(old), Some(new)) => self.values(old, new),
            (Some(old), None) => (self.report)(&self.path, Change::Removed(Cow::Borrowed(old))),
            (None, Some(new)) => (self.report)(&self.path, Change::Added(Cow::Borrowed(new))),
            (None, None) => {}
        }
    }

    fn values(&mut self, old: &'a Value, new: &'a Value) {
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => self.objects(old, new),
            (Value::Array(old), Value::Array(new)) => {
                for index in 0..old.len().max(new.len()) {
                    self.path.push_index(index);
                    self.maybe(old.get(index), new.get(index));
                    self.path.pop();
                }
            }
            _ if old != new => {
                let (old, new) = (Cow::Borrowed(old), Cow::Borrowed(new));
                (self.report)(&self.path, Change::Replaced { old, new });
            }
            (Value::Secret(_) | Value::Archive(_), _) if !self.is_same_text(old, new) => {
                (self.report)(&self.path, Change::Reordered);
            }
            _ => {}
        }
    }

    /// Compares the JSON of two equal values; a comparison of the meaning ignores it.
    fn is_same_text(&self, old: &Value, new: &Value) -> bool {
        let text = |value: &Value| serde_json::to_vec(&value.serializable(Secrets::Shown)).ok();
        self.comparison == Comparison::Meaning || text(old) == text(new)
    }

    fn objects(&mut self, old: &'a Object, new: &'a Object) {
        for (key, value) in old {
            self.path.push_key(key);
            self.maybe(Some(value), new.get(key));
            self.path.pop();
        }
        for (key, value) in new.iter().filter(|(key, _)| !old.contains_key(*key)) {
            self.path.push_key(key);
            self.maybe(None, Some(value));
            self.path.pop();
        }
        if self.comparison == Comparison::Exact && !is_same_order(old, new) {
            (self.report)(&self.path, Change::Reordered);
        }
    }
}

/// Whether the members that both objects have are in the same order.
fn is_same_order(old: &Object, new: &Object) -> bool {
    let common_old = old.keys().filter(|key| new.contains_key(*key));
    let common_new = new.keys().filter(|key| old.contains_key(*key));
    common_old.eq(common_new)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::any_value::any_value;
    use super::super::edge::EdgeKind;
    use super::super::lumigl::lumigl::tests::{edge, site, vertex};
    use super::super::value::value::tests::object;
    use std::sync::Arc;

    use super::*;
    use crate::Urn;

    fn text(old: &Graph, new: &Graph, comparison: Comparison) -> String {
        let differences = old.diff(new, comparison);
        differences
            .iter()
            .map(|difference| format!("{difference}\n"))
            .collect()
    }

    #[test]
    fn a_graph_does_not_differ_from_itself() {
        assert_eq!(text(&site(), &site(), Comparison::Exact), "");
    }

    #[test]
    fn says_what_changed_in_order() {
        let mut old = site();
        old.complete = false;
        let mut new = site();
        new.vertices[0].parent = Some(new.vertices[3].urn.clone());
        new.vertices[1].inputs = object([
            ("path", Value::from("index.htm\u{1b}[2J")),
            ("owner", Value::Array(vec![Value::from("x".repeat(50_000))])),
        ])
        .into();
        new.vertices[2] = vertex(None, "std:fs:File", "style");
        let record = &mut new.vertices[3];
        record.id = Some(Value::from("r-1"));
        let inputs = Arc::make_mut(&mut record.inputs);
        inputs["targets"] = Value::Array(vec![Value::Null, Value::from("more")]);
        inputs["token"] = Value::secret(Value::from("hunter3"));
        let added = edge(&new.vertices[3], &new.vertices[2], EdgeKind::Explicit);
        new.edges[0] = added;
        new.outputs["site"] = Value::Object(object([("pages", Value::from(3.0))]));
        insta::assert_snapshot!(text(&old, &new, Comparison::Exact), @r#"
        complete: "false" -> "true"
        `urn:lumi:dev::web::index::acme:web:Site::site` parent: (none) -> urn:lumi:dev::web::index::std:dns:Record::www "1"
        `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` inputs `path`: "index.html" -> "index.htm\u001b[2J"
        `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` inputs `mode`: 420 -> (none)
        `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` inputs `owner`: (none) -> ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
        `urn:lumi:dev::web::index::std:fs:File::style` is only in the second
        `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style` is only in the first
        `urn:lumi:dev::web::index::std:dns:Record::www "1"` id: [unknown] -> "r-1"
        `urn:lumi:dev::web::index::std:dns:Record::www "1"` inputs `targets[0]`: [unknown] -> null
        `urn:lumi:dev::web::index::std:dns:Record::www "1"` inputs `targets[1]`: (none) -> "more"
        `urn:lumi:dev::web::index::std:dns:Record::www "1"` inputs `token`: [secret] -> [another secret]
        parent edge `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` -> `urn:lumi:dev::web::index::acme:web:Site::site` is only in the first
        explicit edge `urn:lumi:dev::web::index::std:dns:Record::www "1"` -> `urn:lumi:dev::web::index::std:fs:File::style` is only in the second
        output `site.pages`: 2 -> 3
        "#);
    }

    #[test]
    fn order_matters_only_when_asked() {
        let old = site();
        let mut new = site();
        new.vertices.swap(1, 2);
        new.vertices[0].source = new.vertices[3].source.clone();
        Arc::make_mut(&mut new.vertices[3].inputs).reverse();
        assert_eq!(text(&old, &new, Comparison::Meaning), "");
        insta::assert_snapshot!(text(&old, &new, Comparison::Exact), @r#"
        `urn:lumi:dev::web::index::acme:web:Site::site` source: (none) -> index.ts:3:11
        `urn:lumi:dev::web::index::std:dns:Record::www "1"` inputs: the same members in another order
        `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style` stands where `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` did: the order differs
        "#);
    }

    #[test]
    fn added_vertices_stand_where_they_were_registered() {
        let mut old = Graph::new(super::super::lumigl::lumigl::GraphKind::Plan, "dev", "web");
        let mut new = old.clone();
        let named = |name: &str| vertex(None, "std:fs:File", name);
        old.vertices = ["a", "b", "c"].map(named).into();
        new.vertices = ["x", "b", "y", "c", "z"].map(named).into();
        let differences = old.diff(&new, Comparison::Meaning);
        let names: Vec<_> = differences
            .iter()
            .filter_map(|d| d.urn())
            .map(Urn::name)
            .collect();
        assert_eq!(names, ["x", "a", "y", "z"]);
    }

    #[test]
    fn many_members_are_no_problem() {
        let mut old = site();
        let members = (0..100_000).map(|key| (format!("k{key}"), Value::from(f64::from(key))));
        old.outputs = members.collect();
        let mut new = old.clone();
        new.outputs.reverse();
        new.outputs["k777"] = Value::Null;
        assert_eq!(
            text(&old, &new, Comparison::Meaning),
            "output `k777`: 777 -> null\n"
        );
    }

    proptest! {
        #[test]
        fn exact_means_the_same_bytes(old in any_value(), new in any_value(), reverse: bool) {
            let with = |value: &Value, is_reversed: bool| {
                let mut graph = site();
                graph.outputs = object([("a", value.clone()), ("b", Value::Null)]);
                if is_reversed {
                    graph.outputs.reverse();
                }
                graph
            };
            let bytes =
                |graph: &Graph| serde_json::to_vec(&graph.serializable(Secrets::Shown)).unwrap();
            let (first, same) = (with(&old, false), with(&old, reverse));
            let other = with(&new, reverse);
            for second in [same, other] {
                let is_equal = first.diff(&second, Comparison::Exact).is_empty();
                prop_assert_eq!(is_equal, bytes(&first) == bytes(&second));
            }
            let reordered = with(&old, reverse);
            prop_assert!(first.diff(&reordered, Comparison::Meaning).is_empty());
        }
    }
}
