//! The native functions behind the SDK (`js/lumi/protocol/ops.ts`), and those of modules of Node that need the program's
//! modules or its run. The other ones of Node and the web are in `lumi-node`.
//!
//! Every side effect of a program is an op, and each asks the sandbox first. Ops are late-bound:
//! JavaScript reads them from `core.ops` when it calls them. The snapshot contains their names and
//! order, but not their code: `build/main.rs` has stubs and does not compile the engine.
//!
//! | module | |
//! |---|---|
//! | `calls` | calls of a function that is served: taken as they come in, answered when they settle |
//! | `commonjs` | the ops of `require` |
//! | `console` | `console` |
//! | `error` | exceptions that ops throw |
//! | `message_port` | ports of messages, behind `MessagePort` |
//! | `process` | the variables of a program, and its entry module |
//! | `request_body` | bodies of requests that come in parts while the function runs |
//! | `run` | run context, logs and test results |
//! | `services` | calls between an SDK of another ecosystem and the engine |
//! | `session` | state that the ops of one run share, kept in the op state of the runtime |
//! | `worker_thread` | workers, behind `node:worker_threads` |
//! | `resources` | resources that programs declare, and their values |

mod calls;
mod commonjs;
mod console;
mod error;
mod message_port;
mod process;
mod request_body;
mod resources;
mod run;
mod services;
mod session;
mod worker_thread;

use std::sync::Arc;

use deno_core::Extension;

use crate::isolate::fresh_isolate::SharedStores;

pub use calls::CallQueue;
pub use resources::dynamic::{Dynamic, message as thrown_text};
pub use resources::planner::Planner;
pub use resources::registry::{Declared, Registry};
pub use resources::value::{Markers, write as write_value};
pub use services::{CompiledProgram, ServiceLine};
pub use session::Session;
pub use worker_thread::{WorkerEnds, end_workers};

deno_core::extension!(
    lumi,
    ops = [
        resources::asset::op_lumi_asset_hash,
        calls::op_lumi_call_answer,
        calls::op_lumi_call_answer_http,
        calls::op_lumi_call_cancel,
        calls::op_lumi_call_end,
        calls::op_lumi_call_fail,
        calls::op_lumi_call_part,
        calls::op_lumi_call_read,
        calls::op_lumi_call_take,
        calls::op_lumi_calls_ready,
        calls::op_lumi_telemetry,
        resources::closure::op_lumi_closure_capture,
        resources::closure::op_lumi_closure_own,
        resources::closure::op_lumi_closure_write,
        resources::function_internals::op_lumi_function_internals,
        commonjs::op_lumi_builtin_names,
        commonjs::op_lumi_commonjs_asked,
        commonjs::op_lumi_commonjs_compile,
        commonjs::op_lumi_commonjs_evaluate,
        commonjs::op_lumi_commonjs_keep,
        commonjs::op_lumi_no_engine,
        commonjs::op_lumi_require_json,
        commonjs::op_lumi_require_resolve,
        commonjs::op_lumi_typed_text,
        commonjs::op_lumi_typed_keep,
        services::op_lumi_is_compiled,
        services::op_lumi_services,
        services::op_lumi_service_answer,
        services::op_lumi_service_call,
        services::op_lumi_service_close,
        services::op_lumi_service_fail,
        services::op_lumi_service_listen,
        services::op_lumi_service_next,
        services::op_lumi_service_request,
        console::op_lumi_console_color,
        console::op_lumi_is_inspected,
        console::op_lumi_print,
        message_port::op_lumi_port_return,
        resources::dynamic::op_lumi_dynamic_answer,
        resources::dynamic::op_lumi_dynamic_fail,
        resources::dynamic_code::op_lumi_dynamic_keep,
        resources::dynamic::op_lumi_dynamic_offer,
        resources::dynamic::op_lumi_dynamic_partial,
        resources::dynamic_code::op_lumi_dynamic_write,
        resources::hooks::op_lumi_hook,
        resources::package::op_lumi_package,
        resources::package::op_lumi_package_check,
        resources::package::op_lumi_package_echo,
        resources::package::op_lumi_package_enum,
        resources::package::op_lumi_package_methods,
        resources::package::op_lumi_package_outputs,
        resources::package::op_lumi_package_single,
        resources::package::op_lumi_package_unmatched,
        process::op_lumi_entry,
        process::op_lumi_env_get,
        process::op_lumi_env_names,
        resources::resource::op_lumi_abandon,
        resources::resource::op_lumi_call,
        resources::resource::op_lumi_declare,
        resources::resource::op_lumi_invoke,
        resources::plan::op_lumi_plan,
        resources::resource::op_lumi_position,
        resources::resource::op_lumi_read,
        resources::resource::op_lumi_register,
        resources::resource::op_lumi_register_outputs,
        resources::resource::op_lumi_set_outputs,
        resources::resource::op_lumi_note_secrets,
        resources::resource::op_lumi_urn,
        run::op_lumi_config,
        run::op_lumi_context,
        run::op_lumi_note_unrepeatable,
        run::op_lumi_note_planned_outputs,
        run::op_lumi_log,
        run::op_lumi_result,
        run::op_lumi_test_result,
        worker_thread::op_lumi_worker_next,
        worker_thread::op_lumi_worker_report,
        worker_thread::op_lumi_worker_self,
        worker_thread::op_lumi_worker_start,
        worker_thread::op_lumi_worker_stop,
    ],
    middleware = message_port::on_own_ports,
);

/// The extensions of a runtime, in the order of those in the snapshot, which contains the functions
/// of their ops. The [`Session`] is put into the op state later.
pub fn extensions(stores: &SharedStores) -> Vec<Extension> {
    vec![
        deno_webidl::deno_webidl::init(),
        deno_web::deno_web::init(
            Arc::clone(&stores.blobs),
            None,
            false,
            stores.channels.clone(),
        ),
        lumi_node::extension(),
        lumi::init(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isolate::snapshot::OPS_IN_SNAPSHOT;

    /// V8 finds the functions of the snapshot by index.
    #[test]
    fn the_snapshot_has_the_ops_in_their_order() {
        let extensions = [lumi_node::extension(), lumi::lazy_init()];
        let declared: Vec<_> = extensions
            .iter()
            .flat_map(|it| it.ops.iter())
            .map(|it| (it.name, it.is_async, it.arg_count))
            .collect();
        assert_eq!(
            declared, OPS_IN_SNAPSHOT,
            "`stub_ops!` of build/main.rs must name the same ops"
        );
    }
}
