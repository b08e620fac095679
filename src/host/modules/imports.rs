//! Removes imports that are unused once the types are removed.
//!
//! TypeScript drops imports whose names are used only as types or not at all, and programs depend
//! on that: `import { Bucket, BucketArgs } from "./bucket"` is common where `BucketArgs` is an
//! interface. Type stripping does not touch imports, so this module blanks them; all lines keep
//! their position.

use std::collections::HashSet;
use std::ops::Range;

use deno_ast::swc::ast::{
    Ident, ImportDecl, ImportSpecifier, ModuleDecl, ModuleExportName, ModuleItem,
};
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{MediaType, ParseParams, ParsedSource, SourceRangedForSpanned};
use deno_core::url::Url;

/// `code` is JavaScript without types; returns the code with unused imports blanked.
pub fn blank_unused(url: &Url, code: String) -> String {
    if !code.contains("import") {
        return code;
    }
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: url.clone(),
        text: code.as_str().into(),
        media_type: MediaType::Mjs,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    });
    // V8 reports syntax errors, with their position.
    let Ok(parsed) = parsed else { return code };
    let edits = edits(&parsed, &code);
    apply(code, &edits)
}

struct Edit {
    range: Range<usize>,
    replacement: String,
}

fn edits(parsed: &ParsedSource, code: &str) -> Vec<Edit> {
    let program = parsed.program_ref();
    let deno_ast::ProgramRef::Module(module) = program else {
        return Vec::new();
    };
    let imports: Vec<&ImportDecl> = module
        .body
        .iter()
        .filter_map(|item| match item {
            ModuleItem::ModuleDecl(ModuleDecl::Import(import)) => Some(import),
            _ => None,
        })
        .filter(|import| !import.specifiers.is_empty())
        .collect();
    if imports.is_empty() {
        return Vec::new();
    }
    let mut references = References::default();
    module.visit_with(&mut references);
    imports
        .into_iter()
        .filter_map(|it| edit(parsed, code, it, &references.names))
        .collect()
}

/// Every identifier outside import declarations. A shadowing local of the same name counts as a
/// reference: keeping an unused import is harmless.
#[derive(Default)]
struct References {
    names: HashSet<Atom>,
}

impl Visit for References {
    fn visit_import_decl(&mut self, _: &ImportDecl) {}

    fn visit_ident(&mut self, ident: &Ident) {
        self.names.insert(ident.sym.clone());
    }
}

fn edit(
    parsed: &ParsedSource,
    code: &str,
    import: &ImportDecl,
    used: &HashSet<Atom>,
) -> Option<Edit> {
    let kept: Vec<&ImportSpecifier> = import
        .specifiers
        .iter()
        .filter(|it| used.contains(&it.local().sym))
        .collect();
    if kept.len() == import.specifiers.len() {
        return None;
    }
    let base = parsed.text_info_lazy().range().start;
    let range = import.range().as_byte_range(base);
    let original = &code[range.clone()];
    let replacement = if kept.is_empty() {
        isolate(original)
    } else {
        let source = import.src.range().as_byte_range(base);
        let clause = format!("import {} from ", clause(&kept));
        let lines = original.matches('\n').count();
        format!(
            "{clause}{}{}",
            &code[source.start..range.end],
            "\n".repeat(lines)
        )
    };
    Some(Edit { range, replacement })
}

fn clause(specifiers: &[&ImportSpecifier]) -> String {
    let mut parts = Vec::new();
    let mut named = Vec::new();
    for specifier in specifiers {
        let local = &specifier.local().sym;
        match specifier {
            ImportSpecifier::Default(_) => parts.push(local.to_string()),
            ImportSpecifier::Namespace(_) => parts.push(format!("* as {local}")),
            ImportSpecifier::Named(it) => named.push(match &it.imported {
                Some(ModuleExportName::Ident(name)) => format!("{} as {local}", name.sym),
                Some(ModuleExportName::Str(name)) => format!("{:?} as {local}", name.value),
                None => local.to_string(),
            }),
        }
    }
    if !named.is_empty() {
        parts.push(format!("{{ {} }}", named.join(", ")));
    }
    parts.join(", ")
}

/// A blank text with as many lines, and as many columns on the last line.
fn isolate(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let fill = if c == '\n' || c == '\r' { c } else { ' ' };
            std::iter::repeat_n(fill, c.len_utf16())
        })
        .collect()
}

fn apply(code: String, edits: &[Edit]) -> String {
    if edits.is_empty() {
        return code;
    }
    let mut result = String::with_capacity(code.len());
    let mut at = 0;
    for edit in edits {
        result.push_str(&code[at..edit.range.start]);
        result.push_str(&edit.replacement);
        at = edit.range.end;
    }
    result.push_str(&code[at..]);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(code: &str) -> String {
        blank_unused(&Url::parse("file:///a.ts").unwrap(), code.to_owned())
    }

    #[test]
    fn unused_imports_become_spaces() {
        let code = "import { A } from './a';\nimport B, { C } from './b';\nC();\n";
        let expected = format!("{}\nimport {{ C }} from './b';\nC();\n", " ".repeat(24));
        assert_eq!(blanked(code), expected);
    }

    #[test]
    fn side_effect_imports_and_used_ones_stay() {
        let code =
            "import './a';\nimport * as b from './b' with { type: 'json' };\nexport { b };\n";
        assert_eq!(blanked(code), code);
    }

    #[test]
    fn lines_are_kept() {
        let code = "import {\n  A,\n  B as C,\n} from './a';\nC();\n";
        let result = blanked(code);
        assert_eq!(result.lines().position(|it| it == "C();"), Some(4));
        assert!(
            result.starts_with("import { B as C } from './a';\n\n\n\n"),
            "{result}"
        );
    }
}
