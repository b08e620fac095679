//! A document as the state of a stack.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::{Object, ResourceKind, Sealer, Urn, Value};
use lumi_state::{Action, PendingOperation, Resource, Serial, StackState, Stage};

use super::checkpoint_error::{CheckpointError, ResourceFault};
use super::default_provider::{self, ProviderInputs, is_default};
use super::document::{Checkpoint, StoredResource};
use super::resource_reading::resource;
use super::stored_value::{self, NoSealer};
use crate::values::{PulumiUrn, lumi_urn, parse_urn};

/// Members of resources that say something about the program alone, or nothing to Lumi.
const UNUSED: [&str; 3] = ["stackTrace", "sourcePosition", "snippetID"];
/// The packages of providers that programs contain.
const OF_PROGRAMS: [&str; 3] = ["pulumi", "pulumi-nodejs", "pulumi-python"];
/// The reason that a pending operation has.
const INTERRUPTED: &str = "Pulumi was interrupted during it";

/// A document that was taken over.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenState {
    pub state: StackState,
    /// Stack and project; `None` in a document without resources.
    pub of: Option<(String, String)>,
    /// Members of resources that Lumi does not know, and has not kept.
    pub unknown: BTreeSet<String>,
}

impl Checkpoint {
    /// Converts the document; `sealer` decrypts its secrets.
    pub fn into_state(self, sealer: Option<&dyn Sealer>) -> Result<TakenState, CheckpointError> {
        let mut reader = Reader {
            sealer: sealer.unwrap_or(&NoSealer),
            state: StackState::default(),
            defaults: BTreeMap::new(),
            providers: FxHashMap::default(),
        };
        let of = self.stack()?;
        let unknown = self.unknown();
        for (order, stored) in self.deployment.resources.iter().enumerate() {
            let order = u32::try_from(order).unwrap_or(u32::MAX);
            reader.add(stored, order).map_err(|it| at(stored, it))?;
        }
        for operation in &self.deployment.pending_operations {
            let stored = &operation.resource;
            let begun = reader.begin(stored, &operation.kind);
            begun.map_err(|it| at(stored, it))?;
        }
        Ok(TakenState {
            state: reader.state,
            of,
            unknown,
        })
    }

    /// The packages that manage the resources, each with the version that the last of its providers has. Resources of
    /// dynamic providers are left out, as the program itself manages them.
    pub fn packages(&self) -> BTreeMap<String, Option<String>> {
        let mut packages = BTreeMap::new();
        for resource in &self.deployment.resources {
            let Some(package) = default_provider::package(resource) else {
                continue;
            };
            if !OF_PROGRAMS.contains(&package) {
                let version = resource
                    .inputs
                    .get("version")
                    .and_then(serde_json::Value::as_str);
                let version = version.map(|it| it.trim_start_matches('v').to_owned());
                packages.insert(package.to_owned(), version);
            }
        }
        packages
    }

    /// The stack and the project of all resources.
    pub fn stack(&self) -> Result<Option<(String, String)>, CheckpointError> {
        let mut found: Option<(String, String)> = None;
        for stored in &self.deployment.resources {
            let mut parts = stored.urn.split("::");
            let stack = parts
                .next()
                .and_then(|it| it.rsplit(':').next())
                .unwrap_or_default();
            let names = (
                stack.to_owned(),
                parts.next().unwrap_or_default().to_owned(),
            );
            // A text that is no URN is an error here.
            parse_urn(&stored.urn)?;
            match &found {
                None => found = Some(names),
                Some(known) if *known == names => {}
                Some(_) => return Err(CheckpointError::SeveralStacks(stored.urn.clone())),
            }
        }
        Ok(found)
    }

    fn unknown(&self) -> BTreeSet<String> {
        let members = self
            .deployment
            .resources
            .iter()
            .flat_map(|it| it.others.keys());
        let members = members.filter(|it| !UNUSED.contains(&it.as_str()));
        members.cloned().collect()
    }
}

fn at(stored: &StoredResource, problem: ResourceFault) -> CheckpointError {
    CheckpointError::Resource {
        urn: stored.urn.clone(),
        problem,
    }
}

struct Reader<'a> {
    sealer: &'a dyn Sealer,
    state: StackState,
    /// Default providers by their references, `URN::ID`.
    defaults: BTreeMap<String, ProviderInputs>,
    /// Other providers by their references.
    providers: FxHashMap<String, (Urn, Serial)>,
}

impl Reader<'_> {
    fn add(&mut self, stored: &StoredResource, order: u32) -> Result<(), ResourceFault> {
        if matches!(parse_urn(&stored.urn)?, PulumiUrn::Stack) {
            self.state.outputs = self.object(&stored.outputs)?;
            return Ok(());
        }
        if is_default(stored) {
            let inputs = ProviderInputs::split(self.object(&stored.inputs)?);
            self.defaults.insert(reference(stored), inputs);
            return Ok(());
        }
        let serial = self.state.take_serial();
        let read = self.resource(stored, serial, order)?;
        if read.kind == ResourceKind::Provider {
            let provider = (read.urn.clone(), serial);
            self.providers.insert(reference(stored), provider);
        }
        self.state.resources.insert(serial, Arc::new(read));
        Ok(())
    }

    fn object(
        &self,
        members: &serde_json::Map<String, serde_json::Value>,
    ) -> Result<Object, ResourceFault> {
        stored_value::object(members, "outputs", self.sealer)
    }

    fn resource(
        &mut self,
        stored: &StoredResource,
        serial: Serial,
        order: u32,
    ) -> Result<Resource, ResourceFault> {
        let mut read = resource(stored, serial, order, self.sealer)?;
        if stored.provider.is_empty() {
            return Ok(read);
        }
        if let Some(inputs) = self.defaults.get(&stored.provider).cloned() {
            inputs.options().for_each(|it| read.options.set(it));
            read.configuration = Some(self.configuration(inputs.settings));
        } else if let Some((urn, serial)) = self.providers.get(&stored.provider) {
            read.provider = Some(urn.clone());
            read.provider_serial = Some(*serial);
        } else {
            return Err(ResourceFault::NoProvider(stored.provider.clone()));
        }
        Ok(read)
    }

    /// The name of a default provider's configuration.
    fn configuration(&mut self, settings: Object) -> String {
        match self.state.name_of_configuration(&settings) {
            Ok(name) => name,
            Err(name) => {
                let settings = Value::Object(settings);
                self.state.configurations.insert(name.clone(), settings);
                name
            }
        }
    }

    /// Takes over an operation whose outcome is unknown. Reads and imports change nothing.
    fn begin(&mut self, stored: &StoredResource, kind: &str) -> Result<(), ResourceFault> {
        let own = lumi_urn(&stored.urn)?;
        let mut all = self.state.resources.values();
        let known = all.find(|it| it.urn == own && it.stage != Stage::Replaced && !stored.delete);
        let known = known.or_else(|| {
            let mut all = self.state.resources.values();
            let id = Some(stored.id.as_str());
            all.find(|it| it.urn == own && it.id.as_deref() == id)
        });
        let known = known.map(|it| (it.serial, it.order));
        let action = match (kind, known) {
            ("creating", known) => {
                let serial = self.state.take_serial();
                let last = u32::try_from(self.state.resources.len()).unwrap_or(u32::MAX);
                let order = known.map_or(last, |it| it.1);
                let mut resource = self.resource(stored, serial, order)?;
                resource.id = None;
                Action::Create {
                    resource: Box::new(resource),
                    replaces: known.map(|it| it.0),
                }
            }
            ("updating", Some((serial, order))) => Action::Update {
                resource: Box::new(self.resource(stored, serial, order)?),
            },
            ("deleting", Some((serial, _))) => Action::Delete {
                serial,
                replace: false,
            },
            _ => return Ok(()),
        };
        let number = self.state.take_operation();
        let message = Some(INTERRUPTED.to_owned());
        let pending = PendingOperation { action, message };
        self.state.pending.insert(number, pending);
        Ok(())
    }
}

/// The text that resources name a provider with.
fn reference(stored: &StoredResource) -> String {
    format!("{}::{}", stored.urn, stored.id)
}
