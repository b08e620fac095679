//! Writes the code of dynamic providers, to be stored in the state.

use std::cell::RefCell;
use std::rc::Rc;

use deno_core::{OpState, op2};

use lumi_closure::emit::{Bound, EmitOptions, EnvironmentSource, emit};
use lumi_graph::ProviderCode;

use super::closure::captured;
use super::resource::Tree;
use crate::ops::error::OpError;
use crate::ops::session::Session;

/// Writes the module of a provider object. Returns the values that it imports by name: `[name,
/// serial, output]`, or `[name, -1, the key of a Property]`.
#[op2]
#[serde]
pub fn op_lumi_dynamic_write(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
) -> Result<Vec<(String, i64, String)>, OpError> {
    let capture = captured(&state, number)?;
    let options = EmitOptions {
        environment: EnvironmentSource::Module,
        ..EmitOptions::default()
    };
    let module = emit(&capture, options);
    let environment = module.environment.iter().map(Bound::listed).collect();
    let session = Session::from_state(&state.borrow());
    let mut session = session.borrow_mut();
    session.closures.keep_text(number, module.code.into());
    Ok(environment)
}

/// Sets the provider of a resource to the module of the capture, with values for its imports.
#[op2]
pub fn op_lumi_dynamic_keep(
    state: Rc<RefCell<OpState>>,
    #[smi] serial: u32,
    #[smi] number: u32,
    #[scoped] environment: Tree,
) -> Result<(), OpError> {
    let session = Session::from_state(&state.borrow());
    let mut session = session.borrow_mut();
    let module = session.closures.text(number);
    let code = ProviderCode {
        module: module.ok_or(OpError::UnknownClosure)?,
        environment: environment.into_object()?,
    };
    if let Some(declared) = session.registry.get_mut(serial) {
        declared.code = Some(code);
    }
    Ok(())
}
