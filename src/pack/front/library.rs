//! Parts of the standard library that have a form of their own in LumiIL, and the members of Node's modules.

use deno_ast::swc::ast::{
    BigInt, CallExpr, Expr as Syntax, Ident, MemberExpr, MemberProp, NewExpr,
};
use deno_ast::swc::common::{BytePos, Spanned};
use lumi_closure::node_members::{is_pure_node_member, node_submodule};

use crate::il::{Expr, ExprKind, Token};
use crate::intrinsics::{DATE, SYMBOL};

use super::binder::Binder;

impl Binder<'_> {
    /// `12n` is `BigInt("12")`.
    pub fn big_integer(&mut self, literal: &BigInt) -> ExprKind {
        let at = literal.span.lo;
        if !self.is_global("BigInt") {
            let help = "rename the variable, as big integers are made by the function `BigInt`";
            return self.absent(at, "BigInt beside a variable of that name", help);
        }
        let digits = ExprKind::String(literal.value.to_string());
        ExprKind::Call {
            callee: Box::new(self.expr(ExprKind::Intrinsic("BigInt".to_owned()), at)),
            arguments: vec![self.expr(digits, at)],
            optional: false,
            types: Vec::new(),
        }
    }

    pub fn new_expression(&mut self, new: &NewExpr) -> ExprKind {
        let types = self.type_arguments(new.type_args.as_deref());
        let arguments = new.args.as_deref().unwrap_or_default();
        let class = match new.callee.as_ident() {
            Some(name) if *name.sym == *DATE && self.is_global(DATE) => {
                if !matches!(arguments, [it] if it.spread.is_none()) {
                    let help = "write `new Date(value)` with text that ends with `Z`, or with `Date.UTC(…)`";
                    return self.absent(name.span.lo, "clock and no time zone", help);
                }
                Box::new(self.expr(ExprKind::Intrinsic(DATE.to_owned()), name.span.lo))
            }
            _ => self.boxed(&new.callee),
        };
        ExprKind::New {
            class,
            arguments: self.arguments(arguments),
            types,
        }
    }

    /// `Symbol(…)`, and `Object.prototype.hasOwnProperty.call(object, name)`, which is `Object.hasOwn(object, name)`.
    pub fn library_call(&mut self, call: &CallExpr, callee: &Syntax) -> Option<ExprKind> {
        let (name, at) = match callee {
            Syntax::Ident(name) if *name.sym == *SYMBOL && self.is_global(SYMBOL) => {
                (SYMBOL, name.span.lo)
            }
            Syntax::Member(member) if self.is_has_own(member) && call.args.len() == 2 => {
                ("Object.hasOwn", member.span_lo())
            }
            _ => return None,
        };
        Some(ExprKind::Call {
            callee: Box::new(self.expr(ExprKind::Intrinsic(name.to_owned()), at)),
            arguments: self.arguments(&call.args),
            optional: false,
            types: Vec::new(),
        })
    }

    fn is_has_own(&self, member: &MemberExpr) -> bool {
        let path = ["call", "hasOwnProperty", "prototype"];
        let mut object = member;
        for (index, name) in path.iter().enumerate() {
            if !matches!(&object.prop, MemberProp::Ident(it) if *it.sym == **name) {
                return false;
            }
            match &*object.obj {
                Syntax::Member(it) => object = it,
                Syntax::Ident(it) => {
                    return index == 2 && *it.sym == *"Object" && self.is_global("Object");
                }
                _ => return false,
            }
        }
        false
    }

    /// A member of a module of Node that depends on its arguments alone.
    pub fn node_member(&mut self, object: &Syntax, name: &str) -> Option<ExprKind> {
        let module = self.node_module(object)?;
        // Also a member that is refused uses the import.
        let of = Box::new(self.node_object(object));
        if is_pure_node_member(&module, name) {
            let name = name.to_owned();
            let optional = false;
            return Some(ExprKind::Get { of, name, optional });
        }
        let what = format!("`{name}` of `node:{module}`");
        Some(self.absent(object.span_lo(), &what, ONLY_IN_CLOSURES))
    }

    /// An import from Node by its own name.
    pub fn node_name(&mut self, name: &Ident, token: &Token) -> ExprKind {
        if is_pure_node_member(token.module(), token.name()) {
            return ExprKind::Token(token.clone());
        }
        let what = format!("use of `{}`, which comes from Node", name.sym);
        let help = match token.node_module().is_some() {
            true => "name the member after a dot: objects of Node's modules are not values",
            false => ONLY_IN_CLOSURES,
        };
        self.absent(name.span.lo, &what, help)
    }

    /// The module of Node that an expression names, such as `path.posix`.
    fn node_module(&self, object: &Syntax) -> Option<String> {
        match object {
            Syntax::Ident(name) if self.local(&name.sym).is_none() => {
                let token = self.imported.get(&*name.sym)?;
                token.node_module().map(str::to_owned)
            }
            Syntax::Member(member) => {
                let MemberProp::Ident(name) = &member.prop else {
                    return None;
                };
                let module = self.node_module(&member.obj)?;
                node_submodule(&module, &name.sym).map(str::to_owned)
            }
            _ => None,
        }
    }

    /// The object of a module that [`Self::node_module`] has found.
    fn node_object(&mut self, object: &Syntax) -> Expr {
        let at: BytePos = object.span_lo();
        match object {
            Syntax::Member(member) => {
                let of = Box::new(self.node_object(&member.obj));
                let name = match &member.prop {
                    MemberProp::Ident(it) => it.sym.to_string(),
                    _ => String::new(),
                };
                let optional = false;
                self.expr(ExprKind::Get { of, name, optional }, member.prop.span_lo())
            }
            Syntax::Ident(name) => {
                self.used.insert(name.sym.to_string());
                let token = self.imported.get(&*name.sym).cloned();
                let kind = token.map_or(ExprKind::Undefined, ExprKind::Token);
                self.expr(kind, at)
            }
            _ => self.expr(ExprKind::Undefined, at),
        }
    }

    fn is_global(&self, name: &str) -> bool {
        self.local(name).is_none() && !self.imported.contains_key(name)
    }
}

const ONLY_IN_CLOSURES: &str = "what depends on the machine, on time or on chance is for functions that resources take as inputs";
