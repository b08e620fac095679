//! The native functions behind the SDK (`js/lumi/protocol/ops.ts`) and the web globals (`js/web`).
//!
//! Every side effect of a program is an op, and each asks the sandbox first. Ops are late-bound:
//! JavaScript reads them from `core.ops` when it calls them. The snapshot contains their names and
//! order, but not their code: `build/main.rs` has stubs and does not compile the engine.
//!
//! | module | |
//! |---|---|
//! | `byte_pipe` | bytes between a protocol and a socket of JavaScript |
//! | `calls` | calls of a function that is served: taken one by one, answered when it settles |
//! | `child` | child processes, behind `node:child_process` |
//! | `commonjs` | the ops of `require` |
//! | `console` | `console` |
//! | `crypto` | cryptography, behind `node:crypto` and `crypto.subtle` |
//! | `error` | exceptions that ops throw |
//! | `http2` | the client of HTTP/2, behind `node:http2` |
//! | `http_head` | heads of HTTP/1.1 messages, behind `node:http` |
//! | `lookup` | addresses of hosts, behind `node:dns` |
//! | `machine` | figures of the machine, the process and the heap, and `process.exit` |
//! | `net` | sockets, behind `node:net` |
//! | `process` | the environment of a program: variables and `process` |
//! | `run` | run context, logs and test results |
//! | `script_check` | the syntax of scripts, behind `node:vm` |
//! | `services` | calls between an SDK of another ecosystem and the engine |
//! | `session` | state that the ops of one run share, kept in the op state of the runtime |
//! | `surroundings` | what the modules of Node know about the program that uses them |
//! | `system_error` | system errors with the codes of Node |
//! | `text_bytes` | text as bytes in memory of the program, behind `Buffer` and sockets |
//! | `tls` | TLS, behind `node:tls` |
//! | `web_socket` | the client of WebSockets |
//! | `worker_thread` | workers, behind `node:worker_threads` |
//! | `zlib` | compression, behind `node:zlib` |
//! | `fetch` | `fetch`: requests, and the bodies of their answers |
//! | `files` | files and folders, behind `node:fs` |
//! | `resources` | resources that programs declare, and their values |

mod byte_pipe;
mod calls;
mod child;
mod commonjs;
mod console;
mod crypto;
mod error;
mod fetch;
mod files;
mod http2;
mod http_head;
mod lookup;
mod machine;
mod net;
mod process;
mod resources;
mod run;
mod script_check;
mod services;
mod session;
mod surroundings;
mod system_error;
mod text_bytes;
mod tls;
mod web_socket;
mod worker_thread;
mod zlib;

use std::sync::Arc;

use deno_core::Extension;

use crate::isolate::fresh_isolate::SharedStores;

pub use calls::CallQueue;
pub use child::end_children;
pub use files::open_files::OpenFiles;
pub use resources::dynamic::{Dynamic, message as thrown_text};
pub use resources::planner::Planner;
pub use resources::registry::{Declared, Registry};
pub use resources::value::{Markers, string, write as write_value};
pub use services::ServiceLine;
pub use session::Session;
pub use surroundings::Surroundings;
pub use worker_thread::{WorkerEnds, end_workers};

deno_core::extension!(
    lumi,
    ops = [
        resources::asset::op_lumi_asset_hash,
        calls::op_lumi_call_answer,
        calls::op_lumi_call_fail,
        calls::op_lumi_next_call,
        child::op_lumi_command,
        child::op_lumi_process_close,
        child::op_lumi_process_kill,
        child::op_lumi_process_read,
        child::op_lumi_process_release,
        child::op_lumi_process_drain,
        child::op_lumi_process_start,
        child::op_lumi_process_wait,
        child::op_lumi_process_write,
        resources::closure::op_lumi_closure_capture,
        resources::closure::op_lumi_closure_own,
        resources::closure::op_lumi_closure_write,
        resources::function_internals::op_lumi_function_internals,
        commonjs::op_lumi_builtin_names,
        commonjs::op_lumi_commonjs_asked,
        commonjs::op_lumi_commonjs_compile,
        commonjs::op_lumi_commonjs_keep,
        commonjs::op_lumi_no_engine,
        commonjs::op_lumi_require_json,
        commonjs::op_lumi_require_resolve,
        commonjs::op_lumi_typed_text,
        commonjs::op_lumi_typed_keep,
        services::op_lumi_services,
        services::op_lumi_service_answer,
        services::op_lumi_service_call,
        services::op_lumi_service_fail,
        services::op_lumi_service_next,
        script_check::op_lumi_script_check,
        console::op_lumi_console_color,
        console::op_lumi_is_inspected,
        console::op_lumi_print,
        crypto::op_lumi_cipher_authenticate,
        crypto::op_lumi_cipher_expect,
        crypto::op_lumi_cipher_finish,
        crypto::op_lumi_cipher_open,
        crypto::op_lumi_cipher_tag,
        crypto::op_lumi_cipher_update,
        crypto::op_lumi_crypto,
        crypto::op_lumi_crypto_later,
        crypto::op_lumi_digest,
        crypto::op_lumi_hash_copy,
        crypto::op_lumi_hash_finish,
        crypto::op_lumi_hash_open,
        crypto::op_lumi_hash_update,
        crypto::random::op_lumi_random,
        resources::dynamic::op_lumi_dynamic_answer,
        resources::dynamic::op_lumi_dynamic_fail,
        resources::dynamic_code::op_lumi_dynamic_keep,
        resources::dynamic::op_lumi_dynamic_offer,
        resources::dynamic::op_lumi_dynamic_partial,
        resources::dynamic_code::op_lumi_dynamic_write,
        fetch::fetch::op_lumi_fetch,
        fetch::fetch::op_lumi_fetch_abort,
        fetch::fetch::op_lumi_fetch_read,
        fetch::fetch::op_lumi_fetch_read_all,
        fetch::fetch::op_lumi_fetch_send,
        fetch::fetch::op_lumi_fetch_sent,
        files::file::op_lumi_file,
        files::file::op_lumi_file_later,
        files::file::op_lumi_file_read_text,
        http2::op_lumi_http2_drop,
        http2::op_lumi_http2_end,
        http2::op_lumi_http2_feed,
        http2::op_lumi_http2_goaway,
        http2::op_lumi_http2_open,
        http2::op_lumi_http2_ping,
        http2::op_lumi_http2_pull,
        http2::op_lumi_http2_read,
        http2::op_lumi_http2_request,
        http2::op_lumi_http2_reset,
        http2::op_lumi_http2_trailers,
        http2::op_lumi_http2_poll,
        http2::op_lumi_http2_window,
        http2::op_lumi_http2_write,
        http_head::op_lumi_http_head,
        lookup::op_lumi_lookup,
        machine::op_lumi_process_usage,
        machine::op_lumi_exit,
        machine::op_lumi_heap,
        machine::op_lumi_machine,
        net::op_lumi_channel_open,
        net::op_lumi_net_accept,
        net::op_lumi_net_close,
        net::op_lumi_net_connect,
        net::op_lumi_net_connect_path,
        net::op_lumi_net_addresses,
        net::op_lumi_net_listen,
        net::op_lumi_net_listen_path,
        net::op_lumi_net_option,
        net::op_lumi_net_read,
        net::op_lumi_net_readable,
        net::op_lumi_net_shutdown,
        net::op_lumi_net_write,
        net::op_lumi_net_write_all,
        net::op_lumi_udp_bind,
        net::op_lumi_udp_option,
        net::op_lumi_udp_receive,
        net::op_lumi_udp_send,
        resources::package::op_lumi_package,
        resources::package::op_lumi_package_check,
        resources::package::op_lumi_package_enum,
        resources::package::op_lumi_package_methods,
        resources::package::op_lumi_package_outputs,
        resources::package::op_lumi_package_single,
        resources::package::op_lumi_package_unmatched,
        process::op_lumi_entry,
        process::op_lumi_exec_path,
        process::op_lumi_env_get,
        process::op_lumi_env_names,
        process::op_lumi_platform,
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
        text_bytes::op_lumi_text_length,
        text_bytes::op_lumi_text_write,
        tls::op_lumi_tls_accept,
        tls::op_lumi_tls_certificate,
        tls::op_lumi_tls_close,
        tls::op_lumi_tls_connect,
        tls::op_lumi_tls_end,
        tls::op_lumi_tls_facts,
        tls::op_lumi_tls_feed,
        tls::op_lumi_tls_hello,
        tls::op_lumi_tls_pull,
        tls::op_lumi_tls_read,
        tls::op_lumi_tls_roots,
        tls::op_lumi_tls_server,
        tls::op_lumi_tls_write,
        files::watch::op_lumi_watch_close,
        files::watch::op_lumi_watch_next,
        files::watch::op_lumi_watch_open,
        web_socket::op_lumi_web_socket_close,
        web_socket::op_lumi_web_socket_drop,
        web_socket::op_lumi_web_socket_end,
        web_socket::op_lumi_web_socket_feed,
        web_socket::op_lumi_web_socket_next,
        web_socket::op_lumi_web_socket_open,
        web_socket::op_lumi_web_socket_pull,
        web_socket::op_lumi_web_socket_send_bytes,
        web_socket::op_lumi_web_socket_send_text,
        worker_thread::op_lumi_worker_next,
        worker_thread::op_lumi_worker_report,
        worker_thread::op_lumi_worker_self,
        worker_thread::op_lumi_worker_start,
        worker_thread::op_lumi_worker_stop,
        zlib::op_lumi_crc32,
        zlib::op_lumi_zlib_level,
        zlib::op_lumi_zlib_open,
        zlib::op_lumi_zlib_reset,
        zlib::op_lumi_zlib_write,
    ],
    state = |state| {
        state.put(fetch::fetch::Requests::default());
        state.put(http2::Http2Sessions::default());
        state.put(net::ResolvedNames::default());
        state.put(net::Sockets::default());
        state.put(tls::TlsSessions::default());
        state.put(web_socket::WebSockets::default());
    },
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
        let declared: Vec<_> = lumi::lazy_init()
            .ops
            .iter()
            .map(|it| (it.name, it.is_async, it.arg_count))
            .collect();
        assert_eq!(
            declared, OPS_IN_SNAPSHOT,
            "`stand_ins!` of build.rs must name the same ops"
        );
    }
}
