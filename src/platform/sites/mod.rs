//! Sites: folders of files that the platform serves.
//!
//! `.sites/NAME/site.json` defines a site, whose files are in `.sites/NAME/files`. Both are read with each request, so that a deployment
//! needs no word to the platform.
//!
//! | module | |
//! |---|---|
//! | `byte_range` | the part of a file that a request asks for |
//! | `compressed` | compressed contents of files, which are kept |
//! | `definition` | `site.json` |
//! | `file_body` | the content of a file, read as the client takes it |
//! | `lookup` | the file of a path |

mod byte_range;
mod compressed;
mod definition;
mod file_body;
mod lookup;

use std::path::PathBuf;

pub use byte_range::{RangeError, byte_range};
pub use compressed::Compressed;
pub use definition::SiteDefinition;
pub use file_body::FileBody;
pub use lookup::{SiteAnswer, lookup};

use crate::services::is_name;

/// The folder of sites, below the folder of the platform.
const SITES: &str = ".sites";

/// The sites of a platform.
pub struct Sites {
    folder: PathBuf,
    /// The site of requests that no function answers.
    default: Option<String>,
    pub compressed: Compressed,
}

impl Sites {
    /// `folder` is that of the platform.
    pub fn new(folder: &std::path::Path, default: Option<String>) -> Self {
        Self {
            folder: folder.join(SITES),
            default,
            compressed: Compressed::default(),
        }
    }

    /// The site of requests that no function answers.
    pub fn default(&self) -> Option<&str> {
        self.default.as_deref()
    }

    /// The site that a host such as `web.localhost` names, if there is one.
    pub fn of_host<'a>(&self, host: &'a str) -> Option<&'a str> {
        let name = host.strip_suffix('.').unwrap_or(host);
        let name = name.strip_suffix(".localhost")?;
        (is_name(name) && self.place(name).join("site.json").exists()).then_some(name)
    }

    /// The folder of a site, which may be missing; `name` is a name.
    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The folder and the definition of a site; `None` if no site has this name. Reads files, and so blocks the thread.
    pub fn open(&self, name: &str) -> Option<Result<(PathBuf, SiteDefinition), String>> {
        if !is_name(name) {
            return None;
        }
        let place = self.place(name);
        let path = place.join("site.json");
        let text = std::fs::read_to_string(&path).ok()?;
        let definition = SiteDefinition::parse(name, &text)
            .map_err(|problem| format!("{} cannot be used: {problem}", path.display()));
        Some(definition.map(|it| (place.join("files"), it)))
    }
}
