//! Hooks: functions of the program that run before and after steps.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{HookNames, Object, Urn};
use lumi_provider::ProviderError;

/// The maximum number of retries of a failed step that hooks request.
const MAX_RETRIES: usize = 100;

/// The operation of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookedStep {
    Create,
    Update,
    Delete,
}

impl HookedStep {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }

    fn hooks_before(self, names: &HookNames) -> &[String] {
        match self {
            Self::Create => &names.before_create,
            Self::Update => &names.before_update,
            Self::Delete => &names.before_delete,
        }
    }

    fn hooks_after(self, names: &HookNames) -> &[String] {
        match self {
            Self::Create => &names.after_create,
            Self::Update => &names.after_update,
            Self::Delete => &names.after_delete,
        }
    }
}

/// The argument of a hook.
#[derive(Clone, Debug)]
pub struct HookRequest {
    pub urn: Urn,
    pub id: Option<String>,
    pub inputs: Option<Arc<Object>>,
    pub old_inputs: Option<Arc<Object>>,
    /// Only set after the step.
    pub outputs: Option<Arc<Object>>,
    pub old_outputs: Option<Arc<Object>>,
    /// Whether the run is a preview; most hooks do nothing then.
    pub preview: bool,
    /// Only set for failure hooks.
    pub failure: Option<HookedFailure>,
}

impl HookRequest {
    pub fn new(urn: &Urn, preview: bool) -> Self {
        Self {
            urn: urn.clone(),
            id: None,
            inputs: None,
            old_inputs: None,
            outputs: None,
            old_outputs: None,
            preview,
            failure: None,
        }
    }
}

/// A failed step.
#[derive(Clone, Debug)]
pub struct HookedFailure {
    pub step: HookedStep,
    /// The error of each attempt, the latest first.
    pub errors: Vec<String>,
}

/// The result of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookAnswer {
    Done,
    /// Retry the failed step.
    Retry,
    /// The hook failed, which is only a warning.
    Ignored(String),
}

/// A function of the program.
#[async_trait]
pub trait Hook: Send + Sync {
    /// Calls the function. An error fails the step.
    async fn call(&self, request: HookRequest) -> Result<HookAnswer, String>;
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    #[error("its hook `{name}` failed: {message}")]
    Failed { name: String, message: String },
    #[error(
        "its hook `{name}` is a function of the program, and this run evaluates no program that \
         registers it; `lumi up` and `lumi destroy --run-program` run hooks"
    )]
    Unknown { name: String },
    #[error("a hook `{name}` is already registered; each hook needs its own name")]
    Taken { name: String },
}

/// The hooks of the programs in a run. Programs wait for [`Self::release`] before they end.
#[derive(Default)]
pub struct Hooks(Mutex<FxHashMap<String, Arc<dyn Hook>>>);

impl Hooks {
    pub fn register(&self, name: String, hook: Arc<dyn Hook>) -> Result<(), HookError> {
        let mut hooks = self.0.lock();
        if hooks.contains_key(&name) {
            return Err(HookError::Taken { name });
        }
        hooks.insert(name, hook);
        Ok(())
    }

    /// Drops all hooks: none is called any more.
    pub fn release(&self) {
        self.0.lock().clear();
    }

    /// Runs the hooks before a step in order; returns warnings for the user.
    pub async fn before(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
    ) -> Result<Vec<String>, HookError> {
        // Fail before a step whose later hooks are missing.
        for name in step.hooks_after(names) {
            self.find(name)?;
        }
        self.run(step.hooks_before(names), request).await
    }

    /// Runs the hooks after a step.
    pub async fn after(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
    ) -> Result<Vec<String>, HookError> {
        self.run(step.hooks_after(names), request).await
    }

    async fn run(&self, names: &[String], request: &HookRequest) -> Result<Vec<String>, HookError> {
        let mut warnings = Vec::new();
        for name in names {
            if let HookAnswer::Ignored(message) = self.call(name, request.clone()).await? {
                let name = name.clone();
                warnings.push(HookError::Failed { name, message }.to_string());
            }
        }
        Ok(warnings)
    }

    /// Runs a step, and retries it while it fails and a hook requests that. A step that may have
    /// had an effect is not retried.
    pub async fn retried<T, F>(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, ProviderError>
    where
        F: Future<Output = Result<T, ProviderError>>,
    {
        let mut errors: Vec<String> = Vec::new();
        loop {
            let error = match attempt().await {
                Err(error @ ProviderError::Failed { .. }) => error,
                answer => return answer,
            };
            errors.insert(0, error.to_string());
            if names.on_error.is_empty() || errors.len() > MAX_RETRIES {
                return Err(error);
            }
            let failure = HookedFailure {
                step,
                errors: errors.clone(),
            };
            let request = HookRequest {
                failure: Some(failure),
                ..request.clone()
            };
            let mut is_retried = false;
            for name in &names.on_error {
                let answer = self.call(name, request.clone()).await;
                let answer =
                    answer.map_err(|hook| ProviderError::failed(format!("{error}; {hook}")))?;
                is_retried |= answer == HookAnswer::Retry;
            }
            if !is_retried {
                return Err(error);
            }
        }
    }

    async fn call(&self, name: &str, request: HookRequest) -> Result<HookAnswer, HookError> {
        let hook = self.find(name)?;
        let called = hook.call(request).await;
        called.map_err(|message| HookError::Failed {
            name: name.to_owned(),
            message,
        })
    }

    fn find(&self, name: &str) -> Result<Arc<dyn Hook>, HookError> {
        let found = self.0.lock().get(name).cloned();
        found.ok_or_else(|| HookError::Unknown {
            name: name.to_owned(),
        })
    }
}
