//! Expressions.

use deno_ast::swc::ast::{
    AssignExpr, AssignTarget, BinExpr, CallExpr, Callee, Expr as Syntax, ExprOrSpread, Lit,
    MemberExpr, MemberProp, OptCall, OptChainBase, OptChainExpr, Pat, SimpleAssignTarget,
    SuperProp, TaggedTpl, Tpl, UpdateOp,
};
use deno_ast::swc::common::{BytePos, Spanned};

use crate::il::{ClosureShape, Expr, ExprKind, Pattern, PatternKind, Template};
use crate::intrinsics::{is_intrinsic, is_member};

use super::binder::Binder;

impl Binder<'_> {
    pub fn expression(&mut self, syntax: &Syntax) -> Expr {
        match syntax {
            Syntax::Paren(it) => self.expression(&it.expr),
            Syntax::TsAs(it) => self.expression(&it.expr),
            Syntax::TsSatisfies(it) => self.expression(&it.expr),
            Syntax::TsNonNull(it) => self.expression(&it.expr),
            Syntax::TsConstAssertion(it) => self.expression(&it.expr),
            Syntax::TsTypeAssertion(it) => self.expression(&it.expr),
            Syntax::TsInstantiation(it) => self.expression(&it.expr),
            Syntax::Member(it) => self.member(it),
            Syntax::Call(it) => self.call(it),
            Syntax::OptChain(it) => {
                let inner = self.optional(it);
                let at = inner.at;
                Expr {
                    kind: ExprKind::Chain(Box::new(inner)),
                    at,
                }
            }
            Syntax::Bin(it) => self.binary(it),
            Syntax::Assign(it) => self.assign(it),
            Syntax::TaggedTpl(it) => self.tagged(it),
            Syntax::Cond(it) => {
                let at = self.source.token_after(it.test.span_hi());
                Expr {
                    kind: ExprKind::Conditional {
                        test: self.boxed(&it.test),
                        then: self.boxed(&it.cons),
                        otherwise: self.boxed(&it.alt),
                    },
                    at,
                }
            }
            other => {
                let kind = self.simple(other);
                self.expr(kind, other.span_lo())
            }
        }
    }

    pub fn boxed(&mut self, syntax: &Syntax) -> Box<Expr> {
        Box::new(self.expression(syntax))
    }

    /// Expressions whose position is their first token.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn simple(&mut self, syntax: &Syntax) -> ExprKind {
        let at = syntax.span_lo();
        match syntax {
            Syntax::Ident(it) => self.name(it),
            Syntax::This(_) => ExprKind::This,
            Syntax::Lit(it) => self.literal(it),
            Syntax::Tpl(it) => ExprKind::Template(self.template(it, false)),
            Syntax::Array(it) => {
                let elements = it.elems.iter().map(|it| match it {
                    None => Expr {
                        kind: ExprKind::Hole,
                        at: Default::default(),
                    },
                    Some(it) => self.argument(it),
                });
                ExprKind::Array(elements.collect())
            }
            Syntax::Object(it) => self.object(it),
            Syntax::Fn(_) | Syntax::Arrow(_) | Syntax::Class(_) if self.is_kept(at) => {
                ExprKind::Closure(self.closure(at, syntax.span_hi(), ClosureShape::Expression))
            }
            Syntax::Fn(it) => self.function_expression(it),
            Syntax::Arrow(it) => ExprKind::Function(Box::new(self.arrow(it))),
            Syntax::Class(it) => self.class_expression(it),
            Syntax::New(it) => self.new_expression(it),
            Syntax::SuperProp(it) => self.super_member(&it.prop, at),
            Syntax::Unary(it) => ExprKind::Unary {
                operator: it.op.as_str().to_owned(),
                of: self.boxed(&it.arg),
            },
            Syntax::Update(it) => ExprKind::Update {
                operator: if it.op == UpdateOp::PlusPlus {
                    "++"
                } else {
                    "--"
                }
                .to_owned(),
                prefix: it.prefix,
                target: self.boxed(&it.arg),
            },
            Syntax::Seq(it) => {
                ExprKind::Sequence(it.exprs.iter().map(|it| self.expression(it)).collect())
            }
            Syntax::Await(it) => ExprKind::Await(self.boxed(&it.arg)),
            Syntax::Yield(it) => ExprKind::Yield {
                of: it.arg.as_deref().map(|it| self.boxed(it)),
                delegate: it.delegate,
            },
            Syntax::MetaProp(_) => self.absent(at, "`import.meta` and `new.target`", ""),
            Syntax::PrivateName(_) => {
                self.absent(at, "`#name in object`", "keep a public field that tells")
            }
            Syntax::JSXElement(_)
            | Syntax::JSXFragment(_)
            | Syntax::JSXEmpty(_)
            | Syntax::JSXMember(_)
            | Syntax::JSXNamespacedName(_) => self.absent(at, "JSX", "write the elements as calls"),
            _ => self.absent(at, "expression like this", ""),
        }
    }

    fn super_member(&mut self, member: &SuperProp, at: BytePos) -> ExprKind {
        match member {
            SuperProp::Ident(name) => {
                self.member_name(&name.sym, name.span.lo);
                ExprKind::SuperGet(name.sym.to_string())
            }
            SuperProp::Computed(_) => self.absent(at, "`super[…]`", "name the member after a dot"),
        }
    }

    fn literal(&mut self, literal: &Lit) -> ExprKind {
        match literal {
            Lit::Str(it) => self
                .text(it.value.as_str(), it.span.lo)
                .map_or(ExprKind::Undefined, ExprKind::String),
            Lit::Bool(it) => ExprKind::Bool(it.value),
            Lit::Null(_) => ExprKind::Null,
            Lit::Num(it) if it.value.is_finite() => ExprKind::Number(it.value),
            Lit::Num(it) => self.absent(it.span.lo, "numbers as large as this", "write `Infinity`"),
            Lit::BigInt(it) => self.big_integer(it),
            Lit::Regex(it) => ExprKind::Regex(it.exp.to_string(), it.flags.to_string()),
            Lit::JSXText(it) => self.absent(it.span.lo, "JSX", ""),
        }
    }

    /// A text, unless it has halves of characters.
    pub fn text(&mut self, value: Option<&str>, at: BytePos) -> Option<String> {
        if value.is_none() {
            self.absent(
                at,
                "text with half a surrogate pair",
                "write whole characters",
            );
        }
        value.map(str::to_owned)
    }

    fn template(&mut self, template: &Tpl, keeps_raw: bool) -> Template {
        let mut texts = Vec::new();
        let mut raw = Vec::new();
        for quasi in &template.quasis {
            let cooked = quasi.cooked.as_ref().and_then(|it| it.as_str());
            texts.push(self.text(cooked, quasi.span.lo).unwrap_or_default());
            raw.push(quasi.raw.replace("\r\n", "\n"));
        }
        if !keeps_raw || raw == texts {
            raw.clear();
        }
        Template {
            texts,
            raw,
            values: template
                .exprs
                .iter()
                .map(|it| self.expression(it))
                .collect(),
        }
    }

    fn tagged(&mut self, tagged: &TaggedTpl) -> Expr {
        let tag = self.boxed(&tagged.tag);
        let template = self.template(&tagged.tpl, true);
        self.expr(ExprKind::Tagged { tag, template }, tagged.tpl.span.lo)
    }

    /// The member of a module or of a built-in object, if the object is one.
    fn static_member(&mut self, object: &Syntax, name: &str) -> Option<ExprKind> {
        if let Some(kind) = self.node_member(object, name) {
            return Some(kind);
        }
        let ident = object.as_ident()?;
        if self.local(&ident.sym).is_some() {
            return None;
        }
        if let Some(token) = self.imported.get(&*ident.sym) {
            if !token.is_namespace() || token.package() == "node" {
                return None;
            }
            self.used.insert(ident.sym.to_string());
            return Some(ExprKind::Token(token.sibling(name)));
        }
        let whole = format!("{}.{name}", ident.sym);
        if !is_intrinsic(&ident.sym) && !is_intrinsic(&whole) {
            return None;
        }
        if is_intrinsic(&whole) {
            return Some(ExprKind::Intrinsic(whole));
        }
        let help = "what depends on chance, or changes objects behind the program, is not in the list of intrinsics";
        Some(self.absent(ident.span.lo, &format!("`{whole}`"), help))
    }

    /// Refuses reflection, and what depends on the language of the machine.
    pub fn member_name(&mut self, name: &str, at: BytePos) {
        if !is_member(name) {
            let help = "reflection, and what depends on language and time zone, cannot be followed";
            self.absent(at, &format!("member `{name}`"), help);
        }
    }

    /// An index; a text must be a name that members may have.
    fn index(&mut self, syntax: &Syntax) -> Box<Expr> {
        let index = self.boxed(syntax);
        if let ExprKind::String(name) = &index.kind {
            self.member_name(name, syntax.span_lo());
        }
        index
    }

    fn member(&mut self, member: &MemberExpr) -> Expr {
        match &member.prop {
            MemberProp::Ident(name) => {
                if let Some(kind) = self.static_member(&member.obj, &name.sym) {
                    return self.expr(kind, name.span.lo);
                }
                self.member_name(&name.sym, name.span.lo);
                let of = self.boxed(&member.obj);
                let name_at = name.span.lo;
                let name = name.sym.to_string();
                self.expr(
                    ExprKind::Get {
                        of,
                        name,
                        optional: false,
                    },
                    name_at,
                )
            }
            MemberProp::PrivateName(name) => {
                let of = self.boxed(&member.obj);
                self.expr(
                    ExprKind::Private {
                        of,
                        name: name.name.to_string(),
                    },
                    name.span.lo,
                )
            }
            MemberProp::Computed(computed) => {
                let of = self.boxed(&member.obj);
                let index = self.index(&computed.expr);
                self.expr(
                    ExprKind::At {
                        of,
                        index,
                        optional: false,
                    },
                    computed.span.lo,
                )
            }
        }
    }

    pub fn argument(&mut self, argument: &ExprOrSpread) -> Expr {
        let value = self.expression(&argument.expr);
        match argument.spread {
            None => value,
            Some(span) => self.expr(ExprKind::Spread(Box::new(value)), span.lo),
        }
    }

    pub fn arguments(&mut self, arguments: &[ExprOrSpread]) -> Vec<Expr> {
        arguments.iter().map(|it| self.argument(it)).collect()
    }

    fn call(&mut self, call: &CallExpr) -> Expr {
        match &call.callee {
            Callee::Super(it) => {
                let arguments = self.arguments(&call.args);
                self.expr(ExprKind::SuperCall(arguments), it.span.lo)
            }
            Callee::Import(it) => {
                let kind =
                    self.absent(it.span.lo, "dynamic import", "import the module at the top");
                self.expr(kind, it.span.lo)
            }
            Callee::Expr(callee) => {
                let end = call
                    .type_args
                    .as_ref()
                    .map_or(callee.span_hi(), |it| it.span.hi);
                let at = self.source.token_after(end);
                if let Some(kind) = self.library_call(call, callee) {
                    return Expr { kind, at };
                }
                let types = self.type_arguments(call.type_args.as_deref());
                let kind = ExprKind::Call {
                    callee: self.boxed(callee),
                    arguments: self.arguments(&call.args),
                    optional: false,
                    types,
                };
                Expr { kind, at }
            }
        }
    }

    /// A part of an optional chain.
    fn optional(&mut self, chain: &OptChainExpr) -> Expr {
        match &*chain.base {
            OptChainBase::Member(it) => {
                let of = Box::new(self.link(&it.obj));
                let optional = chain.optional;
                match &it.prop {
                    MemberProp::Ident(name) => {
                        self.member_name(&name.sym, name.span.lo);
                        let at = name.span.lo;
                        let name = name.sym.to_string();
                        self.expr(ExprKind::Get { of, name, optional }, at)
                    }
                    MemberProp::Computed(computed) => {
                        let index = self.index(&computed.expr);
                        self.expr(
                            ExprKind::At {
                                of,
                                index,
                                optional,
                            },
                            computed.span.lo,
                        )
                    }
                    MemberProp::PrivateName(name) => {
                        if optional {
                            self.absent(name.span.lo, "`?.#name`", "compare with undefined first");
                        }
                        self.expr(
                            ExprKind::Private {
                                of,
                                name: name.name.to_string(),
                            },
                            name.span.lo,
                        )
                    }
                }
            }
            OptChainBase::Call(it) => self.optional_call(it, chain.optional),
        }
    }

    fn optional_call(&mut self, call: &OptCall, optional: bool) -> Expr {
        let at = self.source.token_after(call.callee.span_hi());
        let callee = Box::new(self.link(&call.callee));
        let types = self.type_arguments(call.type_args.as_deref());
        Expr {
            kind: ExprKind::Call {
                callee,
                arguments: self.arguments(&call.args),
                optional,
                types,
            },
            at,
        }
    }

    /// The part before a part of a chain: another part, or the object with which it begins.
    fn link(&mut self, syntax: &Syntax) -> Expr {
        match syntax {
            Syntax::OptChain(it) => self.optional(it),
            Syntax::TsNonNull(it) if matches!(&*it.expr, Syntax::OptChain(_)) => {
                self.link(&it.expr)
            }
            other => self.expression(other),
        }
    }

    fn binary(&mut self, binary: &BinExpr) -> Expr {
        let at = self.source.token_after(binary.left.span_hi());
        if let Syntax::PrivateName(it) = &*binary.left {
            let kind = self.absent(
                it.span.lo,
                "`#name in object`",
                "keep a public field that tells",
            );
            return self.expr(kind, it.span.lo);
        }
        Expr {
            kind: ExprKind::Binary {
                operator: binary.op.as_str().to_owned(),
                left: self.boxed(&binary.left),
                right: self.boxed(&binary.right),
            },
            at,
        }
    }

    fn assign(&mut self, assign: &AssignExpr) -> Expr {
        let at = self.source.token_after(assign.left.span_hi());
        let target = match &assign.left {
            AssignTarget::Simple(it) => self.simple_target(it),
            AssignTarget::Pat(it) => {
                let pattern: Pat = it.clone().into();
                self.pattern(&pattern, false)
            }
        };
        Expr {
            kind: ExprKind::Assign {
                operator: assign.op.as_str().to_owned(),
                target: Box::new(target),
                value: self.boxed(&assign.right),
            },
            at,
        }
    }

    fn simple_target(&mut self, target: &SimpleAssignTarget) -> Pattern {
        let at = self.at(target.span_lo());
        let inner = match target {
            SimpleAssignTarget::Ident(it) => {
                let kind = self.name(&it.id);
                self.assignable(&kind, it.id.span.lo);
                self.expr(kind, it.id.span.lo)
            }
            SimpleAssignTarget::Member(it) => {
                let member = self.member(it);
                self.assignable(&member.kind, it.span.lo);
                member
            }
            SimpleAssignTarget::SuperProp(it) => {
                let kind = self.super_member(&it.prop, it.span.lo);
                self.expr(kind, it.span.lo)
            }
            SimpleAssignTarget::Paren(it) => self.expression(&it.expr),
            SimpleAssignTarget::TsAs(it) => self.expression(&it.expr),
            SimpleAssignTarget::TsNonNull(it) => self.expression(&it.expr),
            SimpleAssignTarget::TsSatisfies(it) => self.expression(&it.expr),
            other => {
                let kind = self.absent(other.span_lo(), "assignment to this", "");
                self.expr(kind, other.span_lo())
            }
        };
        Pattern {
            kind: PatternKind::Target(Box::new(inner)),
            at,
        }
    }

    /// Refuses to assign what is not a variable of the module.
    pub fn assignable(&mut self, kind: &ExprKind, at: BytePos) {
        let is_built_in = match kind {
            ExprKind::Token(_) | ExprKind::Intrinsic(_) => true,
            ExprKind::Get { of, .. } | ExprKind::At { of, .. } => {
                matches!(of.kind, ExprKind::Intrinsic(_))
            }
            _ => false,
        };
        if is_built_in {
            self.refuse(
                at,
                "imports and built-in objects cannot be assigned".to_owned(),
                "use a variable",
            );
        }
    }
}
