//! Builds the V8 startup snapshot of `js/` that `src/host/isolate/snapshot.rs` embeds.
//!
//! The snapshot contains only JavaScript and the names of Lumi's ops, which are late-bound (see
//! `js/lumi/protocol/ops.ts`), so this script does not compile the engine.
//!
//! | module | |
//! |---|---|
//! | `bundle` | bundles several modules into one |
//! | `chunks` | modules that are loaded when they are first imported |
//! | `code_cache` | V8's code caches of what is compiled on first use |
//! | `emit` | writes the text that is embedded |
//! | `harden` | makes built-in modules independent of changes that programs make to globals |
//! | `lazy_scripts` | scripts of the web extension that are compiled on first use |
//! | `module_syntax` | reads and writes the imports and exports of modules |
//! | `modules` | which modules are in the snapshot, and which are loaded when they are needed |
//! | `npm`, `npm_patches` | code of npm packages that is a part of Lumi, and its changes |
//! | `sources` | the modules of `js/` as JavaScript |
//! | `v8_flags` | the flags of V8, which code caches depend on |

mod bundle;
mod chunks;
mod code_cache;
mod emit;
mod harden;
mod lazy_scripts;
mod module_syntax;
mod modules;
mod npm;
mod npm_patches;
mod sources;
#[path = "../v8_flags.rs"]
mod v8_flags;

use std::borrow::Cow;
use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deno_core::snapshot::{CreateSnapshotOptions, create_snapshot};
use deno_core::{Extension, ExtensionFileSource, OpDecl, serde_json};

use code_cache::write_file;
use modules::{Modules, SDK};

/// Prefixes of modules that few programs import. They are not in the snapshot; they are compiled
/// from embedded source when first imported.
const LATE: &[&str] = &[
    "crypto/",
    "fetch/",
    "lumi/closures/",
    "lumi/cloud.ts",
    "lumi/cloud/",
    "lumi/dynamic.ts",
    "lumi/dynamic/",
    "lumi/package.ts",
    "lumi/package/",
    "lumi/serving.ts",
    "lumi/serving/",
    "lumi/std.ts",
    "lumi/std/",
    "node/",
    "npm/",
    "pulumi/",
    "web_socket/",
];

fn main() {
    if let Some(folder) = code_cache::folder_of_child() {
        return code_cache::write(&folder, extensions(extension("lumi", host_ops())));
    }
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=v8_flags.rs");
    if env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-changed=../../js");
    }
    // A development build runs this program again when `js/` has changed (`src/host/isolate/live_snapshot.rs`).
    let this = env::current_exe().expect("a running program has a path");
    println!("cargo:rustc-env=LUMI_BAKER={}", this.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut modules = sources::modules();
    harden::harden(&mut modules, |specifier| modules::is_late(specifier, LATE));
    modules.extend(npm::modules(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let Modules {
        in_snapshot,
        on_demand,
    } = Modules::bundled(modules, LATE);
    let options = CreateSnapshotOptions {
        cargo_manifest_dir: env!("CARGO_MANIFEST_DIR"),
        startup_snapshot: None,
        skip_op_registration: false,
        extensions: extensions(sdk_extension(in_snapshot)),
        extension_transpiler: None,
        with_runtime_cb: None,
    };
    let snapshot = create_snapshot(options, None)
        .unwrap_or_else(|error| panic!("the snapshot of js/ failed: {error}"));
    let lazy = lazy_scripts::all_but(&snapshot.consumed_lazy_specifiers);
    let tables = [
        table("LAZY_SCRIPTS", &lazy),
        table("ON_DEMAND_MODULES", &on_demand),
        table_of_ops(),
    ];
    let residual = serde_json::to_string(&(&lazy, &on_demand)).expect("text is JSON");
    write_file(&out, "lumi.snapshot", &snapshot.output);
    write_file(&out, "residual.rs", tables.concat().as_bytes());
    write_file(&out, "residual.json", residual.as_bytes());
    code_cache::write_in_child(&out);
}

/// Defines placeholder functions for the ops of `src/node` and `src/host/ops`, which are not compiled yet: the
/// snapshot refers to ops by index. Each has different code, because V8 distinguishes functions by
/// address.
macro_rules! stub_ops {
    ($table:ident: $($name:ident $is_async:literal $arguments:literal,)*) => {
        $(
            #[deno_core::op2]
            #[string]
            fn $name() -> &'static str {
                stringify!($name)
            }
        )*

        /// The ops in order: declaration, whether it is asynchronous, and its number of arguments
        /// including the promise id and the arguments that deno_core adds.
        fn $table() -> Vec<(OpDecl, bool, u8)> {
            vec![$(($name(), $is_async, $arguments),)*]
        }
    };
}

stub_ops! {
    node_ops:
    op_lumi_command false 6,
    op_lumi_process_close false 4,
    op_lumi_process_kill false 3,
    op_lumi_process_read true 4,
    op_lumi_process_release false 2,
    op_lumi_process_drain true 3,
    op_lumi_process_start false 4,
    op_lumi_process_wait true 3,
    op_lumi_process_write true 5,
    op_lumi_cipher_authenticate false 2,
    op_lumi_cipher_expect false 2,
    op_lumi_cipher_finish false 2,
    op_lumi_cipher_open false 5,
    op_lumi_cipher_tag false 1,
    op_lumi_cipher_update false 3,
    op_lumi_crypto false 2,
    op_lumi_crypto_later true 3,
    op_lumi_digest false 2,
    op_lumi_hash_copy false 2,
    op_lumi_hash_finish false 2,
    op_lumi_hash_open false 3,
    op_lumi_hash_update false 2,
    op_lumi_random false 1,
    op_lumi_fetch true 5,
    op_lumi_fetch_abort false 2,
    op_lumi_fetch_read true 3,
    op_lumi_fetch_read_all true 3,
    op_lumi_fetch_send true 4,
    op_lumi_fetch_sent false 2,
    op_lumi_file false 3,
    op_lumi_file_later true 4,
    op_lumi_file_read_text false 2,
    op_lumi_http2_drop false 2,
    op_lumi_http2_end false 2,
    op_lumi_http2_feed false 3,
    op_lumi_http2_goaway false 5,
    op_lumi_http2_open false 2,
    op_lumi_http2_ping false 3,
    op_lumi_http2_pull false 3,
    op_lumi_http2_read false 4,
    op_lumi_http2_request false 4,
    op_lumi_http2_reset false 4,
    op_lumi_http2_trailers false 4,
    op_lumi_http2_poll false 2,
    op_lumi_http2_window false 4,
    op_lumi_http2_write false 5,
    op_lumi_http_head false 5,
    op_lumi_lookup true 4,
    op_lumi_process_usage false 0,
    op_lumi_exit false 2,
    op_lumi_heap false 1,
    op_lumi_machine false 0,
    op_lumi_exec_path false 0,
    op_lumi_platform false 0,
    op_lumi_channel_open false 1,
    op_lumi_net_accept true 3,
    op_lumi_net_close false 3,
    op_lumi_net_connect true 3,
    op_lumi_net_connect_path true 3,
    op_lumi_net_addresses false 2,
    op_lumi_net_listen false 4,
    op_lumi_net_listen_path false 3,
    op_lumi_net_option false 4,
    op_lumi_net_read false 3,
    op_lumi_net_readable true 3,
    op_lumi_net_shutdown false 2,
    op_lumi_net_write false 3,
    op_lumi_net_write_all true 4,
    op_lumi_udp_bind false 5,
    op_lumi_udp_option false 6,
    op_lumi_udp_receive true 3,
    op_lumi_udp_send true 5,
    op_lumi_script_check false 3,
    op_lumi_text_length false 2,
    op_lumi_text_write false 5,
    op_lumi_tls_accept false 2,
    op_lumi_tls_certificate false 1,
    op_lumi_tls_close false 2,
    op_lumi_tls_connect false 2,
    op_lumi_tls_end false 2,
    op_lumi_tls_facts false 2,
    op_lumi_tls_feed false 4,
    op_lumi_tls_hello false 1,
    op_lumi_tls_pull false 3,
    op_lumi_tls_read false 3,
    op_lumi_tls_roots false 1,
    op_lumi_tls_server false 2,
    op_lumi_tls_write false 3,
    op_lumi_watch_close false 1,
    op_lumi_watch_next true 2,
    op_lumi_watch_open false 3,
    op_lumi_web_socket_accept false 1,
    op_lumi_web_socket_close false 4,
    op_lumi_web_socket_drop false 2,
    op_lumi_web_socket_end false 2,
    op_lumi_web_socket_feed false 3,
    op_lumi_web_socket_next false 2,
    op_lumi_web_socket_open false 3,
    op_lumi_web_socket_pull false 3,
    op_lumi_web_socket_send_bytes false 3,
    op_lumi_web_socket_send_text false 3,
    op_lumi_crc32 false 2,
    op_lumi_zlib_level false 2,
    op_lumi_zlib_open false 3,
    op_lumi_zlib_reset false 1,
    op_lumi_zlib_write false 5,
}

stub_ops! {
    host_ops:
    op_lumi_asset_hash false 4,
    op_lumi_call_answer false 3,
    op_lumi_call_answer_http false 6,
    op_lumi_call_cancel false 2,
    op_lumi_call_end false 2,
    op_lumi_call_fail false 3,
    op_lumi_call_part true 4,
    op_lumi_call_read true 3,
    op_lumi_call_take false 1,
    op_lumi_calls_ready true 2,
    op_lumi_telemetry false 3,
    op_lumi_closure_capture false 3,
    op_lumi_closure_own false 4,
    op_lumi_closure_write true 3,
    op_lumi_function_internals false 2,
    op_lumi_builtin_names false 0,
    op_lumi_commonjs_asked false 3,
    op_lumi_commonjs_compile false 3,
    op_lumi_commonjs_evaluate false 4,
    op_lumi_commonjs_keep false 4,
    op_lumi_no_engine false 3,
    op_lumi_require_json false 3,
    op_lumi_require_resolve false 3,
    op_lumi_typed_text false 3,
    op_lumi_typed_keep false 6,
    op_lumi_is_compiled false 1,
    op_lumi_services false 1,
    op_lumi_service_answer false 3,
    op_lumi_service_call true 5,
    op_lumi_service_close false 2,
    op_lumi_service_fail false 5,
    op_lumi_service_listen true 3,
    op_lumi_service_next true 2,
    op_lumi_service_request true 3,
    op_lumi_console_color false 1,
    op_lumi_is_inspected false 1,
    op_lumi_print false 4,
    op_lumi_port_return false 3,
    op_lumi_dynamic_answer false 3,
    op_lumi_dynamic_fail false 4,
    op_lumi_dynamic_keep false 4,
    op_lumi_dynamic_offer false 2,
    op_lumi_dynamic_partial false 5,
    op_lumi_dynamic_write false 2,
    op_lumi_hook true 8,
    op_lumi_package false 2,
    op_lumi_package_check false 4,
    op_lumi_package_echo false 4,
    op_lumi_package_enum false 2,
    op_lumi_package_methods false 2,
    op_lumi_package_outputs false 2,
    op_lumi_package_single false 2,
    op_lumi_package_unmatched false 4,
    op_lumi_entry false 1,
    op_lumi_env_get false 2,
    op_lumi_env_names false 1,
    op_lumi_abandon false 4,
    op_lumi_call true 5,
    op_lumi_declare false 6,
    op_lumi_invoke true 6,
    op_lumi_plan false 2,
    op_lumi_position false 1,
    op_lumi_read true 7,
    op_lumi_register true 6,
    op_lumi_register_outputs true 4,
    op_lumi_set_outputs false 3,
    op_lumi_note_secrets false 2,
    op_lumi_urn false 2,
    op_lumi_config false 1,
    op_lumi_context false 1,
    op_lumi_note_unrepeatable false 1,
    op_lumi_note_planned_outputs false 1,
    op_lumi_log false 4,
    op_lumi_result false 2,
    op_lumi_test_result false 5,
    op_lumi_worker_next true 3,
    op_lumi_worker_report false 3,
    op_lumi_worker_self false 1,
    op_lumi_worker_start false 4,
    op_lumi_worker_stop false 2,
}

fn declarations(ops: Vec<(OpDecl, bool, u8)>) -> Vec<OpDecl> {
    let stand_in = |(mut op, is_async, arguments): (OpDecl, bool, u8)| {
        op.is_async = is_async;
        op.arg_count = arguments;
        op
    };
    ops.into_iter().map(stand_in).collect()
}

/// The extensions of a runtime, in their order; `sdk` is the last.
fn extensions(sdk: Extension) -> Vec<Extension> {
    vec![
        deno_webidl::deno_webidl::init(),
        web_extension(),
        extension("lumi_node", node_ops()),
        sdk,
    ]
}

/// An extension of these ops.
fn extension(name: &'static str, ops: Vec<(OpDecl, bool, u8)>) -> Extension {
    Extension {
        name,
        ops: Cow::Owned(declarations(ops)),
        ..Default::default()
    }
}

/// Rust source of the table of ops that a test compares with the real ops.
fn table_of_ops() -> String {
    let mut table =
        "#[cfg(test)]\npub static OPS_IN_SNAPSHOT: &[(&str, bool, u8)] = &[\n".to_owned();
    for (op, is_async, arguments) in node_ops().into_iter().chain(host_ops()) {
        let _ = writeln!(table, "({:?}, {is_async}, {arguments}),", op.name);
    }
    table.push_str("];\n");
    table
}

/// The extension whose `modules` are evaluated in the snapshot.
fn sdk_extension(modules: Vec<(String, String)>) -> Extension {
    let sources = modules
        .into_iter()
        .map(|(specifier, code)| {
            let specifier: &'static str = Box::leak(specifier.into_boxed_str());
            ExtensionFileSource::new_computed(specifier, Arc::<str>::from(code))
        })
        .collect();
    Extension {
        esm_files: Cow::Owned(sources),
        esm_entry_point: Some(SDK[0]),
        ..extension("lumi", host_ops())
    }
}

/// Rust source of a table of specifiers and code, in the order of `rows`. The runtime requires them
/// sorted by specifier.
fn table(name: &str, rows: &[(String, String)]) -> String {
    let mut table = format!("pub static {name}: &[(&str, &str)] = &[\n");
    for (specifier, code) in rows {
        let _ = writeln!(table, "({specifier:?}, {code:?}),");
    }
    table.push_str("];\n");
    table
}

fn web_extension() -> Extension {
    deno_web::deno_web::init(
        deno_web::BlobStore::default_arc(),
        None,
        false,
        deno_web::InMemoryBroadcastChannel::default(),
    )
}
