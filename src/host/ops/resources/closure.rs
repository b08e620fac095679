//! Functions that become closures: captured, written as modules, and owned by resources.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::{OpState, op2, v8};
use serde::Serialize;

use crate::closures::{CaptureOutcome, EmittedClosure};
use crate::event::{ClosureInfo, Event, LogLevel};
use crate::modules::{ModuleLoader, is_library};
use lumi_closure::capture::Capture;
use lumi_closure::emit::Bound;

use crate::ops::error::OpError;
use crate::ops::session::Session;
use lumi_node::string;

/// `ClosureWire` of `js/lumi/protocol/ops.ts`.
#[derive(Serialize)]
struct ClosureWire {
    entry: String,
    files: BTreeMap<&'static str, String>,
    hash: String,
    environment: Vec<(String, i64, String)>,
    dependencies: Vec<(u32, &'static str, String, Vec<String>)>,
}

/// Returns `{ number }`, or `{ pending }` with promises that must settle first.
#[op2(reentrant)]
pub fn op_lumi_closure_capture<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
    classify: v8::Local<'s, v8::Function>,
) -> Result<v8::Local<'s, v8::Value>, OpError> {
    let session = Session::of(scope);
    let tools = session.borrow().closures.context();
    let answer = v8::Object::new(scope);
    match tools.capture(scope, value, classify) {
        CaptureOutcome::Captured(capture) => {
            let number = session.borrow_mut().closures.keep(capture);
            let value = v8::Number::new(scope, f64::from(number)).into();
            let name = string(scope, "number");
            answer.create_data_property(scope, name.into(), value);
        }
        CaptureOutcome::Pending(promises) => {
            let promises: Vec<v8::Local<v8::Value>> =
                promises.into_iter().map(Into::into).collect();
            let list = v8::Array::new_with_elements(scope, &promises).into();
            let name = string(scope, "pending");
            answer.create_data_property(scope, name.into(), list);
        }
        CaptureOutcome::Refused(error) => return Err(error.into()),
        CaptureOutcome::Thrown(exception) => {
            scope.throw_exception(exception);
        }
    }
    Ok(answer.into())
}

#[op2]
#[serde]
pub async fn op_lumi_closure_write(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
) -> Result<ClosureWire, OpError> {
    let capture = captured(&state, number)?;
    let session = Session::from_state(&state.borrow());
    let versions = versions(&state);
    let printing = session.borrow_mut().closures.emit(capture, versions);
    let emitted = printing.await.map_err(|_| OpError::UnknownClosure)?;
    let mut session = session.borrow_mut();
    session.closures.keep_emitted(number, Arc::clone(&emitted));
    let EmittedClosure {
        module,
        bundle,
        dependencies,
        ..
    } = &*emitted;
    // A plan writes no files, so that its deployment does more than it.
    if session.context.dry_run {
        session.monitor.note_unrepeatable();
    } else {
        let state = state.borrow();
        let loader = state.borrow::<Rc<ModuleLoader>>();
        loader.keep_map(&bundle.files[bundle.entry], &bundle.map);
    }
    let environment = module.environment.iter().map(Bound::listed);
    let dependencies = dependencies.iter().map(|it| {
        let (kind, member) = it.dependency.access.listed();
        let of_program = it.positions.iter().filter(|it| !is_library(&it.file));
        let lines = of_program.map(|it| format!("{}:{}", it.file, it.line));
        (
            it.dependency.serial,
            kind,
            member.to_owned(),
            lines.collect(),
        )
    });
    Ok(ClosureWire {
        entry: bundle.entry.to_owned(),
        environment: environment.collect(),
        dependencies: dependencies.collect(),
        hash: bundle.hash.clone(),
        files: bundle.files.clone(),
    })
}

#[op2(fast)]
pub fn op_lumi_closure_own(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
    #[smi] serial: u32,
    #[string] property: String,
) -> Result<(), OpError> {
    let capture = captured(&state, number)?;
    let session = Session::from_state(&state.borrow());
    let session = session.borrow();
    let Some(declared) = session.registry.get(serial) else {
        return Ok(());
    };
    let emitted = session.closures.emitted(number);
    let size = emitted.as_ref().map_or(0, |it| it.module.code.len());
    if session.closure_limit.is_some_and(|it| size > it) {
        (session.events)(Event::Log {
            level: LogLevel::Warning,
            message: too_large(&capture, &property, size),
            urn: Some(declared.urn.clone()),
        });
    }
    (session.events)(Event::Closure(Box::new(ClosureInfo {
        owner: declared.urn.clone(),
        property,
        capture,
        emitted,
        versions: versions(&state),
    })));
    Ok(())
}

fn too_large(capture: &Capture, property: &str, size: usize) -> String {
    let megabytes = |bytes: usize| format!("{:.1} MB", bytes as f64 / 1e6);
    let of = match capture.largest_value() {
        Some(it) => format!(", most of it {} ({})", it.chain, megabytes(it.bytes)),
        None => String::new(),
    };
    format!(
        "the code of its function `{property}` has {}{of}; platforms refuse code that is too large: \
         read data from where it is kept when it is needed, or allow more with --closure-limit",
        megabytes(size)
    )
}

fn versions(state: &RefCell<OpState>) -> Arc<BTreeMap<String, String>> {
    state.borrow().borrow::<Rc<ModuleLoader>>().versions()
}

pub fn captured(state: &Rc<RefCell<OpState>>, number: u32) -> Result<Arc<Capture>, OpError> {
    let session = Session::from_state(&state.borrow());
    let capture = session.borrow().closures.get(number);
    capture.ok_or(OpError::UnknownClosure)
}
