//! Whole reconciliations.

use super::*;
use lumi_graph::{
    Graph, GraphKind, Object, ResourceName, ResourceType, SourcePosition, Urn, Value, Vertex,
};

fn value(json: &str) -> Value {
    let document = format!(
        r#"{{"lumigl":1,"kind":"plan","stack":"dev","project":"web","complete":true,"vertices":[],"edges":[],"outputs":{{"it":{json}}}}}"#
    );
    let graph = Graph::from_json(&document).unwrap();
    graph.outputs["it"].clone()
}

fn object(json: &str) -> Object {
    match value(json) {
        Value::Object(members) => members,
        other => panic!("{other:?}"),
    }
}

/// A file whose `new` is at a position.
pub fn file(name: &str, inputs: Object, source: Option<(u32, u32)>) -> Vertex {
    let resource_type = ResourceType::parse("std:fs:File").unwrap();
    let name = ResourceName::parse(name).unwrap();
    let urn = Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name);
    let mut vertex = Vertex::new(urn, resource_type, name, true);
    vertex.inputs = inputs.into();
    vertex.source = source.map(|(line, column)| SourcePosition {
        file: "index.ts".into(),
        line,
        column,
    });
    vertex
}

pub fn graph(vertices: Vec<Vertex>) -> Graph {
    let mut graph = Graph::new(GraphKind::Snapshot, "dev", "web");
    graph.vertices = vertices;
    graph
}

/// The position of each `new` of a text.
pub fn constructions(text: &str) -> Vec<(u32, u32)> {
    let is_resource = |it: &usize| !text[*it..].split('(').next().unwrap().contains("Config");
    let offsets = text
        .match_indices("new ")
        .map(|it| it.0)
        .filter(is_resource);
    let positions = offsets.map(|it| lumi_graph::SourceText(text).position(it));
    positions.collect()
}

/// Reconciles the resources of `text`, each with its inputs as deployed and as they are.
pub fn reconciled(text: &str, resources: &[(Object, Object)]) -> (String, Vec<String>) {
    let places = constructions(text);
    let make = |side: fn(&(Object, Object)) -> &Object| {
        let vertices = resources.iter().enumerate().map(|(index, it)| {
            let place = places.get(index).or(places.last()).copied();
            file(&format!("f{index}"), side(it).clone(), place)
        });
        graph(vertices.collect())
    };
    let (recorded, world) = (make(|it| &it.0), make(|it| &it.1));
    let changes = drifts(&recorded, &world, &recorded);
    let accepted: Vec<AdoptedDrift<'_>> = changes
        .iter()
        .flat_map(|resource| match &resource.drift {
            Drift::Deleted => vec![AdoptedDrift {
                resource,
                property: None,
            }],
            Drift::Changed(all) => all
                .iter()
                .map(|it| AdoptedDrift {
                    resource,
                    property: Some(it),
                })
                .collect(),
        })
        .collect();
    let planned = plan(&accepted, &recorded, &|_| Ok(text.to_owned()));
    let outcomes = planned.resolutions.iter().map(|it| {
        let outcome = match &it.outcome {
            Outcome::Edited(place) => format!("edited {}:{}", place.line, place.column),
            Outcome::Removed(place) => format!("removed {}:{}", place.line, place.column),
            Outcome::AlreadyInProgram => "in the program".to_owned(),
            Outcome::Suggested(it) => {
                let place = it.place.as_ref();
                let place = place.map_or(String::new(), |it| format!(" {}:{}", it.line, it.column));
                format!("{}{place}", it.reason.as_str())
            }
        };
        format!("{}: {outcome}", it.path)
    });
    let outcomes = outcomes.collect();
    let new = planned.files.first().map_or(text, |it| &it.new).to_owned();
    (new, outcomes)
}

/// Reconciles one resource.
fn one(text: &str, old: &str, new: &str) -> (String, Vec<String>) {
    reconciled(text, &[(object(old), object(new))])
}

#[track_caller]
fn check(text: &str, old: &str, new: &str, expected: &str) {
    let (edited, outcomes) = one(text, old, new);
    assert_eq!(edited, expected, "{outcomes:?}");
    assert!(
        outcomes.iter().all(|it| it.contains("edited")),
        "{outcomes:?}"
    );
}

#[track_caller]
fn suggests(text: &str, old: &str, new: &str, expected: &str) {
    let (edited, outcomes) = one(text, old, new);
    assert_eq!(outcomes, [expected]);
    assert_eq!(edited, text);
}

#[test]
fn literals_are_written_in_their_way() {
    let old = r#"{"a": "x", "b": 1, "c": true, "d": null, "e": "t", "f": "0644", "g": -2}"#;
    let new = r#"{"a": "y\n'", "b": 2.5, "c": false, "d": "n", "e": "u\n`$", "f": "0600", "g": 3}"#;
    check(
        "// é😀\nconst f = new fs.File('a', { a: 'x', b: 1, c: true, d: null, e: `t`, f: 0o644, g: -2 });\n",
        old,
        new,
        "// é😀\nconst f = new fs.File('a', { a: 'y\\n\\'', b: 2.5, c: false, d: 'n', e: `u\n\\`$`, f: 0o600, g: 3 });\n",
    );
}

#[test]
fn layout_and_comments_stay() {
    check(
        "new fs.File(\"a\", {\n  // The tags.\n  tags: {\n    a: \"1\", // first\n    \"b-c\": \"2\", // second\n  },\n  n: [1, /* two */ 2, 3],\n});\n",
        r#"{"tags": {"a": "1", "b-c": "2"}, "n": [1, 2, 3]}"#,
        r#"{"tags": {"b-c": "3", "d": true}, "n": [1, 2, 4, 3], "m": {"x y": []}}"#,
        "new fs.File(\"a\", {\n  // The tags.\n  tags: {\n    d: true, // first\n    \"b-c\": \"3\", // second\n  },\n  n: [1, /* two */ 2, 4, 3],\n  m: { \"x y\": [] },\n});\n",
    );
    // A line of its own goes, and so does the comma before the last element.
    check(
        "new fs.File(\"a\", {\n  a: [1, 2, 3],\n  b: 2,\n  c: 3 // last\n})",
        r#"{"a": [1, 2, 3], "b": 2, "c": 3}"#,
        r#"{"a": [1], "c": 3}"#,
        "new fs.File(\"a\", {\n  a: [1],\n  c: 3 // last\n})",
    );
    check(
        "new fs.File(\"a\", {\r\n  a: 1 // last\r\n})",
        r#"{"a": 1}"#,
        r#"{"a": 1, "b": [null], "c": {}}"#,
        "new fs.File(\"a\", {\r\n  a: 1, // last\r\n  b: [null],\r\n  c: {}\r\n})",
    );
    check(
        "new fs.File(\"a\", {})",
        "{}",
        r#"{"a": 1}"#,
        "new fs.File(\"a\", { a: 1 })",
    );
    check(
        "new fs.File(\"a\", { a: [], b: [1, ] })",
        r#"{"a": [], "b": [1]}"#,
        r#"{"a": [{"x": 1}], "b": [1, 2]}"#,
        "new fs.File(\"a\", { a: [{ x: 1 }], b: [1, 2, ] })",
    );
}

#[test]
fn a_constant_that_one_place_uses_is_edited_there() {
    check(
        "const text = \"x\" as const;\nconst o = { n: 1, m: 2 };\nf(o.m);\nnew fs.File(\"a\", { text, n: o.n });",
        r#"{"text": "x", "n": 1}"#,
        r#"{"text": "y", "n": 3}"#,
        "const text = \"y\" as const;\nconst o = { n: 3, m: 2 };\nf(o.m);\nnew fs.File(\"a\", { text, n: o.n });",
    );
    check(
        "const inputs = { n: 1 };\nnew CustomResource(TYPE, \"a\", inputs, {});",
        r#"{"n": 1}"#,
        r#"{"n": 2}"#,
        "const inputs = { n: 2 };\nnew CustomResource(TYPE, \"a\", inputs, {});",
    );
}

#[test]
fn computed_values_are_suggested_with_their_place() {
    let (old, new) = (r#"{"a": "x"}"#, r#"{"a": "y"}"#);
    let cases = [
        (
            "const t = \"x\";\nnew F(\"a\", { a: t });\nlog(t);",
            "a: sharedVariable 1:11",
        ),
        (
            "export const t = \"x\";\nnew F(\"a\", { a: t });",
            "a: sharedVariable 1:18",
        ),
        (
            "let t = \"x\";\nnew F(\"a\", { a: t });",
            "a: parameter 2:17",
        ),
        (
            "for (const it of [{ t: \"x\" }]) {\n  new F(\"a\", { a: it.t });\n}",
            "a: parameter 2:19",
        ),
        (
            "const c = new Config();\nnew F(\"a\", { a: c.get(\"k\") ?? \"x\" });",
            "a: configuration 2:17",
        ),
        (
            "const t = make();\nnew F(\"a\", { a: `${t}` });",
            "a: computed 2:17",
        ),
        (
            "const t = make();\nnew F(\"a\", { a: t });",
            "a: computed 1:11",
        ),
        ("new F(\"a\", { a: \"X\" });", "a: transformed 1:17"),
        ("new F(\"a\", { a: \"x\", ...more });", "a: spread 1:22"),
        ("new F(\"a\", { [k]: 1 });", "a: computed 1:14"),
        (
            "new F(\"a\", { get a() { return 1; } });",
            "a: computed 1:14",
        ),
        ("new F(...all);", "a: noPlace 1:1"),
        ("new F(\"a\");", "a: noPlace 1:1"),
        ("new F(\"a\", { a: secret(\"x\") }", "a: file 1:1"),
    ];
    for (text, expected) in cases {
        suggests(text, old, new, expected);
    }
}

#[test]
fn secrets_are_not_written() {
    let secret =
        |text: &str| format!(r#"{{"a": {{"$lumi": "secret", "value": "{text}"}}, "b": 1}}"#);
    suggests(
        "new F(\"a\", { a: \"x\", b: 1 });",
        &secret("x"),
        &secret("y"),
        "a: secret 1:17",
    );
    suggests(
        "new F(\"a\", { a: \"x\", b: 1 });",
        r#"{"a": "x", "b": 1}"#,
        &secret("y"),
        "a: secret 1:17",
    );
    suggests(
        "new F(\"a\", { b: 1 });",
        r#"{"b": 1}"#,
        &secret("y"),
        "a: secret 1:12",
    );
    suggests(
        "const c = new lumi.Config(\"n\");\nnew F(\"a\", { a: c.requireSecret(\"k\"), b: 1 });",
        &secret("x"),
        &secret("y"),
        "a: configuration 2:17",
    );
    // Other properties of a resource with a secret are edited.
    let (text, outcomes) = one(
        "new F(\"a\", { a: s, b: 1 });",
        &secret("x"),
        &secret("x").replace('1', "2"),
    );
    assert_eq!(
        (text.as_str(), outcomes),
        (
            "new F(\"a\", { a: s, b: 2 });",
            vec!["b: edited 1:23".to_owned()]
        )
    );
}

#[test]
fn a_declaration_of_several_resources_is_edited_if_all_agree() {
    let text = "for (const n of [1, 2]) new F(`${n}`, { a: \"x\" });";
    let drift = |new: &str| {
        (
            object(r#"{"a": "x"}"#),
            object(&format!(r#"{{"a": "{new}"}}"#)),
        )
    };
    let (edited, outcomes) = reconciled(text, &[drift("y"), drift("y")]);
    assert_eq!(edited, text.replace("\"x\"", "\"y\""), "{outcomes:?}");
    assert_eq!(outcomes.len(), 2);
    for other in ["x", "z"] {
        let (edited, outcomes) = reconciled(text, &[drift("y"), drift(other)]);
        assert_eq!(edited, text);
        assert!(
            outcomes.iter().all(|it| it == "a: sharedDeclaration 1:25"),
            "{outcomes:?}"
        );
    }
}

#[test]
fn values_of_the_program_differ_from_its_changes() {
    let text = "new F(\"a\", { a: 1, b: 2, c: 3 });";
    let of = |json: &str| graph(vec![file("a", object(json), Some((1, 1)))]);
    let recorded = of(r#"{"a": 1, "b": 2, "c": 3}"#);
    let world = of(r#"{"a": 9, "b": 9, "c": 9}"#);
    let program = of(r#"{"a": 9, "b": 5, "c": 3}"#);
    let changes = drifts(&recorded, &world, &program);
    let [
        ResourceDrift {
            drift: Drift::Changed(changed),
            ..
        },
    ] = &changes[..]
    else {
        panic!("{changes:?}");
    };
    let states: Vec<DriftState> = changed.iter().map(PropertyDrift::state).collect();
    assert_eq!(
        states,
        [
            DriftState::AlreadyInProgram,
            DriftState::Conflict,
            DriftState::Open
        ]
    );
    let accepted: Vec<AdoptedDrift<'_>> = changed
        .iter()
        .map(|it| AdoptedDrift {
            resource: &changes[0],
            property: Some(it),
        })
        .collect();
    let planned = plan(&accepted, &program, &|_| Ok(text.to_owned()));
    assert_eq!(planned.files[0].new, "new F(\"a\", { a: 1, b: 2, c: 9 });");
    assert_eq!(planned.resolutions[0].outcome, Outcome::AlreadyInProgram);
    // A deleted object, and one that the program no longer has.
    let changes = drifts(&recorded, &graph(vec![]), &program);
    assert_eq!(changes[0].drift, Drift::Deleted);
    let gone = drifts(&recorded, &world, &graph(vec![]));
    assert_eq!(gone[0].source, None);
}

#[test]
fn hostile_text_is_refused_without_harm() {
    let deep = format!(
        "new F(\"a\", {{ a: {}1{} }});",
        "[".repeat(9000),
        "]".repeat(9000)
    );
    suggests(&deep, r#"{"a": "x"}"#, r#"{"a": "y"}"#, "a: file 1:1");
    let (text, outcomes) = one(
        "\u{feff}new F(\"a\", { a: 1 });",
        r#"{"a": 1}"#,
        r#"{"a": 2}"#,
    );
    // The position counts no byte order mark.
    assert!(
        outcomes[0].contains("noPlace") || text == "\u{feff}new F(\"a\", { a: 2 });",
        "{text}"
    );
    let long = "x".repeat(100_000);
    suggests(
        "new F(\"a\", { a: 1 });",
        r#"{"a": 1}"#,
        &format!(r#"{{"a": "{long}"}}"#),
        "a: tooLong 1:17",
    );
}

#[test]
fn edits_that_overlap_are_refused() {
    let edit = |start, end| SourceEdit {
        start,
        end,
        text: "x".into(),
    };
    assert_eq!(apply("abc", &[edit(1, 2), edit(2, 2)]), Ok("axxc".into()));
    assert_eq!(
        apply("abc", &[edit(0, 2), edit(1, 3)]),
        Err(EditError::Overlap)
    );
    assert_eq!(apply("aé", &[edit(2, 2)]), Err(EditError::Outside));
    assert_eq!(apply("abc", &[edit(4, 5)]), Err(EditError::Outside));
}

/// Reconciles programs whose objects are all gone.
fn gone(text: &str, made: usize) -> (String, Vec<String>) {
    let places = constructions(text);
    let vertices = (0..made).map(|index| {
        let place = places.get(index).or(places.last()).copied();
        file(&format!("f{index}"), Object::default(), place)
    });
    let recorded = graph(vertices.collect());
    let changes = drifts(&recorded, &graph(Vec::new()), &recorded);
    let accepted: Vec<AdoptedDrift<'_>> = changes
        .iter()
        .map(|resource| AdoptedDrift {
            resource,
            property: None,
        })
        .collect();
    let planned = plan(&accepted, &recorded, &|_| Ok(text.to_owned()));
    let kinds = planned.resolutions.iter().map(|it| match &it.outcome {
        Outcome::Removed(place) => format!("removed {}:{}", place.line, place.column),
        Outcome::Suggested(it) => it.reason.as_str().to_owned(),
        other => format!("{other:?}"),
    });
    let kinds = kinds.collect();
    let new = planned.files.first().map_or(text, |it| &it.new).to_owned();
    (new, kinds)
}

#[test]
fn the_statement_of_a_deleted_object_is_removed() {
    let (text, kinds) = gone(
        "\u{feff}a();\n// One.\nnew F(\"a\", {}); // the first\nb();\n",
        1,
    );
    assert_eq!(text, "\u{feff}a();\n// One.\nb();\n");
    assert_eq!(kinds, ["removed 3:1"]);
    // All resources of a loop are gone.
    let (text, kinds) = gone("for (const it of [1, 2]) {\n  new F(`f${it}`, {});\n}\n", 2);
    assert_eq!(text, "for (const it of [1, 2]) {\n}\n");
    assert_eq!(kinds, ["removed 2:3", "removed 2:3"]);
}

#[test]
fn code_that_other_code_needs_is_kept() {
    for text in [
        "const a = new F(\"a\", {});\n",
        "if (b) new F(\"a\", {});\nc();\n",
        "f(new F(\"a\", {}));\n",
    ] {
        assert_eq!(gone(text, 1), (text.to_owned(), vec!["deleted".to_owned()]));
    }
}
