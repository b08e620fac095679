//! Runs a program in this process and captures what it exports as `handler`.

use std::sync::Arc;

use deno_core::PollEventLoopOptions;

use crate::errors::error::file_url;
use crate::isolate::fresh_isolate::FreshIsolate;
use crate::isolate::runtime::Runtime;
use crate::isolate::test_isolate;
use crate::program::Program;
use lumi_monitor::PlanMonitor;

use super::rendering::render;

/// Serialises `handler` through the SDK, as a resource that takes it as an input does.
const ENTRY: &str = "import { compute } from \"lumi\";
    import { handler } from \"./main.ts\";
    compute(handler);";

/// The capture of `handler` in `main.ts` as text, or the error.
pub fn captured(files: &[(&str, &str)]) -> String {
    let files: Vec<_> = files.iter().copied().chain([("entry.ts", ENTRY)]).collect();
    test_isolate::with_files(&files, evaluate, Arc::new(PlanMonitor::default()))
}

async fn evaluate(program: Program) -> String {
    let mut runtime = Runtime::new(FreshIsolate::new(None).unwrap(), &program).unwrap();
    let url = file_url(&program.entry).unwrap();
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
