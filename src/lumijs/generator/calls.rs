//! Calls.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{Span, Spanned};
use lumi_closure::analysis::end;

use super::origins::IteratedCode;
use super::{Deferred, Generator};
use crate::program::Target;
use crate::rule::Rule;
use crate::solver::{
    Call, CallKind, CallWay, CapturedPart, DateArguments, NodeId, ObjectKind, UNKNOWN, Use, Value,
};

/// Methods of texts that use the state of a sticky regular expression.
const TEXT_METHODS: &[&str] = &["match", "replace", "replaceAll"];

impl Generator<'_> {
    pub(super) fn call_expression(&mut self, expression: &Expr) -> NodeId {
        match expression {
            Expr::Call(it) => match &it.callee {
                Callee::Super(_) => self.super_call(it),
                Callee::Import(_) => self.dynamic_import(it),
                Callee::Expr(callee) => self.call_of(callee, &it.args, it.span),
            },
            Expr::New(it) => {
                let callee = self.expression(&it.callee);
                let arguments = it.args.as_deref().unwrap_or_default();
                let mut call = self.call_with(CallKind::New, arguments, None, it.span);
                call.way = self.way(arguments, None, it.span, false);
                self.watch_call(callee, call)
            }
            Expr::OptChain(it) => match &*it.base {
                OptChainBase::Member(it) => self.member_of(it),
                OptChainBase::Call(it) => self.call_of(&it.callee, &it.args, it.span),
            },
            Expr::TaggedTpl(it) => self.tagged(it),
            _ => UNKNOWN,
        }
    }

    fn call_of(&mut self, callee: &Expr, arguments: &[ExprOrSpread], span: Span) -> NodeId {
        match callee {
            Expr::Paren(it) => self.call_of(&it.expr, arguments, span),
            Expr::Member(it) => self.method_call(it, arguments, span),
            Expr::OptChain(it) => match &*it.base {
                OptChainBase::Member(it) => self.method_call(it, arguments, span),
                OptChainBase::Call(_) => self.plain_call(callee, arguments, span),
            },
            _ => self.plain_call(callee, arguments, span),
        }
    }

    fn method_call(
        &mut self,
        member: &MemberExpr,
        arguments: &[ExprOrSpread],
        span: Span,
    ) -> NodeId {
        self.check_ordered_change(member);
        let is_awaited = self.takes_await(span);
        if is_awaited && Self::is_settling(member) {
            // Callbacks of a chain run one after the other.
            self.awaited = Some(end(member.obj.span()));
        }
        let this = self.base(&member.obj, CapturedPart::Method);
        let key = self.member_key(&member.prop);
        self.note_method(member, this, key);
        let site = self.site(&member.prop);
        let call = Call {
            site,
            way: self.way(arguments, Some((&member.obj, this)), span, is_awaited),
            ..self.call_with(CallKind::Call, arguments, Some(member), span)
        };
        let result = call.result;
        self.register(member, &call, span);
        let call = self.solver.call(call);
        let name = member.prop.as_ident().map_or("", |it| &*it.sym);
        if TEXT_METHODS.contains(&name) {
            let known = &mut self.solver.execution.text_methods;
            known.entry(self.unit).or_default().push(call);
        }
        self.solver.observe(this, Use::Method { key, call });
        result
    }

    fn plain_call(&mut self, callee: &Expr, arguments: &[ExprOrSpread], span: Span) -> NodeId {
        let is_awaited = self.takes_await(span);
        let function = self.expression(callee);
        let mut call = self.call_with(CallKind::Call, arguments, None, span);
        call.way = self.way(arguments, None, span, is_awaited);
        if let Expr::SuperProp(_) = callee {
            call.way.receiver = Some(self.this);
        }
        self.watch_call(function, call)
    }

    pub(super) fn watch_call(&mut self, callee: NodeId, call: Call) -> NodeId {
        let result = call.result;
        let call = self.solver.call(call);
        self.solver.observe(callee, Use::Call(call));
        result
    }

    fn call_with(
        &mut self,
        kind: CallKind,
        arguments: &[ExprOrSpread],
        callee: Option<&MemberExpr>,
        span: Span,
    ) -> Call {
        let is_spread = arguments.iter().any(|it| it.spread.is_some());
        let date = self.date_arguments(arguments);
        let nodes = arguments.iter().map(|it| {
            let outer = self.deferred.clone();
            let settling = callee.and_then(|callee| Self::settling_callback(callee, &it.expr));
            if let (None, Some(function)) = (&outer, settling) {
                self.deferred = Some(Deferred {
                    from: function.start,
                    function,
                });
            }
            let node = self.expression(&it.expr);
            self.deferred = outer;
            match it.spread {
                Some(_) => self.elements(node, IteratedCode::Expression(&it.expr)),
                None => node,
            }
        });
        let arguments = nodes.collect();
        Call {
            kind,
            arguments,
            is_spread,
            this: self.solver.node(),
            result: self.solver.result(),
            site: self.site_at(span),
            date,
            way: CallWay::default(),
            result_collection: None,
            callback_results: None,
            root: None,
        }
    }

    /// The dependence of `new Date` on the time zone, by its arguments.
    fn date_arguments(&self, arguments: &[ExprOrSpread]) -> DateArguments {
        match arguments {
            [] => DateArguments::None,
            [only] if only.spread.is_none() => {
                let text = self.declarations.text(&only.expr);
                match (text, self.declarations.is_instant(&only.expr)) {
                    (_, true) => DateArguments::Universal,
                    (Some(text), _) if has_zone(&text) => DateArguments::Universal,
                    _ => DateArguments::Unclear,
                }
            }
            _ => DateArguments::Fields,
        }
    }

    fn super_call(&mut self, call: &CallExpr) -> NodeId {
        let mut data = self.call_with(CallKind::Super, &call.args, None, call.span);
        data.this = self.this;
        data.way = self.way(&call.args, None, call.span, false);
        let base = self.class.and_then(|it| self.solver.class_data(it).base);
        let id = self.solver.call(data);
        if let Some(base) = base {
            self.solver.observe(base, Use::Call(id));
        }
        self.this
    }

    fn dynamic_import(&mut self, call: &CallExpr) -> NodeId {
        let Some(argument) = call.args.first() else {
            return UNKNOWN;
        };
        let text = match argument.spread {
            Some(_) => None,
            None => literal(&argument.expr),
        };
        let site = self.site(call);
        let Some(specifier) = text else {
            self.expression(&argument.expr);
            self.solver
                .report(Rule::DynamicImport, site, "import()".to_owned());
            return UNKNOWN;
        };
        let module = match self.module.imports.get(&specifier) {
            Some(Target::Module(index)) => Value::Object(self.namespaces[*index]),
            Some(target) => match target.path() {
                Some(path) => self.solver.mention(&path, site),
                None => Value::Unknown,
            },
            None => Value::Unknown,
        };
        let promise = self.solver.object(ObjectKind::Collection);
        let any = self.solver.object_data(promise).any;
        self.solver.add(any, module);
        self.only(Value::Object(promise))
    }

    fn tagged(&mut self, tagged: &TaggedTpl) -> NodeId {
        let mut arguments = vec![UNKNOWN];
        let tag = self.expression(&tagged.tag);
        arguments.extend(tagged.tpl.exprs.iter().map(|it| self.expression(it)));
        self.called(tag, arguments, tagged.span)
    }
}

/// The text of a literal; names of modules that are computed are not known before the program runs.
fn literal(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(Lit::Str(it)) => Some(it.value.to_string_lossy().into_owned()),
        Expr::Tpl(it) if it.exprs.is_empty() => {
            let only = it.quasis.first()?.cooked.as_ref()?;
            Some(only.to_string_lossy().into_owned())
        }
        Expr::Paren(it) => literal(&it.expr),
        _ => None,
    }
}

/// Whether a date in text is an instant: with a zone, or a day alone, which is in UTC.
fn has_zone(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_day = bytes.len() <= 10
        && bytes.iter().all(|it| it.is_ascii_digit() || *it == b'-')
        && bytes.len() >= 4;
    let offset = text.rfind(['+', '-']).map(|at| &text[at + 1..]);
    let has_offset = text.contains('T')
        && offset.is_some_and(|it| it.len() >= 4 && it.contains(':') && it.len() <= 5)
        && text.rfind(['+', '-']) > text.find('T');
    is_day || text.ends_with('Z') || text.ends_with("GMT") || text.ends_with("UTC") || has_offset
}
