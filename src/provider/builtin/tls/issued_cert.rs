//! Certificates as resources, which exist only in the state and are renewed before their end.

use std::marker::PhantomData;

use async_trait::async_trait;

use crate::builtin::generated::{properties, with_secrets};
use crate::builtin::input_diff::input_diff;
use crate::builtin::input_reader::InputReader;
use crate::builtin::resource_handler::ResourceHandler;
use crate::builtin::time::{Clock, parsed, written};
use crate::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffRequest, PropertyChange, PropertyChangeKind, ProviderError, ReadRequest, ReadState,
    RecoverRequest, Recovered, UpdateRequest,
};
use lumi_graph::{Object, Value};

use super::certificate::{CertificateKind, Signed};
use super::validity::early_renewal;

/// A certificate of the kind `K`. The id is its serial number in hex. It is replaced when an input changes, and
/// `earlyRenewalHours` before its end.
pub struct IssuedCert<K> {
    clock: Clock,
    kind: PhantomData<fn() -> K>,
}

impl<K: CertificateKind> IssuedCert<K> {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            kind: PhantomData,
        }
    }

    fn outputs(&self, signed: Signed) -> Object {
        properties([
            ("certPem", signed.pem.into()),
            ("readyForRenewal", false.into()),
            ("validityEndTime", written(signed.end).into()),
            ("validityStartTime", written(signed.start).into()),
        ])
    }

    /// The outputs with the current `readyForRenewal`.
    fn as_of_now(&self, inputs: &Object, outputs: &Object) -> Object {
        let mut outputs = outputs.clone();
        let is_ready = self.is_ready(inputs, &outputs);
        outputs.insert("readyForRenewal".to_owned(), is_ready.into());
        outputs
    }

    /// Whether the time for renewal has come, and a new certificate would be valid for longer.
    fn is_ready(&self, inputs: &Object, outputs: &Object) -> bool {
        let Some(end) = parsed(outputs, "validityEndTime") else {
            return false;
        };
        let is_late = (self.clock)() >= end - early_renewal(inputs);
        is_late && K::limit(inputs).is_none_or(|limit| end < limit)
    }
}

#[async_trait]
impl<K: CertificateKind> ResourceHandler for IssuedCert<K> {
    fn derived_outputs(&self) -> Option<DerivedOutputs> {
        Some(K::DERIVED)
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut inputs = InputReader::new(K::TYPE, &request.inputs);
        K::read(&mut inputs, (self.clock)());
        let failures = inputs.finish();
        Ok(Checked {
            failures,
            inputs: with_secrets(K::TYPE, request.inputs),
            ..Checked::default()
        })
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &[]);
        for property in &mut diff.properties {
            property.replaces = property.path != "earlyRenewalHours";
        }
        let is_replaced = diff.properties.iter().any(|it| it.replaces);
        if !is_replaced && self.is_ready(&request.inputs, &request.old_outputs) {
            diff.changes = Changes::Some;
            diff.properties.push(PropertyChange {
                path: "readyForRenewal".to_owned(),
                kind: PropertyChangeKind::Changed,
                replaces: true,
            });
        }
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            return Ok(Created {
                data: None,
                id: None,
                outputs: properties([("readyForRenewal", false.into())]),
            });
        }
        let mut inputs = InputReader::new(K::TYPE, &request.inputs);
        let now = (self.clock)();
        let certificate = K::read(&mut inputs, now);
        inputs.accept()?;
        let signed = certificate
            .ok_or_else(|| ProviderError::failed("an input is still unknown"))?
            .sign(now)?;
        Ok(Created {
            data: None,
            id: Some(signed.serial.clone()),
            outputs: self.outputs(signed),
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let (Some(inputs), Some(outputs)) = (&request.inputs, &request.outputs) else {
            return Err(ProviderError::failed(format!(
                "a `{}` cannot be imported: it is stored only in a state; a certificate that was \
                 made elsewhere can be kept in a file",
                K::TYPE
            )));
        };
        Ok(Some(ReadState {
            data: None,
            outputs: self.as_of_now(inputs, outputs),
            inputs: Object::clone(inputs),
            id: request.id,
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        if request.inputs.values().any(Value::contains_unknown) {
            return Ok(Object::clone(&request.old_outputs));
        }
        Ok(self.as_of_now(&request.inputs, &request.old_outputs))
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(Recovered::Absent)
    }
}
