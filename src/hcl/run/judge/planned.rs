//! The values of a plan of Lumi.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use lumi_graph::{Object, Value as EngineValue};
use serde_json::{Value as Json, json};

use super::plain_name;
use super::planning_monitor::{PlanningMonitor, RealSchemas, Shared};
use crate::config::VariableSources;
use crate::run::{HclProgram, ProgramEnd, RunFacts};

/// The planned values of resources and outputs, or what is wrong.
pub async fn plan(
    folder: &Path,
) -> Result<(BTreeMap<String, Json>, BTreeMap<String, Json>), String> {
    let monitor = Arc::new(PlanningMonitor {
        folder: folder.to_owned(),
        ..PlanningMonitor::default()
    });
    let program = HclProgram {
        facts: RunFacts {
            project: "demo".to_owned(),
            stack: "default".to_owned(),
            folder: folder.to_owned(),
            current: folder.to_owned(),
            is_plan: true,
            sibling_stacks: None,
        },
        sources: VariableSources::default(),
        monitor: Arc::new(Shared(Arc::clone(&monitor))),
        schemas: Arc::new(RealSchemas),
        modules: Arc::new(crate::config::NoPackages),
    };
    match program.run().await {
        ProgramEnd::Finished { .. } => {}
        ProgramEnd::Failed(found) => {
            let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
            return Err(texts.join("\n\n"));
        }
        other => return Err(format!("{other:?}")),
    }
    let all = |object: &Object| -> BTreeMap<String, Json> {
        let each = object
            .iter()
            .map(|(name, it)| (name.clone(), comparable(it)));
        each.filter(|(_, it)| !it.is_null()).collect()
    };
    let resources = monitor.resources.lock();
    let resources = resources.iter().map(|(name, it)| {
        let members = all(it)
            .into_iter()
            .map(|(name, it)| (plain_name(&name), it));
        (name.clone(), Json::Object(members.collect()))
    });
    Ok((resources.collect(), all(&monitor.outputs.lock())))
}

/// A value with texts in place of what is unknown or secret.
fn comparable(value: &EngineValue) -> Json {
    match value {
        EngineValue::Unknown => json!("(unknown)"),
        EngineValue::Secret(_) => json!("(secret)"),
        EngineValue::Bool(it) => json!(it),
        EngineValue::Number(it) => json!(it),
        EngineValue::String(it) => json!(it),
        EngineValue::Array(all) => all.iter().map(comparable).collect(),
        EngineValue::Object(all) => {
            let each = all
                .iter()
                .map(|(name, it)| (plain_name(name), comparable(it)));
            Json::Object(each.filter(|(_, it)| !it.is_null()).collect())
        }
        _ => Json::Null,
    }
}

/// Lumi keeps more secret than OpenTofu, and has sets in another order.
pub fn reconcile(lumi: &mut Json, tofu: &mut Json) {
    match (&mut *lumi, &mut *tofu) {
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            let sort = |all: &mut Vec<Json>| all.sort_by_key(Json::to_string);
            if a != b {
                sort(a);
                sort(b);
            }
            for (a, b) in a.iter_mut().zip(b) {
                reconcile(a, b);
            }
        }
        (Json::Object(a), Json::Object(b)) => {
            for (key, a) in a {
                if let Some(b) = b.get_mut(key) {
                    reconcile(a, b);
                }
            }
        }
        (Json::String(a), _) if a == "(secret)" => *tofu = json!("(secret)"),
        _ => {}
    }
}
