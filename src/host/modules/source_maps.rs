//! Source maps in files of their own, as bundled functions have them.

use std::rc::Rc;

use deno_core::url::Url;

use crate::host::permissions::Permissions;

use super::source::read_bytes;

/// Whether maps beside modules are read, and by what right.
pub enum SourceMaps {
    /// Whose modules are the user's own text: a map would only lead away from it.
    Ignored,
    /// Whose modules were made from files that need not be on this machine: positions are theirs.
    Read(Rc<Permissions>),
}

impl SourceMaps {
    pub fn are_read(&self) -> bool {
        matches!(self, Self::Read(_))
    }

    /// The map (JSON) at the URL that a module names; `None` if it cannot be read.
    pub fn load(&self, url: &str) -> Option<Vec<u8>> {
        let Self::Read(permissions) = self else {
            return None;
        };
        let path = Url::parse(url).ok()?.to_file_path().ok()?;
        let path = permissions.check_read(&path).ok()?;
        // A pipe or a device would never end.
        path.is_file().then(|| read_bytes(&path, url).ok())?
    }
}
