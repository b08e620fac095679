//! Calls whose arguments or names differ.

use deno_ast::swc::ast::{
    CallExpr, Callee, Expr, ExprOrSpread, Lit, MemberProp, NewExpr, OptChainBase,
};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{end, offset, untyped};

use super::chain::Chain;
use super::conversion::Conversion;

/// Methods of stack references that Lumi's do not have.
const OF_REFERENCES: [&str; 3] = ["getOutputDetails", "getOutputValue", "requireOutputValue"];

impl Conversion<'_> {
    pub fn call(&mut self, call: &CallExpr) {
        let Callee::Expr(callee) = &call.callee else {
            return;
        };
        if let Some(path) = self.sdk_path_of(callee) {
            if path.first().is_some_and(|it| it == "log") && call.args.len() > 2 {
                let at = offset(call.span);
                let what = "a message with a stream, or one that disappears".to_owned();
                self.not_converted(at, what, "pass the message and the resource alone");
            }
            return;
        }
        if let Some(path) = Chain::of(callee).and_then(|it| self.package_path(&it)) {
            self.get_resource(&path, call);
            return;
        }
        self.apply_call(callee, &call.args);
        if let Expr::Member(member) = &**callee
            && let MemberProp::Ident(name) = &member.prop
            && OF_REFERENCES.contains(&name.sym.as_str())
        {
            let what = format!("`{}` of a stack reference has no counterpart", name.sym);
            self.not_converted(
                offset(name.span),
                what,
                "write `getOutput(name)`, which answers a Property",
            );
        }
    }

    /// `output.apply(f)` is `property.then(f)`; `f.apply(self, arguments)` is a call of a function.
    pub fn apply_call(&mut self, callee: &Expr, args: &[ExprOrSpread]) {
        let member = match untyped(callee) {
            Expr::Member(member) => member,
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => member,
                OptChainBase::Call(_) => return,
            },
            _ => return,
        };
        let MemberProp::Ident(name) = &member.prop else {
            return;
        };
        let [argument] = args else {
            return;
        };
        if name.sym != *"apply" || argument.spread.is_some() {
            return;
        }
        let at = offset(name.span);
        match untyped(&argument.expr) {
            Expr::Arrow(_) | Expr::Fn(_) => {}
            Expr::This(_) | Expr::Lit(_) | Expr::Object(_) | Expr::Array(_) => return,
            Expr::Ident(it) if it.sym == *"undefined" => return,
            _ if self.is_output(&member.obj) => {}
            _ => {
                let what = "`apply` is taken for that of an Output".to_owned();
                let advice = "if it is the method `apply` of a function, write `apply` again";
                self.check(at, what, advice);
            }
        }
        self.edit(at..end(name.span), "then");
    }

    /// Whether an expression is an Output by its syntax.
    fn is_output(&self, expression: &Expr) -> bool {
        let callee = match untyped(expression) {
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => callee,
                _ => return false,
            },
            Expr::TaggedTpl(template) => &template.tag,
            _ => return false,
        };
        let is_apply = match &**callee {
            Expr::Member(member) => {
                matches!(&member.prop, MemberProp::Ident(name) if name.sym == *"apply")
            }
            _ => false,
        };
        is_apply || self.sdk_path_of(callee).is_some()
    }

    /// `aws.s3.Bucket.get(name, id, state, options)`: Lumi's has no state.
    fn get_resource(&mut self, path: &[String], call: &CallExpr) {
        let [.., class, method] = path else {
            return;
        };
        if method != "get" || !class.starts_with(|it: char| it.is_ascii_uppercase()) {
            return;
        }
        let Some(state) = call.args.get(2) else {
            return;
        };
        let is_empty = match untyped(&state.expr) {
            Expr::Ident(it) => it.sym == *"undefined",
            Expr::Object(it) => it.props.is_empty(),
            Expr::Lit(Lit::Null(_)) => true,
            _ => false,
        };
        if !is_empty {
            let what = format!("`{class}.get` with a state to look it up by");
            self.not_converted(
                offset(state.span()),
                what,
                "Lumi reads by the id alone: leave the state out",
            );
            return;
        }
        let before = end(call.args[1].span());
        self.remove(before..end(state.span()));
    }

    pub fn new_resource(&mut self, new: &NewExpr) {
        let args = new.args.as_deref().unwrap_or_default();
        let Some(chain) = Chain::of(&new.callee) else {
            return;
        };
        let path = self.sdk_path(&chain);
        if path.as_deref().is_some_and(|it| it == ["StackReference"]) {
            self.stack_reference(args);
        }
        let is_resource = path.is_some() || self.package_path(&chain).is_some();
        if is_resource {
            self.options(args);
        }
    }

    /// Names of stacks have an organization in Pulumi: `acme/net/dev`.
    fn stack_reference(&mut self, args: &[ExprOrSpread]) {
        let Some(name) = args.first() else {
            return;
        };
        let advice = "both projects name the same `backend`, and the name is `PROJECT/STACK`, without an organization";
        let name = untyped(&name.expr);
        let at = offset(name.span());
        match name {
            Expr::Lit(Lit::Str(text)) => {
                let text = text.value.to_string_lossy().into_owned();
                let parts: Vec<&str> = text.split('/').collect();
                if let [_, project, stack] = parts.as_slice() {
                    let quoted = self.module.quoted(&format!("{project}/{stack}"));
                    self.edit(at..end(name.span()), quoted);
                }
                self.check(
                    at,
                    format!("the outputs of the stack `{text}` are read"),
                    advice,
                );
            }
            _ => {
                let what = "the name of a stack is computed".to_owned();
                self.not_converted(at, what, advice);
            }
        }
    }
}
