//! The result of a program: that of its driver, unless the program was stopped or has lost resources.

use std::rc::Rc;

use super::errors::error::{ProgramError, file_url};
use super::errors::lost_resources::LostResource;
use super::isolate::runtime::Runtime;
use super::program::{Ending, Mode, Program};
use lumi_node::StopReason;

/// The result of a program that may have been stopped. One that ended itself with the code 0 has
/// finished.
pub fn ended(
    result: Result<Ending, ProgramError>,
    reason: Option<StopReason>,
    runtime: &mut Runtime,
    program: &Program,
) -> Result<Ending, ProgramError> {
    let is_over = matches!(reason, None | Some(StopReason::Exited(_)));
    // The program may have caught the error of such a resource, or have dealt with it otherwise.
    let lost = runtime.session.borrow().lost.first();
    if let Some(lost) = lost.filter(|_| is_over && program.context.mode != Mode::Worker) {
        let error = lost.to_error(&runtime.session.borrow());
        let error = match result {
            Err(other) => error.and(other.without(&lost.message)),
            Ok(_) => error,
        };
        return with_details(Err(error), runtime, program);
    }
    match reason {
        None | Some(StopReason::Exited(0)) => {
            let result = result.and_then(|it| all_registered(it, runtime, program));
            with_details(result, runtime, program)
        }
        Some(reason) => Err(runtime.stopped(reason)),
    }
}

/// The ending of a program that has registered every resource it declared. The engine deletes unregistered ones, so a
/// program that caught the error of an input fails here.
fn all_registered(
    ending: Ending,
    runtime: &Runtime,
    program: &Program,
) -> Result<Ending, ProgramError> {
    let session = runtime.session.borrow();
    let is_whole = matches!(ending, Ending::Finished { .. });
    // A run that only plans deletes nothing, and registers in batches.
    let is_deployed = program.context.mode == Mode::Program && !session.monitor.plans();
    // The engine has reported resources that failed; those that need them are not registered then.
    let is_checked = is_whole && is_deployed && !session.has_failures;
    match session.registry.unregistered().filter(|_| is_checked) {
        Some(declared) => Err(LostResource::unregistered(declared).to_error(&session)),
        None => Ok(ending),
    }
}

/// The result of the program, with the details of an error collected while its code is loaded.
/// Stores the code cache for the next run.
fn with_details(
    mut result: Result<Ending, ProgramError>,
    runtime: &mut Runtime,
    program: &Program,
) -> Result<Ending, ProgramError> {
    let thrown = result
        .as_mut()
        .map_or_else(ProgramError::thrown_mut, |_| &mut []);
    for thrown in thrown {
        if thrown.is_without_place() {
            let entry = file_url(&program.entry)?;
            let sites = runtime.loader.throw_sites(&entry, &thrown.message);
            thrown.set_candidates(sites, &runtime.session.borrow());
        }
        if let Some(name) = thrown.export.clone() {
            let entry = file_url(&program.entry)?;
            if let Some(site) = runtime.loader.export_site(&entry, &name) {
                thrown.set_place(&site, &runtime.session.borrow());
            }
        }
        if let Some(advice) = runtime.loader.advice(&thrown.message) {
            thrown.message.push_str(&advice);
        }
    }
    let loader = Rc::clone(&runtime.loader);
    loader.save_cache(&mut runtime.js);
    result
}
