//! Runs a program in this process and captures what it exports as `handler`.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

use deno_core::PollEventLoopOptions;

use crate::error::file_url;
use crate::fresh_isolate::FreshIsolate;
use crate::limits::StopHandle;
use crate::permissions::PermissionFlags;
use crate::program::{Limits, Program, RunContext};
use crate::runtime::Runtime;
use lumi_monitor::PlanMonitor;

use super::rendering::render;

type Job = Box<dyn FnOnce() + Send>;

/// V8 starts on one thread, and all isolates of the tests live on it.
static THREAD: LazyLock<Mutex<Sender<Job>>> = LazyLock::new(|| {
    let (sender, receiver) = channel::<Job>();
    thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(move || {
            crate::initialize();
            for job in receiver {
                job();
            }
        })
        .unwrap();
    Mutex::new(sender)
});

/// The capture of `handler` in `main.ts` as text, or why there is none.
pub fn captured(files: &[(&str, &str)]) -> String {
    let files: Vec<(String, String)> = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect();
    let (answer, answered) = channel();
    let job = move || {
        let _ = answer.send(run(&files));
    };
    THREAD.lock().unwrap().send(Box::new(job)).unwrap();
    answered.recv().unwrap()
}

fn run(files: &[(String, String)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().canonicalize().unwrap();
    for (name, text) in files {
        std::fs::write(project.join(name), text).unwrap();
    }
    let tokio = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    tokio.block_on(evaluate(&project))
}

/// Has the SDK serialise `handler`, as a resource that takes it would.
const ENTRY: &str = "import { compute } from \"lumi\";
    import { handler } from \"./main.ts\";
    compute(handler);";

async fn evaluate(project: &Path) -> String {
    std::fs::write(project.join("entry.ts"), ENTRY).unwrap();
    let mut runtime = Runtime::new(FreshIsolate::new(None).unwrap(), &program(project)).unwrap();
    let url = file_url(&project.join("entry.ts")).unwrap();
    let module = match runtime.js.load_main_es_module(&url).await {
        Ok(module) => module,
        Err(error) => return format!("not loaded: {error}"),
    };
    let evaluation = runtime.js.mod_evaluate(module);
    let options = PollEventLoopOptions::default();
    let result = runtime.js.run_event_loop(options).await;
    if let Err(error) = result.and(evaluation.await) {
        let text = error.to_string();
        return text.split("\n    at ").next().unwrap().to_owned();
    }
    let session = runtime.session.borrow();
    match session.closures.get(0) {
        Some(capture) => render(&capture),
        None => "nothing was captured".to_owned(),
    }
}

fn program(project: &Path) -> Program {
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
        monitor: Arc::new(PlanMonitor::default()),
        dynamic: None,
        events: Arc::new(|_| {}),
        stop: StopHandle::default(),
        disturbance: None,
        started: None,
        is_last: false,
    }
}
