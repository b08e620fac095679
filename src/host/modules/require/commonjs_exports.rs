//! The exports of a CommonJS file, judged by its text alone: the names that `import` can link to.

use deno_ast::swc::ast::{AssignExpr, Callee, Expr, Lit};
use deno_ast::swc::ecma_visit::{Visit, VisitWith, noop_visit_type};
use deno_ast::{ParsedSource, ProgramRef};
use deno_core::url::Url;
use serde::{Deserialize, Serialize};

use super::commonjs::parsed;

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exports {
    pub names: Vec<String>,
    /// Specifiers of modules that are re-exported as a whole.
    pub reexports: Vec<String>,
}

/// Finds the exports of a text. A text with syntax errors has none: V8 reports the error when it
/// runs.
pub fn analyze(url: &Url, text: &str) -> Exports {
    let found = parsed(url, text, |it| (it.analyze_cjs(), members_of_modules(it)));
    let Some((exports, members)) = found else {
        return Exports::default();
    };
    let mut reexports = exports.reexports;
    let new = members.into_iter().filter(|it| !reexports.contains(it));
    reexports.extend(new.collect::<Vec<_>>());
    Exports {
        names: exports.exports,
        reexports,
    }
}

/// The modules in `module.exports = require("x").y`. Node takes the exports of `x` for those of the
/// file, whatever member is taken: packages rely on it, such as graphql-tag.
fn members_of_modules(source: &ParsedSource) -> Vec<String> {
    let mut search = MembersOfModules::default();
    match source.program_ref() {
        ProgramRef::Module(module) => module.visit_with(&mut search),
        ProgramRef::Script(script) => script.visit_with(&mut search),
    }
    search.found
}

#[derive(Default)]
struct MembersOfModules {
    found: Vec<String>,
}

impl Visit for MembersOfModules {
    noop_visit_type!();

    fn visit_assign_expr(&mut self, assignment: &AssignExpr) {
        let target = assignment.left.as_simple().and_then(|it| it.as_member());
        let is_exports = target.is_some_and(|it| {
            it.obj.as_ident().is_some_and(|it| it.sym == "module")
                && it.prop.as_ident().is_some_and(|it| it.sym == "exports")
        });
        let value = assignment.right.as_member();
        if is_exports && let Some(specifier) = value.and_then(|it| required(&it.obj)) {
            self.found.push(specifier);
        }
        assignment.visit_children_with(self);
    }
}

/// The specifier in `require("specifier")`.
fn required(expression: &Expr) -> Option<String> {
    let call = expression.as_call()?;
    let Callee::Expr(callee) = &call.callee else {
        return None;
    };
    if callee.as_ident()?.sym != "require" {
        return None;
    }
    match &*call.args.first()?.expr {
        Expr::Lit(Lit::Str(text)) => Some(text.value.to_string_lossy().into_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exports(text: &str) -> Exports {
        analyze(&Url::parse("file:///p/a.js").unwrap(), text)
    }

    #[test]
    fn exports_are_found_in_the_text() {
        let text = "exports.a = 1;\nmodule.exports.b = 2;\n\
                    Object.defineProperty(exports, '__esModule', { value: true });\n\
                    __exportStar(require('./c'), exports);\n";
        let found = exports(text);
        assert_eq!(found.names, ["__esModule", "a", "b"]);
        assert_eq!(found.reexports, ["./c"]);
        assert_eq!(exports("module.exports = (").names, [""; 0]);
    }

    #[test]
    fn a_member_of_a_module_brings_the_names_of_the_module() {
        let found = exports("module.exports = require('./umd.js').gql;");
        assert_eq!(found.reexports, ["./umd.js"]);
        let found = exports("other.exports = require('./a').b; module.exports = c('./a').b;");
        assert_eq!(found, Exports::default());
    }
}
