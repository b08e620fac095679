//! The state of a stack as a state file.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use thiserror::Error;
use uuid::Uuid;

use lumi_graph::ResourceKind;
use lumi_state::{StackState, Stage};
use lumi_terraform::state_file::{StateFile, StateObject, StateOutput};

use crate::config::{BUILT_IN, BUILT_IN_PACKAGE, ProviderAddresses};
use crate::run::{HclProgram, ProgramEnd};
use crate::syntax::Diagnostic;

use super::exported_objects::ObjectWriter;
use super::exported_outputs::outputs;
use super::file_objects::{KnownData, package_of};
use super::state_monitor::StateMonitor;

/// The version that a file without a predecessor names: tools refuse files of versions after their own.
const TOOL_VERSION: &str = "1.8.0";

/// The registries of both tools.
const OPENTOFU: &str = "registry.opentofu.org";
const TERRAFORM: &str = "registry.terraform.io";

/// Why a state cannot be written for Terraform.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The configuration cannot be evaluated; the errors come first.
    #[error("the configuration cannot be evaluated with the state of the stack")]
    Configuration(Vec<Diagnostic>),
    #[error("`{name}` is a `{of}`, which no provider of Terraform has")]
    OtherProvider { name: String, of: String },
    #[error("`{0}` is not the address of a resource in a configuration")]
    NoAddress(String),
    #[error("the data of the provider of `{0}` cannot be read")]
    Unreadable(String),
    #[error("the output `{0}` has no value that a file can have")]
    UnknownOutput(String),
    #[error("the evaluation was interrupted")]
    Interrupted,
}

/// The file for a state. `earlier` is the file that it continues: it has its history, and answers of data sources. The
/// program is evaluated with the objects of the state; its monitor is not asked.
///
/// # Errors
///
/// A resource is none of Terraform's, or the configuration is wrong.
pub async fn exported(
    state: &StackState,
    mut program: HclProgram,
    earlier: Option<&StateFile>,
) -> Result<StateFile, ExportError> {
    let schemas = Arc::clone(&program.schemas);
    let siblings = program.facts.sibling_stacks.clone();
    let live = state.resources.values();
    let live = live.filter(|it| it.kind == ResourceKind::Custom && it.stage == Stage::Live);
    let known: HashMap<_, _> = live
        .map(|it| (it.urn.clone(), it.outputs.as_ref().clone()))
        .collect();
    let data = earlier.into_iter().flat_map(|it| &it.data);
    let data = data.filter_map(|it| KnownData::of(it, &*schemas));
    let monitor = StateMonitor::new(known, data.collect());
    let seen = monitor.seen();
    program.monitor = Arc::new(monitor);
    let evaluated = program.evaluated().await;
    match evaluated.end {
        ProgramEnd::Finished { .. } => {}
        ProgramEnd::Failed(found) => return Err(ExportError::Configuration(found)),
        ProgramEnd::ResourceFailed { .. } | ProgramEnd::Stopped => {
            return Err(ExportError::Interrupted);
        }
    }
    let names = provider_names(&evaluated.addresses, earlier);
    let goals = std::mem::take(&mut seen.lock().goals).into_iter();
    let writer = ObjectWriter {
        schemas: &*schemas,
        providers: &names,
        inputs: goals.map(|it| (it.urn, it.inputs)).collect(),
    };
    let mut resources: Vec<_> = state.resources.values().collect();
    resources.sort_by_key(|it| (it.order, it.serial));
    let mut objects = Vec::new();
    for resource in resources {
        if resource.kind == ResourceKind::Custom {
            objects.extend(writer.object(resource)?);
        }
    }
    let own = siblings.map(|it| it.flattened(&state.outputs));
    let own = own.as_ref().unwrap_or(&state.outputs);
    let outputs = outputs(own, &evaluated.output_types)?;
    Ok(file(objects, outputs, earlier))
}

/// The file, which continues an earlier one or begins a history.
fn file(
    objects: Vec<StateObject>,
    outputs: Vec<StateOutput>,
    earlier: Option<&StateFile>,
) -> StateFile {
    let of_earlier = |member: fn(&StateFile) -> &String| {
        let text = earlier.map(|it| member(it).clone());
        text.filter(|it| !it.is_empty())
    };
    let new_lineage = || Uuid::new_v4().to_string();
    StateFile {
        objects,
        outputs,
        tool_version: of_earlier(|it| &it.tool_version).unwrap_or_else(|| TOOL_VERSION.to_owned()),
        serial: earlier.map_or(0, |it| it.serial) + 1,
        lineage: of_earlier(|it| &it.lineage).unwrap_or_else(new_lineage),
        ..StateFile::default()
    }
}

/// The address of the provider of each package: that in the earlier file, or that of the configuration in the registry
/// whose providers the earlier file has.
fn provider_names(
    sources: &ProviderAddresses,
    earlier: Option<&StateFile>,
) -> impl Fn(&str) -> String {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let objects = earlier.into_iter().flat_map(|it| &it.objects);
    for object in objects {
        let address = object.provider.address.clone();
        known.insert(package_of(&object.provider), address);
    }
    let is_terraform = known.values().any(|it| it.starts_with(TERRAFORM));
    let host = if is_terraform { TERRAFORM } else { OPENTOFU };
    move |package| {
        if package == BUILT_IN_PACKAGE {
            return BUILT_IN.to_owned();
        }
        if let Some(address) = known.get(package) {
            return address.clone();
        }
        let source = sources.source(package).map(str::to_owned);
        let source = source.unwrap_or_else(|| format!("hashicorp/{package}"));
        match source.matches('/').count() {
            1 => format!("{host}/{source}"),
            _ => source,
        }
    }
}
