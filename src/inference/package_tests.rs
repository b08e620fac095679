//! Programs for the resources of packages of a project.

use std::sync::Arc;

use lumi_graph::{
    Graph, InterfaceError, ObjectType, PackageInterface, PackageInterfaces, PackageMember,
    PackageMembers, ResourceInterface,
};
use serde_json::{Value, json};

use super::infer;

/// A package with buckets in a namespace, and groups.
struct Cloud(PackageMembers);

struct Packages;

impl PackageInterfaces for Packages {
    fn names(&self) -> Vec<String> {
        vec!["cloud".to_owned()]
    }

    fn open(&self, package: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>> {
        let members = PackageMembers {
            package: "cloud".to_owned(),
            resources: vec![
                PackageMember::new("Group", "cloud:index:Group"),
                PackageMember::new("s3.Bucket", "cloud:s3:Bucket"),
            ],
            ..PackageMembers::default()
        };
        (package == "cloud").then(|| Ok(Arc::new(Cloud(members)) as _))
    }
}

impl PackageInterface for Cloud {
    fn members(&self) -> &PackageMembers {
        &self.0
    }

    fn fingerprint(&self) -> String {
        String::new()
    }

    fn resource(&self, _: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        Ok(Some(Arc::default()))
    }

    fn function(
        &self,
        _: &str,
    ) -> Result<Option<Arc<lumi_graph::FunctionInterface>>, InterfaceError> {
        Ok(None)
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        Ok(Arc::default())
    }
}

fn vertex(urn: &str, inputs: Value, parent: Option<&str>) -> Value {
    let parts: Vec<&str> = urn.split("::").collect();
    let mut vertex = json!({
        "urn": urn, "type": parts[3], "name": parts[4], "custom": !parts[3].starts_with("acme:"),
        "inputs": inputs, "outputs": {},
    });
    if !parts[3].starts_with("acme:") {
        vertex["id"] = json!({ "$lumi": "unknown" });
    }
    if let Some(parent) = parent {
        vertex["parent"] = json!(parent);
    }
    vertex
}

fn program(vertices: Vec<Value>, edges: Vec<Value>) -> String {
    let graph = json!({
        "lumigl": 1, "kind": "plan", "stack": "dev", "project": "web", "complete": true,
        "vertices": vertices, "edges": edges, "outputs": {},
    });
    let graph = Graph::from_json(&graph.to_string()).unwrap();
    infer(&graph, &Packages).unwrap().text
}

#[test]
fn resources_of_a_package_are_of_its_classes() {
    let provider = "urn:lumi:dev::web::index::lumi:providers:cloud::west";
    let group = "urn:lumi:dev::web::index::cloud:index:Group::group";
    let other = "urn:lumi:dev::web::index::cloud:index:Unknown::other";
    let mut of_provider = vertex(group, json!({ "size": 1 }), None);
    of_provider["provider"] = json!(provider);
    let vertices = vec![
        vertex(provider, json!({ "region": "west" }), None),
        of_provider,
        vertex(other, json!({ "group": { "$lumi": "unknown" } }), None),
    ];
    let edges = vec![
        json!({ "from": group, "to": provider, "kind": "provider" }),
        json!({ "from": other, "to": group, "kind": "property", "property": "group" }),
    ];
    insta::assert_snapshot!(program(vertices, edges), @r#"
    import { CustomResource } from "lumi";
    import * as cloud from "lumi:cloud";

    const west = new cloud.Provider("west", { region: "west" });
    const group = new cloud.Group("group", { size: 1 }, { provider: west });
    new CustomResource("cloud:index:Unknown", "other", { group: group.id });
    "#);
}

#[test]
fn they_are_in_classes_of_components() {
    let mut vertices = Vec::new();
    let mut edges = Vec::new();
    for (name, size) in [("blue", "small"), ("green", "large")] {
        let site = format!("urn:lumi:dev::web::index::acme:web:Site::{name}");
        let of = |token: &str, part: &str| {
            format!("urn:lumi:dev::web::index$acme:web:Site::{token}::{name}{part}")
        };
        let (group, bucket) = (of("cloud:index:Group", "-group"), of("cloud:s3:Bucket", ""));
        vertices.push(vertex(&site, json!({}), None));
        vertices.push(vertex(&group, json!({ "size": size }), Some(&site)));
        vertices.push(vertex(
            &bucket,
            json!({ "group": { "$lumi": "unknown" } }),
            Some(&site),
        ));
        edges.push(json!({ "from": bucket, "to": group, "kind": "property", "property": "group" }));
    }
    insta::assert_snapshot!(program(vertices, edges), @r#"
    import { ComponentResource, type ComponentResourceOptions } from "lumi";
    import * as cloud from "lumi:cloud";

    interface SiteArgs {
      size: "small" | "large";
    }

    class Site extends ComponentResource {
      readonly group: cloud.Group;

      constructor(name: string, args: SiteArgs, options?: ComponentResourceOptions) {
        super("acme:web:Site", name, {}, options);
        this.group = new cloud.Group(`${name}-group`, { size: args.size }, { parent: this });
        new cloud.s3.Bucket(name, { group: this.group.id }, { parent: this });
      }
    }

    new Site("blue", { size: "small" });
    new Site("green", { size: "large" });
    "#);
}
