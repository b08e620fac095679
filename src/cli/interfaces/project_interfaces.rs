//! The packages of a project, each described when it is imported.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use lumi_graph::{InterfaceError, PackageInterface, PackageInterfaces};

use super::package_opener::PackageOpener;
use crate::project::ProjectSettings;
use crate::project_requests::has_accepted_plugins;

/// The packages of a project.
pub struct ProjectInterfaces {
    names: Vec<String>,
    /// The thread that opens packages: a sandbox of the thread of a program is one of all that it starts.
    /// Absent without packages.
    opener: Option<Sender<Request>>,
}

/// The name of a package, and where to answer.
type Request = (String, Sender<Opened>);

/// `None` if the project has no such package.
pub type Opened = Option<Result<Arc<dyn PackageInterface>, InterfaceError>>;

impl ProjectInterfaces {
    /// `is_accepted` says that this command may start plugins that are named by a path. Must be called
    /// outside of a sandbox.
    pub fn new(settings: &ProjectSettings, is_accepted: bool) -> Self {
        let manifest = &settings.manifest;
        let names = manifest.packages.keys().chain(manifest.plugins.keys());
        let names: BTreeSet<String> = names.map(ToString::to_string).collect();
        let names = Vec::from_iter(names);
        if names.is_empty() {
            return Self {
                names,
                opener: None,
            };
        }
        let may_start = is_accepted || has_accepted_plugins(settings);
        let opener = PackageOpener::new(settings.clone(), may_start);
        let (sender, requests) = mpsc::channel::<Request>();
        thread::spawn(move || {
            for (name, answer) in requests {
                // The program may be over.
                let _ = answer.send(opener.open(&name));
            }
        });
        Self {
            names,
            opener: Some(sender),
        }
    }
}

impl PackageInterfaces for ProjectInterfaces {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn open(&self, package: &str) -> Opened {
        let (sender, answer) = mpsc::channel();
        let request = (package.to_owned(), sender);
        self.opener.as_ref()?.send(request).ok()?;
        answer.recv().ok()?
    }
}
