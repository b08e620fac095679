//! The provider of the world.

use std::time::Duration;

use async_trait::async_trait;

use super::{Fault, RemoteObject, World, text};
use lumi_graph::{Object, ProviderData, Value};
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffConfigRequest,
    DiffRequest, InputFailure, PropertyChange, PropertyChangeKind, Provider, ProviderError,
    ReadRequest, ReadState, RecoverRequest, Recovered, UpdateRequest, Updated,
};

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
            may_create_first: false,
        })
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        *self.config.lock() = config;
        Ok(())
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        self.lock().questions += 1;
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
    /// an object with a slot is deleted before its replacement wherever that is, and titles have
    /// no such rule. Deletion comes first by convention alone with `custom`.
    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        self.check_data(&request.target, &request.id);
        self.lock().questions += 1;
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
            delete_before_replace: new.contains_key("slot")
                || new.contains_key("custom")
                || is_in_place,
            may_create_first: new.contains_key("custom"),
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
            _ => {
                inner.deleted.push(request.id);
                Ok(())
            }
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
