//! Opens the backend and the keys of a project's stacks.

use std::future::Future;
use std::sync::Arc;

use tokio::runtime::{Handle, RuntimeFlavor};

use lumi_graph::Secrets;
use lumi_graph::environment_variables::BACKEND;
#[cfg(debug_assertions)]
use lumi_graph::environment_variables::{FAILPOINT, KEY_COST};
use lumi_state::{Backend, BackendSettings, KeyError, LoadedState, Notice, Stack, StateError};
#[cfg(debug_assertions)]
use lumi_state::{Failpoint, use_least_key_cost};

use super::key_source::{key_source, passphrase_variable};
use super::stack_keys::StackKeys;
use crate::process_environment::{environment, passphrase_prompt, variable};
use crate::pulumi_backend::PulumiBackend;
use crate::reports::{FailureKind, ProjectFailure, Report, Reporter, escaped};
use crate::{DEFAULT_STACK, ProjectSettings};

/// Opens the backend of a project: `LUMI_BACKEND`, in a project of Pulumi `PULUMI_BACKEND_URL`, otherwise `backend` of
/// `Lumi.yaml` or `Pulumi.yaml`, otherwise `.lumi` in the project folder.
pub fn open(settings: &ProjectSettings) -> Result<Backend, ProjectFailure> {
    let chosen = match (variable(BACKEND), of_pulumi(settings)) {
        (Some(url), _) | (None, Some(PulumiBackend::Place(url))) => Some(url),
        (None, Some(PulumiBackend::Refused(url))) => {
            return Err(refused(PulumiBackend::VARIABLE, &url));
        }
        (None, None) => None,
    };
    let in_file = settings.pulumi.as_ref();
    let in_file = in_file.and_then(|it| it.refused_backend.as_ref());
    if let (None, Some(url)) = (&chosen, in_file) {
        return Err(refused("`backend.url` of Pulumi.yaml", url));
    }
    let url = chosen.or_else(|| settings.manifest.backend.clone());
    open_at(settings, url.as_deref())
}

/// The backend of a project of Pulumi that the environment names.
fn of_pulumi(settings: &ProjectSettings) -> Option<PulumiBackend> {
    settings.pulumi.as_ref()?;
    PulumiBackend::of_environment()
}

/// The error for a backend of a project of Pulumi that Lumi has no counterpart of.
fn refused(place: &str, url: &str) -> ProjectFailure {
    let url = escaped(url);
    let message = format!("{place} is {url}, where lumi keeps no states of stacks");
    let help = format!(
        "set {BACKEND} to a folder or a bucket for them, such as `file:.lumi` or `s3://BUCKET`; \
         `lumi stack import` takes over what `pulumi stack export` writes"
    );
    ProjectFailure::new(FailureKind::Usage, Report::error(message).help(help))
}

/// Whether an environment variable selects the backend.
pub fn is_chosen_by_environment() -> bool {
    variable(BACKEND).is_some()
}

/// Whether the stacks of a project are in its own folder `.lumi`.
pub fn is_own_folder(settings: &ProjectSettings) -> bool {
    let is_chosen = is_chosen_by_environment() || of_pulumi(settings).is_some();
    settings.manifest.backend.is_none() && !is_chosen
}

/// Opens a backend by URL; the project's own without one.
pub fn open_at(settings: &ProjectSettings, url: Option<&str>) -> Result<Backend, ProjectFailure> {
    #[cfg(debug_assertions)]
    if variable(KEY_COST).is_some_and(|it| it == "least") {
        use_least_key_cost();
    }
    let environment = environment();
    let backend = Backend::open(BackendSettings {
        url,
        project_folder: &settings.folder,
        environment: &environment,
        keys: key_source(settings)?,
        shared_keys: Some(Arc::new(StackKeys::new(settings))),
    })?;
    let backend = match passphrase_prompt() {
        Some(prompt) => backend.with_prompt(prompt),
        None => backend,
    };
    #[cfg(debug_assertions)]
    if let Some(text) = variable(FAILPOINT) {
        return Ok(backend.with_failpoint(failpoint(&text)?));
    }
    Ok(backend)
}

#[cfg(debug_assertions)]
fn failpoint(text: &str) -> Result<Failpoint, ProjectFailure> {
    text.parse().map_err(|problem| {
        let message = format!("{FAILPOINT} is `{text}`: {problem}");
        ProjectFailure::new(FailureKind::Usage, Report::error(message))
    })
}

pub fn open_stack(settings: &ProjectSettings, name: &str) -> Result<Stack, ProjectFailure> {
    Ok(open(settings)?.stack(&settings.name, name)?)
}

/// Blocks on a future of the state, inside or outside of an asynchronous runtime.
pub fn wait<T>(future: impl Future<Output = T>) -> Result<T, ProjectFailure> {
    if let Ok(runtime) = Handle::try_current()
        && runtime.runtime_flavor() == RuntimeFlavor::MultiThread
    {
        return Ok(tokio::task::block_in_place(|| runtime.block_on(future)));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| {
        let report = Report::error(format!("no thread can be started: {error}"));
        ProjectFailure::new(FailureKind::Failed, report)
    })?;
    Ok(runtime.block_on(future))
}

/// Loads the state of a stack that must exist.
pub fn load(stack: &Stack, reporter: impl Reporter) -> Result<LoadedState, ProjectFailure> {
    let loaded = wait(load_and_report(stack, reporter))??;
    if loaded.exists {
        return Ok(loaded);
    }
    Err(no_stack(stack.name()))
}

/// Loads an existing stack for a command that shows its secrets, or none of them: then no
/// passphrase is needed, and every secret is empty.
pub fn load_shown(
    stack: &Stack,
    secrets: Secrets<'_>,
    reporter: impl Reporter,
) -> Result<LoadedState, ProjectFailure> {
    if secrets.are_shown() {
        return load(stack, reporter);
    }
    let loaded = wait(reported(stack, stack.load_masked(), reporter))??;
    match loaded.exists {
        true => Ok(loaded),
        false => Err(no_stack(stack.name())),
    }
}

/// The error for a stack that does not exist.
pub fn no_stack(name: &str) -> ProjectFailure {
    let report = Report::error(format!("stack `{name}` does not exist"));
    let help = match name {
        DEFAULT_STACK => "`lumi up` deploys one".to_owned(),
        // Most of these names are mistyped.
        _ => format!(
            "`lumi stack ls` lists those that exist; `lumi up -s {name} --create` deploys a new one"
        ),
    };
    let report = report.help(format!(
        "{help}, `lumi stack init {name}` creates an empty one"
    ));
    ProjectFailure::new(FailureKind::Usage, report)
}

/// Loads the state of a stack without a lock. Reports a run that holds the lock, and does not wait
/// for it.
pub async fn load_and_report(
    stack: &Stack,
    reporter: impl Reporter,
) -> Result<LoadedState, StateError> {
    reported(stack, stack.load(), reporter).await
}

async fn reported(
    stack: &Stack,
    loading: impl Future<Output = Result<LoadedState, StateError>>,
    reporter: impl Reporter,
) -> Result<LoadedState, StateError> {
    let Some(note) = stack.busy().await? else {
        let loaded = loading.await?;
        print_notices(&loaded.notices, reporter);
        return Ok(loaded);
    };
    let mut loaded = loading.await?;
    loaded.state.pending.clear();
    reporter.report(&Report::note(format!(
        "another run holds the lock of the stack: {note}; its changes so far may be missing \
             below"
    )));
    Ok(loaded)
}

/// Reports notices of the state.
pub fn print_notices(notices: &[Notice], reporter: impl Reporter) {
    for notice in notices {
        reporter.report(&Report::note(notice.to_string()));
    }
}

/// The name of the user as the owner of a lock.
pub fn owner() -> String {
    ["USER", "LOGNAME", "USERNAME"]
        .into_iter()
        .find_map(variable)
        .unwrap_or_else(|| "an unknown user".to_owned())
}

impl From<StateError> for ProjectFailure {
    fn from(error: StateError) -> Self {
        if matches!(error, StateError::Key(KeyError::Interrupted)) {
            return Self::stopped();
        }
        let exit = match &error {
            StateError::Locked { .. }
            | StateError::Watched { .. }
            | StateError::LockLost { .. }
            | StateError::Changed { .. }
            | StateError::UnreadableLock { .. } => FailureKind::Locked,
            StateError::Url { .. }
            | StateError::Access { .. }
            | StateError::Name { .. }
            | StateError::Key(_) => FailureKind::Usage,
            _ => FailureKind::Failed,
        };
        let is_wrong = matches!(error, StateError::Key(KeyError::WrongPassphrase { .. }));
        let variable = passphrase_variable().filter(|_| is_wrong);
        let report = Report::error(error.to_string());
        let report = match error.is_damage() {
            true => report.help(
                "`lumi stack history` lists the last runs; `lumi stack export --run NUMBER --out FILE` \
                 writes the state after one, for `lumi stack import --force FILE`",
            ),
            false => report.maybe_help(variable.map(|it| {
                format!("it comes from {it}; set that to the passphrase of this stack")
            })),
        };
        Self::new(exit, report)
    }
}
