//! Runs programs of tests in this process.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock};
use std::thread;

use parking_lot::Mutex;
use tokio::runtime;

use lumi_monitor::ResourceMonitor;

use super::fresh_isolate::FreshIsolate;
use super::runtime::Runtime;
use crate::driver::drive;
use crate::program::{Limits, Program, RunContext};
use lumi_node::StopHandle;
use lumi_sandbox::PermissionFlags;

type Job = Box<dyn FnOnce() + Send>;

/// One thread for all isolates of the tests, because V8 is bound to the thread that starts it.
static THREAD: LazyLock<Mutex<Sender<Job>>> = LazyLock::new(|| {
    let (sender, receiver) = channel::<Job>();
    thread::Builder::new()
        .stack_size(crate::v8_flags::STACK)
        .spawn(move || {
            crate::initialize();
            for job in receiver {
                job();
            }
        })
        .unwrap();
    Mutex::new(sender)
});

/// Writes files into a folder and runs `work` with it on the isolates' thread.
pub fn with_files<T: Send + 'static, F: Future<Output = T>>(
    files: &[(&str, &str)],
    work: impl FnOnce(Program) -> F + Send + 'static,
    monitor: Arc<dyn ResourceMonitor>,
) -> T {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let (answer, answered) = channel();
    let job = move || {
        let tokio = runtime::Builder::new_current_thread().enable_all().build();
        let program = program(&folder.path().canonicalize().unwrap(), monitor);
        let _ = answer.send(tokio.unwrap().block_on(work(program)));
    };
    THREAD.lock().send(Box::new(job)).unwrap();
    answered.recv().unwrap()
}

/// Runs `entry.ts` of these files to its end; returns an error as text.
pub fn run(files: &[(&str, &str)], monitor: Arc<dyn ResourceMonitor>) -> Result<(), String> {
    let work = |program: Program| async {
        let runtime = Runtime::new(FreshIsolate::new(None).unwrap(), &program).unwrap();
        let mut ended = Err("it never ended".to_owned());
        drive(runtime, program, |result| {
            ended = result.map(drop).map_err(|error| format!("{error:?}"));
        })
        .await;
        ended
    };
    with_files(files, work, monitor)
}

fn program(project: &Path, monitor: Arc<dyn ResourceMonitor>) -> Program {
    Program {
        entry: project.join("entry.ts"),
        project: project.to_owned(),
        current: project.to_owned(),
        context: RunContext {
            project: "test".to_owned(),
            stack: "dev".to_owned(),
            directory: project.display().to_string(),
            ..RunContext::default()
        },
        config: Vec::new(),
        permissions: PermissionFlags::default(),
        environment: Vec::new(),
        console_color: false,
        limits: Limits::default(),
        cache: None,
        monitor,
        packages: Arc::new(()),
        dynamic: None,
        services: None,
        events: Arc::new(|_| {}),
        stop: StopHandle::default(),
        inspection: None,
        disturbance: None,
        started: None,
        is_last: false,
    }
}
