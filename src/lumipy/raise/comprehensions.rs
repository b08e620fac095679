//! Comprehensions and generators, which are functions that are called at once.

use lumi_pack::Doc;
use lumi_pack::il::{Expr, ExprKind, Function, LoopKind, Slot, Statement, StatementKind};

use super::forms::{block, bound, declared, evaluated, hoisted, immediate, local, py, py_named};
use super::layout::{list, text};
use super::raiser::{ATOM, LAMBDA, OR, Raised, Raiser, Variables};

/// The brackets of a comprehension.
#[derive(Clone, Copy)]
enum Shape {
    List,
    Set,
    Dict,
    Generator,
}

impl Shape {
    fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::List => ("[", "]"),
            Self::Set | Self::Dict => ("{", "}"),
            Self::Generator => ("(", ")"),
        }
    }
}

impl Raiser<'_> {
    pub fn comprehension(&mut self, function: &Function, source: &Expr, of: &Expr) -> Raised {
        let body = block(function).unwrap_or_default();
        let result = body.iter().find_map(declared);
        let shape = match (function.is_generator, result) {
            (true, _) => Shape::Generator,
            (_, Some((_, value))) if py(value).is_some() => Shape::Dict,
            _ => Shape::List,
        };
        self.comprehended(shape, function, source, of)
    }

    pub fn set_comprehension(&mut self, of: &Expr) -> Raised {
        match immediate(of) {
            Some((function, source)) => self.comprehended(Shape::Set, function, source, of),
            None => self.refused(of.at, "a set of this"),
        }
    }

    fn comprehended(
        &mut self,
        shape: Shape,
        function: &Function,
        source: &Expr,
        of: &Expr,
    ) -> Raised {
        let parameter = function
            .parameters
            .first()
            .and_then(|it| bound(&it.pattern));
        let body = block(function).unwrap_or_default();
        let source = self.value(source).within(OR);
        self.variables.push(Variables::default());
        for slot in body.iter().filter_map(hoisted) {
            self.declare(slot);
        }
        let mut loops = body
            .iter()
            .filter(|it| matches!(it.kind, StatementKind::ForEach { .. }));
        let clauses = match (loops.next(), loops.next()) {
            (Some(first), None) => self.clauses(first, parameter, Some(source), shape),
            _ => None,
        };
        self.variables.pop();
        let Some((element, clauses)) = clauses else {
            return self.refused(of.at, "a function that is called where it stands");
        };
        let mut inner = vec![element];
        for it in clauses {
            inner.push(Doc::Line);
            inner.push(it);
        }
        let (open, close) = shape.brackets();
        let inner = vec![Doc::Fold, Doc::group(inner)];
        let group = Doc::group(vec![Doc::Indent(inner), Doc::Fold]);
        Raised::new(list(vec![text(open), group, text(close)]), ATOM)
    }

    /// The element, and the clauses with `for` and `if` of a loop and those in it.
    fn clauses(
        &mut self,
        of: &Statement,
        parameter: Option<Slot>,
        source: Option<Doc>,
        shape: Shape,
    ) -> Option<(Doc, Vec<Doc>)> {
        let StatementKind::ForEach {
            kind: LoopKind::Of,
            variable,
            pattern,
            of: through,
            body,
        } = &of.kind
        else {
            return None;
        };
        let [through] = py_named(through, "iterate")? else {
            return None;
        };
        let source = match source {
            Some(it) if local(through) == parameter => it,
            Some(_) => return None,
            None => self.value(through).within(OR),
        };
        let (target, used) = self.loop_target(variable.is_some(), pattern, body)?;
        let mut clauses = vec![list(vec![text("for "), target, text(" in "), source])];
        let mut rest = &body[used..];
        loop {
            match rest {
                [
                    Statement {
                        kind:
                            StatementKind::If {
                                test,
                                then,
                                otherwise: None,
                            },
                        ..
                    },
                ] => {
                    let test = self.condition(test).within(OR);
                    clauses.push(list(vec![text("if "), test]));
                    rest = then;
                }
                [inner] if matches!(inner.kind, StatementKind::ForEach { .. }) => {
                    let (element, more) = self.clauses(inner, None, None, shape)?;
                    clauses.extend(more);
                    return Some((element, clauses));
                }
                [only] => {
                    let element = self.element(evaluated(only)?, shape)?;
                    return Some((element, clauses));
                }
                _ => return None,
            }
        }
    }

    fn element(&mut self, of: &Expr, shape: Shape) -> Option<Doc> {
        match (shape, &of.kind) {
            (
                Shape::Generator,
                ExprKind::Yield {
                    of: Some(value),
                    delegate: false,
                },
            ) => Some(self.value(value).within(LAMBDA)),
            (Shape::Dict, _) => match py_named(of, "put")? {
                [_, key, value] => {
                    let key = self.value(key).within(LAMBDA);
                    let value = self.value(value).within(LAMBDA);
                    Some(list(vec![key, text(": "), value]))
                }
                _ => None,
            },
            (
                _,
                ExprKind::Call {
                    callee, arguments, ..
                },
            ) => match (&callee.kind, &**arguments) {
                (ExprKind::Get { name, .. }, [value]) if name == "push" => {
                    Some(self.value(value).within(LAMBDA))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
