//! The provider of one configuration.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio::time::sleep;

use lumi_graph::{Object, ResourceType, Urn, Value};
use lumi_provider::{
    Access, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    InvokeRequest, ListRequest, ListedObject, PackageName, PluginLevel, PluginLine, PluginLog,
    Provider, ProviderError, ReadRequest, ReadState, UpdateRequest, Updated,
};

use crate::lifecycle::Session;
use crate::protocol::Diagnostics;
use crate::schema::Schema;
use crate::shape::Configuration;

use super::ephemeral_values::EphemeralValues;
use super::failure::{described, failed};
use super::open_ephemerals::OpenEphemerals;
use super::prepared_plans::PreparedPlans;
use super::running_changes::RunningChanges;
use super::token::resource_name;

/// The maximum number of requests that a provider stop, while changes are under way.
const STOPS: u32 = 20;

const BETWEEN_STOPS: Duration = Duration::from_millis(100);

/// The warnings that were shown: a plan repeats those of the check, and a run those of the preview.
#[derive(Default)]
pub struct ToldWarnings(Mutex<HashSet<(PackageName, Option<Urn>, String)>>);

impl ToldWarnings {
    /// Whether a warning is new.
    fn add(&self, package: &PackageName, urn: Option<&Urn>, text: &str) -> bool {
        let warning = (package.clone(), urn.cloned(), text.to_owned());
        self.0.lock().insert(warning)
    }
}

/// A provider of Terraform. It gets plain values; what the program marks as secret, and what the
/// schema calls sensitive, is secret in its answers.
pub struct TerraformProvider {
    pub(super) session: Arc<Session>,
    pub(super) package: PackageName,
    pub(super) plans: PreparedPlans,
    pub(super) changes: RunningChanges,
    pub(super) values: Arc<EphemeralValues>,
    pub(super) ephemerals: OpenEphemerals,
    pub(super) access: Arc<dyn Access>,
    /// Whether the process may hold what a function has opened: an ephemeral value, or the tunnel of a data source.
    pub(super) has_invoked: AtomicBool,
    log: PluginLog,
    told: Arc<ToldWarnings>,
}

impl TerraformProvider {
    /// `values` and `told` are those of all providers of this process.
    pub fn new(
        session: Session,
        package: PackageName,
        log: PluginLog,
        values: Arc<EphemeralValues>,
        access: Arc<dyn Access>,
        told: Arc<ToldWarnings>,
    ) -> Self {
        Self {
            session: Arc::new(session),
            package,
            plans: PreparedPlans::default(),
            changes: RunningChanges::default(),
            values,
            ephemerals: OpenEphemerals::default(),
            access,
            has_invoked: AtomicBool::new(false),
            log,
            told,
        }
    }

    pub(super) fn schema(&self, type_name: &str) -> Result<Arc<Schema>, ProviderError> {
        self.session.resource(type_name).map_err(failed)
    }

    /// Hands on warnings.
    pub(super) fn warn(&self, urn: Option<&Urn>, diagnostics: &Diagnostics) {
        for warning in diagnostics.warnings() {
            let text = described(warning);
            if self.told.add(&self.package, urn, &text) {
                (self.log)(PluginLine {
                    package: Some(self.package.clone()),
                    level: PluginLevel::Warning,
                    urn: urn.cloned(),
                    text,
                });
            }
        }
    }

    /// Keeps values that the program marks as secret out of messages of the provider from now on.
    pub(super) fn add_secrets(&self, config: &Configuration) {
        for path in &config.secrets {
            if let Ok(value) = config.value.at(path) {
                self.session.add_secret(&value);
            }
        }
    }
}

#[async_trait]
impl Provider for TerraformProvider {
    fn is_replaceable(&self) -> bool {
        let has_invoked = self.has_invoked.load(Ordering::SeqCst);
        let is_changing = self.changes.is_any() || self.changes.is_stopping();
        !has_invoked && !is_changing && self.plans.is_empty()
    }

    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        self.checked_config(config).await
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        self.configured(&config).await
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        self.checked(request).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        self.difference(request).await
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        self.created(request).await
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        self.read_object(request).await
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        self.updated(request).await
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        self.deleted(request).await
    }

    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        self.listed_objects(request).await
    }

    async fn takes_tags(&self, resource_type: &ResourceType) -> Result<bool, ProviderError> {
        let schema = self.schema(resource_name(resource_type)?)?;
        Ok(schema.block.takes_tags())
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        self.invoked(request).await
    }

    async fn close(&self) {
        self.close_ephemerals().await;
    }

    /// A stop reaches only what the provider has begun, so it is repeated for changes on their way to it.
    async fn cancel(&self) {
        self.changes.stop();
        for _ in 0..STOPS {
            // A process that does not answer is ended later.
            let _ = self.session.stop().await;
            if !self.changes.is_any() {
                return;
            }
            sleep(BETWEEN_STOPS).await;
        }
    }
}
