//! `var`: variables of a whole function or module. In LumiIL they are declared with `let` at its top, and assigned where
//! they were declared.

use deno_ast::swc::ast::{
    ArrowExpr, BlockStmt, Class, Decl, Expr as Syntax, Function, ModuleItem, Pat, Stmt,
    TsModuleDecl, VarDecl, VarDeclKind, VarDeclarator,
};
use deno_ast::swc::common::{BytePos, Spanned};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use crate::il::{
    At, Expr, ExprKind, Head, Pattern, PatternKind, Statement, StatementKind, VariableKind,
};

use super::binder::Binder;
use super::statements::names;

/// Collects the names that `var` declares outside of functions, each once, with the place of its first declaration.
#[derive(Default)]
struct FunctionVariables(Vec<(String, BytePos)>);

impl Visit for FunctionVariables {
    fn visit_var_decl(&mut self, it: &VarDecl) {
        if it.declare || it.kind != VarDeclKind::Var {
            return;
        }
        let mut declared = Vec::new();
        for declarator in &it.decls {
            names(&declarator.name, &mut declared);
        }
        for name in declared {
            if self.0.iter().all(|it| it.0 != name) {
                self.0.push((name, it.span.lo));
            }
        }
    }

    fn visit_function(&mut self, _: &Function) {}
    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
    fn visit_class(&mut self, _: &Class) {}
    fn visit_expr(&mut self, _: &Syntax) {}
    fn visit_ts_module_decl(&mut self, _: &TsModuleDecl) {}
}

/// Whether there is a function in a piece of code.
#[derive(Default)]
struct HasFunctions(bool);

impl Visit for HasFunctions {
    fn visit_function(&mut self, _: &Function) {
        self.0 = true;
    }
    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {
        self.0 = true;
    }
    fn visit_class(&mut self, _: &Class) {
        self.0 = true;
    }
}

impl Binder<'_> {
    /// The statements of a function. A parameter or a function that has the name of a variable is the variable.
    pub fn function_block(&mut self, block: &BlockStmt, patterns: &[&Pat]) -> Vec<Statement> {
        let mut variables = FunctionVariables::default();
        block.stmts.visit_with(&mut variables);
        let parameters = self.scopes.last().cloned().unwrap_or_default();
        let mut of_parameters = HasFunctions::default();
        for pattern in patterns {
            pattern.visit_with(&mut of_parameters);
        }
        // Such a function sees the parameter, and the body another variable.
        let same = variables.0.iter().find(|it| parameters.contains_key(&it.0));
        if let Some((name, at)) = same.filter(|_| of_parameters.0) {
            let what = format!("variable `{name}` beside a parameter of that name");
            self.absent(*at, &what, "give the variable another name");
        }
        variables.0.retain(|it| {
            !parameters.contains_key(&it.0) && !block.stmts.iter().any(|of| declares(of, &it.0))
        });
        self.scope(|this| {
            let mut found = this.declared_at_the_top(variables);
            found.extend(this.statements(&block.stmts));
            found
        })
    }

    /// The variables of a module, before its first statement.
    pub fn module_variables(&mut self, items: &[ModuleItem]) -> Vec<Statement> {
        let mut variables = FunctionVariables::default();
        items.visit_with(&mut variables);
        if let Some((_, at)) = variables.0.first().filter(|_| self.imports_itself) {
            let help = "write `let` or `const`: another module may use the variable before this one is evaluated";
            self.absent(*at, "`var` in modules that import each other", help);
        }
        variables.0.retain(|it| {
            let is_function = |item: &ModuleItem| match item {
                ModuleItem::Stmt(statement) => declares(statement, &it.0),
                ModuleItem::ModuleDecl(_) => false,
            };
            !items.iter().any(is_function)
        });
        self.declared_at_the_top(variables)
    }

    fn declared_at_the_top(&mut self, variables: FunctionVariables) -> Vec<Statement> {
        let variables = variables.0.into_iter();
        let declared = variables.map(|(name, at)| {
            let at = self.at(at);
            let kind = PatternKind::Bind(self.declare(&name, None));
            Statement {
                kind: StatementKind::Variable {
                    kind: VariableKind::Let,
                    pattern: Pattern { kind, at },
                    value: None,
                },
                at,
            }
        });
        declared.collect()
    }

    /// The assignments of a declaration: a variable without a value keeps the one that it has.
    pub fn function_variables(&mut self, variables: &VarDecl, found: &mut Vec<Statement>) {
        let at = self.at(variables.span.lo);
        for value in self.assigned_variables(variables) {
            found.push(Statement {
                kind: StatementKind::Evaluate(value),
                at,
            });
        }
    }

    /// The head of a `for` that declares its variables with `var`.
    pub fn head_of_assignments(&mut self, variables: &VarDecl) -> Option<Head> {
        let at = self.at(variables.span.lo);
        let mut values = self.assigned_variables(variables);
        let value = match values.len() {
            0 | 1 => values.pop()?,
            _ => Expr {
                kind: ExprKind::Sequence(values),
                at,
            },
        };
        Some(Head::Value(value))
    }

    fn assigned_variables(&mut self, variables: &VarDecl) -> Vec<Expr> {
        let declarators = variables.decls.iter();
        let values = declarators.filter_map(|it| self.assigned_variable(it));
        values.collect()
    }

    fn assigned_variable(&mut self, declarator: &VarDeclarator) -> Option<Expr> {
        let target = self.variable_pattern(&declarator.name);
        let at: At = self.at(declarator.span_lo());
        let value = self.boxed(declarator.init.as_deref()?);
        let kind = ExprKind::Assign {
            operator: "=".to_owned(),
            target: Box::new(target),
            value,
        };
        Some(Expr { kind, at })
    }

    /// The target of a declaration's assignment. The variable gets the type that stands there.
    pub fn variable_pattern(&mut self, syntax: &Pat) -> Pattern {
        if let Pat::Ident(it) = syntax
            && let Some(annotation) = &it.type_ann
        {
            let value_type = self.value_type(&annotation.type_ann);
            let slot = self.local(&it.id.sym);
            if let Some(local) = slot.and_then(|it| self.locals.get_mut(it as usize)) {
                local.value_type = Some(value_type);
            }
        }
        self.pattern(syntax, false)
    }
}

/// Whether a statement is a function of that name.
fn declares(statement: &Stmt, name: &str) -> bool {
    matches!(statement, Stmt::Decl(Decl::Fn(it)) if *it.ident.sym == *name && it.function.body.is_some())
}
