//! Tests of loops over groups of resources, and of the fields of classes.

use lumi_graph::Graph;

use super::tests::{graph, program};

/// A network, and a host in it that something may use.
fn services(names: &[&str], user: Option<usize>) -> Graph {
    let mut vertices = vec![(
        "acme:a:Zone".to_owned(),
        "zone".to_owned(),
        "true".to_owned(),
    )];
    let mut edges = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let network =
            format!(r#"{{ "cidr": "10.{at}.0.0/16", "zone": {{ "$lumi": "unknown" }} }}"#);
        let host = format!(
            r#"{{ "networkId": {{ "$lumi": "unknown" }}, "domain": "{name}.example.com", "size": 2 }}"#
        );
        vertices.push((
            "acme:a:Network".to_owned(),
            format!("{name}-network"),
            network,
        ));
        vertices.push(("acme:a:Host".to_owned(), format!("{name}-host"), host));
        edges.push((2 * at + 1, 0, "zone"));
        edges.push((2 * at + 2, 2 * at + 1, "networkId"));
    }
    if let Some(user) = user {
        let inputs = r#"{ "hostId": { "$lumi": "unknown" } }"#.to_owned();
        edges.push((vertices.len(), 2 * user + 2, "hostId"));
        vertices.push(("acme:a:User".to_owned(), "user".to_owned(), inputs));
    }
    let more: Vec<String> = vertices
        .iter()
        .map(|(_, _, inputs)| {
            let inputs = if inputs == "true" {
                "{}"
            } else {
                inputs.as_str()
            };
            format!(r#""custom": true, "outputs": {{}}, "inputs": {inputs}"#)
        })
        .collect();
    let vertices: Vec<(&str, &str, &str, &str)> = vertices
        .iter()
        .zip(&more)
        .map(|((of, name, _), more)| (of.as_str(), name.as_str(), "", more.as_str()))
        .collect();
    graph("plan", &vertices, &edges)
}

#[test]
fn groups_that_are_connected_alike_are_a_loop() {
    let made = program(&services(&["shop", "blog", "wiki"], None));
    insta::assert_snapshot!(made.text, @r#"
    import { CustomResource } from "lumi";

    const zone = new CustomResource("acme:a:Zone", "zone");

    const networks = [
      { name: "shop", cidr: "10.0.0.0/16" },
      { name: "blog", cidr: "10.1.0.0/16" },
      { name: "wiki", cidr: "10.2.0.0/16" },
    ];

    for (const it of networks) {
      const network = new CustomResource("acme:a:Network", `${it.name}-network`, { cidr: it.cidr, zone: zone.id });
      new CustomResource("acme:a:Host", `${it.name}-host`, {
        networkId: network.id,
        domain: `${it.name}.example.com`,
        size: 2,
      });
    }
    "#);
}

#[test]
fn members_of_groups_are_used_in_a_list() {
    let made = program(&services(&["shop", "blog"], Some(1)));
    insta::assert_snapshot!(made.text, @r#"
    import { CustomResource } from "lumi";

    const zone = new CustomResource("acme:a:Zone", "zone");

    const networks = [{ name: "shop", cidr: "10.0.0.0/16" }, { name: "blog", cidr: "10.1.0.0/16" }].map((it) => {
      const network = new CustomResource("acme:a:Network", `${it.name}-network`, { cidr: it.cidr, zone: zone.id });
      const host = new CustomResource("acme:a:Host", `${it.name}-host`, {
        networkId: network.id,
        domain: `${it.name}.example.com`,
        size: 2,
      });
      return { host };
    });

    new CustomResource("acme:a:User", "user", { hostId: networks[1]!.host.id });
    "#);
}

#[test]
fn groups_without_a_name_in_common_are_no_loop() {
    // The names of groups are the same.
    let made = program(&services(&["shop", "shop2"], None));
    assert!(made.text.contains("for ("), "{}", made.text);
    let mut graph = services(&["shop", "blog"], None);
    let host = graph
        .vertices
        .iter_mut()
        .find(|it| it.name.as_str() == "shop-host");
    let host = host.unwrap();
    host.name = lumi_graph::ResourceName::parse("other").unwrap();
    let urn = lumi_graph::Urn::new("dev", "web", "index", &host.resource_type, &host.name);
    let former = std::mem::replace(&mut host.urn, urn.clone());
    for edge in &mut graph.edges {
        if edge.from == former {
            edge.from = urn.clone();
        }
    }
    let made = program(&graph);
    assert!(!made.text.contains("for ("), "{}", made.text);
}

/// A member of one group uses one of another.
#[test]
fn groups_that_use_each_other_are_no_loop() {
    let mut graph = services(&["shop", "blog"], None);
    let urn = |name: &str| {
        let found = graph.vertices.iter().find(|it| it.name.as_str() == name);
        found.unwrap().urn.clone()
    };
    let edge = lumi_graph::Edge {
        from: urn("blog-host"),
        to: urn("shop-network"),
        kind: lumi_graph::EdgeKind::Explicit,
        property: None,
    };
    graph.edges.push(edge);
    let made = program(&graph);
    assert!(!made.text.contains("for ("), "{}", made.text);
}

#[test]
fn many_groups_and_large_ones_take_little_time() {
    let names: Vec<String> = (0..5_000).map(|it| format!("s{it}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let made = program(&services(&names, Some(4_999)));
    assert!(
        made.text.contains("networks[4999]!.host.id"),
        "{}",
        &made.text[..500]
    );
    // Two chains that are alike are too long for the body of a loop.
    let link = r#""custom": true, "inputs": { "before": { "$lumi": "unknown" } }, "outputs": {}"#;
    let own: Vec<(String, String)> = (0..2_000)
        .flat_map(|at| ["a", "b"].map(|it| (format!("acme:a:T{at}"), format!("{it}-{at}"))))
        .collect();
    let vertices: Vec<(&str, &str, &str, &str)> = own
        .iter()
        .map(|(of, name)| (of.as_str(), name.as_str(), "", link))
        .collect();
    let edges: Vec<(usize, usize, &str)> = (2..4_000).map(|at| (at, at - 2, "before")).collect();
    let made = program(&graph("plan", &vertices, &edges));
    assert!(!made.text.contains("for ("));
}

/// A field has the type of its resource as its name, else the rest of the resource's name, else the module as well.
#[test]
fn fields_have_names_instead_of_numbers() {
    let group = r#""custom": false, "inputs": {}, "outputs": {}"#;
    let id = r#""custom": true, "inputs": { "bytes": 4 }, "outputs": {}"#;
    let link = r#""custom": true, "inputs": { "a": { "$lumi": "unknown" }, "b": { "$lumi": "unknown" } }, "outputs": {}"#;
    let (one, two) = ("acme:a:Group one", "acme:a:Group two");
    let vertices = [
        ("acme:a:Group", "one", "", group),
        ("acme:random:Id", "one-id", one, id),
        ("acme:random:Id", "one-key", one, id),
        ("acme:a:Link", "one-link", one, link),
        ("acme:a:Group", "two", "", group),
        ("acme:random:Id", "two-id", two, id),
        ("acme:random:Id", "two-key", two, id),
        ("acme:a:Link", "two-link", two, link),
    ];
    let edges = [(3, 1, "a"), (3, 2, "b"), (7, 5, "a"), (7, 6, "b")];
    let made = program(&graph("plan", &vertices, &edges));
    let fields: Vec<&str> = made
        .text
        .lines()
        .filter(|it| it.contains("readonly"))
        .collect();
    assert_eq!(
        fields,
        [
            "  readonly randomId: CustomResource<any>;",
            "  readonly key: CustomResource<any>;"
        ],
        "{}",
        made.text
    );
}
