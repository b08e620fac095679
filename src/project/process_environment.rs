//! The environment of the process, which the command line reads once: variables, folders of the user, and who types a
//! passphrase.
//!
//! Everything is empty until [`provide`] is called, as in unit tests.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use lumi_graph::environment_variables;
use lumi_state::PassphrasePrompt;

/// Finds out who can type a passphrase now.
pub type FindPrompt = fn() -> Option<Arc<dyn PassphrasePrompt>>;

/// The facts that the command line has read. Values may be secret, so it cannot be printed.
#[derive(Default)]
pub struct ProcessEnvironment {
    /// In the order of the process.
    pub variables: Vec<(OsString, OsString)>,
    /// The home folder of the user.
    pub home: Option<PathBuf>,
    /// The running binary.
    pub executable: Option<PathBuf>,
    pub passphrase: Option<FindPrompt>,
}

static PROVIDED: OnceLock<ProcessEnvironment> = OnceLock::new();

/// Sets the environment of this process. Later calls change nothing.
pub fn provide(environment: ProcessEnvironment) {
    let _ = PROVIDED.set(environment);
}

/// The value of a variable, whatever it contains.
pub fn raw_variable(name: &str) -> Option<&'static OsStr> {
    let provided = PROVIDED.get()?;
    let found = provided.variables.iter().find(|it| it.0 == name)?;
    Some(&found.1)
}

/// An environment variable; an empty one counts as not set.
pub fn variable(name: &str) -> Option<String> {
    let text = raw_variable(name)?.to_str()?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// The environment that the sandbox selects from, without variables that are not Unicode.
pub fn environment() -> Vec<(String, String)> {
    let variables = PROVIDED.get().into_iter().flat_map(|it| &it.variables);
    let text = |it: &OsString| it.to_str().map(str::to_owned);
    variables
        .filter_map(|(name, value)| Some((text(name)?, text(value)?)))
        .collect()
}

/// The home folder of the user; `None` if it is not an absolute path.
pub fn home_folder() -> Option<PathBuf> {
    let home = PROVIDED.get()?.home.clone();
    home.filter(|it| it.is_absolute())
}

/// The running binary.
pub fn executable() -> Option<PathBuf> {
    PROVIDED.get()?.executable.clone()
}

/// Who can type a passphrase.
pub fn passphrase_prompt() -> Option<Arc<dyn PassphrasePrompt>> {
    let prompt = PROVIDED.get()?.passphrase?;
    prompt()
}

/// The folder of compiled modules: `LUMI_CACHE`, otherwise below the user's cache folder. An empty
/// `LUMI_CACHE` disables the cache.
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = raw_variable(environment_variables::CACHE) {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let absolute = |name: &str| {
        raw_variable(name)
            .map(PathBuf::from)
            .filter(|it| it.is_absolute())
    };
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(base.join("lumi").join("modules"))
}
