//! The packages of a project, each described when it is imported.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Builder;

use lumi_graph::{InterfaceError, PackageInterface, PackageInterfaces};
use lumi_provider::StdInterface;

use super::package_opener::PackageOpener;
use crate::ProjectSettings;
use crate::accepted_plugins::has_accepted_plugins;
use crate::reports::problem::THREADS;

/// The packages of a project.
pub struct ProjectInterfaces {
    names: Vec<String>,
    /// The thread that opens packages: a sandbox of the thread of a program is one of all that it starts.
    /// Absent without packages.
    opener: Option<Sender<Request>>,
    /// Why the thread could not be started.
    problem: Option<String>,
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
                problem: None,
            };
        }
        let settings = settings.clone();
        let (sender, requests) = mpsc::channel::<Request>();
        let answer = move || answer_all(&settings, is_accepted, requests);
        let thread = Builder::new().name("packages".to_owned()).spawn(answer);
        Self {
            names,
            opener: Some(sender),
            problem: thread.err().map(|error| error.to_string()),
        }
    }
}

/// Opens each package once, however often it is asked for. What failed is tried again: plugins may be accepted meanwhile.
fn answer_all(settings: &ProjectSettings, is_accepted: bool, requests: Receiver<Request>) {
    let mut opened: HashMap<String, Arc<dyn PackageInterface>> = HashMap::new();
    for (name, answer) in requests {
        let found = match opened.get(&name) {
            Some(known) => Some(Ok(Arc::clone(known))),
            None => {
                let may_start = is_accepted || has_accepted_plugins(settings);
                PackageOpener::new(settings.clone(), may_start).open(&name)
            }
        };
        if let Some(Ok(package)) = &found {
            opened.insert(name, Arc::clone(package));
        }
        // The program may be over.
        let _ = answer.send(found);
    }
}

impl PackageInterfaces for ProjectInterfaces {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn open(&self, package: &str) -> Opened {
        if let Some(std) = StdInterface.open(package) {
            return Some(std);
        }
        if let Some(problem) = &self.problem {
            let message =
                format!("no thread can be started to open packages: {problem}; {THREADS}");
            return Some(Err(InterfaceError(message)));
        }
        let (sender, answer) = mpsc::channel();
        let request = (package.to_owned(), sender);
        self.opener.as_ref()?.send(request).ok()?;
        answer.recv().ok()?
    }
}
