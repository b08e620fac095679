//! The functions and objects of the language, of Node and of Lumi, by path such as `Math.random` and `node:fs.readFileSync`.
//!
//! A name that is not listed as harmless is forbidden, so that a later V8 adds nothing to the subset by itself.

use lumi_closure::globals::{LUMIJS, is_global_of};

use super::member_names::{of_meta_member, of_method};
use super::rule::Rule;

/// The uses of an intrinsic that a program may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Harmless,
    /// Some of its members are forbidden, so it must stay in sight.
    Mixed,
    Forbidden(Rule),
}

/// Members of objects that have both kinds.
const FORBIDDEN_MEMBERS: &[(&str, &str, Rule)] = &[
    ("Math", "random", Rule::Random),
    ("Date", "now", Rule::Clock),
    ("Promise", "race", Rule::SettlingOrder),
    ("Promise", "any", Rule::SettlingOrder),
    ("Object", "setPrototypeOf", Rule::Reflection),
    ("Error", "captureStackTrace", Rule::Reflection),
    ("Error", "prepareStackTrace", Rule::Reflection),
    ("Error", "stackTraceLimit", Rule::Reflection),
    ("AbortSignal", "timeout", Rule::Clock),
    ("AbortSignal", "any", Rule::SettlingOrder),
    ("Temporal", "Now", Rule::Clock),
    ("console", "createTask", Rule::Reflection),
    ("lumi", "getRootDirectory", Rule::Environment),
    ("lumi", "args", Rule::Environment),
    ("node:path", "resolve", Rule::Environment),
    ("node:path.posix", "resolve", Rule::Environment),
    ("node:path.win32", "resolve", Rule::Environment),
    ("node:url", "pathToFileURL", Rule::Environment),
    ("node:buffer", "resolveObjectURL", Rule::InputOutput),
    ("node:events", "once", Rule::SettlingOrder),
    ("node:events", "on", Rule::SettlingOrder),
];

/// Members of objects of which all others are forbidden.
const ALLOWED_ONLY: &[(&str, &[&str], Rule)] = &[
    ("crypto", &["subtle"], Rule::Random),
    ("crypto.subtle", &["digest"], Rule::Random),
    (
        "node:crypto",
        &[
            "createHash",
            "createHmac",
            "getCiphers",
            "getHashes",
            "hash",
            "hkdfSync",
            "pbkdf2Sync",
            "scryptSync",
            "timingSafeEqual",
        ],
        Rule::Random,
    ),
];

/// Modules of Node whose functions depend on their arguments only.
const PURE_MODULES: &[&str] = &[
    "assert",
    "assert/strict",
    "buffer",
    "crypto",
    "events",
    "path",
    "path/posix",
    "path/win32",
    "punycode",
    "querystring",
    "string_decoder",
    "url",
    "util",
    "util/types",
];

/// Modules of Node that tell about the machine.
const MACHINE_MODULES: &[&str] = &["os", "process", "v8", "vm", "inspector", "cluster"];

const CLOCK_MODULES: &[&str] = &["timers", "timers/promises", "perf_hooks", "async_hooks"];

/// Classes whose instances belong to the process: their content cannot be read.
const NATIVE_CLASSES: &[&str] = &[
    "AbortController",
    "AsyncDisposableStack",
    "DisposableStack",
    "FormData",
    "TextDecoder",
    "TextEncoder",
    "WeakMap",
    "WeakSet",
];

/// Whether instances of a class belong to the process.
pub fn is_native(path: &str) -> bool {
    NATIVE_CLASSES.contains(&path)
}

const FORBIDDEN_GLOBALS: &[(&str, Rule)] = &[
    ("fetch", Rule::InputOutput),
    ("WebSocket", Rule::InputOutput),
    ("EventSource", Rule::InputOutput),
    ("XMLHttpRequest", Rule::InputOutput),
    ("Worker", Rule::InputOutput),
    ("SharedWorker", Rule::InputOutput),
    ("BroadcastChannel", Rule::InputOutput),
    ("MessageChannel", Rule::InputOutput),
    ("MessagePort", Rule::InputOutput),
    ("SharedArrayBuffer", Rule::InputOutput),
    ("Deno", Rule::InputOutput),
    ("Bun", Rule::InputOutput),
    ("localStorage", Rule::InputOutput),
    ("sessionStorage", Rule::InputOutput),
    ("caches", Rule::InputOutput),
    ("alert", Rule::InputOutput),
    ("confirm", Rule::InputOutput),
    ("prompt", Rule::InputOutput),
    ("Request", Rule::InputOutput),
    ("Response", Rule::InputOutput),
    ("process", Rule::Environment),
    ("navigator", Rule::Environment),
    ("location", Rule::Environment),
    ("gc", Rule::WeakReference),
    ("performance", Rule::Clock),
    ("setTimeout", Rule::Clock),
    ("setInterval", Rule::Clock),
    ("setImmediate", Rule::Clock),
    ("clearTimeout", Rule::Clock),
    ("clearInterval", Rule::Clock),
    ("clearImmediate", Rule::Clock),
    ("Atomics", Rule::Clock),
    ("Intl", Rule::Locale),
    ("eval", Rule::CodeFromText),
    ("Function", Rule::CodeFromText),
    ("WebAssembly", Rule::CodeFromText),
    ("ShadowRealm", Rule::CodeFromText),
    ("Proxy", Rule::Reflection),
    ("Reflect", Rule::Reflection),
    ("WeakRef", Rule::WeakReference),
    ("FinalizationRegistry", Rule::WeakReference),
    ("require", Rule::CommonJs),
    ("module", Rule::CommonJs),
    ("exports", Rule::CommonJs),
    ("__dirname", Rule::Environment),
    ("__filename", Rule::Environment),
];

/// Other names of the global object.
const GLOBAL_OBJECT: &[&str] = &["globalThis", "global", "self", "window"];

/// Whether `name` is a name of the global object.
pub fn is_global_object(name: &str) -> bool {
    GLOBAL_OBJECT.contains(&name)
}

/// The verdict about an intrinsic, by its path.
pub fn judge(path: &str) -> Verdict {
    if let Some((owner, member)) = split(path) {
        let only = ALLOWED_ONLY.iter().find(|it| it.0 == owner);
        if let Some((_, allowed, rule)) = only {
            if !allowed.contains(&member) && member != "default" {
                return Verdict::Forbidden(*rule);
            }
        } else if let Some((.., rule)) = forbidden_member(owner, member) {
            return Verdict::Forbidden(*rule);
        }
        if let Some(rule) = of_method(member).or_else(|| of_meta_member(member)) {
            return Verdict::Forbidden(rule);
        }
        return match judge(owner) {
            Verdict::Forbidden(rule) => Verdict::Forbidden(rule),
            _ => of_whole(path),
        };
    }
    if let Some(node) = path.strip_prefix("node:") {
        if let Some(rule) = of_module(node) {
            return Verdict::Forbidden(rule);
        }
        return of_whole(path);
    }
    if path == "lumi" || path.starts_with("lumi/") || path.starts_with("lumi:") {
        return of_whole(path);
    }
    if path.starts_with("npm:") {
        return Verdict::Forbidden(Rule::ForeignPackage);
    }
    if let Some((_, rule)) = FORBIDDEN_GLOBALS.iter().find(|it| it.0 == path) {
        return Verdict::Forbidden(*rule);
    }
    let is_known = is_global_of(LUMIJS, path) || is_global_object(path);
    match of_whole(path) {
        Verdict::Harmless if !is_known => Verdict::Forbidden(Rule::UnknownGlobal),
        verdict => verdict,
    }
}

fn forbidden_member(
    owner: &str,
    member: &str,
) -> Option<&'static (&'static str, &'static str, Rule)> {
    let mut members = FORBIDDEN_MEMBERS.iter();
    members.find(|it| it.0 == owner && it.1 == member)
}

/// Owner and last member of a path; names of modules have no members.
fn split(path: &str) -> Option<(&str, &str)> {
    path.rsplit_once('.').filter(|(owner, _)| !owner.is_empty())
}

fn of_whole(path: &str) -> Verdict {
    let is_mixed = is_global_object(path)
        || FORBIDDEN_MEMBERS.iter().any(|it| it.0 == path)
        || ALLOWED_ONLY.iter().any(|it| it.0 == path)
        || path.ends_with(".prototype");
    match is_mixed {
        true => Verdict::Mixed,
        false => Verdict::Harmless,
    }
}

/// The rule that a module of Node breaks; `None` for pure ones.
fn of_module(name: &str) -> Option<Rule> {
    if PURE_MODULES.contains(&name) {
        return None;
    }
    Some(match name {
        _ if MACHINE_MODULES.contains(&name) => Rule::Environment,
        _ if CLOCK_MODULES.contains(&name) => Rule::Clock,
        "module" => Rule::CommonJs,
        _ => Rule::InputOutput,
    })
}

/// Whether a function gives a text, a number, a boolean or a list of texts, and nothing of its arguments.
pub fn gives_plain_data(path: &str) -> bool {
    const PLAIN: &[&str] = &[
        "Array.isArray",
        "BigInt",
        "Boolean",
        "Date.UTC",
        "Date.parse",
        "JSON.stringify",
        "Number",
        "Object.is",
        "Object.hasOwn",
        "Object.keys",
        "Object.getOwnPropertyNames",
        "String",
        "String.raw",
        "Symbol.for",
        "atob",
        "btoa",
        "decodeURI",
        "decodeURIComponent",
        "encodeURI",
        "encodeURIComponent",
        "escape",
        "isFinite",
        "isNaN",
        "parseFloat",
        "parseInt",
        "unescape",
    ];
    let owner = path.rsplit_once('.').map_or("", |it| it.0);
    PLAIN.contains(&path)
        || matches!(
            owner,
            "Math" | "Number" | "String" | "node:path" | "console"
        )
}

#[cfg(test)]
mod tests {
    use lumi_closure::node_members::pure_node_members;

    use super::*;

    #[test]
    fn forbidden_globals_are_none_of_lumijs() {
        let mut names = FORBIDDEN_GLOBALS.iter().map(|it| it.0);
        assert_eq!(names.find(|it| is_global_of(LUMIJS, it)), None);
    }

    #[test]
    fn members_of_node_in_packages_are_harmless() {
        let is_forbidden = |it: &String| matches!(judge(it), Verdict::Forbidden(_));
        let forbidden: Vec<String> = pure_node_members().filter(is_forbidden).collect();
        assert_eq!(forbidden, [""; 0]);
    }

    #[test]
    fn paths_are_judged_by_their_members() {
        let table = [
            ("Math", Verdict::Mixed),
            ("Math.PI", Verdict::Harmless),
            ("Math.random", Verdict::Forbidden(Rule::Random)),
            ("Date.now", Verdict::Forbidden(Rule::Clock)),
            ("Date.prototype.getDay", Verdict::Forbidden(Rule::TimeZone)),
            ("Array.constructor", Verdict::Forbidden(Rule::CodeFromText)),
            ("node:fs", Verdict::Forbidden(Rule::InputOutput)),
            (
                "node:fs.promises.readFile",
                Verdict::Forbidden(Rule::InputOutput),
            ),
            ("node:path.join", Verdict::Harmless),
            ("node:path.resolve", Verdict::Forbidden(Rule::Environment)),
            ("node:crypto.createHash", Verdict::Harmless),
            ("node:crypto.randomBytes", Verdict::Forbidden(Rule::Random)),
            ("crypto.randomUUID", Verdict::Forbidden(Rule::Random)),
            ("crypto.subtle.digest", Verdict::Harmless),
            ("lumi.Config", Verdict::Harmless),
            ("lumi/std.random.Password", Verdict::Harmless),
            ("lumi:aws.s3.Bucket", Verdict::Harmless),
            (
                "npm:left-pad.default",
                Verdict::Forbidden(Rule::ForeignPackage),
            ),
            ("structuredClone", Verdict::Harmless),
            ("secretSauce", Verdict::Forbidden(Rule::UnknownGlobal)),
        ];
        for (path, expected) in table {
            assert_eq!(judge(path), expected, "{path}");
        }
    }
}
