//! The members of Node's modules that packages may use while they are evaluated: their results depend on arguments only.

/// Modules and their members, sorted. `default` is listed where it is a function or a class itself.
const MEMBERS: &[(&str, &[&str])] = &[
    (
        "buffer",
        &["Buffer", "atob", "btoa", "isAscii", "isUtf8", "transcode"],
    ),
    (
        "crypto",
        &[
            "createHash",
            "createHmac",
            "hash",
            "hkdfSync",
            "pbkdf2Sync",
            "scryptSync",
            "timingSafeEqual",
        ],
    ),
    ("path", PATH),
    ("path/posix", PATH),
    ("path/win32", PATH),
    (
        "punycode",
        &["decode", "encode", "toASCII", "toUnicode", "ucs2"],
    ),
    (
        "querystring",
        &[
            "decode",
            "encode",
            "escape",
            "parse",
            "stringify",
            "unescape",
        ],
    ),
    ("string_decoder", &["StringDecoder"]),
    (
        "url",
        &[
            "URL",
            "URLSearchParams",
            "domainToASCII",
            "domainToUnicode",
            "fileURLToPath",
            "format",
            "parse",
            "resolve",
            "urlToHttpOptions",
        ],
    ),
    (
        "util",
        &[
            "TextDecoder",
            "TextEncoder",
            "format",
            "inspect",
            "isDeepStrictEqual",
            "stripVTControlCharacters",
            "toUSVString",
        ],
    ),
];

/// `resolve` reads the working folder.
const PATH: &[&str] = &[
    "basename",
    "delimiter",
    "dirname",
    "extname",
    "format",
    "isAbsolute",
    "join",
    "matchesGlob",
    "normalize",
    "parse",
    "relative",
    "sep",
    "toNamespacedPath",
];

/// Whether a member of a module of Node, such as `join` of `path`, gives what its arguments say.
pub fn is_pure_node_member(module: &str, member: &str) -> bool {
    let found = MEMBERS.binary_search_by_key(&module, |it| it.0);
    found.is_ok_and(|index| MEMBERS[index].1.contains(&member))
}

/// The module whose exports a member of another module holds: `path.posix` is `path/posix`.
pub fn node_submodule(module: &str, member: &str) -> Option<&'static str> {
    match (module, member) {
        ("path" | "path/posix", "posix") => Some("path/posix"),
        ("path" | "path/win32", "win32") => Some("path/win32"),
        _ => None,
    }
}

/// All paths such as `node:path.join`.
pub fn pure_node_members() -> impl Iterator<Item = String> {
    let each = MEMBERS.iter();
    each.flat_map(|(module, members)| members.iter().map(move |it| format!("node:{module}.{it}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_sorted_so_that_they_can_be_searched() {
        assert!(MEMBERS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn the_working_folder_and_chance_are_not_pure() {
        for (module, member) in [
            ("path", "resolve"),
            ("crypto", "randomBytes"),
            ("fs", "readFileSync"),
            ("path", "default"),
        ] {
            assert!(!is_pure_node_member(module, member), "{module}.{member}");
        }
        assert!(is_pure_node_member("path/posix", "join"));
        assert_eq!(node_submodule("path", "posix"), Some("path/posix"));
    }
}
