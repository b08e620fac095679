//! A world of objects, and the provider that manages them.

mod provider;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};

use crate::loopback::over_the_wire;
use lumi_graph::{Object, ProviderData, Urn, Value};
use lumi_provider::{Provider, Registry, Target};

/// The packages of the provider, with that of dynamic resources of Pulumi's Node SDK.
const PACKAGES: [&str; 2] = ["test", "pulumi-nodejs"];

/// Objects by id. An object records its URN, as real ones have tags.
#[derive(Clone, Default)]
pub struct World {
    inner: Arc<Mutex<Inner>>,
    /// The provider's configuration. `region` is the place of its objects: they are not visible in
    /// another one. `label` is written on each.
    config: Arc<Mutex<Object>>,
    /// Set when the provider's process was killed.
    is_dead: Arc<AtomicBool>,
    /// Whether the engine uses a connection, as for plugins.
    pub is_remote: bool,
}

#[derive(Default)]
pub struct Inner {
    pub objects: BTreeMap<String, RemoteObject>,
    /// The calls of the provider, in order.
    pub calls: Vec<String>,
    /// The ids of objects that are deleted for certain, in order.
    pub deleted: Vec<String>,
    /// The fault of the next operation on resources of these names.
    pub faults: BTreeMap<String, Fault>,
    /// The kind of operation, such as `delete`, and the name of the resource whose next operation
    /// fails.
    pub refused: Option<(String, String)>,
    /// Objects that are still being created.
    pub late: Vec<(String, RemoteObject)>,
    pub looks: usize,
    /// How many times inputs were checked, and objects compared with them.
    pub questions: usize,
    /// Whether the provider cannot determine the outcome of operations.
    pub is_undecidable: bool,
    /// Whether objects may have been found by the user, who knows their ids alone.
    pub may_lack_data: bool,
    next: u32,
    /// The number of generated names.
    names: u32,
    pub running: usize,
    pub most_running: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RemoteObject {
    /// Increases with each object.
    pub number: u32,
    pub urn: Urn,
    pub inputs: Object,
    pub region: String,
    pub label: String,
    /// Whether the operation that creates, changes or removes it is incomplete.
    pub is_half: bool,
}

impl Inner {
    /// Removes an object and its guests.
    fn remove(&mut self, id: &str) {
        self.objects.remove(id);
        let is_in = |it: &RemoteObject| it.inputs.get("host").and_then(Value::as_str) == Some(id);
        let guests = self.objects.iter().filter(|(_, it)| is_in(it));
        let guests: Vec<String> = guests.map(|(id, _)| id.clone()).collect();
        for guest in guests {
            self.remove(&guest);
        }
    }

    /// Adds an object that no resource manages.
    pub fn add_foreign(&mut self, id: &str, value: &str) {
        let thing = RemoteObject {
            number: 0,
            urn: super::program::urn("foreign"),
            inputs: [("value".to_owned(), Value::from(value))]
                .into_iter()
                .collect(),
            region: String::new(),
            label: String::new(),
            is_half: false,
        };
        self.objects.insert(id.to_owned(), thing);
    }
}

impl RemoteObject {
    fn view(&self) -> String {
        let value = text(self.inputs.get("value"));
        let mut view = format!("{}={value}", self.urn.name());
        if self.is_half {
            view.push_str(" in part");
        }
        if !self.region.is_empty() {
            view.push_str(&format!(" in {}", self.region));
        }
        if !self.label.is_empty() {
            view.push_str(&format!(", {}", self.label));
        }
        view
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Failed,
    /// Reports an unknown outcome after the effect.
    UnknownDone,
    /// Reports an unknown outcome without an effect.
    UnknownUndone,
    PartialInit,
    /// Loses the response; the object appears after the second lookup.
    UnknownLate,
}

impl World {
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }

    /// The provider of one process.
    pub fn registry(&mut self) -> Registry {
        self.is_dead = Arc::default();
        let world = self.clone();
        let mut registry = Registry::new();
        for package in PACKAGES {
            let world = world.clone();
            registry.add(package, move || {
                let config = Arc::default();
                let provider: Arc<dyn Provider> = Arc::new(World {
                    config,
                    ..world.clone()
                });
                Ok(match world.is_remote {
                    true => over_the_wire(provider),
                    false => provider,
                })
            });
        }
        registry
    }

    /// Kills the provider's process: pending operations have no effect.
    pub fn kill(&self) {
        self.is_dead.store(true, Ordering::SeqCst);
    }

    pub fn fault(&self, name: &str, fault: Fault) {
        self.lock().faults.insert(name.to_owned(), fault);
    }

    pub fn fault_late(&self, name: &str, what: &str) {
        self.lock().refused = Some((what.to_owned(), name.to_owned()));
    }

    pub fn take_calls(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().calls)
    }

    /// Names and values of all objects.
    pub fn view(&self) -> Vec<String> {
        let inner = self.lock();
        let all = inner.objects.iter();
        let mut view: Vec<String> = all.map(|(_, it)| it.view()).collect();
        view.sort();
        view
    }

    fn configured(&self, key: &str) -> String {
        text(self.config.lock().get(key))
    }

    /// Whether the object is visible in the provider's region.
    fn sees(&self, inner: &Inner, id: &str) -> bool {
        let region = self.configured("region");
        inner.objects.get(id).is_some_and(|it| it.region == region)
    }

    async fn begin(&self, what: &str, urn: &Urn) -> Option<Fault> {
        {
            let mut inner = self.lock();
            inner.calls.push(format!("{what} {}", urn.name()));
            inner.running += 1;
            inner.most_running = inner.most_running.max(inner.running);
        }
        // Other tasks may run in between.
        tokio::task::yield_now().await;
        if self.is_dead.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        let mut inner = self.lock();
        inner.running -= 1;
        let is_refused = |it: &mut (String, String)| it.0 == what && it.1 == urn.name();
        if inner.refused.take_if(is_refused).is_some() {
            return Some(Fault::Failed);
        }
        inner.faults.remove(urn.name())
    }
}

fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.kind().to_owned(),
        None => String::new(),
    }
}

impl World {
    /// The private data of the provider: the id once more. Connections to plugins do not carry it.
    fn data_of(&self, id: &str) -> Option<ProviderData> {
        (!self.is_remote).then(|| ProviderData::new(id.as_bytes()))
    }

    /// Each object is touched with the data that was answered about it.
    fn check_data(&self, target: &Target, id: &str) {
        if target.data.is_some() || !self.lock().may_lack_data {
            assert_eq!(target.data, self.data_of(id), "data of {id}");
        }
    }
}
