//! Runs against a monitor that plans, without providers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lumi_graph::{Goal, Graph, Object, Urn, Value as EngineValue};
use lumi_monitor::{Answer, Call, Invoke, PlanMonitor, Registered, ResourceMonitor};
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

fn program(folder: &Path, monitor: Arc<dyn ResourceMonitor>) -> HclProgram {
    HclProgram {
        facts: RunFacts {
            project: "demo".to_owned(),
            stack: "dev".to_owned(),
            folder: folder.to_owned(),
            current: folder.to_owned(),
            is_plan: true,
            sibling_stacks: None,
        },
        sources: VariableSources::default(),
        monitor,
        schemas: Arc::new(NoSchemas),
        modules: Arc::new(crate::config::NoPackages),
    }
}

/// Runs the files of a module: its outputs as JSON, or what is wrong.
async fn run(folder: &Path) -> Result<Graph, String> {
    let monitor = Arc::new(PlanMonitor::default());
    let program = program(folder, Arc::clone(&monitor) as _);
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

/// A stack that has all resources, or none.
struct StackMonitor {
    has_all: bool,
    imports: parking_lot::Mutex<Vec<Option<String>>>,
    plan: PlanMonitor,
}

impl ResourceMonitor for StackMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        let import = goal.options.import().map(str::to_owned);
        self.imports.lock().push(import);
        self.plan.register(goal)
    }

    fn had_resource(&self, _names: Vec<Urn>) -> Answer<bool> {
        Box::pin(std::future::ready(Ok(self.has_all)))
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.plan.register_outputs(urn, outputs)
    }

    fn invoke(&self, invoke: Invoke) -> Answer<EngineValue> {
        self.plan.invoke(invoke)
    }

    fn call(&self, call: Call) -> Answer<EngineValue> {
        self.plan.call(call)
    }

    fn set_outputs(&self, outputs: Object) {
        self.plan.set_outputs(outputs);
    }
}

#[tokio::test]
async fn imports_of_what_the_stack_has_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let text = "resource \"terraform_data\" \"a\" {}
import {
  to = terraform_data.a
  id = \"x\"
}
";
    fs::write(folder.path().join("main.tf"), text).unwrap();
    for (has_all, import) in [(false, Some("x".to_owned())), (true, None)] {
        let monitor = Arc::new(StackMonitor {
            has_all,
            imports: parking_lot::Mutex::default(),
            plan: PlanMonitor::default(),
        });
        let program = program(folder.path(), Arc::clone(&monitor) as _);
        let end = program.run().await;
        assert!(matches!(end, ProgramEnd::Finished { .. }), "{end:?}");
        assert_eq!(*monitor.imports.lock(), [import]);
    }
}
