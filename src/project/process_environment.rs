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

impl ProcessEnvironment {
    /// The value of a variable, whatever it contains.
    fn raw_variable(&self, name: &str) -> Option<&OsStr> {
        let found = self.variables.iter().find(|it| it.0 == name);
        found.map(|(_, value)| value.as_os_str())
    }

    fn variable(&self, name: &str) -> Option<String> {
        let text = self.raw_variable(name)?.to_str()?;
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn texts(&self) -> Vec<(String, String)> {
        let text = |it: &OsString| it.to_str().map(str::to_owned);
        let variables = self.variables.iter();
        variables
            .filter_map(|(name, value)| Some((text(name)?, text(value)?)))
            .collect()
    }

    fn cache_folder(&self) -> Option<PathBuf> {
        if let Some(folder) = self.raw_variable(environment_variables::CACHE) {
            return (!folder.is_empty()).then(|| folder.into());
        }
        let absolute = |name: &str| {
            self.raw_variable(name)
                .map(PathBuf::from)
                .filter(|it| it.is_absolute())
        };
        let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
        Some(base.join("lumi").join("modules"))
    }
}

/// The value of a variable, whatever it contains.
pub fn raw_variable(name: &str) -> Option<&'static OsStr> {
    PROVIDED.get()?.raw_variable(name)
}

/// An environment variable; an empty one counts as not set.
pub fn variable(name: &str) -> Option<String> {
    PROVIDED.get()?.variable(name)
}

/// The environment that the sandbox selects from, without variables that are not Unicode.
pub fn environment() -> Vec<(String, String)> {
    PROVIDED
        .get()
        .map(ProcessEnvironment::texts)
        .unwrap_or_default()
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

/// Finds who can type a passphrase.
pub fn passphrase_prompt() -> Option<Arc<dyn PassphrasePrompt>> {
    let prompt = PROVIDED.get()?.passphrase?;
    prompt()
}

/// The folder of compiled modules: `LUMI_CACHE`, otherwise below the user's cache folder. An empty
/// `LUMI_CACHE` disables the cache.
pub fn cache_folder() -> Option<PathBuf> {
    PROVIDED.get()?.cache_folder()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt as _;

    fn with(variables: &[(&str, &str)]) -> ProcessEnvironment {
        let pair = |(name, value): &(&str, &str)| (name.into(), value.into());
        ProcessEnvironment {
            variables: variables.iter().map(pair).collect(),
            ..ProcessEnvironment::default()
        }
    }

    #[test]
    fn the_cache_is_in_the_first_folder_that_is_set() {
        let home = ("HOME", "/home/ann");
        let folder = |variables: &[(&str, &str)]| with(variables).cache_folder();
        assert_eq!(folder(&[]), None);
        assert_eq!(folder(&[("HOME", "ann")]), None);
        let cases: [(&[(&str, &str)], &str); 3] = [
            (&[home], "/home/ann/.cache/lumi/modules"),
            (
                &[home, ("XDG_CACHE_HOME", "cache")],
                "/home/ann/.cache/lumi/modules",
            ),
            (&[home, ("XDG_CACHE_HOME", "/cache")], "/cache/lumi/modules"),
        ];
        for (variables, expected) in cases {
            assert_eq!(folder(variables), Some(expected.into()), "{variables:?}");
        }
        let chosen = environment_variables::CACHE;
        assert_eq!(folder(&[home, (chosen, "here")]), Some("here".into()));
        assert_eq!(folder(&[home, (chosen, "")]), None);
    }

    #[test]
    fn only_unicode_is_text() {
        let mut environment = with(&[("B", "2"), ("A", "1"), ("EMPTY", "")]);
        let other = OsString::from_vec(vec![0xff]);
        environment.variables.push(("OTHER".into(), other.clone()));
        let texts = environment.texts();
        let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["B", "A", "EMPTY"]);
        assert_eq!(environment.raw_variable("OTHER"), Some(&*other));
        assert_eq!(environment.variable("OTHER"), None);
        assert_eq!(environment.variable("EMPTY"), None);
        assert_eq!(environment.variable("A").as_deref(), Some("1"));
    }
}
