//! Modules that come with Lumi: the SDK, and the parts of Node's library that infrastructure
//! programs use.

use deno_core::url::Url;

use super::error::LoadError;
use super::resolver::similar;

/// SDK modules by the name programs import them under.
const SDK: &[(&str, &str)] = &[
    ("lumi", "lumi:/lumi/index.ts"),
    ("lumi/cloud", "lumi:/lumi/cloud.ts"),
    ("lumi/dynamic", "lumi:/lumi/dynamic.ts"),
    ("lumi/std", "lumi:/lumi/std.ts"),
    ("lumi/testing", "lumi:/lumi/testing.ts"),
];

/// Node modules, with or without `node:` before the name.
const NODE: &[(&str, &str)] = &[
    ("_http_agent", "lumi:/node/http/agent_module.ts"),
    ("_http_client", "lumi:/node/http/client_module.ts"),
    ("_http_common", "lumi:/node/http/common_module.ts"),
    ("_http_incoming", "lumi:/node/http/incoming_module.ts"),
    ("_http_outgoing", "lumi:/node/http/outgoing_module.ts"),
    ("_http_server", "lumi:/node/http/server_module.ts"),
    ("assert", "lumi:/node/assert/assert.ts"),
    ("assert/strict", "lumi:/node/assert/strict.ts"),
    ("async_hooks", "lumi:/node/async_hooks.ts"),
    ("buffer", "lumi:/node/buffer/module.ts"),
    ("child_process", "lumi:/node/child_process/child_process.ts"),
    ("cluster", "lumi:/node/cluster.ts"),
    ("console", "lumi:/node/console/console.ts"),
    ("constants", "lumi:/node/constants.ts"),
    ("crypto", "lumi:/node/crypto/crypto.ts"),
    ("dgram", "lumi:/node/net/dgram.ts"),
    ("diagnostics_channel", "lumi:/node/diagnostics_channel.ts"),
    ("dns", "lumi:/node/net/dns.ts"),
    ("dns/promises", "lumi:/node/net/dns_promises.ts"),
    ("domain", "lumi:/node/domain.ts"),
    ("events", "lumi:/node/events/events.ts"),
    ("fs", "lumi:/node/fs/fs.ts"),
    ("fs/promises", "lumi:/node/fs/promises.ts"),
    ("http", "lumi:/node/http/http.ts"),
    ("http2", "lumi:/node/http2/http2.ts"),
    ("https", "lumi:/node/http/https.ts"),
    ("inspector", "lumi:/node/inspector.ts"),
    ("inspector/promises", "lumi:/node/inspector.ts"),
    ("module", "lumi:/node/module/module.ts"),
    ("net", "lumi:/node/net/net.ts"),
    ("os", "lumi:/node/os/os.ts"),
    ("path", "lumi:/node/path/path.ts"),
    ("path/posix", "lumi:/node/path/path.ts"),
    ("path/win32", "lumi:/node/path/win32.ts"),
    ("perf_hooks", "lumi:/node/perf_hooks.ts"),
    ("process", "lumi:/node/process/process.ts"),
    ("punycode", "lumi:/node/url/punycode.ts"),
    ("querystring", "lumi:/node/url/querystring.ts"),
    ("readline", "lumi:/node/readline/readline.ts"),
    ("readline/promises", "lumi:/node/readline/promises.ts"),
    ("repl", "lumi:/node/repl.ts"),
    ("stream", "lumi:/node/stream/stream.ts"),
    ("stream/consumers", "lumi:/node/stream/consumers.ts"),
    ("stream/promises", "lumi:/node/stream/promises.ts"),
    ("stream/web", "lumi:/node/stream/web.ts"),
    ("string_decoder", "lumi:/node/buffer/string_decoder.ts"),
    ("sys", "lumi:/node/sys.ts"),
    ("test", "lumi:/node/test/runner.ts"),
    ("timers", "lumi:/node/timers/timers.ts"),
    ("timers/promises", "lumi:/node/timers/promises.ts"),
    ("tls", "lumi:/node/tls/tls.ts"),
    ("trace_events", "lumi:/node/trace_events.ts"),
    ("tty", "lumi:/node/tty.ts"),
    ("url", "lumi:/node/url/url.ts"),
    ("util", "lumi:/node/util/util.ts"),
    ("util/types", "lumi:/node/util/types.ts"),
    ("v8", "lumi:/node/v8.ts"),
    ("vm", "lumi:/node/vm.ts"),
    ("wasi", "lumi:/node/wasi.ts"),
    ("worker_threads", "lumi:/node/worker/worker_threads.ts"),
    ("zlib", "lumi:/node/zlib/zlib.ts"),
];

/// Begins the URLs of modules that come with Lumi, but whose functions and classes closures take with them as code, as they
/// do with those of the program: they run on platforms that have no Lumi.
const LIBRARY: &str = "lumi:/lumi/cloud";

/// Whether a module that comes with Lumi is captured as code of the program is.
pub fn is_library(url: &str) -> bool {
    url.starts_with(LIBRARY)
}

/// The library module that `specifier` means; `None` for other modules.
pub fn library(specifier: &str) -> Option<Url> {
    let named = SDK.iter().find(|(name, _)| *name == specifier);
    let url = named.map_or(specifier, |(_, url)| *url);
    is_library(url).then(|| Url::parse(url).ok()).flatten()
}

/// The name under which programs import a built-in module, with `node:` for those of Node; `None` for other URLs.
pub fn builtin_name(url: &Url) -> Option<String> {
    let sdk = SDK.iter().find(|(_, it)| *it == url.as_str());
    let sdk = sdk.map(|(name, _)| (*name).to_owned());
    sdk.or_else(|| node_url(url).map(|it| it.to_string()))
}

/// The URL of the module of Node that a specifier names, as programs know it.
pub fn named_node_url(specifier: &str) -> Option<Url> {
    if specifier.starts_with("node:") {
        return Url::parse(specifier).ok();
    }
    find(NODE, specifier).filter(|_| specifier != "test")?;
    Url::parse(&format!("node:{specifier}")).ok()
}

/// The URL that programs know a module of Node by; `None` for other modules.
pub fn node_url(url: &Url) -> Option<Url> {
    let (name, _) = NODE.iter().find(|(_, it)| *it == url.as_str())?;
    Url::parse(&format!("node:{name}")).ok()
}

/// The error for a bare name below a module of Node, such as `timers/nowhere`. Callers have found no
/// package of that name.
pub fn absent(specifier: &str) -> Option<LoadError> {
    let (name, _) = specifier.split_once('/')?;
    find(NODE, name).map(|_| LoadError::NoSuchNodeModule {
        specifier: specifier.to_owned(),
        similar: similar(specifier, names(NODE)),
        known: builtin_names().collect(),
    })
}

/// The supported modules of Node, without `node:`.
pub fn builtin_names() -> impl Iterator<Item = String> {
    names(NODE)
}

/// The specifiers of built-in modules, each with the module's URL.
pub fn builtins() -> impl Iterator<Item = (String, &'static str)> {
    let sdk = SDK.iter().map(|(name, url)| ((*name).to_owned(), *url));
    sdk.chain(
        NODE.iter()
            .map(|(name, url)| (format!("node:{name}"), *url)),
    )
}

/// Resolves a built-in specifier; `None` for other specifiers.
pub fn builtin(specifier: &str) -> Option<Result<Url, LoadError>> {
    if specifier == "lumi" || specifier.starts_with("lumi/") {
        return Some(sdk(specifier));
    }
    match specifier.strip_prefix("node:") {
        Some(name) => Some(find(NODE, name).ok_or_else(|| {
            LoadError::NoSuchNodeModule {
                specifier: specifier.to_owned(),
                similar: similar(name, names(NODE))
                    .into_iter()
                    .map(|it| format!("node:{it}"))
                    .collect(),
                known: builtin_names().collect(),
            }
        })),
        None if specifier == "test" => None,
        None => find(NODE, specifier).map(Ok),
    }
}

fn sdk(specifier: &str) -> Result<Url, LoadError> {
    find(SDK, specifier).ok_or_else(|| LoadError::NoSuchSdkModule {
        specifier: specifier.to_owned(),
        similar: similar(specifier, names(SDK)),
        known: format!(
            "; there are {}; resources of another package, such as those of a plugin, need no module: \
             new CustomResource(\"PACKAGE:MODULE:TYPE\", NAME, INPUTS)",
            names(SDK).collect::<Vec<_>>().join(", ")
        ),
    })
}

fn find(table: &[(&str, &str)], name: &str) -> Option<Url> {
    let (_, url) = table.iter().find(|(known, _)| *known == name)?;
    Some(Url::parse(url).expect("BUG: the table holds URLs"))
}

fn names(table: &[(&str, &str)]) -> impl Iterator<Item = String> {
    table.iter().map(|(name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_modules_have_two_names() {
        for name in ["node:fs", "fs"] {
            let url = builtin(name).unwrap().unwrap();
            assert_eq!(url.as_str(), "lumi:/node/fs/fs.ts");
        }
    }

    #[test]
    fn an_unknown_one_is_explained() {
        let error = builtin("node:pth").unwrap().unwrap_err().to_string();
        assert!(error.contains("did you mean \"node:path\"?"), "{error}");
        let error = builtin("node:zzz").unwrap().unwrap_err().to_string();
        assert!(error.contains("child_process"), "{error}");
        let error = builtin("lumi/aws").unwrap().unwrap_err().to_string();
        assert!(
            error.contains("there are lumi, lumi/cloud, lumi/dynamic"),
            "{error}"
        );
        assert!(builtin("left-pad").is_none());
    }
}
