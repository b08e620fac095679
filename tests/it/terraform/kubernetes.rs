//! The provider of Kubernetes, which is too large to be built for each run of the tests: `make test-all` builds it.

use std::path::Path;

use super::Project;
use crate::support::lumi::Lumi;
use crate::support::peers::note_skipped;

const PROGRAM: &str = r#"
import * as kubernetes from "lumi:kubernetes";

const space = new kubernetes.NamespaceV1("space", { metadata: { name: "shop" } });
new kubernetes.ConfigMapV1("settings", {
  metadata: { name: "settings", namespace: space.metadata.then((it) => it[0]!.name!) },
  data: { color: "blue" },
});
new kubernetes.DeploymentV1("web", {
  metadata: { name: "web", namespace: "shop" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { container: { name: "web", image: "nginx:1.29", port: { containerPort: 80 } } },
    },
  },
});
"#;

#[test]
fn a_plan_needs_no_cluster() {
    // `make test-all` alone builds it.
    let built = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/terraform-providers/kubernetes/terraform-provider-kubernetes");
    if !built.exists() {
        note_skipped("the provider of Kubernetes", "`make test-all`");
        return;
    }
    let project = Project(Lumi::program(PROGRAM));
    let manifest = format!("name: demo\nplugins:\n  kubernetes: {}\n", built.display());
    project.0.file("Lumi.yaml", manifest);
    let planned = project.preview();
    assert!(planned.contains("Plan: +3 to create"), "{planned}");
    assert!(planned.contains("unknown: metadata.namespace"), "{planned}");
    let wrong = PROGRAM.replace("containerPort: 80", "containerPort: true");
    project.0.file("index.ts", wrong);
    let mistake = project.preview();
    assert!(
        mistake.contains("containerPort") && mistake.contains("index.ts:15:"),
        "{mistake}"
    );
}
