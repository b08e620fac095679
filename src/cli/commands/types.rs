//! `lumi types`: writes the declarations of all importable modules, for editors and `tsc`, without
//! npm.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::CommandError;
use super::package_types::write_package_types;
use super::sdk_types::write_types;
use crate::exit::Exit;

macro_rules! declarations {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../../js/types/", $name)))),*]
    };
}

/// Path and text of every declaration: the SDK, the supported parts of Node's library, and the
/// globals.
pub const DECLARATIONS: &[(&str, &str)] = declarations![
    "globals.d.ts",
    "lumi/cell/resource_key.d.ts",
    "lumi/data/unknown.d.ts",
    "lumi/dynamic.d.ts",
    "lumi/dynamic/dynamic_resource.d.ts",
    "lumi/dynamic/errors.d.ts",
    "lumi/dynamic/provider_table.d.ts",
    "lumi/dynamic/resource_provider.d.ts",
    "lumi/index.d.ts",
    "lumi/log.d.ts",
    "lumi/package.d.ts",
    "lumi/package/package_resource.d.ts",
    "lumi/program/config.d.ts",
    "lumi/program/invoke.d.ts",
    "lumi/program/stack_reference.d.ts",
    "lumi/property/archive.d.ts",
    "lumi/property/assertions.d.ts",
    "lumi/property/asset.d.ts",
    "lumi/property/client.d.ts",
    "lumi/property/closure_dependency.d.ts",
    "lumi/property/combinators.d.ts",
    "lumi/property/compute.d.ts",
    "lumi/property/ephemeral_value.d.ts",
    "lumi/property/outputs_of.d.ts",
    "lumi/property/property.d.ts",
    "lumi/property/property_methods.d.ts",
    "lumi/property/property_types.d.ts",
    "lumi/property/settled_value.d.ts",
    "lumi/resource/component_resource.d.ts",
    "lumi/resource/custom_resource.d.ts",
    "lumi/resource/log.d.ts",
    "lumi/resource/provider_resource.d.ts",
    "lumi/resource/remote_component.d.ts",
    "lumi/resource/resource.d.ts",
    "lumi/resource/resource_options.d.ts",
    "lumi/resource/stack_transform.d.ts",
    "lumi/session/run_context.d.ts",
    "lumi/std.d.ts",
    "lumi/std/exec.d.ts",
    "lumi/std/fs.d.ts",
    "lumi/std/http.d.ts",
    "lumi/std/random.d.ts",
    "lumi/std/std_resource.d.ts",
    "lumi/std/time.d.ts",
    "lumi/std/tls.d.ts",
    "lumi/testing.d.ts",
    "lumi/testing/mock_options.d.ts",
    "lumi/testing/mocked_run.d.ts",
    "lumi/testing/run_result.d.ts",
    "lumi/testing/test_registry.d.ts",
    "node/assert.d.ts",
    "node/assert/strict.d.ts",
    "node/assert_strict.d.ts",
    "node/async_hooks.d.ts",
    "node/block_list.d.ts",
    "node/buffer.d.ts",
    "node/buffer_bytes.d.ts",
    "node/buffer_codecs.d.ts",
    "node/buffer_module.d.ts",
    "node/child_process.d.ts",
    "node/child_process/arguments.d.ts",
    "node/child_process/blocking.d.ts",
    "node/child_process/channel.d.ts",
    "node/child_process/child.d.ts",
    "node/child_process/collected.d.ts",
    "node/child_process/stdio.d.ts",
    "node/cluster.d.ts",
    "node/commonjs.d.ts",
    "node/console.d.ts",
    "node/constants.d.ts",
    "node/crypto.d.ts",
    "node/crypto/checks.d.ts",
    "node/crypto/cipher.d.ts",
    "node/crypto/cipher_info.d.ts",
    "node/crypto/constants.d.ts",
    "node/crypto/derivation.d.ts",
    "node/crypto/diffie_hellman.d.ts",
    "node/crypto/exchange.d.ts",
    "node/crypto/generate.d.ts",
    "node/crypto/hash.d.ts",
    "node/crypto/jwk.d.ts",
    "node/crypto/key_data.d.ts",
    "node/crypto/key_export.d.ts",
    "node/crypto/key_object.d.ts",
    "node/crypto/lazy_transform.d.ts",
    "node/crypto/password_cipher.d.ts",
    "node/crypto/prime.d.ts",
    "node/crypto/random.d.ts",
    "node/crypto/sign.d.ts",
    "node/crypto/x509.d.ts",
    "node/deep_equal.d.ts",
    "node/dgram.d.ts",
    "node/diagnostics_channel.d.ts",
    "node/dns.d.ts",
    "node/dns/promises.d.ts",
    "node/dns_promises.d.ts",
    "node/domain.d.ts",
    "node/environment.d.ts",
    "node/event_emitter.d.ts",
    "node/events.d.ts",
    "node/fs.d.ts",
    "node/fs/arguments.d.ts",
    "node/fs/constants.d.ts",
    "node/fs/copy_tree.d.ts",
    "node/fs/descriptors.d.ts",
    "node/fs/dir.d.ts",
    "node/fs/file_handle.d.ts",
    "node/fs/forms.d.ts",
    "node/fs/paths.d.ts",
    "node/fs/promises.d.ts",
    "node/fs/read_stream.d.ts",
    "node/fs/request.d.ts",
    "node/fs/stats.d.ts",
    "node/fs/stream_file.d.ts",
    "node/fs/streams.d.ts",
    "node/fs/types.d.ts",
    "node/fs/watch.d.ts",
    "node/fs/write_stream.d.ts",
    "node/fs_promises.d.ts",
    "node/histogram.d.ts",
    "node/http.d.ts",
    "node/http/agent.d.ts",
    "node/http/callable.d.ts",
    "node/http/client_exchange.d.ts",
    "node/http/client_options.d.ts",
    "node/http/client_request.d.ts",
    "node/http/head.d.ts",
    "node/http/header_fields.d.ts",
    "node/http/http2_constants.d.ts",
    "node/http/incoming_message.d.ts",
    "node/http/message_parser.d.ts",
    "node/http/names.d.ts",
    "node/http/outgoing_head.d.ts",
    "node/http/outgoing_headers.d.ts",
    "node/http/outgoing_message.d.ts",
    "node/http/server.d.ts",
    "node/http/server_connection.d.ts",
    "node/http/server_response.d.ts",
    "node/http/socket.d.ts",
    "node/http2.d.ts",
    "node/http2/connect.d.ts",
    "node/http2/headers.d.ts",
    "node/http2/pings.d.ts",
    "node/http2/session.d.ts",
    "node/http2/settings.d.ts",
    "node/http2/stream.d.ts",
    "node/https.d.ts",
    "node/inspector.d.ts",
    "node/inspector/promises.d.ts",
    "node/module.d.ts",
    "node/net.d.ts",
    "node/net_connect.d.ts",
    "node/net_handle.d.ts",
    "node/net_idle.d.ts",
    "node/net_ip.d.ts",
    "node/net_server.d.ts",
    "node/net_socket.d.ts",
    "node/net_types.d.ts",
    "node/node_errors.d.ts",
    "node/numeric_bytes.d.ts",
    "node/os.d.ts",
    "node/path.d.ts",
    "node/path/posix.d.ts",
    "node/perf_hooks.d.ts",
    "node/process.d.ts",
    "node/process_folder.d.ts",
    "node/process_streams.d.ts",
    "node/process_warnings.d.ts",
    "node/punycode.d.ts",
    "node/querystring.d.ts",
    "node/readline.d.ts",
    "node/readline/promises.d.ts",
    "node/readline_promises.d.ts",
    "node/repl.d.ts",
    "node/socket_address.d.ts",
    "node/stream.d.ts",
    "node/stream/consumers.d.ts",
    "node/stream/promises.d.ts",
    "node/stream/web.d.ts",
    "node/stream_consumers.d.ts",
    "node/stream_pair.d.ts",
    "node/stream_promises.d.ts",
    "node/stream_web.d.ts",
    "node/string_decoder.d.ts",
    "node/sys.d.ts",
    "node/timeout.d.ts",
    "node/timers.d.ts",
    "node/timers/promises.d.ts",
    "node/timers_promises.d.ts",
    "node/tls.d.ts",
    "node/tls_context.d.ts",
    "node/tls_handle.d.ts",
    "node/tls_identity.d.ts",
    "node/tls_role.d.ts",
    "node/tls_socket.d.ts",
    "node/tls_types.d.ts",
    "node/trace_events.d.ts",
    "node/tty.d.ts",
    "node/url.d.ts",
    "node/url_legacy.d.ts",
    "node/util.d.ts",
    "node/util/types.d.ts",
    "node/util_env.d.ts",
    "node/util_format.d.ts",
    "node/util_inspect.d.ts",
    "node/util_style.d.ts",
    "node/util_types.d.ts",
    "node/v8.d.ts",
    "node/vm.d.ts",
    "node/wasi.d.ts",
    "node/worker/own_thread.d.ts",
    "node/worker/ports.d.ts",
    "node/worker/worker.d.ts",
    "node/worker/worker_options.d.ts",
    "node/worker_threads.d.ts",
    "node/zlib.d.ts",
    "node/zlib_constants.d.ts",
    "node/zlib_options.d.ts",
    "node/zlib_stream.d.ts",
    "npm/punycode.d.ts",
    "npm/readable-stream.d.ts",
];

/// Write type declarations for editors: those of the SDK and of the project's packages
///
/// They are written to .lumi/types. A tsconfig.json that finds them is added if there is none.
#[derive(Clone, Debug, clap::Args)]
pub struct TypesArgs {
    /// The project folder
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Name all classes of large packages, not only those that the project uses
    #[arg(long)]
    pub full: bool,
    /// Accept what the project asks for: plugins in Lumi.yaml may be started
    #[arg(short = 'P', long = "permissions")]
    pub project: bool,
}

/// Writes the files and lists them.
pub fn run(args: &TypesArgs, cwd: &Path, out: &mut dyn Write) -> Result<Exit, CommandError> {
    let folder = cwd.join(&args.folder);
    if !folder.is_dir() {
        return Err(CommandError::NoFolder(args.folder.clone()));
    }
    write_types(&folder, out)?;
    write_package_types(args, &folder, out)?;
    Ok(Exit::Success)
}

/// The text of a declaration, such as that of `lumi/index.d.ts`.
pub fn declaration(name: &str) -> Option<&'static str> {
    let found = DECLARATIONS.iter().find(|(it, _)| *it == name);
    found.map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::sdk_types::FOLDER;

    fn write(folder: &Path) -> String {
        let args = TypesArgs {
            folder: ".".into(),
            full: false,
            project: false,
        };
        let mut out = Vec::new();
        run(&args, folder, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                list(&path, &format!("{prefix}{name}/"), files);
            } else {
                files.push(format!("{prefix}{name}"));
            }
        }
    }

    #[test]
    fn has_every_declaration() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../js/types");
        let mut files = Vec::new();
        list(&folder, "", &mut files);
        files.sort();
        let names: Vec<&str> = DECLARATIONS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, files);
    }

    #[test]
    fn writes_once() {
        let folder = tempfile::tempdir().unwrap();
        let count = DECLARATIONS.len();
        assert_eq!(
            write(folder.path()),
            format!("wrote .lumi/types ({count} of {count} files)\nwrote tsconfig.json\n")
        );
        assert_eq!(write(folder.path()), ".lumi/types is up to date\n");
        let index = folder.path().join(FOLDER).join("lumi/index.d.ts");
        std::fs::write(&index, "stale").unwrap();
        assert_eq!(
            write(folder.path()),
            format!("wrote .lumi/types (1 of {count} files)\n")
        );
        let text = std::fs::read_to_string(index).unwrap();
        assert!(text.starts_with("// Generated by lumi ") && text.contains("export"));
    }

    #[test]
    fn needs_a_folder() {
        let args = TypesArgs {
            folder: "no/such".into(),
            full: false,
            project: false,
        };
        let error = run(&args, Path::new("/"), &mut Vec::new()).unwrap_err();
        assert_eq!(error.exit(), Exit::Usage);
    }
}
