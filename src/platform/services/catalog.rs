//! Polls the folders of services, and keeps those running that are to run.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::callers::Callers;
use crate::data_folder::DATA;
use crate::event::EventSink;
use crate::settings::MaskMaker;
use crate::signed_url::UrlSigner;
use crate::telemetry::Telemetry;

use super::balancer::Services;
use super::definition::{ServiceDefinition, is_service_name};
use super::process::ProcessStarter;
use super::supervisor::{Supervisor, Wanted};

/// Interval between polls, which a deployment waits for.
const INTERVAL: Duration = Duration::from_millis(200);
/// The folder of definitions, below the folder of the platform.
const DEFINITIONS: &str = ".services";
/// The folder of services that are to run, below that of the data.
const RUNNING: &str = "services";

/// The platform for services.
pub struct ServicePlace {
    /// The folder of the platform.
    pub folder: PathBuf,
    /// The URL of the platform.
    pub url: String,
    pub url_signer: UrlSigner,
    /// The callers that may use the platform.
    pub callers: Arc<Callers>,
    pub starter: Arc<ProcessStarter>,
    pub services: Services,
    pub telemetry: Telemetry,
    pub events: EventSink,
    pub mask_of: MaskMaker,
}

/// The services that run.
pub struct ServiceCatalog {
    place: Arc<ServicePlace>,
    known: BTreeMap<String, Known>,
}

struct Known {
    id: String,
    wanted: watch::Sender<Option<Arc<Wanted>>>,
    supervisor: JoinHandle<()>,
}

/// The ids of deployments by the names of services.
type Ids = BTreeMap<String, String>;

impl ServiceCatalog {
    pub fn new(place: ServicePlace) -> Self {
        Self {
            place: Arc::new(place),
            known: BTreeMap::new(),
        }
    }

    /// Polls until `stop`; then stops all services.
    pub async fn run(mut self, mut stop: oneshot::Receiver<()>) {
        loop {
            self.poll().await;
            tokio::select! {
                _ = &mut stop => break,
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
        for known in self.known.values() {
            known.wanted.send_replace(None);
        }
        for known in self.known.into_values() {
            let _ = known.supervisor.await;
        }
    }

    async fn poll(&mut self) {
        let running = self.place.folder.join(DATA).join(RUNNING);
        let looked = spawn_blocking(move || ids(&running)).await;
        // Without its folder, no service is to run.
        let ids = looked.unwrap_or_default();
        for (name, known) in &self.known {
            if !ids.contains_key(name) {
                known.wanted.send_replace(None);
            }
        }
        let services = &self.place.services;
        self.known.retain(|name, it| {
            let is_over = it.supervisor.is_finished();
            if is_over {
                services.remove(name);
            }
            !is_over
        });
        for (name, id) in ids {
            self.want(name, id).await;
        }
    }

    async fn want(&mut self, name: String, id: String) {
        if let Some(known) = self.known.get(&name)
            && (known.id == id || known.wanted.borrow().is_none())
        {
            return;
        }
        let path = self.place.folder.join(DEFINITIONS);
        let definition = read(&name, &path.join(format!("{name}.json"))).await;
        let wanted = Some(Arc::new(Wanted {
            id: id.clone(),
            definition,
        }));
        if let Some(known) = self.known.get_mut(&name) {
            known.id = id;
            known.wanted.send_replace(wanted);
            return;
        }
        let folder = self.place.folder.join(DATA).join(RUNNING).join(&name);
        let balancer = self.place.services.admit(&name);
        let supervisor = Supervisor::new(Arc::clone(&self.place), balancer, &folder);
        let (wanted, order) = watch::channel(wanted);
        let known = Known {
            id,
            wanted,
            supervisor: tokio::spawn(supervisor.run(order)),
        };
        self.known.insert(name, known);
    }
}

/// The error is a sentence.
async fn read(name: &str, path: &Path) -> Result<ServiceDefinition, String> {
    let unusable = |place: &str, text: &dyn std::fmt::Display| {
        format!("{}{place} cannot be used: {text}", path.display())
    };
    let text = tokio::fs::read_to_string(path).await;
    let text = text.map_err(|error: io::Error| unusable("", &error))?;
    ServiceDefinition::parse(name, &text).map_err(|it| unusable(&it.place, &it.text))
}

/// The services that are to run.
fn ids(folder: &Path) -> Ids {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let named = entries.filter_map(|it| {
        let name = it.file_name().into_string().ok()?;
        is_service_name(&name).then(|| (name, it.path()))
    });
    let mut ids = Ids::new();
    for (name, folder) in named {
        if let Ok(id) = std::fs::read_to_string(folder.join("run")) {
            ids.insert(name, id.trim().to_owned());
        }
    }
    ids
}
