//! Functions of providers: `provider::NAME::FUNCTION`.

use std::collections::BTreeMap;
use std::sync::Arc;

use lumi_graph::{Object as EngineObject, Value as EngineValue};
use lumi_monitor::{Invoke, MonitorError, ResourceMonitor};
use lumi_terraform::schema::{FunctionSignature, Parameter};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

use crate::config::{ModuleTree, ProviderAddresses};
use crate::expression::ProviderFunctions;
use crate::functions::FunctionError;
use crate::value::{Marks, Value, convert};

use super::border::{Missing, from_engine, to_engine};
use super::schemas::ProviderSchemas;

/// The member with the arguments of a call, which have an order and no names.
const ARGUMENTS: &str = "arguments";

/// The functions that the expressions of a module can call.
pub struct ModuleFunctions {
    monitor: Arc<dyn ResourceMonitor>,
    schemas: Arc<dyn ProviderSchemas>,
    /// The packages by the names that the module has for their providers.
    packages: BTreeMap<String, String>,
}

impl ModuleFunctions {
    /// Those of each module of a tree.
    pub fn of_tree(
        tree: &ModuleTree,
        addresses: &ProviderAddresses,
        monitor: &Arc<dyn ResourceMonitor>,
        schemas: &Arc<dyn ProviderSchemas>,
    ) -> Vec<Arc<dyn ProviderFunctions>> {
        let of_module = |sources: indexmap::IndexMap<String, String>| {
            let packages = sources
                .into_iter()
                .filter_map(|(name, source)| Some((name, addresses.package(&source)?.to_owned())));
            let functions = Self {
                monitor: Arc::clone(monitor),
                schemas: Arc::clone(schemas),
                packages: packages.collect(),
            };
            Arc::new(functions) as Arc<dyn ProviderFunctions>
        };
        let modules = tree.nodes.iter().map(|it| it.module.provider_sources());
        modules.map(of_module).collect()
    }

    /// Asks the provider, without a configuration, as functions need none.
    fn ask(
        &self,
        package: &str,
        function: &str,
        arguments: Vec<EngineValue>,
    ) -> Result<EngineValue, FunctionError> {
        let mut object = EngineObject::default();
        object.insert(ARGUMENTS.to_owned(), EngineValue::Array(arguments));
        let answer = self.monitor.invoke(Invoke {
            token: format!("{package}:functions:{function}"),
            arguments: object,
            provider: None,
            version: None,
        });
        let answer = blocking(answer).ok_or_else(|| {
            FunctionError::new("functions of providers cannot be called on a single thread")
        })?;
        answer.map_err(|error| match error {
            MonitorError::Failed { message, .. } => FunctionError::new(message),
            MonitorError::Stopping => FunctionError::new("the run is stopping"),
        })
    }
}

impl ProviderFunctions for ModuleFunctions {
    fn call(&self, name: &str, arguments: &[Value]) -> Option<Result<Value, FunctionError>> {
        let mut parts = name.strip_prefix("provider::")?.split("::");
        let (Some(provider), Some(function), None) = (parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let package = self.packages.get(provider)?;
        let schemas = match self.schemas.schemas(package) {
            Ok(schemas) => schemas,
            Err(reason) => return Some(Err(FunctionError::new(reason))),
        };
        let signature = schemas.function(function).ok()?;
        let prepared = match Prepared::of(&signature, arguments) {
            Ok(prepared) => prepared,
            Err(error) => return Some(Err(error)),
        };
        let of = signature.result.clone();
        if prepared.is_unknown {
            return Some(Ok(Value::unknown(of).with_marks(&prepared.marks)));
        }
        let answer = self.ask(package, function, prepared.arguments);
        Some(answer.map(|it| {
            let value = from_engine(&it, &of, Missing::Null);
            value.with_marks(&prepared.marks)
        }))
    }
}

/// Arguments that a provider can take.
struct Prepared {
    arguments: Vec<EngineValue>,
    /// Of all arguments together.
    marks: Marks,
    /// Whether something is unknown that the function does not take.
    is_unknown: bool,
}

impl Prepared {
    fn of(signature: &FunctionSignature, values: &[Value]) -> Result<Self, FunctionError> {
        let mut prepared = Self {
            arguments: Vec::new(),
            marks: Marks::default(),
            is_unknown: false,
        };
        if values.len() < signature.parameters.len() {
            let count = signature.parameters.len();
            let message = format!("it takes {count} arguments, and has {}", values.len());
            return Err(FunctionError::new(message));
        }
        for (at, value) in values.iter().enumerate() {
            let Some(parameter) = signature.parameter(at) else {
                let count = signature.parameters.len();
                return Err(FunctionError::of(at, format!("it takes {count} arguments")));
            };
            prepared.add(at, parameter, value)?;
        }
        Ok(prepared)
    }

    fn add(
        &mut self,
        at: usize,
        parameter: &Parameter,
        value: &Value,
    ) -> Result<(), FunctionError> {
        let (plain, marks) = value.unmarked_deep();
        self.marks = self.marks.union(&marks);
        let converted = convert(&plain, &parameter.of);
        let converted = converted.map_err(|error| {
            FunctionError::of(at, format!("`{}` does not fit: {error}", parameter.name))
        })?;
        if converted.is_null() && !parameter.allows_null {
            let message = format!("`{}` may not be null", parameter.name);
            return Err(FunctionError::of(at, message));
        }
        self.is_unknown |= !converted.is_wholly_known() && !parameter.allows_unknown;
        self.arguments.push(to_engine(&converted));
        Ok(())
    }
}

/// Waits for an answer of the engine, whose work is on other threads; `None` where there are none.
fn blocking<T>(work: impl Future<Output = T>) -> Option<T> {
    let runtime = Handle::try_current().ok()?;
    match runtime.runtime_flavor() {
        RuntimeFlavor::MultiThread => Some(block_in_place(|| runtime.block_on(work))),
        _ => None,
    }
}
