//! A world of objects, and the provider that manages them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};

use crate::loopback::over_the_wire;
use lumi_graph::{Object, ProviderData, Urn, Value};
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffConfigRequest,
    DiffRequest, InputFailure, PropertyChange, PropertyChangeKind, Provider, ProviderError,
    ReadRequest, ReadState, RecoverRequest, Recovered, Registry, Target, UpdateRequest, Updated,
};

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
    /// The fault of the next operation on resources of these names.
    pub faults: BTreeMap<String, Fault>,
    /// The kind of operation, such as `delete`, and the name of the resource whose next operation
    /// fails.
    pub refused: Option<(String, String)>,
    /// Objects that are still being created.
    pub late: Vec<(String, RemoteObject)>,
    pub looks: usize,
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
        registry.add("test", move || {
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

fn outputs(inputs: &Object, label: &str) -> Object {
    let mut outputs = inputs.clone();
    if !label.is_empty() {
        outputs.insert("label".to_owned(), label.into());
    }
    outputs.insert(
        "copy".to_owned(),
        inputs.get("value").cloned().unwrap_or_default(),
    );
    outputs
}

fn known(object: Object) -> Object {
    object
        .into_iter()
        .filter(|(_, it)| !it.contains_unknown())
        .collect()
}

fn fail(fault: Option<Fault>) -> Result<(), ProviderError> {
    match fault {
        Some(Fault::Failed) => Err(ProviderError::failed("the world says no")),
        Some(Fault::UnknownUndone) => Err(ProviderError::unknown("the line is dead")),
        _ => Ok(()),
    }
}

fn fail_late(
    fault: Option<Fault>,
    id: &str,
    outputs: &Object,
    data: Option<ProviderData>,
) -> Result<(), ProviderError> {
    match fault {
        Some(Fault::UnknownDone) => Err(ProviderError::unknown("the line is dead")),
        Some(Fault::PartialInit) => Err(ProviderError::PartialInit {
            data,
            is_tainted: false,
            id: id.to_owned(),
            outputs: outputs.clone(),
            reasons: vec!["it does not answer".to_owned()],
        }),
        _ => Ok(()),
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

#[async_trait]
impl Provider for World {
    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        let changed = |key: &str, replaces| {
            let differs = request.old_inputs.get(key) != request.inputs.get(key);
            differs.then(|| PropertyChange {
                path: key.to_owned(),
                kind: PropertyChangeKind::Changed,
                replaces,
            })
        };
        let properties = [changed("region", true), changed("label", false)];
        Ok(Diff {
            changes: Changes::Some,
            properties: properties.into_iter().flatten().collect(),
            delete_before_replace: false,
        })
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        *self.config.lock() = config;
        Ok(())
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let failures = match request.inputs.get("value") {
            Some(Value::Number(_)) => vec![InputFailure {
                path: "value".to_owned(),
                reason: "must be text".to_owned(),
            }],
            _ => Vec::new(),
        };
        let mut inputs = request.inputs;
        // With `prefix`, a name is generated once for each object.
        if let Some(prefix) = inputs.get("prefix").and_then(Value::as_str) {
            let kept = request.old_inputs.and_then(|it| it.get("name").cloned());
            let name = kept.unwrap_or_else(|| {
                let mut inner = self.lock();
                inner.names += 1;
                format!("{prefix}-{}", inner.names).into()
            });
            inputs.insert("name".to_owned(), name);
        }
        Ok(Checked::new(inputs, failures))
    }

    /// `key`, `place` and `title` replace. A slot, a place and a title have room for a single object;
    /// an object with a slot is deleted before its replacement wherever that is, and nothing is said
    /// about titles.
    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        self.check_data(&request.target, &request.id);
        let mut properties = Vec::new();
        let (old, new) = (&request.old_inputs, &request.inputs);
        let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
        keys.sort();
        keys.dedup();
        for key in keys.into_iter().filter(|it| old.get(*it) != new.get(*it)) {
            properties.push(PropertyChange {
                path: key.clone(),
                kind: PropertyChangeKind::Changed,
                replaces: ["key", "place", "title"].contains(&key.as_str())
                    || key.starts_with("key_"),
            });
        }
        let label = self.configured("label");
        if text(request.old_outputs.get("label")) != label {
            properties.push(PropertyChange {
                path: "label".to_owned(),
                kind: PropertyChangeKind::Changed,
                replaces: false,
            });
        }
        let is_in_place = new.contains_key("place") && old.get("place") == new.get("place");
        Ok(Diff {
            changes: if properties.is_empty() {
                Changes::None
            } else {
                Changes::Some
            },
            properties,
            delete_before_replace: new.contains_key("slot") || is_in_place,
        })
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let urn = &request.target.urn;
        if request.preview {
            return Ok(Created {
                data: None,
                id: None,
                outputs: known(outputs(&request.inputs, &self.configured("label"))),
            });
        }
        let fault = self.begin("create", urn).await;
        fail(fault)?;
        let mut inner = self.lock();
        inner.next += 1;
        let given = ["slot", "place", "title"].map(|it| request.inputs.get(it));
        let id = match given.into_iter().flatten().next() {
            Some(given) => text(Some(given)),
            None => format!("o-{}", inner.next),
        };
        if inner.objects.contains_key(&id) {
            return Err(ProviderError::failed(format!("slot {id} is taken")));
        }
        let thing = RemoteObject {
            number: inner.next,
            urn: urn.clone(),
            inputs: Object::clone(&request.inputs),
            region: self.configured("region"),
            label: self.configured("label"),
            is_half: false,
        };
        if fault == Some(Fault::UnknownLate) {
            inner.late.push((id, thing));
            return Err(ProviderError::unknown("the line is dead"));
        }
        inner.objects.insert(id.clone(), thing);
        let outputs = outputs(&request.inputs, &self.configured("label"));
        fail_late(fault, &id, &outputs, self.data_of(&id))?;
        Ok(Created {
            data: self.data_of(&id),
            id: Some(id),
            outputs,
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        self.lock()
            .calls
            .push(format!("read {}", request.target.urn.name()));
        let inner = self.lock();
        if inner.is_undecidable {
            return Err(ProviderError::failed("it cannot look"));
        }
        let seen = self.sees(&inner, &request.id);
        let seen = inner.objects.get(&request.id).filter(|_| seen);
        Ok(seen.map(|it| ReadState {
            data: self.data_of(&request.id),
            id: request.id.clone(),
            inputs: it.inputs.clone(),
            outputs: outputs(&it.inputs, &it.label),
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        if request.preview {
            return Ok(known(outputs(&request.inputs, &self.configured("label"))).into());
        }
        self.check_data(&request.target, &request.id);
        let fault = self.begin("update", &request.target.urn).await;
        fail(fault)?;
        let outputs = outputs(&request.inputs, &self.configured("label"));
        {
            let mut inner = self.lock();
            let seen = self.sees(&inner, &request.id);
            let Some(thing) = inner.objects.get_mut(&request.id).filter(|_| seen) else {
                return Err(ProviderError::failed("it is gone"));
            };
            thing.inputs = Object::clone(&request.inputs);
            thing.urn = request.target.urn.clone();
            thing.label = self.configured("label");
            thing.is_half = false;
        }
        fail_late(fault, &request.id, &outputs, self.data_of(&request.id))?;
        Ok(Updated {
            outputs,
            data: self.data_of(&request.id),
        })
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        self.check_data(&request.target, &request.id);
        let fault = self.begin("delete", &request.target.urn).await;
        fail(fault)?;
        let mut inner = self.lock();
        // An object that is not visible counts as deleted.
        if self.sees(&inner, &request.id) {
            inner.remove(&request.id);
        }
        match fault {
            Some(Fault::UnknownDone) => Err(ProviderError::unknown("the line is dead")),
            _ => Ok(()),
        }
    }

    /// An object created for the URN with these inputs; a run creates at most one.
    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let mut inner = self.lock();
        inner.looks += 1;
        if inner.looks > 1 {
            let late = std::mem::take(&mut inner.late);
            inner.objects.extend(late);
        }
        if inner.is_undecidable {
            return Ok(Recovered::Undecidable);
        }
        // The newest: an older one may have been forgotten.
        let is_it = |id: &str, it: &RemoteObject| {
            let is_like = it.urn == request.target.urn && it.inputs == *request.inputs;
            is_like && self.sees(&inner, id)
        };
        let all = inner.objects.iter().filter(|(id, it)| is_it(id, it));
        let found = all.max_by_key(|(_, it)| it.number);
        Ok(match found {
            Some((id, thing)) => Recovered::Found(ReadState {
                data: self.data_of(id),
                id: id.clone(),
                inputs: match thing.is_half {
                    true => Object::default(),
                    false => thing.inputs.clone(),
                },
                outputs: outputs(&thing.inputs, &thing.label),
            }),
            None if !inner.late.is_empty() => Recovered::NotYet(Duration::from_secs(60)),
            None => Recovered::Absent,
        })
    }
}
