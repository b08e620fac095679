//! Functions and classes.

use deno_ast::swc::ast::{
    ArrowExpr, BlockStmt, BlockStmtOrExpr, Class as ClassSyntax, ClassExpr,
    ClassMember as MemberSyntax, ClassProp, Constructor, FnExpr, Function as FunctionSyntax, Ident,
    MethodKind, ParamOrTsParamProp, Pat, TsParamPropParam, TsTypeAnn,
};
use deno_ast::swc::common::{BytePos, Spanned};

use crate::il::{
    Body, Class, ClassMember, Expr, ExprKind, Function, Key, MemberKind, Parameter, Pattern,
    PatternKind, Statement, StatementKind, Type,
};

use super::binder::Binder;

impl Binder<'_> {
    pub fn function_expression(&mut self, it: &FnExpr) -> ExprKind {
        ExprKind::Function(Box::new(self.scope(|this| {
            let own = it.ident.as_ref();
            let own = own.map(|name| this.declare(&name.sym, None));
            let function = this.function(&it.function, None);
            Function { own, ..function }
        })))
    }

    /// `first` are statements before those of the body.
    pub fn function(&mut self, syntax: &FunctionSyntax, first: Option<Vec<Statement>>) -> Function {
        self.no_decorators(!syntax.decorators.is_empty(), syntax.span.lo);
        for parameter in &syntax.params {
            self.no_decorators(!parameter.decorators.is_empty(), parameter.span.lo);
        }
        let patterns: Vec<&Pat> = syntax.params.iter().map(|it| &it.pat).collect();
        self.scope(|this| {
            let generics = this.type_parameters(syntax.type_params.as_deref());
            let parameters = this.parameters(&patterns);
            let result = this.annotation(syntax.return_type.as_deref());
            let mut body = first.unwrap_or_default();
            if let Some(block) = &syntax.body {
                body.extend(this.function_block(block, &patterns));
            }
            Function {
                own: None,
                arrow: false,
                is_async: syntax.is_async,
                is_generator: syntax.is_generator,
                generics,
                parameters,
                result,
                body: Body::Block(body),
            }
        })
    }

    pub fn arrow(&mut self, syntax: &ArrowExpr) -> Function {
        let patterns: Vec<&Pat> = syntax.params.iter().collect();
        self.scope(|this| {
            let generics = this.type_parameters(syntax.type_params.as_deref());
            let parameters = this.parameters(&patterns);
            let result = this.annotation(syntax.return_type.as_deref());
            let body = match &*syntax.body {
                BlockStmtOrExpr::Expr(it) => Body::Value(this.boxed(it)),
                BlockStmtOrExpr::BlockStmt(it) => Body::Block(this.function_block(it, &patterns)),
            };
            Function {
                own: None,
                arrow: true,
                is_async: syntax.is_async,
                is_generator: false,
                generics,
                parameters,
                result,
                body,
            }
        })
    }

    pub fn block(&mut self, block: &BlockStmt) -> Vec<Statement> {
        self.scope(|this| this.statements(&block.stmts))
    }

    fn annotation(&mut self, annotation: Option<&TsTypeAnn>) -> Option<Type> {
        annotation.map(|it| self.value_type(&it.type_ann))
    }

    fn parameters(&mut self, patterns: &[&Pat]) -> Vec<Parameter> {
        let own = patterns.iter().filter(|it| !is_this(it));
        own.map(|it| self.parameter(it)).collect()
    }

    fn parameter(&mut self, pattern: &Pat) -> Parameter {
        let (annotation, optional) = match pattern {
            Pat::Ident(it) => (&it.type_ann, it.optional),
            Pat::Array(it) => (&it.type_ann, it.optional),
            Pat::Object(it) => (&it.type_ann, it.optional),
            Pat::Rest(it) => (&it.type_ann, false),
            Pat::Assign(it) => match &*it.left {
                Pat::Ident(it) => (&it.type_ann, false),
                Pat::Array(it) => (&it.type_ann, false),
                Pat::Object(it) => (&it.type_ann, false),
                _ => (&None, false),
            },
            _ => (&None, false),
        };
        let value_type = self.annotation(annotation.as_deref());
        let lowered = self.pattern(pattern, true);
        // The type is that of the parameter.
        if let PatternKind::Bind(slot) = bound(&lowered)
            && let Some(local) = self.locals.get_mut(*slot as usize)
        {
            local.value_type = None;
        }
        Parameter {
            pattern: lowered,
            value_type,
            optional,
        }
    }

    fn no_decorators(&mut self, has_some: bool, at: BytePos) {
        if has_some {
            self.absent(at, "decorators", "call a function with the class");
        }
    }

    fn no_decorated_parameters(&mut self, syntax: &Constructor) {
        for parameter in &syntax.params {
            let decorators = match parameter {
                ParamOrTsParamProp::Param(it) => &it.decorators,
                ParamOrTsParamProp::TsParamProp(it) => &it.decorators,
            };
            self.no_decorators(!decorators.is_empty(), parameter.span_lo());
        }
    }

    pub fn class_expression(&mut self, it: &ClassExpr) -> ExprKind {
        ExprKind::Class(Box::new(self.scope(|this| {
            let own = it.ident.as_ref().map(|name| this.declare(&name.sym, None));
            let class = this.class(&it.class);
            Class { own, ..class }
        })))
    }

    pub fn class(&mut self, syntax: &ClassSyntax) -> Class {
        self.no_decorators(!syntax.decorators.is_empty(), syntax.span.lo);
        let generics = self.type_parameters(syntax.type_params.as_deref());
        let extends = self.opt(syntax.super_class.as_deref());
        let super_types = self.type_arguments(syntax.super_type_params.as_deref());
        let mut members = Vec::new();
        let constructors = syntax.body.iter().filter_map(MemberSyntax::as_constructor);
        constructors.for_each(|it| self.no_decorated_parameters(it));
        for member in &syntax.body {
            self.class_member(member, &syntax.body, &mut members);
        }
        Class {
            own: None,
            generics,
            extends,
            super_types,
            members,
        }
    }

    fn class_member(
        &mut self,
        member: &MemberSyntax,
        all: &[MemberSyntax],
        members: &mut Vec<ClassMember>,
    ) {
        let at = self.at(member.span_lo());
        let mut add = |key, is_static, kind| {
            members.push(ClassMember {
                key,
                is_static,
                kind,
                at,
            })
        };
        match member {
            MemberSyntax::Constructor(it) => self.constructor(it, members),
            MemberSyntax::Method(it) if it.function.body.is_some() => {
                let key = self.key(&it.key);
                let function = self.function(&it.function, None);
                add(key, it.is_static, method(it.kind, function));
            }
            MemberSyntax::PrivateMethod(it) if it.function.body.is_some() => {
                let function = self.function(&it.function, None);
                let key = Key::Private(it.key.name.to_string());
                add(key, it.is_static, method(it.kind, function));
            }
            MemberSyntax::ClassProp(it) => {
                let (key, kind) = self.field(it);
                add(key, it.is_static, kind);
            }
            MemberSyntax::PrivateProp(it) => {
                self.no_decorators(!it.decorators.is_empty(), it.span.lo);
                let kind = MemberKind::Field {
                    value_type: self.annotation(it.type_ann.as_deref()),
                    readonly: it.readonly,
                    value: self.opt(it.value.as_deref()),
                };
                add(Key::Private(it.key.name.to_string()), it.is_static, kind);
            }
            MemberSyntax::StaticBlock(it) => self.static_block(&it.body, all, members),
            MemberSyntax::AutoAccessor(it) => {
                self.absent(it.span.lo, "`accessor` fields", "write a field");
            }
            // Signatures of methods, and index signatures.
            MemberSyntax::Method(_)
            | MemberSyntax::PrivateMethod(_)
            | MemberSyntax::TsIndexSignature(_)
            | MemberSyntax::Empty(_) => {}
        }
    }

    /// A private field that nothing reads. Its value is the call of a function that has the statements.
    fn static_block(
        &mut self,
        block: &BlockStmt,
        all: &[MemberSyntax],
        members: &mut Vec<ClassMember>,
    ) {
        let body = self.scope(|this| this.function_block(block, &[]));
        let function = Function {
            own: None,
            arrow: true,
            is_async: false,
            is_generator: false,
            generics: Vec::new(),
            parameters: Vec::new(),
            result: None,
            body: Body::Block(body),
        };
        let at = block.span.lo;
        let callee = self.expr(ExprKind::Function(Box::new(function)), at);
        let call = ExprKind::Call {
            callee: Box::new(callee),
            arguments: Vec::new(),
            optional: false,
            types: Vec::new(),
        };
        members.push(ClassMember {
            key: Key::Private(free_name(all, members.len())),
            is_static: true,
            kind: MemberKind::Field {
                value_type: None,
                readonly: false,
                value: Some(self.expr(call, at)),
            },
            at: self.at(at),
        });
    }

    fn field(&mut self, syntax: &ClassProp) -> (Key, MemberKind) {
        self.no_decorators(!syntax.decorators.is_empty(), syntax.span.lo);
        let key = self.key(&syntax.key);
        let value_type = self.annotation(syntax.type_ann.as_deref());
        let readonly = syntax.readonly;
        let kind = match syntax.declare || syntax.is_abstract {
            true => MemberKind::Declared {
                value_type,
                readonly,
            },
            false => MemberKind::Field {
                value_type,
                readonly,
                value: self.opt(syntax.value.as_deref()),
            },
        };
        (key, kind)
    }

    /// A property among the parameters is a field that is assigned after the call of `super`.
    fn constructor(&mut self, syntax: &Constructor, members: &mut Vec<ClassMember>) {
        let Some(body) = &syntax.body else { return };
        let at = self.at(syntax.span.lo);
        let function = self.scope(|this| {
            let mut parameters = Vec::new();
            let mut assigned = Vec::new();
            let mut fields = Vec::new();
            for parameter in &syntax.params {
                match parameter {
                    ParamOrTsParamProp::Param(it) if is_this(&it.pat) => {}
                    ParamOrTsParamProp::Param(it) => parameters.push(this.parameter(&it.pat)),
                    ParamOrTsParamProp::TsParamProp(it) => {
                        let (pattern, name): (Pat, &Ident) = match &it.param {
                            TsParamPropParam::Ident(ident) => (ident.clone().into(), &ident.id),
                            TsParamPropParam::Assign(assign) => match &*assign.left {
                                Pat::Ident(ident) => (assign.clone().into(), &ident.id),
                                _ => continue,
                            },
                        };
                        let parameter = this.parameter(&pattern);
                        fields.push(this.field_of(name, parameter.value_type.clone(), it.readonly));
                        parameters.push(parameter);
                        assigned.push(this.assignment(name));
                    }
                }
            }
            members.splice(0..0, fields);
            let patterns: Vec<&Pat> = syntax.params.iter().filter_map(plain_parameter).collect();
            let mut statements = this.function_block(body, &patterns);
            let after = statements
                .iter()
                .position(is_super_call)
                .map_or(0, |it| it + 1);
            statements.splice(after..after, assigned);
            Function {
                own: None,
                arrow: false,
                is_async: false,
                is_generator: false,
                generics: Vec::new(),
                parameters,
                result: None,
                body: Body::Block(statements),
            }
        });
        members.push(ClassMember {
            key: Key::Name("constructor".to_owned()),
            is_static: false,
            kind: MemberKind::Constructor(function),
            at,
        });
    }

    fn field_of(&self, name: &Ident, value_type: Option<Type>, readonly: bool) -> ClassMember {
        ClassMember {
            key: Key::Name(name.sym.to_string()),
            is_static: false,
            kind: MemberKind::Field {
                value_type,
                readonly,
                value: None,
            },
            at: self.at(name.span.lo),
        }
    }

    /// `this.name = name;`
    fn assignment(&mut self, name: &Ident) -> Statement {
        let at = self.at(name.span.lo);
        let node = |kind| Expr { kind, at };
        let target = node(ExprKind::Get {
            of: Box::new(node(ExprKind::This)),
            name: name.sym.to_string(),
            optional: false,
        });
        let value = self.name(name);
        let assign = ExprKind::Assign {
            operator: "=".to_owned(),
            target: Box::new(Pattern {
                kind: PatternKind::Target(Box::new(target)),
                at,
            }),
            value: Box::new(node(value)),
        };
        Statement {
            kind: StatementKind::Evaluate(node(assign)),
            at,
        }
    }
}

/// A private name for a static block that no member of the class has.
fn free_name(all: &[MemberSyntax], first: usize) -> String {
    let has = |name: &str| {
        all.iter().any(|it| match it {
            MemberSyntax::PrivateProp(it) => *it.key.name == *name,
            MemberSyntax::PrivateMethod(it) => *it.key.name == *name,
            _ => false,
        })
    };
    let mut names = (first..).map(|it| format!("block{it}"));
    names.find(|it| !has(it)).unwrap_or_default()
}

/// The pattern of a parameter that is no property.
fn plain_parameter(parameter: &ParamOrTsParamProp) -> Option<&Pat> {
    match parameter {
        ParamOrTsParamProp::Param(it) => Some(&it.pat),
        ParamOrTsParamProp::TsParamProp(_) => None,
    }
}

fn method(kind: MethodKind, function: Function) -> MemberKind {
    match kind {
        MethodKind::Method => MemberKind::Method(function),
        MethodKind::Getter => MemberKind::Getter(function),
        MethodKind::Setter => MemberKind::Setter(function),
    }
}

fn is_this(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Ident(it) if &*it.id.sym == "this")
}

fn is_super_call(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Evaluate(it) if matches!(it.kind, ExprKind::SuperCall(_)))
}

/// The pattern of a parameter without its default.
fn bound(pattern: &Pattern) -> &PatternKind {
    match &pattern.kind {
        PatternKind::Default { pattern, .. } | PatternKind::Rest(pattern) => bound(pattern),
        other => other,
    }
}
