//! Whole comparisons.

use std::collections::HashSet;

use lumi_graph::{
    Edge, EdgeKind, Graph, GraphKind, Object, PropertyPath, ResourceName, ResourceType, Urn, Value,
    Vertex,
};
use proptest::prelude::*;

use super::*;

fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
    let members = members.into_iter();
    members
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn vertex(parent: Option<&Vertex>, resource_type: &str, name: &str, inputs: Object) -> Vertex {
    let module = parent.map_or(Urn::ROOT_MODULE.to_owned(), |it| it.urn.child_module());
    let resource_type = ResourceType::parse(resource_type).unwrap();
    let name = ResourceName::parse(name).unwrap();
    let urn = Urn::new("dev", "web", &module, &resource_type, &name);
    let is_component = resource_type.package() == "acme";
    let mut vertex = Vertex::new(urn, resource_type, name, !is_component);
    vertex.parent = parent.map(|it| it.urn.clone());
    vertex.inputs = inputs.into();
    vertex
}

fn file(name: &str, inputs: Object) -> Vertex {
    vertex(None, "std:fs:File", name, inputs)
}

fn graph(vertices: Vec<Vertex>) -> Graph {
    let mut graph = Graph::new(GraphKind::Plan, "dev", "web");
    graph.vertices = vertices;
    graph
}

fn connect(graph: &mut Graph, from: usize, to: usize, property: Option<&str>) {
    graph.edges.push(Edge {
        from: graph.vertices[from].urn.clone(),
        to: graph.vertices[to].urn.clone(),
        kind: match property {
            Some(_) => EdgeKind::Property,
            None => EdgeKind::Explicit,
        },
        property: property.map(str::to_owned),
    });
    graph.finish();
}

/// Properties called `tags` are sets.
struct TagsAreSets;

impl SetProperties for TagsAreSets {
    fn is_set(&self, _: &str, path: &PropertyPath) -> bool {
        path.to_string() == "tags"
    }
}

fn text(first: &Graph, second: &Graph) -> String {
    let comparison = compare(first, second, &TagsAreSets);
    let mut text = String::new();
    for finding in &comparison.findings {
        text += &format!("{}: {finding}\n", finding.class().as_str());
    }
    text.replace("urn:lumi:dev::web::index", "")
}

/// A file in a plan that no provider has checked, and in one that was checked.
fn unchecked_and_checked() -> (Graph, Graph) {
    let inputs = object([("path", "a".into()), ("tags", vec!["x".into()].into())]);
    let mut unchecked = file("a", inputs.clone());
    unchecked.id = Some(Value::Unknown);
    unchecked.outputs = unchecked.inputs.clone();
    let mut checked = unchecked.clone();
    let mut inputs = inputs;
    inputs.insert("mode".to_owned(), "0644".into());
    checked.inputs = inputs.into();
    (graph(vec![unchecked]), graph(vec![checked]))
}

#[test]
fn a_plan_of_lumi_run_leaves_defaults_to_the_provider() {
    let (unchecked, checked) = unchecked_and_checked();
    let reason = "(not set by the program, whose provider was not asked)";
    assert_eq!(
        text(&unchecked, &checked),
        format!(
            "filledByProvider: `::std:fs:File::a` inputs `mode`: (none) -> \"0644\" {reason}\n"
        )
    );
    assert_eq!(
        text(&checked, &unchecked),
        format!(
            "filledByProvider: `::std:fs:File::a` inputs `mode`: \"0644\" -> (none) {reason}\n"
        )
    );
    // What the program sets, and an element of a list, are no defaults.
    let mut without = checked.clone();
    without.vertices[0].inputs = object([("mode", "0644".into()), ("tags", Value::Null)]).into();
    without.vertices[0].outputs = without.vertices[0].inputs.clone();
    let report = text(&unchecked, &without);
    assert!(
        report.contains("meaningful: `::std:fs:File::a` inputs `path`: \"a\" -> (none)\n"),
        "{report}"
    );
}

#[test]
fn plans_with_equal_knowledge_have_no_defaults() {
    let (unchecked, mut checked) = unchecked_and_checked();
    // The outputs of both are their inputs: neither was checked.
    checked.vertices[0].outputs = checked.vertices[0].inputs.clone();
    let meaningful =
        |comparison: GraphComparison<'_>| comparison.count(DifferenceClass::Meaningful);
    assert_eq!(meaningful(compare(&unchecked, &checked, &())), 1);
    let sides = [&unchecked, &checked].map(ComparedGraph::checked);
    assert_eq!(meaningful(compare(sides[0], sides[1], &())), 1);
    // The caller knows that a provider has checked the second one.
    let comparison = compare(&unchecked, ComparedGraph::checked(&checked), &());
    assert_eq!(meaningful(comparison), 0);
}

#[test]
fn a_renamed_resource_with_equal_inputs_is_the_same() {
    let first = graph(vec![file(
        "page",
        object([("path", "a.html".into()), ("mode", 420.0.into())]),
    )]);
    let second = graph(vec![file(
        "index",
        object([("path", "a.html".into()), ("mode", 420.0.into())]),
    )]);
    insta::assert_snapshot!(text(&first, &second), @"identity: `::std:fs:File::page` is now `::std:fs:File::index` (the same inputs)");
}

#[test]
fn a_renamed_resource_that_changed_is_the_one_that_is_most_alike() {
    let inputs = |path: &str, content: &str| {
        object([
            ("path", path.into()),
            ("content", content.into()),
            ("mode", 420.0.into()),
        ])
    };
    let first = graph(vec![
        file("page", inputs("a.html", "x")),
        file("style", inputs("a.css", "y")),
    ]);
    let second = graph(vec![
        file("css", inputs("a.css", "z")),
        file("html", inputs("a.html", "x2")),
    ]);
    insta::assert_snapshot!(text(&first, &second), @r#"
    identity: `::std:fs:File::page` is now `::std:fs:File::html` (the most alike)
    meaningful: `::std:fs:File::html` inputs `content`: "x" -> "x2"
    identity: `::std:fs:File::style` is now `::std:fs:File::css` (the most alike)
    meaningful: `::std:fs:File::css` inputs `content`: "y" -> "z"
    "#);
}

#[test]
fn different_resources_of_a_type_are_not_the_same() {
    let inputs = |path: &str| object([("path", path.into()), ("mode", 420.0.into())]);
    let first = graph(vec![file("page", inputs("/etc/hosts"))]);
    let second = graph(vec![file("style", inputs("/srv/www/a.css"))]);
    insta::assert_snapshot!(text(&first, &second), @r"
    meaningful: `::std:fs:File::page` is only in the first
    meaningful: `::std:fs:File::style` is only in the second
    ");
}

#[test]
fn a_resource_that_moved_into_a_component_keeps_its_identity() {
    let first = graph(vec![file("page", object([("path", "a.html".into())]))]);
    let site = vertex(None, "acme:web:Site", "site", Object::default());
    let page = vertex(
        Some(&site),
        "std:fs:File",
        "page",
        object([("path", "a.html".into())]),
    );
    let second = graph(vec![site, page]);
    insta::assert_snapshot!(text(&first, &second), @r"
    lossyInference: `$acme:web:Site::std:fs:File::page` parent: (none) -> ::acme:web:Site::site (one of the graphs has no components)
    lossyInference: `::acme:web:Site::site` is only in the second (one of the graphs has no components)
    ");
}

#[test]
fn each_difference_has_a_class() {
    let mut old = file(
        "page",
        object([
            ("mode", 420.0.into()),
            ("port", "8080".into()),
            ("policy", r#"{"a": [1, 2], "b": null}"#.into()),
            ("tags", Value::Array(vec!["x".into(), "y".into()])),
            ("rules", Value::Array(vec!["x".into(), "y".into()])),
            ("token", Value::secret("hunter2".into())),
            ("masked", Value::secret(Value::Unknown)),
            ("plain", Value::secret("s".into())),
            ("owner", Value::Null),
            ("address", Value::Unknown),
            ("steps", Value::Array(vec!["a".into(), "c".into()])),
        ]),
    );
    old.outputs = object([("etag", "1".into()), ("region", "eu".into())]).into();
    let mut new = file(
        "page",
        object([
            ("mode", 384.0.into()),
            ("port", 8080.0.into()),
            ("policy", r#"{"a":[1,2]}"#.into()),
            ("tags", Value::Array(vec!["y".into(), "x".into()])),
            ("rules", Value::Array(vec!["y".into(), "x".into()])),
            ("token", Value::secret("hunter3".into())),
            ("masked", Value::secret("abc".into())),
            ("plain", "s".into()),
            ("address", "10.0.0.1".into()),
            ("region", "eu".into()),
            (
                "steps",
                Value::Array(vec!["a".into(), "b".into(), "c".into()]),
            ),
        ]),
    );
    new.outputs = object([("etag", "2".into())]).into();
    let text = text(&graph(vec![old]), &graph(vec![new]));
    assert!(!text.contains("hunter"), "{text}");
    insta::assert_snapshot!(text, @r#"
    meaningful: `::std:fs:File::page` inputs `mode`: 420 -> 384
    representation: `::std:fs:File::page` inputs `port`: "8080" -> 8080 (the same value, written in another way)
    representation: `::std:fs:File::page` inputs `policy`: "{\"a\": [1, 2], \"b\": null}" -> "{\"a\":[1,2]}" (the same JSON)
    representation: `::std:fs:File::page` inputs `tags`: the same members in another order (the order in a set)
    meaningful: `::std:fs:File::page` inputs `rules`: the same members in another order
    meaningful: `::std:fs:File::page` inputs `token`: [secret] -> [another secret]
    uncomparableSecret: `::std:fs:File::page` inputs `masked`: [secret] -> [secret] (a graph without the value)
    meaningful: `::std:fs:File::page` inputs `plain`: [secret] -> "the same in clear" (only one of them is secret)
    representation: `::std:fs:File::page` inputs `owner`: null -> (none) (null is the same as missing)
    filledByProvider: `::std:fs:File::page` inputs `address`: [unknown] -> "10.0.0.1" (known in only one of the graphs)
    meaningful: `::std:fs:File::page` inputs `steps[1]`: (none) -> "b"
    filledByProvider: `::std:fs:File::page` inputs `region`: (none) -> "eu" (not set by the program)
    filledByProvider: `::std:fs:File::page` outputs `etag`: "1" -> "2" (an output of another object)
    "#);
}

/// Whatever two environments have behind their masks, they do not look equal.
#[test]
fn secrets_that_both_graphs_mask_cannot_be_compared() {
    let of = |secret: Value| {
        graph(vec![file(
            "page",
            object([("list", Value::Array(vec![secret]))]),
        )])
    };
    let masked = || of(Value::secret(Value::Unknown));
    let compared = text(&masked(), &masked());
    assert_eq!(
        compared.trim(),
        "uncomparableSecret: `::std:fs:File::page` inputs `list[0]`: [secret] -> [secret] (a graph without the value)"
    );
    let known = || of(Value::secret("a".into()));
    assert_eq!(text(&known(), &known()), "");
}

/// The object of a file is known before its content is, and so is that there are outputs.
#[test]
fn outputs_that_a_plan_does_not_know_yet_are_no_change() {
    let of = |content: Value, outputs: Object| {
        let inputs = object([("path", "a".into()), ("content", content)]);
        let mut page = file("page", inputs);
        page.id = Some("a".into());
        page.outputs = outputs.into();
        graph(vec![page])
    };
    let deployed = || of("x".into(), object([("sha256", "9f".into())]));
    assert_eq!(
        text(&of(Value::Unknown, Object::default()), &deployed()),
        "filledByProvider: `::std:fs:File::page` inputs `content`: [unknown] -> \"x\" (known in only one of the graphs)\n\
         filledByProvider: `::std:fs:File::page` outputs `sha256`: (none) -> \"9f\" (known in only one of the graphs)\n"
    );
    assert_eq!(
        text(&of("x".into(), Object::default()), &deployed()),
        "meaningful: `::std:fs:File::page` outputs `sha256`: (none) -> \"9f\"\n"
    );
}

#[test]
fn facts_unknown_to_inference_are_not_changes() {
    let site = vertex(None, "acme:web:Site", "site", Object::default());
    let page = vertex(
        Some(&site),
        "std:fs:File",
        "page",
        object([("path", "a.html".into())]),
    );
    let check = vertex(
        Some(&site),
        "std:exec:Command",
        "check",
        object([("create", "wc".into()), ("file", "a.html".into())]),
    );
    let mut program = graph(vec![site, page, check]);
    connect(&mut program, 2, 1, Some("file"));
    let inferred = graph(vec![
        file("file-1", object([("path", "a.html".into())])),
        vertex(
            None,
            "std:exec:Command",
            "command-1",
            object([("create", "wc".into()), ("file", "a.html".into())]),
        ),
    ]);
    insta::assert_snapshot!(text(&program, &inferred), @r"
    lossyInference: `::acme:web:Site::site` is only in the first (one of the graphs has no components)
    identity: `$acme:web:Site::std:fs:File::page` is now `::std:fs:File::file-1` (the same inputs)
    lossyInference: `::std:fs:File::file-1` parent: ::acme:web:Site::site -> (none) (one of the graphs has no components)
    identity: `$acme:web:Site::std:exec:Command::check` is now `::std:exec:Command::command-1` (the same inputs)
    lossyInference: `::std:exec:Command::command-1` parent: ::acme:web:Site::site -> (none) (one of the graphs has no components)
    lossyInference: property edge `$acme:web:Site::std:exec:Command::check` -> `$acme:web:Site::std:fs:File::page` by `file` is only in the first (the value is the same; its origin is not known)
    ");
    let other = text(&inferred, &program);
    assert_eq!(other.matches("lossyInference").count(), 4, "{other}");
}

#[test]
fn outputs_of_one_object_that_changed_are_drift() {
    let with = |id: &str, etag: &str| {
        let mut vertex = file("page", object([("path", "a.html".into())]));
        vertex.id = Some(id.into());
        vertex.outputs = object([("path", "a.html".into()), ("etag", etag.into())]).into();
        graph(vec![vertex])
    };
    insta::assert_snapshot!(text(&with("1", "x"), &with("1", "y")), @r#"
    meaningful: `::std:fs:File::page` outputs `etag`: "x" -> "y"
    "#);
    insta::assert_snapshot!(text(&with("1", "x"), &with("2", "y")), @r#"
    filledByProvider: `::std:fs:File::page` id: "1" -> "2" (an output of another object)
    filledByProvider: `::std:fs:File::page` outputs `etag`: "x" -> "y" (an output of another object)
    "#);
}

/// Files of a site, of which a thousand are renamed and changed, and all others are renamed.
fn site(prefix: &str, is_changed: bool) -> Graph {
    let content = |at: usize| match is_changed && at.is_multiple_of(10) {
        true => format!("changed {at}"),
        false => format!("content {at}"),
    };
    let inputs = |at: usize| {
        object([
            ("path", format!("site/{at}.html").into()),
            ("content", content(at).into()),
            ("mode", "0644".into()),
        ])
    };
    let vertices = (0..10_000).map(|at| file(&format!("{prefix}{at}"), inputs(at)));
    graph(vertices.collect())
}

#[test]
fn ten_thousand_renamed_resources_are_found_again() {
    let (first, second) = (site("old", false), site("new", true));
    let comparison = compare(&first, &second, &());
    assert!(!comparison.is_approximate);
    assert_eq!(comparison.pairs.len(), 10_000);
    let is_same_path = |pair: &(usize, usize, MatchReason)| pair.0 == pair.1;
    assert!(comparison.pairs.iter().all(is_same_path));
    assert_eq!(comparison.count(DifferenceClass::Identity), 10_000);
    assert_eq!(comparison.count(DifferenceClass::Meaningful), 1_000);
}

#[test]
fn more_than_a_thousand_that_are_alike_are_compared_approximately() {
    let alike = |prefix: &str, salt: &str| {
        let inputs = |at: usize| {
            object([
                ("path", format!("site/{at}.html").into()),
                ("content", format!("{salt}{at}").into()),
            ])
        };
        let vertices = (0..1_100).map(|at| file(&format!("{prefix}{at}"), inputs(at)));
        graph(vertices.collect())
    };
    let (first, second) = (alike("old", "a"), alike("new", "b"));
    let comparison = compare(&first, &second, &());
    assert!(comparison.is_approximate);
    assert!(comparison.pairs.iter().all(|it| it.0 == it.1));
    assert_eq!(comparison.pairs.len(), 1_100);
}

/// A few kinds of resources with few values, so that many are alike.
fn any_graph() -> impl Strategy<Value = Graph> {
    let resource = (0..3_usize, 0..4_u8, 0..4_u8);
    let edges = prop::collection::vec((0..30_usize, 0..30_usize), 0..40);
    (prop::collection::vec(resource, 1..30), edges).prop_map(|(resources, edges)| {
        let mut vertices: Vec<Vertex> = Vec::new();
        for (at, (kind, size, zone)) in resources.into_iter().enumerate() {
            let resource_type = ["std:fs:File", "std:exec:Command", "std:random:Id"][kind];
            let inputs = object([
                ("size", f64::from(size).into()),
                ("zone", f64::from(zone).into()),
            ]);
            vertices.push(vertex(None, resource_type, &format!("r{at}"), inputs));
        }
        let mut graph = graph(vertices);
        for (from, to) in edges {
            if to < from && from < graph.vertices.len() {
                connect(&mut graph, from, to, Some("size"));
            }
        }
        graph
    })
}

/// The graph with other names and another order.
fn renamed(graph: &Graph, shuffle: &[usize]) -> Graph {
    let name = |at: usize| format!("other{}", shuffle[at]);
    let rename = |urn: &Urn| {
        let at: usize = urn.name()[1..].parse().unwrap();
        let resource_type = ResourceType::parse(urn.resource_type()).unwrap();
        let name = ResourceName::parse(&name(at)).unwrap();
        Urn::new("dev", "web", urn.module(), &resource_type, &name)
    };
    let mut other = graph.clone();
    for vertex in &mut other.vertices {
        vertex.urn = rename(&vertex.urn);
        vertex.name = ResourceName::parse(vertex.urn.name()).unwrap();
    }
    for edge in &mut other.edges {
        (edge.from, edge.to) = (rename(&edge.from), rename(&edge.to));
    }
    other
        .vertices
        .sort_by(|a, b| a.name.as_str().cmp(b.name.as_str()));
    other.finish();
    other
}

fn shuffled() -> impl Strategy<Value = Vec<usize>> {
    Just((0..30).collect::<Vec<usize>>()).prop_shuffle()
}

proptest! {
    #[test]
    fn a_graph_is_the_same_as_itself(graph in any_graph()) {
        prop_assert!(compare(&graph, &graph, &()).findings.is_empty());
    }

    #[test]
    fn each_resource_has_at_most_one_partner(first in any_graph(), second in any_graph(), names in shuffled()) {
        let second = renamed(&second, &names);
        let comparison = compare(&first, &second, &());
        let firsts: HashSet<usize> = comparison.pairs.iter().map(|it| it.0).collect();
        let seconds: HashSet<usize> = comparison.pairs.iter().map(|it| it.1).collect();
        prop_assert_eq!(firsts.len(), comparison.pairs.len());
        prop_assert_eq!(seconds.len(), comparison.pairs.len());
        let types = |pair: &(usize, usize, MatchReason)| {
            first.vertices[pair.0].resource_type == second.vertices[pair.1].resource_type
        };
        prop_assert!(comparison.pairs.iter().all(types));
    }

    /// All resources are found again, with equal inputs.
    #[test]
    fn names_and_order_do_not_hide_what_is_equal(graph in any_graph(), names in shuffled()) {
        let other = renamed(&graph, &names);
        let comparison = compare(&graph, &other, &());
        prop_assert_eq!(comparison.pairs.len(), graph.vertices.len());
        for (first, second, _) in &comparison.pairs {
            prop_assert_eq!(&graph.vertices[*first].inputs, &other.vertices[*second].inputs);
        }
    }
}
