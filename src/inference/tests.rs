//! Tests of whole programs.

use lumi_graph::{Graph, Object, Secrets, Value};
use lumi_provider::StdInterface;

use super::{InferredProgram, NoteKind, infer};

#[path = "../../tests/it/random_graphs/mod.rs"]
mod random_graphs;

use random_graphs::random_graph;

/// A graph of vertices: type, name, parent's type and name, and other members as JSON.
pub(super) fn graph(
    kind: &str,
    vertices: &[(&str, &str, &str, &str)],
    edges: &[(usize, usize, &str)],
) -> Graph {
    let urns: Vec<String> = vertices
        .iter()
        .map(|(of, name, parent, _)| {
            let module = match *parent {
                "" => "index".to_owned(),
                parent => format!("index${}", parent.split_once(' ').unwrap().0),
            };
            format!("urn:lumi:dev::web::{module}::{of}::{name}")
        })
        .collect();
    let documents = vertices
        .iter()
        .zip(&urns)
        .map(|((of, name, parent, more), urn)| {
            let parent = match *parent {
                "" => String::new(),
                parent => {
                    let (of, name) = parent.split_once(' ').unwrap();
                    format!(r#""parent": "urn:lumi:dev::web::index::{of}::{name}","#)
                }
            };
            format!(r#"{{ "urn": "{urn}", "type": "{of}", "name": "{name}", {parent} {more} }}"#)
        });
    let edges = edges.iter().map(|(from, to, property)| {
        let (from, to) = (&urns[*from], &urns[*to]);
        format!(
            r#"{{ "from": "{from}", "to": "{to}", "kind": "property", "property": "{property}" }}"#
        )
    });
    let text = format!(
        r#"{{ "lumigl": 1, "kind": "{kind}", "stack": "dev", "project": "web", "complete": true,
            "vertices": [{}], "edges": [{}], "outputs": {{}} }}"#,
        documents.collect::<Vec<_>>().join(","),
        edges.collect::<Vec<_>>().join(",")
    );
    Graph::from_json(&text).unwrap()
}

pub(super) fn program(graph: &Graph) -> InferredProgram {
    infer(graph, &StdInterface).unwrap()
}

const VPC: &str = r#""custom": true, "id": "vpc-1234", "inputs": { "cidr": "10.0.0.0/16" },
    "outputs": { "cidr": "10.0.0.0/16", "arn": "arn:vpc-1234", "open": true, "key": { "$lumi": "secret", "value": "k3y!" } }"#;

#[test]
fn edges_become_references() {
    let user = r#""custom": true, "id": "u", "outputs": {}, "inputs": { "vpcId": "vpc-1234",
        "text": "of vpc-1234!", "cidr": "10.0.0.0/16", "other": "vpc-1234", "nothing": { "a": 1 },
        "key": "k3y!", "secretKey": { "$lumi": "secret", "value": "k3y!" } }"#;
    let edges = ["vpcId", "text", "cidr", "nothing", "key", "secretKey"].map(|it| (1, 0, it));
    let vertices = [
        ("acme:net:Vpc", "main", "", VPC),
        ("acme:net:User", "user", "", user),
    ];
    let made = program(&graph("deployment", &vertices, &edges));
    insta::assert_snapshot!(made.text, @r#"
    import { CustomResource, interpolate, secret } from "lumi";

    const main = new CustomResource("acme:net:Vpc", "main", { cidr: "10.0.0.0/16" });

    new CustomResource("acme:net:User", "user", {
      vpcId: main.id,
      text: interpolate`of ${main.id}!`,
      cidr: main.cidr,
      other: "vpc-1234",
      nothing: main.urn.then(() => ({ a: 1 })),
      key: main.urn.then(() => "k3y!"),
      secretKey: secret(main.key),
    });
    "#);
}

#[test]
fn a_list_with_a_secret_is_not_secret_as_a_whole() {
    let user = r#""custom": true, "id": "u", "outputs": {}, "inputs": {
        "list": [1, { "$lumi": "secret", "value": "k3y!" }],
        "object": { "a": { "b": { "$lumi": "secret", "value": { "c": 1 } }, "d": [] } } }"#;
    let vertices = [
        ("acme:net:Vpc", "main", "", VPC),
        ("acme:net:Vpc", "other", "", VPC),
        ("acme:net:User", "user", "", user),
    ];
    let edges = [(2, 0, "list"), (2, 0, "object"), (2, 1, "object")];
    let made = program(&graph("deployment", &vertices, &edges));
    insta::assert_snapshot!(made.text.split_once("\n\nnew ").unwrap().1, @r#"
    CustomResource("acme:net:User", "user", {
      list: [1, main.urn.then(() => config.requireSecret("user-list-1"))],
      object: { a: { b: all([main.urn, other.urn]).then(() => config.requireSecretObject("user-object-a-b")), d: [] } },
    });
    "#);
}

/// A deployed object has the outputs of the graph, and no others.
#[test]
fn outputs_that_do_not_exist_are_not_guessed() {
    let vpc = r#""custom": true, "id": "vpc-1", "inputs": {}, "outputs": { "arn": "arn:vpc-1", "tags": {} }"#;
    let user = r#""custom": true, "id": "user-1", "outputs": {}, "inputs": { "value": { "$lumi": "unknown" } }"#;
    let vertices = [
        ("acme:net:Vpc", "main", "", vpc),
        ("acme:net:User", "user", "", user),
    ];
    let made = program(&graph("deployment", &vertices, &[(1, 0, "value")]));
    assert!(!made.text.contains("main.value"), "{}", made.text);
    assert!(made.text.contains("main."), "{}", made.text);
}

#[test]
fn values_that_are_not_known_are_guessed_by_their_names() {
    let vpc = r#""custom": true, "id": { "$lumi": "unknown" }, "inputs": {}, "outputs": {}"#;
    let user = r#""custom": true, "id": { "$lumi": "unknown" }, "outputs": {}, "inputs": {
        "vpcId": { "$lumi": "unknown" }, "vpcArn": { "$lumi": "unknown" },
        "both": { "$lumi": "unknown" }, "origin": { "$lumi": "unknown" } }"#;
    let edges = [
        (2, 0, "vpcId"),
        (2, 0, "vpcArn"),
        (2, 0, "both"),
        (2, 1, "both"),
    ];
    let vertices = [
        ("acme:net:Vpc", "main", "", vpc),
        ("acme:net:Vpc", "other", "", vpc),
        ("acme:net:User", "user", "", user),
    ];
    let made = program(&graph("plan", &vertices, &edges));
    insta::assert_snapshot!(made.text, @r#"
    import { Config, CustomResource, interpolate } from "lumi";

    const config = new Config();

    const main = new CustomResource("acme:net:Vpc", "main");
    const other = new CustomResource("acme:net:Vpc", "other");

    new CustomResource("acme:net:User", "user", {
      vpcId: main.id,
      vpcArn: main.arn,
      both: interpolate`${main.id}-${other.id}`,
      origin: config.require("user-origin"),
    });
    "#);
    let kinds: Vec<(NoteKind, &str)> = made
        .notes
        .iter()
        .map(|it| (it.kind, it.place.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            (NoteKind::Guessed, "vpcId"),
            (NoteKind::Guessed, "vpcArn"),
            (NoteKind::Guessed, "both"),
            (NoteKind::Configured, "origin"),
        ]
    );
    assert_eq!(made.configured[0].key, "user-origin");
}

#[test]
fn inherited_options_are_reported_once() {
    let group = r#""custom": false, "inputs": {}, "outputs": {}, "options": { "protect": true }"#;
    let child = r#""custom": true, "inputs": {}, "outputs": {}, "options": { "protect": true }"#;
    let open = r#""custom": true, "inputs": {}, "outputs": {}, "options": { "protect": false, "hooks": {} }"#;
    let lost = r#""custom": true, "inputs": {}, "outputs": {}, "options": {}"#;
    let parent = "acme:a:Group group";
    let vertices = [
        ("acme:a:Group", "group", "", group),
        ("acme:a:A", "child", parent, child),
        ("acme:a:B", "open", parent, open),
        ("acme:a:C", "lost", parent, lost),
    ];
    let made = program(&graph("plan", &vertices, &[]));
    insta::assert_snapshot!(made.text, @r#"
    import { ComponentResource, CustomResource } from "lumi";

    const group = new ComponentResource("acme:a:Group", "group", {}, { protect: true });
    new CustomResource("acme:a:A", "child", {}, { parent: group });
    new CustomResource("acme:a:B", "open", {}, { parent: group, protect: false });
    new CustomResource("acme:a:C", "lost", {}, { parent: group });
    "#);
    let notes: Vec<String> = made.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "`hooks` of acme:a:B \"open\": the SDK has no such option",
            "`protect` of acme:a:C \"lost\": a resource cannot leave out what its parent sets",
        ]
    );
}

#[test]
fn components_of_one_shape_are_a_class() {
    let group = r#""custom": false, "inputs": { "size": 1 }, "outputs": {}"#;
    let vpc = r#""custom": true, "inputs": { "cidr": "10.0.0.0/16" }, "outputs": {}"#;
    let other = r#""custom": true, "inputs": { "cidr": "10.1.0.0/16" }, "outputs": {}"#;
    let link = r#""custom": true, "inputs": { "vpcId": { "$lumi": "unknown" }, "same": true }, "outputs": {}"#;
    let user = r#""custom": true, "inputs": { "linkId": { "$lumi": "unknown" } }, "outputs": {}"#;
    let (one, two) = ("acme:a:Group one", "acme:a:Group two");
    let vertices = [
        ("acme:a:Group", "one", "", group),
        ("acme:a:Vpc", "one", one, vpc),
        ("acme:a:Link", "one-link", one, link),
        ("acme:a:Group", "two", "", group),
        ("acme:a:Vpc", "two", two, other),
        ("acme:a:Link", "two-link", two, link),
        ("acme:a:User", "user", "", user),
    ];
    let edges = [(2, 1, "vpcId"), (5, 4, "vpcId"), (6, 5, "linkId")];
    let made = program(&graph("plan", &vertices, &edges));
    insta::assert_snapshot!(made.text, @r#"
    import { ComponentResource, type ComponentResourceOptions, CustomResource } from "lumi";

    interface GroupArgs {
      cidr: string;
    }

    class Group extends ComponentResource {
      readonly vpc: CustomResource<any>;
      readonly link: CustomResource<any>;

      constructor(name: string, args: GroupArgs, options?: ComponentResourceOptions) {
        super("acme:a:Group", name, { size: 1 }, options);
        this.vpc = new CustomResource("acme:a:Vpc", name, { cidr: args.cidr }, { parent: this });
        this.link = new CustomResource("acme:a:Link", `${name}-link`, { vpcId: this.vpc.id, same: true }, { parent: this });
      }
    }

    new Group("one", { cidr: "10.0.0.0/16" });
    const two = new Group("two", { cidr: "10.1.0.0/16" });
    new CustomResource("acme:a:User", "user", { linkId: two.link.id });
    "#);
}

/// The inner component uses a resource that stands after it in the graph, and is used by one.
#[test]
fn components_in_components_are_classes() {
    let of = |parent: &str, name: &str, of: &str, more: &str| {
        let module = match parent {
            "" => "index".to_owned(),
            parent => format!("index${}", parent.replace(' ', "$")),
        };
        format!(
            r#"{{ "urn": "urn:lumi:dev::web::{module}::{of}::{name}", "type": "{of}", "name": "{name}", "outputs": {{}}, {more} }}"#
        )
    };
    let mut vertices = Vec::new();
    let mut edges = Vec::new();
    for name in ["blue", "green"] {
        let urn = |module: &str, of: &str, part: &str| {
            format!("urn:lumi:dev::web::index{module}::{of}::{name}{part}")
        };
        let site = urn("", "acme:a:Site", "");
        let data = urn("$acme:a:Site", "acme:a:Data", "-data");
        let group = urn("$acme:a:Site", "acme:a:Group", "-group");
        let table = urn("$acme:a:Site$acme:a:Data", "acme:a:Table", "-table");
        let user = urn("$acme:a:Site", "acme:a:User", "-user");
        let below = |parent: &str| {
            format!(
                r#""custom": true, "parent": "{parent}", "inputs": {{ "id": {{ "$lumi": "unknown" }} }}"#
            )
        };
        let color =
            format!(r#""custom": true, "parent": "{site}", "inputs": {{ "color": "{name}" }}"#);
        vertices.push(of(
            "",
            name,
            "acme:a:Site",
            r#""custom": false, "inputs": {}"#,
        ));
        let inner = format!(r#""custom": false, "parent": "{site}", "inputs": {{}}"#);
        vertices.push(of(
            "acme:a:Site",
            &format!("{name}-data"),
            "acme:a:Data",
            &inner,
        ));
        vertices.push(of(
            "acme:a:Site",
            &format!("{name}-group"),
            "acme:a:Group",
            &color,
        ));
        let table_name = format!("{name}-table");
        vertices.push(of(
            "acme:a:Site acme:a:Data",
            &table_name,
            "acme:a:Table",
            &below(&data),
        ));
        vertices.push(of(
            "acme:a:Site",
            &format!("{name}-user"),
            "acme:a:User",
            &below(&site),
        ));
        for (from, to) in [(&table, &group), (&user, &table)] {
            edges.push(format!(
                r#"{{ "from": "{from}", "to": "{to}", "kind": "property", "property": "id" }}"#
            ));
        }
    }
    let text = format!(
        r#"{{ "lumigl": 1, "kind": "plan", "stack": "dev", "project": "web", "complete": true,
            "vertices": [{}], "edges": [{}], "outputs": {{}} }}"#,
        vertices.join(","),
        edges.join(",")
    );
    let made = program(&Graph::from_json(&text).unwrap());
    insta::assert_snapshot!(made.text, @r#"
    import { ComponentResource, type ComponentResourceOptions, CustomResource } from "lumi";

    interface DataArgs {
      name: string;
      id: any;
    }

    class Data extends ComponentResource {
      readonly table: CustomResource<any>;

      constructor(name: string, args: DataArgs, options?: ComponentResourceOptions) {
        super("acme:a:Data", name, {}, options);
        this.table = new CustomResource("acme:a:Table", args.name, { id: args.id.id }, { parent: this });
      }
    }

    class Site extends ComponentResource {
      readonly group: CustomResource<any>;
      readonly data: Data;

      constructor(name: string, options?: ComponentResourceOptions) {
        super("acme:a:Site", name, {}, options);
        this.group = new CustomResource("acme:a:Group", `${name}-group`, { color: name }, { parent: this });
        this.data = new Data(`${name}-data`, { name: `${name}-table`, id: this.group }, { parent: this });
        new CustomResource("acme:a:User", `${name}-user`, { id: this.data.table.id }, { parent: this });
      }
    }

    new Site("blue");
    new Site("green");
    "#);
}

/// A plan that providers were asked for has the ids that `std` knows in advance.
#[test]
fn objects_that_std_will_make_are_not_read() {
    let made = r#""custom": true, "id": "site/a", "inputs": { "path": "site/a" },
        "outputs": { "path": "site/a", "sha256": { "$lumi": "unknown" } }"#;
    let read = r#""custom": true, "id": "site/b", "inputs": { "path": "site/b" }, "outputs": { "path": "site/b" }"#;
    let vertices = [
        ("std:fs:File", "a", "", made),
        ("std:fs:File", "b", "", read),
    ];
    let program = program(&graph("plan", &vertices, &[])).text;
    assert!(
        program.contains("new fs.File(\"a\", { path: \"site/a\" })"),
        "{program}"
    );
    assert!(
        program.contains("CustomResource.get(\"std:fs:File\", \"b\""),
        "{program}"
    );
}

/// Resources of two types have one shape, and are not one loop.
#[test]
fn a_loop_has_one_type() {
    let zone = r#""custom": true, "inputs": { "zone": "a" }, "outputs": {}"#;
    let vertices: Vec<(&str, &str, &str, &str)> = vec![
        ("acme:a:Disk", "one", "", zone),
        ("acme:a:Disk", "two", "", zone),
        ("acme:a:Host", "three", "", zone),
        ("acme:a:Host", "four", "", zone),
    ];
    let made = program(&graph("plan", &vertices, &[]));
    assert_eq!(
        made.text.matches("new CustomResource").count(),
        4,
        "{}",
        made.text
    );
}

#[test]
fn a_chain_is_no_loop() {
    let link = r#""custom": true, "inputs": { "before": { "$lumi": "unknown" } }, "outputs": {}"#;
    let names = ["a", "b", "c", "d"];
    let vertices = names.map(|it| ("acme:a:Link", it, "", link));
    let made = program(&graph(
        "plan",
        &vertices,
        &[(1, 0, "before"), (2, 1, "before"), (3, 2, "before")],
    ));
    assert!(!made.text.contains("for ("), "{}", made.text);
    assert!(made.text.contains("{ before: c.id }"), "{}", made.text);
}

/// Secrets as texts that nothing else contains.
fn marked(value: &mut Value, count: &mut usize) {
    match value {
        Value::Secret(inner) => {
            *count += 1;
            **inner = Value::from(format!("MARK-{count}"));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| marked(it, count)),
        Value::Object(members) => mark_all(members, count),
        _ => {}
    }
}

fn mark_all(members: &mut Object, count: &mut usize) {
    members.values_mut().for_each(|it| marked(it, count));
}

#[test]
fn secrets_are_never_in_the_program() {
    let mut found = 0;
    for seed in 0..200 {
        let mut graph = random_graph(seed);
        let mut count = 0;
        mark_all(&mut graph.outputs, &mut count);
        for vertex in &mut graph.vertices {
            mark_all(std::sync::Arc::make_mut(&mut vertex.inputs), &mut count);
            mark_all(std::sync::Arc::make_mut(&mut vertex.outputs), &mut count);
        }
        let made = program(&graph);
        assert!(!made.text.contains("MARK-"), "seed {seed}:\n{}", made.text);
        found += count;
    }
    assert!(found > 200, "{found}");
}

#[test]
fn a_graph_gives_the_same_bytes_each_time() {
    for seed in 0..100 {
        let graph = random_graph(seed);
        let first = program(&graph);
        let text = serde_json::to_string(&graph.serializable(Secrets::Shown)).unwrap();
        assert_eq!(
            first,
            program(&Graph::from_json(&text).unwrap()),
            "seed {seed}"
        );
    }
}

#[test]
fn a_long_chain_and_a_wide_graph_are_no_problem() {
    let mut text = String::new();
    let mut edges = String::new();
    for at in 0..5_000 {
        let urn = |at: usize| format!("urn:lumi:dev::web::index::acme:a:A::same-{at}");
        if at > 0 {
            text.push(',');
        }
        text.push_str(&format!(
            r#"{{ "urn": "{}", "type": "acme:a:A", "name": "same-{at}", "custom": true,
                "inputs": {{ "before": "v-{}" }}, "outputs": {{ "made": "v-{at}" }} }}"#,
            urn(at),
            at.wrapping_sub(1)
        ));
        if at > 0 {
            let separator = if at > 1 { "," } else { "" };
            edges.push_str(&format!(
                r#"{separator}{{ "from": "{}", "to": "{}", "kind": "property", "property": "before" }}"#,
                urn(at),
                urn(at - 1)
            ));
        }
    }
    let text = format!(
        r#"{{ "lumigl": 1, "kind": "deployment", "stack": "dev", "project": "web", "complete": true,
            "vertices": [{text}], "edges": [{edges}], "outputs": {{ "last": "v-4999" }} }}"#
    );
    let made = program(&Graph::from_json(&text).unwrap());
    assert!(made.text.contains("{ before: same4998.made }"));
    assert!(made.text.ends_with("export const last = same4999.made;\n"));
}
