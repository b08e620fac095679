//! CommonJS for `import`: what a text is, and the facade module of a file.
//!
//! A CommonJS file has two URLs: its own (`file:`), under which its code runs and errors are shown,
//! and that of a facade (`lumi:/commonjs/…`), an ES module that requires the file and re-exports
//! the names. So frames of the facade cannot be mistaken for frames of the file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use deno_ast::{MediaType, ParseParams, ParsedSource};
use deno_core::url::Url;
use lumi_closure::nesting::{Jsx, deeply};

use crate::modules::media::Media;

/// URL prefix of facades.
const FACADE: &str = "lumi:/commonjs/";

/// The module of the SDK that runs CommonJS.
pub(in crate::modules) const RUNNER: &str = "lumi:/node/module/commonjs.ts";

/// The URL of the facade of a CommonJS file.
pub fn facade_url(file: &Url) -> Url {
    let url = format!("{FACADE}{}", file.path().trim_start_matches('/'));
    Url::parse(&url).unwrap_or_else(|_| file.clone())
}

/// The mark of the facade of a CommonJS file that is the entry module.
const ENTRY: &str = "entry";

/// The URL of the facade of the entry module. Its only export is the default: the outputs of a
/// program are either that or the names.
pub fn entry_url(file: &Url) -> Url {
    let mut url = facade_url(file);
    url.set_query(Some(ENTRY));
    url
}

pub fn is_entry(url: &Url) -> bool {
    is_facade(url) && url.query() == Some(ENTRY)
}

/// The `file:` URL behind a facade; other URLs are returned unchanged.
pub fn real_url(url: &Url) -> Url {
    match url.as_str().strip_prefix(FACADE) {
        Some(path) => {
            let path = path.strip_suffix("?entry").unwrap_or(path);
            Url::parse(&format!("file:///{path}")).unwrap_or_else(|_| url.clone())
        }
        None => url.clone(),
    }
}

pub fn is_facade(url: &Url) -> bool {
    url.as_str().starts_with(FACADE)
}

/// The code of a facade. `names` are the sorted exports of the file.
pub fn facade(file: &Path, names: &[String]) -> String {
    let path = serde_json::Value::from(file.to_string_lossy());
    let mut code = format!(
        "import {{ exportNames, load }} from \"{RUNNER}\";\nconst it = load({path});\nexport default it;\n"
    );
    let names: Vec<&String> = names.iter().filter(|it| *it != "default").collect();
    if names.is_empty() {
        return code;
    }
    let mut assignments = String::new();
    let mut exports = String::new();
    for (index, name) in names.iter().enumerate() {
        let name = serde_json::Value::from(name.as_str());
        let _ = writeln!(exports, "let _{index}; export {{ _{index} as {name} }};");
        let _ = write!(assignments, " _{index} = of[{index}];");
    }
    let names = serde_json::json!(names);
    let _ = writeln!(
        code,
        "{exports}exportNames({path}, it, {names}, (of) => {{{assignments} }});"
    );
    code
}

/// Whether a text is valid only as an ES module.
pub fn is_module(url: &Url, text: &str) -> bool {
    parsed(url, text, |it| !it.compute_is_script()) == Some(true)
}

/// Whether a text may be valid only as an ES module, without parsing it, which decides most files: statements begin at the
/// start, on a new line, or behind another one.
pub fn may_be_module(text: &str) -> bool {
    const WORDS: [&str; 2] = ["import", "export"];
    let begins_statement = |before: &str| {
        let before = before.trim_end_matches([' ', '\t']);
        before.is_empty()
            || before.ends_with("*/")
            || before.ends_with(['\n', '\r', '\u{2028}', '\u{2029}', ';', '}'])
    };
    let is_word = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let rest = &text[at + word.len()..];
            match rest.chars().next() {
                Some('.') => {
                    !text[..at].ends_with(|c: char| c.is_alphanumeric() || "_$.".contains(c))
                }
                Some(c) if c.is_alphanumeric() || "_$(=:,;".contains(c) => false,
                _ => begins_statement(&text[..at]),
            }
        })
    };
    WORDS.into_iter().any(is_word)
}

/// Whether TypeScript is an ES module: it imports or exports as such, or awaits at its top. A text
/// with errors is one.
pub fn is_typed_module(url: &Url, media: Media, text: &str) -> bool {
    let words = ["import", "export", "await"];
    if !words.into_iter().any(|it| text.contains(it)) {
        return false;
    }
    let look = |it: &ParsedSource| !it.program_ref().compute_is_script();
    parsed_as(url, media.for_parser(), media.jsx(), text, look).unwrap_or(true)
}

/// Parses JavaScript and calls `look`; `None` if the text cannot be parsed.
pub(in crate::modules) fn parsed<T>(
    url: &Url,
    text: &str,
    look: impl FnOnce(&ParsedSource) -> T,
) -> Option<T> {
    parsed_as(url, MediaType::JavaScript, Jsx::No, text, look)
}

fn parsed_as<T>(
    url: &Url,
    media_type: MediaType,
    jsx: Jsx,
    text: &str,
    look: impl FnOnce(&ParsedSource) -> T,
) -> Option<T> {
    let parse = || {
        let parsed = deno_ast::parse_program(ParseParams {
            specifier: url.clone(),
            text: text.into(),
            media_type,
            capture_tokens: false,
            scope_analysis: false,
            maybe_syntax: None,
        });
        parsed.ok().map(|it| look(&it))
    };
    deeply(text, jsx, |_| parse()).ok().flatten()
}

/// The path of the file behind a module; `None` for built-in modules.
pub fn file_of(url: &Url) -> Option<PathBuf> {
    let url = real_url(url);
    (url.scheme() == "file").then(|| url.to_file_path().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url() -> Url {
        Url::parse("file:///p/a%20b/c.js").unwrap()
    }

    #[test]
    fn facades_have_urls_of_their_own() {
        let facade = facade_url(&url());
        assert_eq!(facade.as_str(), "lumi:/commonjs/p/a%20b/c.js");
        assert!(is_facade(&facade) && !is_facade(&url()));
        assert_eq!(real_url(&facade), url());
        assert_eq!(file_of(&facade).unwrap(), Path::new("/p/a b/c.js"));
        let entry = entry_url(&url());
        assert!(is_entry(&entry) && !is_entry(&facade));
        assert_eq!(real_url(&entry), url());
    }

    #[test]
    fn module_syntax_is_distinguished_from_words() {
        let table = [
            ("import a from 'a';", true),
            ("export{a};var a", true),
            ("var a=1;export default a", true),
            ("import.meta.url", true),
            ("const a = { url: import.meta.url };", true),
            ("/* first */ import a from 'a';", true),
            ("function f() {} export { f };", true),
            (
                "// a note: import this or export that\nexports.a = 1;",
                false,
            ),
            ("exports.a = 1;", false),
            (
                "// how to export default\nmodule.exports = 'import x';",
                false,
            ),
            ("const a = () => import('a');", false),
            ("this is not a program; import x", false),
        ];
        for (text, wanted) in table {
            let found = may_be_module(text) && is_module(&url(), text);
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn typescript_is_a_module_by_its_syntax() {
        let table = [
            ("import a from 'a';", true),
            ("export const a: number = 1;", true),
            ("const a = await f();", true),
            ("import a = require('a');", false),
            ("const a: number = 1; export = a;", false),
            ("const word: string = 'import';", false),
            ("async function f(): Promise<void> { await g(); }", false),
            ("this is not a program; import x", true),
        ];
        for (text, wanted) in table {
            let found = is_typed_module(&url(), Media::TypeScript, text);
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn a_facade_exports_any_name() {
        let names = ["a-b", "class", "default"].map(str::to_owned);
        insta::assert_snapshot!(facade(Path::new("/p/a.js"), &names), @r#"
        import { exportNames, load } from "lumi:/node/module/commonjs.ts";
        const it = load("/p/a.js");
        export default it;
        let _0; export { _0 as "a-b" };
        let _1; export { _1 as "class" };
        exportNames("/p/a.js", it, ["a-b","class"], (of) => { _0 = of[0]; _1 = of[1]; });
        "#);
    }
}
