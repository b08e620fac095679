//! Scripts of the web extension that are embedded and compiled on first use.

use deno_ast::swc::parser::{EsSyntax, Syntax};
use deno_ast::{MediaType, ParseParams};
use deno_core::url::Url;
use deno_core::wrap_lazy_ext_script;

use crate::emit::emit;
use crate::web_extension;

/// The scripts of the web extension that the snapshot did not evaluate. They are embedded and
/// compiled on first use.
pub fn all_but(consumed: &[String]) -> Vec<(String, String)> {
    let mut extensions = [deno_webidl::deno_webidl::init(), web_extension()];
    let mut rows = Vec::new();
    for extension in &mut extensions {
        for file in extension.lazy_loaded_js_files.iter() {
            if consumed.iter().any(|name| name == file.specifier) {
                continue;
            }
            let text = file.load().expect("an extension source is readable");
            // As deno_core compiles it, so that V8 need not copy the text.
            let text = wrap_lazy_ext_script(&body(file.specifier, text.as_str()));
            rows.push((file.specifier.to_string(), text));
        }
    }
    rows.sort();
    rows
}

/// The text of a script that deno_core makes the body of a function.
fn body(specifier: &str, text: &str) -> String {
    let syntax = EsSyntax {
        allow_return_outside_function: true,
        ..EsSyntax::default()
    };
    let parsed = deno_ast::parse_script(ParseParams {
        specifier: Url::parse(specifier).expect("the name of a script is a URL"),
        text: text.into(),
        media_type: MediaType::JavaScript,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: Some(Syntax::Es(syntax)),
    })
    .unwrap_or_else(|error| panic!("{error}"));
    emit(parsed.program_ref())
}
