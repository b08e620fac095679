//! Registrations whose answers are known beforehand.

use deno_core::{OpState, op2};

use super::session::Session;

/// Registers resources in a run that only plans; `js/lumi/protocol/ops.ts` says how they are written.
#[op2(fast)]
pub fn op_lumi_plan(state: &mut OpState, #[string] registrations: String) {
    let session = Session::from_state(state);
    let session = &mut *session.borrow_mut();
    session.planner.plan(&session.registry, registrations);
}
