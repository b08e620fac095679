//! Emits modules on a separate thread while the isolate's thread continues to capture.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;

use tokio::sync::oneshot;

use lumi_closure::bundle::Bundle;
use lumi_closure::capture::Capture;
use lumi_closure::dependencies::{LocatedDependency, dependencies};
use lumi_closure::emit::{EmitOptions, EmittedModule, Emitter};
use lumi_closure::zip::ZipWriter;

use crate::modules::located;

/// Takes captures and returns emitted modules in the same order.
#[derive(Default)]
pub struct EmitQueue {
    /// `None` until the first capture.
    jobs: Option<mpsc::Sender<EmitJob>>,
}

/// A capture as a module that can be deployed.
#[derive(Debug)]
pub struct EmittedClosure {
    pub module: EmittedModule,
    pub bundle: Bundle,
    pub dependencies: Vec<LocatedDependency>,
    zip: OnceLock<Vec<u8>>,
}

impl EmittedClosure {
    pub fn new(
        capture: &Capture,
        options: EmitOptions,
        versions: &BTreeMap<String, String>,
        emitter: &mut Emitter,
    ) -> Self {
        let module = emitter.emit(capture, options);
        Self {
            bundle: Bundle::new(&module, options.format, versions),
            dependencies: dependencies(capture),
            module,
            zip: OnceLock::new(),
        }
    }

    /// The source map for the file `beside` the module. `project` is the folder of the program.
    pub fn source_map(&self, project: &Path, beside: &Path) -> String {
        located(&self.bundle.map, project, Some(beside))
    }

    /// The bundle as a zip, created on first use.
    pub fn zip(&self, zipper: &mut ZipWriter) -> &[u8] {
        self.zip.get_or_init(|| zipper.zip(&self.bundle.files))
    }
}

struct EmitJob {
    capture: Arc<Capture>,
    versions: Arc<BTreeMap<String, String>>,
    answer: oneshot::Sender<Arc<EmittedClosure>>,
}

impl EmitQueue {
    /// Queues a capture. `versions` are those of installed packages, by name.
    pub fn emit(
        &mut self,
        capture: Arc<Capture>,
        versions: Arc<BTreeMap<String, String>>,
    ) -> oneshot::Receiver<Arc<EmittedClosure>> {
        let (answer, answered) = oneshot::channel();
        let job = EmitJob {
            capture,
            versions,
            answer,
        };
        let jobs = match &self.jobs {
            Some(jobs) => jobs,
            None => self.jobs.insert(start()),
        };
        if let Err(mpsc::SendError(job)) = jobs.send(job) {
            // The thread could not be started.
            job.emit(&mut Emitter::default());
        }
        answered
    }
}

fn start() -> mpsc::Sender<EmitJob> {
    let (jobs, waiting) = mpsc::channel::<EmitJob>();
    let work = move || {
        let mut emitter = Emitter::default();
        for job in waiting {
            job.emit(&mut emitter);
        }
    };
    // If the thread cannot start, the channel is closed and `print` runs on the caller's thread.
    let _ = thread::Builder::new()
        .name("closure-emit".into())
        .spawn(work);
    jobs
}

impl EmitJob {
    fn emit(self, emitter: &mut Emitter) {
        let options = EmitOptions::default();
        let emitted = EmittedClosure::new(&self.capture, options, &self.versions, emitter);
        // The receiver is gone after the program was stopped.
        let _ = self.answer.send(Arc::new(emitted));
    }
}
