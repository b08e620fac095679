//! The values and functions that expressions can name.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::functions::FunctionError;
use crate::value::Value;

/// The variables and the surroundings of an expression.
pub trait Scope: Send + Sync {
    /// The value of the first name of a reference.
    fn variable(&self, name: &str) -> Option<Value>;

    /// All names, for suggestions.
    fn names(&self) -> Vec<String>;

    fn settings(&self) -> &Settings;
}

/// The surroundings of an expression.
#[derive(Clone, Default)]
pub struct Settings {
    /// The folder that paths of files are relative to.
    pub base_folder: PathBuf,
    /// Whether functions whose results differ from call to call have unknown results, as in a plan.
    pub is_pure: bool,
    /// The time of the plan, as RFC 3339 has it.
    pub timestamp: Option<String>,
    pub providers: Option<Arc<dyn ProviderFunctions>>,
    /// How many templates that other templates evaluate the expression is part of.
    pub template_depth: usize,
}

/// Functions of providers, `provider::NAME::FUNCTION`.
pub trait ProviderFunctions: Send + Sync {
    /// The result of a call; `None` if there is no such function.
    fn call(&self, name: &str, arguments: &[Value]) -> Option<Result<Value, FunctionError>>;
}

/// A scope of names and values, alone or within another one.
pub struct Variables<'p> {
    variables: BTreeMap<String, Value>,
    outside: Outside<'p>,
}

enum Outside<'p> {
    Nothing(Box<Settings>),
    Scope(&'p dyn Scope),
}

impl Variables<'static> {
    pub fn new(variables: BTreeMap<String, Value>, base_folder: impl Into<PathBuf>) -> Self {
        let settings = Settings {
            base_folder: base_folder.into(),
            ..Settings::default()
        };
        Self::with_settings(variables, settings)
    }

    pub fn with_settings(variables: BTreeMap<String, Value>, settings: Settings) -> Self {
        Self {
            variables,
            outside: Outside::Nothing(Box::new(settings)),
        }
    }

    /// The scope, in which functions whose results differ from call to call have unknown results, or have not.
    #[must_use]
    pub fn with_purity(mut self, is_pure: bool) -> Self {
        if let Outside::Nothing(settings) = &mut self.outside {
            settings.is_pure = is_pure;
        }
        self
    }

    /// The scope, in which functions of providers can be called.
    #[must_use]
    pub fn with_providers(mut self, providers: Option<Arc<dyn ProviderFunctions>>) -> Self {
        if let Outside::Nothing(settings) = &mut self.outside {
            settings.providers = providers;
        }
        self
    }

    /// The scope, in which the plan was made at this time.
    #[must_use]
    pub fn with_timestamp(mut self, timestamp: Option<String>) -> Self {
        if let Outside::Nothing(settings) = &mut self.outside {
            settings.timestamp = timestamp;
        }
        self
    }
}

impl<'p> Variables<'p> {
    /// A scope with further names, which hide others.
    pub fn child(parent: &'p dyn Scope, variables: BTreeMap<String, Value>) -> Self {
        Self {
            variables,
            outside: Outside::Scope(parent),
        }
    }
}

impl Scope for Variables<'_> {
    fn variable(&self, name: &str) -> Option<Value> {
        match (self.variables.get(name), &self.outside) {
            (Some(value), _) => Some(value.clone()),
            (None, Outside::Scope(parent)) => parent.variable(name),
            (None, Outside::Nothing(_)) => None,
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.variables.keys().cloned().collect();
        if let Outside::Scope(parent) = self.outside {
            names.extend(parent.names());
        }
        names
    }

    fn settings(&self) -> &Settings {
        match &self.outside {
            Outside::Nothing(settings) => settings,
            Outside::Scope(parent) => parent.settings(),
        }
    }
}
