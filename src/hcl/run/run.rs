//! A run, and its evaluation of expressions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;

use lumi_monitor::{MonitorError, ResourceMonitor};

use crate::config::{GivenValue, ModuleTree};
use crate::expression::{ProviderFunctions, Variables, evaluate, references};
use crate::syntax::{Diagnostic, Diagnostics, Expression, Traversal};
use crate::value::Value;

use super::moves::FormerNames;
use super::nodes::Nodes;
use super::schemas::ProviderSchemas;
use super::scope::Site;
use super::stacks::SiblingStacks;
use super::values::Values;

/// Facts about a run.
#[derive(Clone, Debug)]
pub struct RunFacts {
    pub project: String,
    pub stack: String,
    /// The folder of the root module.
    pub folder: PathBuf,
    /// The folder in which the command was called.
    pub current: PathBuf,
    /// Whether nothing is deployed.
    pub is_plan: bool,
    /// The stacks of the program that has written the configuration, if one has.
    pub sibling_stacks: Option<SiblingStacks>,
}

/// Why a node is not complete.
#[derive(Debug)]
pub enum NodeFailure {
    /// The configuration is wrong.
    Configuration(Diagnostics),
    /// A resource failed, which the engine has reported.
    Resource,
    /// The run is stopping.
    Stopping,
}

impl From<Diagnostics> for NodeFailure {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Configuration(diagnostics)
    }
}

impl From<Diagnostic> for NodeFailure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Configuration(diagnostic.into())
    }
}

impl NodeFailure {
    /// The failure of a registration.
    pub fn of_resource(error: &MonitorError) -> Self {
        match error {
            MonitorError::Failed { .. } => Self::Resource,
            MonitorError::Stopping => Self::Stopping,
        }
    }
}

/// The work of one run.
pub struct Run {
    pub tree: ModuleTree,
    pub nodes: Nodes,
    pub schemas: Arc<dyn ProviderSchemas>,
    pub monitor: Arc<dyn ResourceMonitor>,
    pub facts: RunFacts,
    /// The time of the run, as RFC 3339 has it.
    pub time: Option<String>,
    /// The values of variables of the root module.
    pub given: std::collections::BTreeMap<String, GivenValue>,
    pub former_names: FormerNames,
    /// The functions of providers that each module can call.
    pub functions: Vec<Arc<dyn ProviderFunctions>>,
    /// The resources whose new objects are created before the old ones are deleted.
    pub creates_first: std::collections::BTreeSet<usize>,
    pub values: Mutex<Values>,
    /// Warnings that were found, in their order.
    pub warnings: Mutex<Diagnostics>,
    /// The place of the next goal among all.
    pub order: AtomicU32,
}

impl Run {
    pub(super) fn next_order(&self) -> u32 {
        self.order.fetch_add(1, Ordering::Relaxed)
    }

    /// The scope of expressions with these references.
    pub(super) fn scope(
        &self,
        site: Site<'_>,
        references: &[Traversal],
    ) -> Result<Variables<'static>, Diagnostics> {
        let variables = self.variables(site, references)?;
        let scope = Variables::new(variables, self.facts.folder.clone());
        let scope = scope.with_purity(self.facts.is_plan);
        let functions = self.functions.get(site.module).cloned();
        Ok(scope
            .with_timestamp(self.time.clone())
            .with_providers(functions))
    }

    /// The value of an expression.
    pub(super) fn value(
        &self,
        site: Site<'_>,
        expression: &Expression,
    ) -> Result<Value, Diagnostics> {
        let scope = self.scope(site, &references(expression))?;
        evaluate(expression, &scope)
    }

    pub(super) fn warn(&self, warnings: impl IntoIterator<Item = Diagnostic>) {
        self.warnings.lock().extend(warnings);
    }
}
