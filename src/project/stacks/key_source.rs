//! The passphrase or the key file that protects the secrets of a project's stacks.

use std::path::PathBuf;

use zeroize::Zeroizing;

use lumi_graph::environment_variables::{PASSPHRASE, PASSPHRASE_FILE};
use lumi_state::{Backend, KeySource};

use super::pulumi_cipher;
use crate::ProjectSettings;
use crate::files::read_limit;
use crate::process_environment::variable;
use crate::reports::{FailureKind, ProjectFailure, Report};

/// The source of the data key: the passphrase in the environment, otherwise the key file of the
/// project. In a project of Pulumi, new keys have the passphrase of Pulumi, unless that is empty: its stacks refer to
/// each other, and are read on other machines, by that alone.
pub fn key_source(settings: &ProjectSettings) -> Result<KeySource, ProjectFailure> {
    if let Some(passphrase) = variable(PASSPHRASE) {
        return Ok(KeySource::Passphrase(Zeroizing::new(passphrase)));
    }
    let Some(path) = variable(PASSPHRASE_FILE).map(PathBuf::from) else {
        let file = Backend::default_key_file(&settings.folder);
        let of_pulumi = match settings.pulumi {
            Some(_) => pulumi_cipher::of_pulumi()?.filter(|it| !it.is_empty()),
            None => None,
        };
        return Ok(match of_pulumi {
            Some(passphrase) => KeySource::PassphraseOrFile(passphrase, file),
            None => KeySource::File(file),
        });
    };
    let text = read_limit::secret_file(&path);
    let text = text.map_err(|error| {
        let path = path.display();
        let message = format!("cannot read {path}, which {PASSPHRASE_FILE} names: {error}");
        ProjectFailure::new(FailureKind::Usage, Report::error(message))
    })?;
    Ok(KeySource::Passphrase(passphrase_of(&text)))
}

/// The passphrase in a file, without the line end and the byte order mark that editors add.
pub fn passphrase_of(text: &str) -> Zeroizing<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Zeroizing::new(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// The variable that the passphrase of this process comes from.
pub fn passphrase_variable() -> Option<&'static str> {
    let mut variables = [PASSPHRASE, PASSPHRASE_FILE].into_iter();
    variables.find(|it| variable(it).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_editors_are_not_part_of_a_passphrase() {
        for text in ["a b", "a b\n", "a b\r\n", "\u{feff}a b\n"] {
            assert_eq!(passphrase_of(text).as_str(), "a b");
        }
        assert_eq!(passphrase_of(" a\u{feff}").as_str(), " a\u{feff}");
    }
}
