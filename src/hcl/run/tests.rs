//! Runs against a monitor that plans, without providers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lumi_graph::Graph;
use lumi_monitor::PlanMonitor;
use lumi_terraform::schema::Schemas;

use super::*;
use crate::config::VariableSources;

/// No package has schemas.
struct NoSchemas;

impl ProviderSchemas for NoSchemas {
    fn schemas(&self, package: &str) -> Result<Arc<Schemas>, String> {
        Err(format!("there is no package `{package}`"))
    }
}

/// Runs the files of a module: its outputs as JSON, or what is wrong.
async fn run(folder: &Path) -> Result<Graph, String> {
    let monitor = Arc::new(PlanMonitor::default());
    let program = HclProgram {
        facts: RunFacts {
            project: "demo".to_owned(),
            stack: "dev".to_owned(),
            folder: folder.to_owned(),
            current: folder.to_owned(),
            is_plan: true,
        },
        sources: VariableSources::default(),
        monitor: Arc::clone(&monitor) as _,
        schemas: Arc::new(NoSchemas),
    };
    match program.run().await {
        ProgramEnd::Finished { .. } => Ok(monitor.take_graph("dev", "demo", true)),
        ProgramEnd::Failed(found) => {
            let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
            Err(texts.join("\n\n"))
        }
        other => Err(format!("{other:?}")),
    }
}

async fn outputs(files: &[(&str, &str)]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let graph = run(folder.path()).await?;
    let value = lumi_graph::SerObject::new(&graph.outputs, lumi_graph::Secrets::Shown);
    Ok(serde_json::to_string(&value).unwrap())
}

#[tokio::test]
async fn modules_give_their_outputs_to_those_that_call_them() {
    let files = [
        (
            "main.tf",
            r#"
            module "a" {
              source   = "./m"
              for_each = { x = 1, y = 2 }
              size     = each.value
            }
            locals { sum = sum([for it in module.a : it.double]) }
            output "sum" { value = local.sum }
            output "folder" { value = module.a["x"].folder }
            output "secret" {
              value     = sensitive("s")
              sensitive = true
            }
            "#,
        ),
        (
            "m/main.tf",
            r#"
            variable "size" { type = number }
            output "double" { value = var.size * 2 }
            output "folder" { value = path.module }
            "#,
        ),
    ];
    let expected = r#"{"sum":6,"folder":"m","secret":{"$lumi":"secret","value":"s"}}"#;
    assert_eq!(outputs(&files).await.unwrap(), expected);
}

#[tokio::test]
async fn circles_are_named_before_anything_runs() {
    let text = "locals {\n  a = local.b\n  b = \"${local.a}!\"\n}\n";
    let error = outputs(&[("main.tf", text)]).await.unwrap_err();
    assert!(
        error.contains("local.a, local.b") || error.contains("local.b, local.a"),
        "{error}"
    );
    assert!(error.contains("main.tf:"), "{error}");
}

#[tokio::test]
async fn modules_that_call_themselves_are_refused() {
    let text = "module \"a\" {\n  source = \"../m\"\n}\n";
    let root = "module \"m\" {\n  source = \"./m\"\n}\n";
    let error = outputs(&[("main.tf", root), ("m/main.tf", text)])
        .await
        .unwrap_err();
    assert!(error.contains("circle"), "{error}");
}
