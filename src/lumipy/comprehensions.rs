//! Comprehensions and generators: functions that are called at once.

use lumi_pack::il::{At, Body, Expr, ExprKind, LoopKind, Statement, StatementKind};
use ruff_python_ast::{Comprehension, Expr as Syntax, ExprDictComp, Parameters};

use super::lowering::Lowering;
use super::nodes::*;
use super::refusal::Refusal;
use super::scopes::Names;

impl Lowering<'_> {
    pub fn list_comprehension(
        &mut self,
        element: &Syntax,
        generators: &[Comprehension],
        at: At,
    ) -> Expr {
        let result = self.own("result");
        let first = constant(result, array(Vec::new(), at), at);
        let last = give_back(local(result, at), at);
        self.immediate(
            generators,
            false,
            at,
            vec![first],
            Some(last),
            &mut |this| {
                let value = this.expression(element);
                let push = get(local(result, at), "push", at);
                vec![evaluate(call(push, vec![value], at))]
            },
        )
    }

    pub fn dict_comprehension(&mut self, syntax: &ExprDictComp) -> Expr {
        let at = self.at(syntax);
        let Some(key) = &syntax.key else {
            return self.absent(
                syntax,
                Refusal::Expression,
                "`**` in a comprehension",
                "write a loop",
            );
        };
        let result = self.own("result");
        let empty = self.py("dict", vec![array(Vec::new(), at)], at);
        let first = constant(result, empty, at);
        let last = give_back(local(result, at), at);
        let generators = &syntax.generators;
        self.immediate(
            generators,
            false,
            at,
            vec![first],
            Some(last),
            &mut |this| {
                let arguments = vec![
                    local(result, at),
                    this.expression(key),
                    this.expression(&syntax.value),
                ];
                vec![evaluate(this.py("put", arguments, at))]
            },
        )
    }

    pub fn generator(&mut self, element: &Syntax, generators: &[Comprehension], at: At) -> Expr {
        self.immediate(generators, true, at, Vec::new(), None, &mut |this| {
            let value = this.expression(element);
            let kind = ExprKind::Yield {
                of: Some(Box::new(value)),
                delegate: false,
            };
            vec![evaluate(expr(kind, at))]
        })
    }

    /// A function with loops around `inner`, called with what the first loop goes through.
    fn immediate(
        &mut self,
        generators: &[Comprehension],
        is_generator: bool,
        at: At,
        first: Vec<Statement>,
        last: Option<Statement>,
        inner: &mut dyn FnMut(&mut Self) -> Vec<Statement>,
    ) -> Expr {
        let Some(outermost) = generators.first() else {
            return null(at);
        };
        let source = self.expression(&outermost.iter);
        let parameter_slot = self.own("source");
        let mut names = Names::default();
        for it in generators {
            names.target(&it.target, false);
        }
        self.open_function(&names, &Parameters::default());
        let from = local(parameter_slot, at);
        let mut statements = first;
        let loops = self.nested(generators, Some(from), inner);
        statements.extend(loops);
        statements.extend(last);
        let statements = self.close_function(statements, at);
        let parameters = vec![parameter(bind(parameter_slot, at))];
        let mut made = function(parameters, Body::Block(statements), !is_generator);
        made.is_generator = is_generator;
        call(
            expr(ExprKind::Function(Box::new(made)), at),
            vec![source],
            at,
        )
    }

    fn nested(
        &mut self,
        generators: &[Comprehension],
        source: Option<Expr>,
        inner: &mut dyn FnMut(&mut Self) -> Vec<Statement>,
    ) -> Vec<Statement> {
        let Some((first, rest)) = generators.split_first() else {
            return inner(self);
        };
        if first.is_async {
            self.absent(first, Refusal::Expression, "`async`", "");
        }
        let at = self.at(first);
        let of = match source {
            Some(it) => it,
            None => self.expression(&first.iter),
        };
        let of = self.py("iterate", vec![of], at);
        let mut body = Vec::new();
        let pattern = self.loop_target(&first.target, &mut body);
        let mut tests = Vec::new();
        for it in &first.ifs {
            tests.push((self.condition(it), self.at(it)));
        }
        let mut content = self.nested(rest, None, inner);
        for (test, at) in tests.into_iter().rev() {
            let kind = StatementKind::If {
                test,
                then: content,
                otherwise: None,
            };
            content = vec![statement(kind, at)];
        }
        body.extend(content);
        let (variable, pattern) = pattern;
        let kind = StatementKind::ForEach {
            kind: LoopKind::Of,
            variable,
            pattern,
            of,
            body,
        };
        vec![statement(kind, at)]
    }
}
