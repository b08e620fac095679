//! The engine's responses for registered resources.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::values::{pulumi_urn, unknown_id};
use lumi_graph::{Urn, Value};
use lumi_monitor::MonitorError;

/// The identity of a resource in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteIdentity {
    pub urn: String,
    /// `None` for a component; empty while unknown.
    pub id: Option<String>,
}

impl RemoteIdentity {
    pub fn id_value(&self) -> Option<Value> {
        self.id.as_ref().map(|id| match id.as_str() {
            "" => Value::Unknown,
            id => Value::String(id.to_owned()),
        })
    }

    /// The provider reference.
    pub fn reference(&self) -> String {
        let id = self.id.as_deref().filter(|it| !it.is_empty());
        format!("{}::{}", self.urn, id.unwrap_or(unknown_id()))
    }
}

type Answered = Option<Result<RemoteIdentity, MonitorError>>;

/// Resources by their Lumi URN.
#[derive(Default)]
pub struct RegisteredResources(Mutex<HashMap<Urn, watch::Receiver<Answered>>>);

/// Settled with the engine's response.
pub struct PendingIdentity(watch::Sender<Answered>);

impl RegisteredResources {
    /// Announces a registration; from now on others wait for the response.
    pub fn ask(&self, urn: Urn) -> PendingIdentity {
        let (sender, receiver) = watch::channel(None);
        let mut known = self.0.lock();
        known.insert(urn, receiver);
        PendingIdentity(sender)
    }

    /// Waits for the identity of a resource. An unregistered resource gets the converted URN.
    pub async fn named(&self, urn: &Urn) -> Result<RemoteIdentity, MonitorError> {
        let known = {
            let known = self.0.lock();
            known.get(urn).cloned()
        };
        let Some(mut known) = known else {
            let urn = pulumi_urn(urn);
            return Ok(RemoteIdentity { urn, id: None });
        };
        let settled = known.wait_for(Option::is_some).await;
        let settled = settled.ok().and_then(|it| it.clone());
        // The sender was dropped: there will be no response.
        settled.unwrap_or(Err(MonitorError::Stopping))
    }
}

impl PendingIdentity {
    pub fn settle(self, answer: Result<RemoteIdentity, MonitorError>) {
        self.0.send_replace(Some(answer));
    }
}
