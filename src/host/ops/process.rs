//! The variables of a program, and its entry module.

use std::rc::Rc;

use deno_core::url::Url;
use deno_core::{JsRuntime, OpState, op2, v8};

use crate::errors::position;
use crate::event::{Event, LogLevel};
use crate::modules::ModuleLoader;
use lumi_sandbox::Denied;

use super::session::Session;
use lumi_node::SystemError;

/// Returns the variable's value; null if it is not set.
#[op2]
#[string]
pub fn op_lumi_env_get(
    scope: &mut v8::PinScope<'_, '_>,
    #[string] name: &str,
) -> Result<Option<String>, SystemError> {
    let surroundings = Rc::clone(&Session::of(scope).borrow().surroundings);
    let allowed = surroundings.permissions.check_env(name);
    if let Err(denied) = allowed {
        return without(scope, denied, name).map(|()| None);
    }
    let mut variables = surroundings.environment.iter();
    let found = variables.find(|(key, _)| key == name);
    Ok(found.map(|(_, value)| value.clone()))
}

/// Returns the names of the variables that the program may read: code that prints or copies the
/// environment asks for no particular one.
#[op2]
#[serde]
pub fn op_lumi_env_names(scope: &mut v8::PinScope<'_, '_>) -> Vec<String> {
    let surroundings = Rc::clone(&Session::of(scope).borrow().surroundings);
    let names = surroundings.environment.iter().map(|(name, _)| name);
    names
        .filter(|name| surroundings.permissions.may_read_env(name))
        .cloned()
        .collect()
}

/// For code of packages, treats a denied variable as not set: packages read variables to choose
/// between alternatives and rarely handle errors.
fn without(
    scope: &mut v8::PinScope<'_, '_>,
    denied: Denied,
    what: &str,
) -> Result<(), SystemError> {
    let package = position::running_file(scope).and_then(|url| {
        let state = JsRuntime::op_state_from(scope);
        let loader = Rc::clone(state.borrow().borrow::<Rc<ModuleLoader>>());
        loader.package_of(&Url::parse(&url).ok()?)
    });
    let package = package.ok_or(denied)?;
    let session = Session::of(scope);
    let events = session.borrow().events.clone();
    events(Event::Log {
        level: LogLevel::Debug,
        message: format!(
            "package {} reads the environment ({what}), which needs --allow-env",
            package.name
        ),
        urn: None,
    });
    Ok(())
}

/// The entry module's path.
#[op2]
#[string]
pub fn op_lumi_entry(state: &mut OpState) -> String {
    let session = Session::from_state(state);
    let session = session.borrow();
    session.entry.display().to_string()
}
