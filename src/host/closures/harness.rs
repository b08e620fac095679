//! Runs a program in this process and captures what it exports as `handler`.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

use deno_core::{PollEventLoopOptions, scope, v8};

use crate::host::error::file_url;
use crate::host::limits::StopHandle;
use crate::host::permissions::PermissionFlags;
use crate::host::program::{Limits, Program, RunContext};
use crate::host::runtime::Runtime;
use crate::monitor::LocalMonitor;

use super::closures::Outcome;
use super::rendering::render;

type Job = Box<dyn FnOnce() + Send>;

/// V8 starts on one thread, and all isolates of the tests live on it.
static THREAD: LazyLock<Mutex<Sender<Job>>> = LazyLock::new(|| {
    let (sender, receiver) = channel::<Job>();
    thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(move || {
            crate::host::initialize();
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

async fn evaluate(project: &Path) -> String {
    let mut runtime = Runtime::new(&program(project)).unwrap();
    let url = file_url(&project.join("main.ts")).unwrap();
    let module = match runtime.js.load_main_es_module(&url).await {
        Ok(module) => module,
        Err(error) => return format!("not loaded: {error}"),
    };
    let evaluation = runtime.js.mod_evaluate(module);
    let options = PollEventLoopOptions::default();
    if let Err(error) = runtime.js.run_event_loop(options).await {
        return format!("failed: {error}");
    }
    if let Err(error) = evaluation.await {
        return format!("failed: {error}");
    }
    let namespace = runtime.js.get_module_namespace(module).unwrap();
    let tools = runtime.session.borrow().closures.tools();
    let classify = runtime.session.borrow().closures.classify.clone().unwrap();
    scope!(scope, &mut runtime.js);
    let namespace = v8::Local::new(scope, namespace);
    let handler = super::object_parts::get(scope, namespace, "handler").unwrap();
    let handler = v8::Local::<v8::Function>::try_from(handler).unwrap();
    let classify = v8::Local::new(scope, classify);
    match tools.capture(scope, handler, classify) {
        Outcome::Captured(capture) => render(&capture),
        Outcome::Pending(promises) => format!("pending {}", promises.len()),
        Outcome::Refused(error) => error.to_string(),
        Outcome::Thrown(error) => format!("thrown {}", error.to_rust_string_lossy(scope)),
    }
}

fn program(project: &Path) -> Program {
    Program {
        is_last: false,
        entry: project.join("main.ts"),
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
        monitor: Arc::new(LocalMonitor::default()),
        dynamic: None,
        events: Arc::new(|_| {}),
        stop: StopHandle::default(),
        disturbance: None,
        started: None,
    }
}
