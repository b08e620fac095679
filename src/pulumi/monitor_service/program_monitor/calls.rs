//! Functions and methods.

use tonic::Status;

use crate::monitor_service::answer::{RegistrationOutcome, status, structure};
use crate::monitor_service::goal_message::{add_dependencies, inputs};
use crate::monitor_service::registered_resources::RegistrationResult;
use crate::monitor_service::{functions, options};
use crate::pulumirpc as wire;
use crate::values::{Accepts, Decoded};
use lumi_graph::{Object, Urn, Value};
use lumi_monitor::{Call, Invoke};
use lumi_rpc::CallError;

use super::ProgramMonitor;

/// The argument with the resource whose method is called.
const SELF: &str = "__self__";

impl ProgramMonitor {
    pub async fn invoke(
        &self,
        mut message: wire::ResourceInvokeRequest,
    ) -> Result<wire::InvokeResponse, Status> {
        if !functions::is_own(&message.tok) {
            self.transform_invoke(&mut message).await?;
        }
        let arguments = inputs(message.args.take(), "args")?.object;
        let resources = message.accept_resources;
        if message.tok == functions::GET_RESOURCE {
            let find = |urn: &Urn| self.find(urn);
            return Ok(invoked(functions::resource(&arguments, find, resources)?));
        }
        if functions::is_own(&message.tok) {
            let answer = self.invoke_own(&message.tok, arguments).await?;
            return Ok(invoked(self.result(answer, resources)?));
        }
        let mut url = String::new();
        self.packages
            .complete(&message.package_ref, &mut message.version, &mut url)?;
        let provider = match message.provider.as_str() {
            "" => None,
            reference => Some(options::provider(reference)?),
        };
        let answer = self.monitor.invoke(Invoke {
            token: message.tok,
            arguments,
            provider,
            version: (!message.version.is_empty()).then_some(message.version),
        });
        let answer = answer.await.map_err(status)?;
        Ok(invoked(self.result(answer, resources)?))
    }

    /// Invokes a function of the engine.
    async fn invoke_own(&self, token: &str, arguments: Object) -> Result<Value, Status> {
        let mut own = arguments.clone();
        functions::own_arguments(token, &mut own);
        let answer = self.monitor.invoke(Invoke {
            token: token.to_owned(),
            arguments: own,
            provider: None,
            version: None,
        });
        let answer = answer.await.map_err(status)?;
        Ok(functions::foreign_answer(token, answer, &arguments))
    }

    pub async fn call(
        &self,
        message: wire::ResourceCallRequest,
    ) -> Result<wire::CallResponse, Status> {
        let Decoded {
            object: mut arguments,
            mut dependencies,
        } = inputs(message.args, "args")?;
        let said = message.arg_dependencies.iter();
        let said = said.map(|(key, it)| (key.as_str(), it.urns.as_slice()));
        add_dependencies(&mut dependencies, &arguments, &said.collect(), None)?;
        dependencies.retain(|it| !it.path.starts_with(SELF));
        let target = match arguments.shift_remove(SELF) {
            Some(Value::Resource(resource)) => resource.urn,
            _ => {
                let what = format!("`{SELF}` of a method must be a resource");
                return Err(CallError::malformed(what).into());
            }
        };
        let answer = self.monitor.call(Call {
            token: message.tok,
            target,
            arguments,
            dependencies,
        });
        let answer = answer.await.map_err(status)?;
        Ok(wire::CallResponse {
            r#return: Some(self.result(answer, true)?),
            ..Default::default()
        })
    }

    /// The result of a function. A result that a preview does not know is an empty object: the
    /// protocol has no other form.
    fn result(&self, result: Value, resources: bool) -> Result<wire::Struct, CallError> {
        let accepts = Accepts {
            secrets: true,
            resources,
        };
        match result {
            Value::Unknown | Value::Null => Ok(wire::Struct::default()),
            Value::Object(members) => structure(&members, accepts),
            Value::Secret(inner) => match *inner {
                Value::Object(members) => {
                    let members = members.into_iter();
                    let members = members.map(|(key, value)| (key, Value::secret(value)));
                    structure(&members.collect(), accepts)
                }
                inner => self.result(Value::Object(single(Value::secret(inner))), resources),
            },
            other => structure(&single(other), accepts),
        }
    }

    /// The result of a resource registered by this program, or by a provider for it.
    fn find(&self, urn: &Urn) -> Option<RegistrationResult> {
        let elsewhere = || {
            let registered = self.monitor.find(urn)?;
            Some(RegistrationOutcome::new(registered, Object::default()).settled)
        };
        self.known.find(urn).or_else(elsewhere)
    }
}

fn invoked(result: wire::Struct) -> wire::InvokeResponse {
    wire::InvokeResponse {
        r#return: Some(result),
        failures: Vec::new(),
    }
}

/// Wraps a result in an object, for SDKs that expect one.
fn single(value: Value) -> Object {
    [("value".to_owned(), value)].into_iter().collect()
}
