//! The monitor of previews and deployments: hands everything to the engine.

use crate::engine::{Call, Invoke, RegisterError, Registered, Registrar};
use crate::graph::{Goal, Object, Urn, Value};

use super::{Answer, MonitorError, ResourceMonitor};

/// Answers when the engine has made a goal come true, or knows what would be.
pub struct DeployingMonitor {
    engine: Registrar,
}

impl DeployingMonitor {
    pub fn new(engine: Registrar) -> Self {
        Self { engine }
    }
}

impl ResourceMonitor for DeployingMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        let answer = self.engine.register(goal);
        Box::pin(async move { Ok(answer.await?) })
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        let answer = self.engine.register_outputs(&urn, outputs);
        Box::pin(std::future::ready(answer.map_err(Into::into)))
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        let answer = self.engine.invoke(invoke);
        Box::pin(async move { Ok(answer.await?) })
    }

    fn call(&self, call: Call) -> Answer<Value> {
        let answer = self.engine.call(call);
        Box::pin(async move { Ok(answer.await?) })
    }

    fn set_outputs(&self, outputs: Object) {
        self.engine.set_outputs(outputs);
    }
}

impl From<RegisterError> for MonitorError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::Failed { urn, message } => Self::Failed { urn, message },
            RegisterError::Stopping => Self::Stopping,
        }
    }
}
