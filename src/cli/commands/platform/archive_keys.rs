//! Keys of exported files, encrypted with the keys of stacks.

use std::path::Path;

use lumi_platform::transfer::{ArchiveHeader, ArchiveKey, SealedKey};
use lumi_project::ProjectSettings;
use lumi_project::stacks::backend::{open_stack, wait};
use lumi_state::StateError;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};

use crate::commands::telemetry::PlatformFlags;

/// A new key that the key of the stack encrypts; `None` for a folder without a stack, and for a stack without a key, which has no
/// secrets.
pub fn sealed_key(flags: &PlatformFlags, current: &Path) -> Result<Option<SealedKey>, Failure> {
    if flags.folder.is_some() {
        return Ok(None);
    }
    let settings = ProjectSettings::find(Path::new("."), current)?;
    let name = settings.stack(flags.stack.stack.as_deref())?;
    let stack = open_stack(&settings, &name)?;
    let sealed = wait(async {
        let keyring = stack.keyring().await?;
        if !keyring.has_key() {
            return Ok(None);
        }
        let key = ArchiveKey::random()
            .map_err(|it| StateError::Key(lumi_state::KeyError::Cryptography(it.to_string())))?;
        let sealed = keyring.seal_text(&key.to_text())?;
        keyring.save().await?;
        Ok::<_, StateError>(Some(sealed))
    })??;
    Ok(sealed.map(|key| SealedKey { key, stack: name }))
}

/// The key of a file; `None` if it is not encrypted.
pub fn open_key(
    header: &ArchiveHeader,
    path: &Path,
    current: &Path,
) -> Result<Option<ArchiveKey>, Failure> {
    let Some(SealedKey {
        key: sealed,
        stack: name,
    }) = &header.sealed
    else {
        return Ok(None);
    };
    let shown = (escaped(&path.display().to_string()), escaped(name));
    let settings = ProjectSettings::find(Path::new("."), current).map_err(|_| {
        let (path, name) = &shown;
        let message =
            format!("{path} is encrypted with the key of the stack {name}, which is not here");
        let help = "run the command in the project that the file was exported from";
        Failure::new(Exit::Failure, Report::error(message).help(help))
    })?;
    let stack = open_stack(&settings, name)?;
    let text = wait(async { Ok::<_, StateError>(stack.keyring().await?.unseal_text(sealed)?) })?;
    let key = text.map(|it| ArchiveKey::from_text(&it))?;
    key.map(Some).ok_or_else(|| {
        let (path, name) = &shown;
        let message = format!("the key of the stack {name} does not open {path}");
        Failure::error(message)
    })
}
