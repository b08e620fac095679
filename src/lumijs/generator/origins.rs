//! The variables that expressions begin with, and how code changes them.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{Span, Spanned};
use lumi_closure::analysis::{end, offset};

use super::Generator;
use crate::solver::{
    Call, CallWay, Change, ChangeKind, Declared, Flags, Mention, NodeId, Origin, Registration,
    UNKNOWN, Use, Write,
};

/// Code that takes elements one by one.
#[derive(Clone, Copy)]
pub(super) enum IteratedCode<'a> {
    Expression(&'a Expr),
    Pattern(&'a ArrayPat),
}

impl Generator<'_> {
    /// The variable that an expression is, or reads members of.
    fn origin(&mut self, expression: &Expr) -> Option<Origin> {
        let mut root = expression;
        let variable = loop {
            root = match root {
                Expr::Paren(it) => &it.expr,
                Expr::Member(it) => &it.obj,
                Expr::This(_) => break self.this,
                Expr::Ident(it) if self.is_variable(it) => break self.variable(it.to_id()),
                _ => return None,
            };
        };
        let label = self.solver.names.number(&shown(expression));
        (variable != UNKNOWN).then_some(Origin { variable, label })
    }

    /// The place of a call among other code.
    pub(super) fn way(
        &mut self,
        arguments: &[ExprOrSpread],
        receiver: Option<(&Expr, NodeId)>,
        span: Span,
        is_awaited: bool,
    ) -> CallWay {
        let origins = arguments.iter().map(|it| self.origin(&it.expr)).collect();
        CallWay {
            until: byte(end(span)),
            is_awaited,
            around: self.around_loop,
            receiver: receiver.map(|it| it.1),
            receiver_offset: receiver.map(|it| byte(offset(it.0.span()))),
            receiver_origin: receiver.and_then(|it| self.origin(it.0)),
            origins,
            flags: self.flags(arguments),
        }
    }

    fn flags(&self, arguments: &[ExprOrSpread]) -> Flags {
        match arguments {
            [_, flags] if flags.spread.is_none() => self
                .declarations
                .text(&flags.expr)
                .map_or(Flags::Sticky, |it| of_flags(&it)),
            _ => Flags::None,
        }
    }

    /// Whether the code waits for the result of the call that ends here.
    pub(super) fn takes_await(&mut self, span: Span) -> bool {
        self.awaited.take().is_some_and(|it| it == end(span))
    }

    /// Notes that functions among the arguments run when something settles.
    pub(super) fn register(&mut self, member: &MemberExpr, call: &Call, span: Span) {
        if !Self::is_settling(member) {
            return;
        }
        let known = &mut self.solver.execution.registrations;
        let registration = u32::try_from(known.len()).unwrap_or(u32::MAX);
        known.push(Registration {
            site: call.site,
            chain: byte(offset(span)),
            around: call.way.around,
            is_awaited: call.way.is_awaited,
        });
        for argument in &call.arguments {
            self.solver.observe(*argument, Use::Settles(registration));
        }
    }

    /// Notes that the code of this function mentions a variable or `this`.
    pub(super) fn note_mention(&mut self, variable: NodeId, at: &impl Spanned) {
        if variable == UNKNOWN {
            return;
        }
        let offset = byte(offset(at.span()));
        let mentions = &mut self.solver.execution.mentions;
        mentions
            .entry(self.unit)
            .or_default()
            .push(Mention { variable, offset });
    }

    /// Notes the function that a variable is one of.
    pub(super) fn note_declared(&mut self, ident: &Ident) {
        let variable = self.variable(ident.to_id());
        let declared = Declared {
            unit: self.unit,
            offset: byte(offset(ident.span)),
        };
        let known = &mut self.solver.execution.declared;
        known.entry(variable).or_insert(declared);
    }

    pub(super) fn note_write(&mut self, ident: &Ident) {
        let write = Write {
            variable: self.variable(ident.to_id()),
            site: self.site(ident),
            change: self.change(&ident.sym, ident.span),
        };
        let writes = &mut self.solver.execution.writes;
        writes.entry(self.unit).or_default().push(write);
    }

    /// A change of what has this text, by the assignment that is walked.
    pub(super) fn change(&mut self, target: &str, span: Span) -> Change {
        let (until, kind) = self.assigning.unwrap_or((end(span), ChangeKind::Replaced));
        Change {
            label: self.solver.names.number(target),
            until: byte(until),
            kind,
        }
    }

    /// Notes that the elements of an expression are taken one by one.
    pub(super) fn elements(&mut self, from: NodeId, at: IteratedCode) -> NodeId {
        let site = match at {
            IteratedCode::Expression(it) => self.site(it),
            IteratedCode::Pattern(it) => self.site(it),
        };
        let label = match at {
            IteratedCode::Expression(it) => self.solver.names.number(&shown(it)),
            IteratedCode::Pattern(_) => self.solver.names.number("…"),
        };
        let iterations = &mut self.solver.execution.iterations;
        let known = iterations.entry(self.unit).or_default();
        known.push((from, site, label));
        self.contents(from)
    }
}

pub(super) fn of_flags(flags: &str) -> Flags {
    match (flags.contains('g'), flags.contains('y')) {
        (true, _) => Flags::Global,
        (false, true) => Flags::Sticky,
        (false, false) => Flags::None,
    }
}

pub(super) fn byte(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// The text of a variable and its members; other parts are left out.
fn shown(expression: &Expr) -> String {
    match expression {
        Expr::Ident(it) => it.sym.to_string(),
        Expr::This(_) => "this".to_owned(),
        Expr::Paren(it) => shown(&it.expr),
        Expr::Member(it) => shown_member(it),
        Expr::Call(it) => match &it.callee {
            Callee::Expr(it) => format!("{}(…)", shown(it)),
            _ => "(…)".to_owned(),
        },
        _ => "…".to_owned(),
    }
}

pub(super) fn shown_member(member: &MemberExpr) -> String {
    let object = shown(&member.obj);
    match &member.prop {
        MemberProp::Ident(it) => format!("{object}.{}", it.sym),
        MemberProp::PrivateName(it) => format!("{object}.#{}", it.name),
        MemberProp::Computed(_) => format!("{object}[…]"),
    }
}
