//! Calls of `super()`.

use lumi_pack::il::{Expr, ExprKind};
use ruff_python_ast::{Expr as Syntax, ExprCall};

use super::lowering::Lowering;
use super::nodes::*;
use super::refusal::Refusal;

impl Lowering<'_> {
    /// `super().name(...)`
    pub fn super_call(&mut self, syntax: &ExprCall) -> Option<Expr> {
        let Syntax::Attribute(callee) = &*syntax.func else {
            return None;
        };
        if !is_super_call(syntax, callee.attr.as_str()) {
            return None;
        }
        let at = self.at(&callee.attr);
        let name = callee.attr.as_str();
        let Some(class) = self.classes.last().cloned().filter(|it| it.depth == 1) else {
            let help = "use it in a method itself";
            return Some(self.absent(syntax, Refusal::Super, "`super()` here", help));
        };
        if class.is_foreign && name == "__init__" {
            let direct = match class.extends_python {
                true => None,
                false => self.foreign_arguments(&syntax.arguments),
            };
            let arguments = match direct {
                Some(it) => it,
                None => vec![self.prepared(class.base, &syntax.arguments, at)],
            };
            return Some(expr(ExprKind::SuperCall(arguments), at));
        }
        let key = self.member_key(name, class.is_foreign, callee);
        let signature = match name {
            "__init__" => get(class.base, "$init", at),
            _ => expr(ExprKind::SuperGet(format!("${key}")), at),
        };
        let mut all = vec![string(name, at), signature];
        all.extend(self.arguments(&syntax.arguments, at));
        let prepared = self.py("superArguments", all, at);
        let callee = expr(ExprKind::SuperGet(key), at);
        Some(call(callee, vec![spread(prepared, at)], at))
    }
}

/// Whether a call is `super().name(...)`.
pub fn is_super_call(call: &ExprCall, name: &str) -> bool {
    let Syntax::Attribute(callee) = &*call.func else {
        return false;
    };
    let Syntax::Call(of) = &*callee.value else {
        return false;
    };
    let is_super = matches!(&*of.func, Syntax::Name(it) if it.id.as_str() == "super");
    is_super && of.arguments.is_empty() && callee.attr.as_str() == name
}
