//! The names that a text uses and does not declare.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use deno_ast::swc::ast::{Ident, Module};
use deno_ast::swc::common::SyntaxContext;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{MediaType, ModuleSpecifier, ParseParams};

use super::scopes::{UNRESOLVED, resolve};
use crate::nesting::{Jsx, deeply};

/// The names that JavaScript uses without a declaration of its own, those of globals included; or why the text
/// cannot be parsed as a module, or that `accepts` refuses it. Code at its top may use `await`.
pub fn free_names(code: &str, accepts: fn(&Module) -> bool) -> Result<BTreeSet<String>, String> {
    let found = deeply(code, Jsx::No, |_| {
        catch_unwind(AssertUnwindSafe(|| parsed(code, accepts)))
            .unwrap_or_else(|_| Err("the parser gave up".to_owned()))
    });
    found.unwrap_or_else(|error| Err(error.to_string()))
}

fn parsed(code: &str, accepts: fn(&Module) -> bool) -> Result<BTreeSet<String>, String> {
    let mut found = FreeNames {
        names: BTreeSet::new(),
        unresolved: SyntaxContext::from_u32(UNRESOLVED),
    };
    let parameters = ParseParams {
        specifier: ModuleSpecifier::parse("file:///module.js").expect("BUG: a constant URL is one"),
        text: code.into(),
        media_type: MediaType::Mjs,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    };
    let parsed = deno_ast::parse_module_with_post_process(parameters, |mut module: Module, _| {
        resolve(&mut module);
        module
    });
    let parsed = parsed.map_err(|error| error.kind().msg().to_string())?;
    if let Some(error) = parsed.diagnostics().first() {
        return Err(error.kind().msg().to_string());
    }
    if let deno_ast::ProgramRef::Module(module) = parsed.program_ref() {
        if !accepts(module) {
            return Err("it is other code than it should be".to_owned());
        }
        module.visit_with(&mut found);
    }
    Ok(found.names)
}

struct FreeNames {
    names: BTreeSet<String>,
    unresolved: SyntaxContext,
}

impl Visit for FreeNames {
    fn visit_ident(&mut self, ident: &Ident) {
        if ident.ctxt == self.unresolved {
            self.names.insert(ident.sym.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_names_are_not_free() {
        let code = "(async ({ id }, ...rest) => { const a = x; for (const b of a) y(b, rest, id.z); { let x; x = 1; } })";
        let names = free_names(code, |_| true).unwrap();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["x", "y"]);
        assert!(free_names("(=> 1", |_| true).is_err());
        assert!(free_names("a", |it| it.body.is_empty()).is_err());
    }
}
