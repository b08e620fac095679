//! Calls of `super()`.

use lumi_pack::il::{Expr, ExprKind};
use ruff_python_ast::{Arguments, Expr as Syntax, ExprAttribute, ExprCall};

use crate::lowering::Lowering;
use crate::nodes::*;
use crate::refusal::Refusal;

impl Lowering<'_> {
    /// `super().name(...)`
    pub fn super_call(&mut self, syntax: &ExprCall) -> Option<Expr> {
        let Syntax::Attribute(callee) = &*syntax.func else {
            return None;
        };
        let is_super = is_super_call(syntax, callee.attr.as_str());
        if !is_super && !self.is_base_call(syntax) {
            return None;
        }
        let arguments = match is_super {
            true => &syntax.arguments,
            false => &without_first(&syntax.arguments),
        };
        let at = self.at(&callee.attr);
        let name = callee.attr.as_str();
        let Some(class) = self.classes.last().cloned().filter(|it| it.depth == 1) else {
            let help = "use it in a method itself, which no decorator changes";
            return Some(self.absent(syntax, Refusal::Super, "`super()` here", help));
        };
        if class.is_foreign && name == "__init__" {
            let direct = match class.extends_python {
                true => None,
                false => self.foreign_arguments(arguments),
            };
            let arguments = match direct {
                Some(it) => it,
                None => vec![self.prepared(class.base, arguments, at)],
            };
            return Some(expr(ExprKind::SuperCall(arguments), at));
        }
        let key = self.member_key(name, class.is_foreign, callee);
        let signature = match name {
            "__init__" => get(class.base, "$init", at),
            _ => expr(ExprKind::SuperGet(format!("${key}")), at),
        };
        let mut all = vec![string(name, at), signature];
        all.extend(self.arguments(arguments, at));
        let prepared = self.py("superArguments", all, at);
        let callee = expr(ExprKind::SuperGet(key), at);
        Some(call(callee, vec![spread(prepared, at)], at))
    }

    /// Whether a call is `Base.name(self, ...)` in a class that extends `Base` alone.
    pub fn is_base_call(&self, call: &ExprCall) -> bool {
        let Syntax::Attribute(callee) = &*call.func else {
            return false;
        };
        let class = self.classes.last().filter(|it| it.depth == 1);
        let base = class.and_then(|it| it.base_name.as_deref());
        let is_base = base.is_some_and(|it| dotted(&callee.value).as_deref() == Some(it));
        is_base
            && call
                .arguments
                .args
                .first()
                .is_some_and(Syntax::is_name_expr)
    }

    /// `super().name` of a property.
    pub fn super_attribute(&mut self, syntax: &ExprAttribute) -> Option<Expr> {
        let Syntax::Call(of) = &*syntax.value else {
            return None;
        };
        let class = self.classes.last().filter(|it| it.depth == 1)?;
        let is_foreign = class.is_foreign;
        if !is_super(of) {
            return None;
        }
        let at = self.at(&syntax.attr);
        let key = self.member_key(syntax.attr.as_str(), is_foreign, &syntax.attr);
        Some(expr(ExprKind::SuperGet(key), at))
    }
}

/// A name with points, such as `lumi.ComponentResource`.
pub fn dotted(of: &Syntax) -> Option<String> {
    match of {
        Syntax::Name(it) => Some(it.id.to_string()),
        Syntax::Attribute(it) => Some(format!("{}.{}", dotted(&it.value)?, it.attr)),
        _ => None,
    }
}

fn without_first(arguments: &Arguments) -> Arguments {
    Arguments {
        args: arguments.args.iter().skip(1).cloned().collect(),
        ..arguments.clone()
    }
}

/// Whether a call is `super()`, or `super(Class, self)`.
fn is_super(call: &ExprCall) -> bool {
    let count = call.arguments.args.len();
    matches!(&*call.func, Syntax::Name(it) if it.id.as_str() == "super") && matches!(count, 0 | 2)
}

/// Whether a call is `super().name(...)`.
pub fn is_super_call(call: &ExprCall, name: &str) -> bool {
    let Syntax::Attribute(callee) = &*call.func else {
        return false;
    };
    let Syntax::Call(of) = &*callee.value else {
        return false;
    };
    is_super(of) && callee.attr.as_str() == name
}
