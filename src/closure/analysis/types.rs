//! Removes the types of TypeScript from a syntax tree, whose positions stay those of the source.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{Span, SyntaxContext};
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};
use deno_ast::swc::transforms::typescript::strip_type;

/// Properties among the parameters of constructors become assignments. Enumerations and namespaces stay.
pub fn remove(module: &mut Module) {
    module.visit_mut_with(&mut strip_type());
    module.visit_mut_with(&mut ParameterProperties);
}

struct ParameterProperties;

impl VisitMut for ParameterProperties {
    fn visit_mut_constructor(&mut self, constructor: &mut Constructor) {
        constructor.visit_mut_children_with(self);
        let mut assignments = Vec::new();
        for parameter in &mut constructor.params {
            let ParamOrTsParamProp::TsParamProp(property) = parameter else {
                continue;
            };
            let pattern = match &property.param {
                TsParamPropParam::Ident(it) => Pat::Ident(it.clone()),
                TsParamPropParam::Assign(it) => Pat::Assign(it.clone()),
            };
            if let Some(name) = name(&pattern) {
                assignments.push(assignment(name, property.span));
            }
            *parameter = ParamOrTsParamProp::Param(Param {
                span: property.span,
                decorators: std::mem::take(&mut property.decorators),
                pat: pattern,
            });
        }
        if let Some(body) = &mut constructor.body {
            body.stmts.splice(0..0, assignments);
        }
    }
}

fn name(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(it) => Some(it.id.clone()),
        Pat::Assign(it) => name(&it.left),
        _ => None,
    }
}

/// `this.name = name`
fn assignment(name: Ident, span: Span) -> Stmt {
    let this = Expr::This(ThisExpr { span });
    let member = MemberExpr {
        span,
        obj: Box::new(this),
        prop: MemberProp::Ident(IdentName::new(name.sym.clone(), span)),
    };
    let value = Ident::new(name.sym, span, SyntaxContext::empty());
    Stmt::Expr(ExprStmt {
        span,
        expr: Box::new(Expr::Assign(AssignExpr {
            span,
            op: AssignOp::Assign,
            left: AssignTarget::Simple(SimpleAssignTarget::Member(member)),
            right: Box::new(Expr::Ident(value)),
        })),
    })
}
