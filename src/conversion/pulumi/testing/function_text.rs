//! A function that is an argument: its header, its block, what it names.

use std::ops::Range;

use deno_ast::swc::ast::{
    ArrowExpr, BlockStmt, BlockStmtOrExpr, Class, Expr, Function, Pat, ReturnStmt, ThisExpr,
    TsType, TsTypeAnn, TsTypeLit,
};
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{end, offset, untyped};

pub fn bytes(node: &impl Spanned) -> Range<usize> {
    offset(node.span())..end(node.span())
}

/// An arrow function or a function.
pub struct FunctionText<'a> {
    pub range: Range<usize>,
    pub is_async: bool,
    pub parameters: Vec<&'a Pat>,
    /// `None` for an arrow function with an expression.
    pub block: Option<&'a BlockStmt>,
    pub expression: Option<&'a Expr>,
    /// The members of the type of the result, where it has an annotation that lists them.
    pub returned: Option<&'a TsTypeLit>,
}

impl<'a> FunctionText<'a> {
    /// The function that an expression is; generators are none.
    pub fn of(expression: &'a Expr) -> Option<Self> {
        match untyped(expression) {
            Expr::Arrow(it) => Some(Self::of_arrow(it)),
            Expr::Fn(it) if !it.function.is_generator => {
                Some(Self::of_function(&it.function, bytes(it)))
            }
            _ => None,
        }
    }

    fn of_arrow(arrow: &'a ArrowExpr) -> Self {
        let (block, expression) = match &*arrow.body {
            BlockStmtOrExpr::BlockStmt(block) => (Some(block), None),
            BlockStmtOrExpr::Expr(expression) => (None, Some(&**expression)),
        };
        Self {
            range: bytes(arrow),
            is_async: arrow.is_async,
            parameters: arrow.params.iter().collect(),
            block,
            expression,
            returned: literal(arrow.return_type.as_deref()),
        }
    }

    pub fn of_function(function: &'a Function, range: Range<usize>) -> Self {
        Self {
            range,
            is_async: function.is_async,
            parameters: function.params.iter().map(|it| &it.pat).collect(),
            block: function.body.as_ref(),
            expression: None,
            returned: literal(function.return_type.as_deref()),
        }
    }

    /// Walks over the body.
    pub fn visit(&self, visitor: &mut impl Visit) {
        if let Some(block) = self.block {
            block.visit_with(visitor);
        }
        if let Some(expression) = self.expression {
            expression.visit_with(visitor);
        }
    }

    /// Shows each answer of the function.
    pub fn each_result(&self, show: &mut dyn FnMut(&Expr)) {
        if let Some(expression) = self.expression {
            show(expression);
        }
        if let Some(block) = self.block {
            block.visit_with(&mut Returns(show));
        }
    }

    /// Whether the function names `this`.
    pub fn has_this(&self) -> bool {
        let mut this = This(false);
        self.visit(&mut this);
        this.0
    }

    pub fn returns(&self) -> bool {
        let mut returns = false;
        if let Some(block) = self.block {
            block.visit_with(&mut Returns(&mut |_| returns = true));
        }
        returns
    }
}

/// The members of a type, also behind `Promise`.
fn literal(annotation: Option<&TsTypeAnn>) -> Option<&TsTypeLit> {
    match &*annotation?.type_ann {
        TsType::TsTypeLit(literal) => Some(literal),
        TsType::TsTypeRef(reference) => {
            let parameters = reference.type_params.as_ref()?;
            match &**parameters.params.first()? {
                TsType::TsTypeLit(literal) => Some(literal),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Results of one function, without those of others within it.
struct Returns<'s>(&'s mut dyn FnMut(&Expr));

impl Visit for Returns<'_> {
    fn visit_return_stmt(&mut self, statement: &ReturnStmt) {
        if let Some(result) = &statement.arg {
            (self.0)(result);
        }
    }

    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}

    fn visit_function(&mut self, _: &Function) {}

    fn visit_class(&mut self, _: &Class) {}
}

struct This(bool);

impl Visit for This {
    fn visit_this_expr(&mut self, _: &ThisExpr) {
        self.0 = true;
    }

    fn visit_function(&mut self, _: &Function) {}

    fn visit_class(&mut self, _: &Class) {}
}
