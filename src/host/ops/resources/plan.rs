//! Registrations in plan-only runs, whose answers are known in advance.

use deno_core::{OpState, op2};

use crate::ops::session::Session;

/// Registers resources in a plan-only run; `js/lumi/protocol/ops.ts` defines the format.
#[op2(fast)]
pub fn op_lumi_plan(state: &mut OpState, #[string] registrations: String) {
    let session = Session::from_state(state);
    let session = &mut *session.borrow_mut();
    session.planner.plan(&session.registry, registrations);
}
