//! Finds statements that may have thrown a value other than an Error.
//!
//! Only Errors have a stack; `throw "text"` does not record its position. When such a value ends a
//! program, the sources are searched for the statement.

use deno_ast::swc::ast::{CallExpr, Callee, Expr, Lit, MemberProp, ThrowStmt};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{SourceRanged, SourceRangedForSpanned};
use deno_core::url::Url;

use lumi_graph::SourcePosition;

use super::parsed_module::ParsedModule;
use crate::modules::media::Media;

/// The statements of a module that may have thrown `message`: those with exactly this text,
/// otherwise all that throw something other than a new Error.
pub fn find(url: &Url, file: &str, media: Media, text: &str, message: &str) -> Vec<SourcePosition> {
    let look = |parsed: &ParsedModule<'_>| sites(parsed, message);
    ParsedModule::with(url, file, media, text, look).unwrap_or_default()
}

fn sites(parsed: &ParsedModule<'_>, message: &str) -> Vec<SourcePosition> {
    let mut sites = ThrowSiteFinder {
        parsed,
        message,
        exact: Vec::new(),
        possible: Vec::new(),
    };
    if let Some(module) = parsed.module() {
        module.visit_with(&mut sites);
    }
    if sites.exact.is_empty() {
        sites.possible
    } else {
        sites.exact
    }
}

struct ThrowSiteFinder<'a> {
    parsed: &'a ParsedModule<'a>,
    message: &'a str,
    exact: Vec<SourcePosition>,
    possible: Vec<SourcePosition>,
}

impl ThrowSiteFinder<'_> {
    fn consider(&mut self, thrown: &Expr, at: &impl SourceRanged) {
        let position = self.parsed.position(at);
        match thrown {
            Expr::Lit(Lit::Str(text)) if text.value.to_string_lossy() == self.message => {
                self.exact.push(position);
            }
            // Another text, or probably an Error.
            Expr::Lit(Lit::Str(_)) | Expr::New(_) => {}
            _ => self.possible.push(position),
        }
    }
}

impl Visit for ThrowSiteFinder<'_> {
    fn visit_throw_stmt(&mut self, statement: &ThrowStmt) {
        self.consider(&statement.arg, &statement.range());
        statement.visit_children_with(self);
    }

    /// `Promise.reject(value)`, and `reject(value)` in executors.
    fn visit_call_expr(&mut self, call: &CallExpr) {
        if let Callee::Expr(callee) = &call.callee
            && is_reject(callee)
            && let Some(argument) = call.args.first()
        {
            self.consider(&argument.expr, &call.range());
        }
        call.visit_children_with(self);
    }
}

fn is_reject(callee: &Expr) -> bool {
    match callee {
        Expr::Ident(name) => name.sym == "reject",
        Expr::Member(member) => {
            matches!(&member.prop, MemberProp::Ident(name) if name.sym == "reject")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, message: &str) -> Vec<u32> {
        let url = Url::parse("file:///a.ts").unwrap();
        let sites = find(&url, "a.ts", Media::TypeScript, text, message);
        sites.iter().map(|it| it.line).collect()
    }

    #[test]
    fn the_text_that_was_thrown_is_found() {
        let text = "throw 'a';\nthrow 'b';\nthrow new Error('b');\nthrow b;\n";
        assert_eq!(lines(text, "b"), [2]);
        assert_eq!(lines(text, "{ code: 1 }"), [4]);
    }

    #[test]
    fn rejections_count() {
        let text = "Promise.reject({ a: 1 });\nnew Promise((_, reject) => reject('x'));\n";
        assert_eq!(lines(text, "{ a: 1 }"), [1]);
        assert_eq!(lines(text, "x"), [2]);
        assert!(lines("this is not a program", "x").is_empty());
    }
}
