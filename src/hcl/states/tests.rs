//! Folders with states, without providers.

use std::fs;
use std::sync::Arc;

use lumi_engine::ForeignObject;
use lumi_graph::{Object, ResourceKind, Value};
use lumi_monitor::PlanMonitor;
use lumi_state::{Resource, Serial, StackState, Stage};
use lumi_terraform::schema::Schemas;
use lumi_terraform::state_file::StateFile;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::*;
use crate::config::VariableSources;
use crate::run::{HclProgram, ProviderSchemas, RunFacts};

const BUILT_IN: &str = "provider[\"terraform.io/builtin/terraform\"]";

/// No package has schemas but the one that comes with the language.
struct NoSchemas;

impl ProviderSchemas for NoSchemas {
    fn schemas(&self, package: &str) -> Result<Arc<Schemas>, String> {
        Err(format!("there is no package `{package}`"))
    }
}

const MAIN: &str = r#"
variable "secret" {
  default   = "s"
  sensitive = true
}
module "a" {
  source   = "./m"
  for_each = toset(["x", "y"])
  name     = each.key
}
resource "terraform_data" "all" {
  count = 2
  input = [for it in module.a : it.name]
}
resource "terraform_data" "secret" {
  input = var.secret
}
output "names" {
  value = toset([for it in module.a : it.name])
}
"#;

const MODULE: &str = r#"
variable "name" {}
resource "terraform_data" "one" {
  input = { the_name = var.name }
}
output "name" {
  value = terraform_data.one.output.the_name
}
"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("m")).unwrap();
    fs::write(folder.path().join("main.tf"), MAIN).unwrap();
    fs::write(folder.path().join("m/main.tf"), MODULE).unwrap();
    folder
}

fn program(folder: &TempDir) -> HclProgram {
    HclProgram {
        facts: RunFacts {
            project: "demo".to_owned(),
            stack: "dev".to_owned(),
            folder: folder.path().to_owned(),
            current: folder.path().to_owned(),
            is_plan: true,
            sibling_stacks: None,
        },
        sources: VariableSources::default(),
        monitor: Arc::new(PlanMonitor::default()),
        modules: Arc::new(crate::config::NoPackages),
        schemas: Arc::new(NoSchemas),
    }
}

fn data(id: &str, input: &Json, of: &Json) -> Json {
    let input = json!({ "value": input, "type": of });
    json!({ "id": id, "input": input, "output": input, "triggers_replace": null })
}

fn resource(module: &str, name: &str, instances: &[Json]) -> Json {
    let mut resource = json!({
        "mode": "managed", "type": "terraform_data", "name": name, "provider": BUILT_IN, "instances": instances,
    });
    if !module.is_empty() {
        resource["module"] = module.into();
    }
    resource
}

fn text() -> Json {
    json!("string")
}

fn file() -> StateFile {
    let one = |name: &str| {
        let of = json!(["object", { "the_name": "string" }]);
        json!({ "schema_version": 0, "attributes": data(name, &json!({ "the_name": name }), &of) })
    };
    let names = json!(["tuple", ["string", "string"]]);
    let all = |at: u8| {
        let attributes = data(&format!("i{at}"), &json!(["x", "y"]), &names);
        json!({ "index_key": at, "attributes": attributes, "dependencies": ["module.a.terraform_data.one"] })
    };
    let secret = json!({
        "attributes": data("s", &json!("old"), &text()), "status": "tainted",
        "sensitive_attributes": [[{ "type": "get_attr", "value": "input" }]],
    });
    let deposed =
        json!({ "attributes": data("d", &json!("older"), &text()), "deposed": "0000abcd" });
    let gone = json!({ "attributes": data("g", &json!("g"), &text()), "dependencies": ["terraform_data.all"] });
    let json = json!({
        "version": 4, "terraform_version": "1.9.0", "serial": 7, "lineage": "l-1",
        "outputs": { "names": { "value": ["x", "y"], "type": ["set", "string"] } },
        "resources": [
            resource("", "all", &[all(0), all(1)]),
            resource("", "secret", &[secret, deposed]),
            resource("module.old", "gone", &[gone]),
            resource("module.a[\"x\"]", "one", &[one("x")]),
            resource("module.a[\"y\"]", "one", &[one("y")]),
        ],
    });
    StateFile::parse(json.to_string().as_bytes()).unwrap()
}

fn shown(it: &ForeignObject) -> String {
    let goal = &it.goal;
    let names = |all: &[lumi_graph::Urn]| -> Vec<String> {
        all.iter().map(|it| it.name().to_owned()).collect()
    };
    format!(
        "{} in {:?} needs {:?} with {:?}{}{}{}",
        goal.name.as_str(),
        goal.parent.as_ref().map(|it| it.name()),
        names(&goal.depends_on),
        goal.inputs.keys().collect::<Vec<_>>(),
        if it.is_tainted { ", tainted" } else { "" },
        if it.is_replaced { ", deposed" } else { "" },
        if goal.source.is_none() { ", gone" } else { "" },
    )
}

#[tokio::test]
async fn objects_become_the_resources_of_the_configuration() {
    let folder = folder();
    let takeover = Takeover::plan(&file(), program(&folder)).await.unwrap();
    let groups = takeover.groups.iter();
    let groups: Vec<&str> = groups.map(|(it, _)| it.name.as_str()).collect();
    assert_eq!(groups, ["module.a[\"x\"]", "module.a[\"y\"]", "module.old"]);
    let outputs = &takeover.groups[0].1;
    assert_eq!(outputs.get("name"), Some(&Value::from("x")));
    let objects: Vec<String> = takeover.objects.iter().map(shown).collect();
    insta::assert_snapshot!(objects.join("\n"), @r#"
    terraform_data.all[0] in None needs ["module.a[\"x\"].terraform_data.one", "module.a[\"y\"].terraform_data.one"] with ["input"]
    terraform_data.all[1] in None needs ["module.a[\"x\"].terraform_data.one", "module.a[\"y\"].terraform_data.one"] with ["input"]
    terraform_data.secret in None needs [] with ["input"], tainted
    terraform_data.secret in None needs [] with ["input"], deposed
    module.old.terraform_data.gone in Some("module.old") needs ["terraform_data.all[0]", "terraform_data.all[1]"] with [], gone
    module.a["x"].terraform_data.one in Some("module.a[\"x\"]") needs [] with ["input"]
    module.a["y"].terraform_data.one in Some("module.a[\"y\"]") needs [] with ["input"]
    "#);
    assert_eq!(takeover.removed(), ["module.old.terraform_data.gone"]);
}

#[tokio::test]
async fn objects_without_a_provider_are_named() {
    let folder = folder();
    let json = json!({ "version": 4, "resources": [{
        "mode": "managed", "type": "random_pet", "name": "p", "instances": [{ "attributes": {} }],
        "provider": "provider[\"registry.terraform.io/hashicorp/random\"]",
    }] });
    let file = StateFile::parse(json.to_string().as_bytes()).unwrap();
    let error = Takeover::plan(&file, program(&folder)).await.err().unwrap();
    let expected =
        "the provider `hashicorp/random` of `random_pet.p` is not one of the configuration";
    assert_eq!(error.to_string(), expected);
    assert!(error.advice().unwrap().contains("required_providers"));
}

/// The state of a stack after objects were taken over.
async fn taken(file: &StateFile, folder: &TempDir) -> StackState {
    let takeover = Takeover::plan(file, program(folder)).await.unwrap();
    let mut state = StackState::default();
    for object in takeover.objects {
        let stored = std::str::from_utf8(object.data.as_bytes()).unwrap();
        let stored = lumi_terraform::lifecycle::StoredObject::parse(stored).unwrap();
        let serial = state.take_serial();
        let mut resource = Resource::new(serial, object.goal.urn.clone(), ResourceKind::Custom);
        resource.id = Some("-".to_owned());
        resource.outputs = Arc::new(crate::run::stored_outputs(&stored).unwrap());
        resource.depends_on.clone_from(&object.goal.depends_on);
        resource.options = object.goal.options.clone();
        resource.set_tainted(object.is_tainted);
        if object.is_replaced {
            resource.stage = Stage::Replaced;
        }
        resource.order = u32::try_from(serial.0).unwrap();
        state.resources.insert(serial, Arc::new(resource));
    }
    state.outputs = takeover.outputs;
    state
}

#[tokio::test]
async fn a_state_goes_back_into_its_file() {
    let (file, folder) = (file(), folder());
    let state = taken(&file, &folder).await;
    let written = exported(&state, program(&folder), Some(&file))
        .await
        .unwrap();
    let (mut after, mut before): (Json, Json) = (
        serde_json::from_str(&written.to_text()).unwrap(),
        serde_json::from_str(&file.to_text()).unwrap(),
    );
    assert_eq!(after["serial"], 8);
    after["serial"] = 7.into();
    for file in [&mut after, &mut before] {
        for resource in file["resources"].as_array_mut().unwrap() {
            for instance in resource["instances"].as_array_mut().unwrap() {
                // The key of an object to delete is that of the stack.
                instance.as_object_mut().unwrap().remove("deposed");
            }
        }
    }
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_file_without_a_predecessor_begins_a_history() {
    let folder = folder();
    let written = exported(&StackState::default(), program(&folder), None)
        .await
        .unwrap();
    assert_eq!(
        (written.serial, written.tool_version.as_str()),
        (1, "1.8.0")
    );
    assert_eq!(written.lineage.len(), 36);
}

#[tokio::test]
async fn resources_of_other_providers_are_refused() {
    let folder = folder();
    let mut state = StackState::default();
    let urn = lumi_graph::Urn::parse("urn:lumi:dev::demo::index::std:fs:File::f").unwrap();
    let resource = Resource::new(Serial(1), urn, ResourceKind::Custom);
    state.resources.insert(Serial(1), Arc::new(resource));
    state.outputs = Object::default();
    let error = exported(&state, program(&folder), None).await.unwrap_err();
    let expected = "`f` is a `std:fs:File`, which no provider of Terraform has";
    assert_eq!(error.to_string(), expected);
}
