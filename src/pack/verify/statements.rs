//! Statements.

use crate::il::{Expr, Head, Pattern, Statement, StatementKind};
use crate::intrinsics::is_variable_name;

use super::module::{ModuleVerifier, Place};
use super::step::Step;
use super::violation::Rule;

impl<'a> ModuleVerifier<'a> {
    pub fn statements(&mut self, statements: &'a [Statement]) {
        for (index, statement) in statements.iter().enumerate() {
            self.within(Step::Index(index), |this| this.statement(statement));
        }
    }

    /// A block with a scope of its own.
    pub fn block(&mut self, name: &'static str, statements: &'a [Statement]) {
        let place = Place {
            is_top: false,
            ..self.place
        };
        self.at_place(place, |this| {
            this.scope(|this| {
                this.declare_all(statements);
                this.within(Step::Member(name), |this| this.statements(statements));
            });
        });
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    pub fn statement(&mut self, statement: &'a Statement) {
        self.at = statement.at;
        match &statement.kind {
            StatementKind::Evaluate(it) => {
                // As the first one of a function, a text would be a directive.
                if it.kind.is_literal() {
                    self.broken(Rule::Shapes, "a literal is not a statement");
                }
                self.parts(&statement.kind);
            }
            StatementKind::Variable {
                pattern,
                value,
                kind,
            } => {
                let is_bound = matches!(pattern.kind, crate::il::PatternKind::Bind(_));
                let needs_value = *kind == crate::il::VariableKind::Const || !is_bound;
                if value.is_none() && needs_value {
                    self.broken(Rule::Shapes, "the variable needs a value");
                }
                self.within(Step::Member("variable"), |this| {
                    this.pattern_member("pattern", pattern, true);
                    this.optional("value", value.as_ref());
                });
            }
            StatementKind::Function { function, .. } => {
                self.within(Step::Member("function"), |this| {
                    this.function(function, Place::default())
                });
            }
            StatementKind::Class { class, .. } => {
                self.within(Step::Member("class"), |this| this.class(class))
            }
            StatementKind::Closure { slot, closure } => {
                self.within(Step::Member("closure"), |this| {
                    this.closure(closure, Some(*slot))
                });
            }
            StatementKind::Enum { members, .. } => {
                for (index, member) in members.iter().enumerate() {
                    if let Some(value) = &member.value {
                        self.within(Step::Index(index), |this| this.member("value", value));
                    }
                }
            }
            StatementKind::Default(_) => {
                if !self.place.is_top {
                    self.broken(
                        Rule::Places,
                        "a default value must be at the top of its module",
                    );
                }
                self.defaults += 1;
                self.parts(&statement.kind);
            }
            StatementKind::Return(_) => {
                if !self.place.in_function {
                    self.broken(Rule::Places, "`return` must be in a function");
                }
                self.parts(&statement.kind);
            }
            StatementKind::Throw(_) | StatementKind::If { .. } | StatementKind::Block(_) => {
                self.parts(&statement.kind);
            }
            StatementKind::Labeled { label, body } => self.labeled(label, body),
            StatementKind::Break(label) => {
                self.jump(label.as_deref(), self.place.in_loop || self.place.in_switch)
            }
            StatementKind::Continue(label) => self.jump(label.as_deref(), self.place.in_loop),
            other => self.compound(other),
        }
    }

    fn labeled(&mut self, label: &'a str, body: &'a Statement) {
        if !is_variable_name(label) || self.labels.contains(&label) {
            self.broken(
                Rule::Names,
                format!("`{}` is not a new label", label.escape_debug()),
            );
        }
        let is_loop = matches!(
            body.kind,
            StatementKind::For { .. }
                | StatementKind::ForEach { .. }
                | StatementKind::While { .. }
                | StatementKind::DoWhile { .. }
        );
        if !is_loop {
            self.broken(Rule::Places, "a label must be that of a loop");
        }
        self.labels.push(label);
        self.within(Step::Member("labeled"), |this| this.statement(body));
        self.labels.pop();
    }

    fn jump(&mut self, label: Option<&str>, is_allowed: bool) {
        match label {
            Some(label) if !self.labels.contains(&label) => {
                self.broken(
                    Rule::Places,
                    format!("the label `{}` does not exist here", label.escape_debug()),
                );
            }
            None if !is_allowed => {
                self.broken(Rule::Places, "there is nothing to break or continue")
            }
            _ => {}
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn compound(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::For {
                head,
                test,
                update,
                body,
            } => self.scope(|this| {
                match head {
                    Some(Head::Variables(list)) => {
                        this.declare_all(list);
                        if list.is_empty() || !is_same_kind(list) {
                            this.broken(
                                Rule::Shapes,
                                "the head of a loop declares variables of one kind",
                            );
                        }
                        this.within(Step::Member("head"), |this| this.statements(list));
                    }
                    Some(Head::Value(it)) => this.member("head", it),
                    None => {}
                }
                this.optional("test", test.as_ref());
                this.optional("update", update.as_ref());
                this.repeated(body);
            }),
            StatementKind::ForEach {
                kind,
                variable,
                pattern,
                of,
                body,
            } => {
                if *kind == crate::il::LoopKind::AwaitOf && !self.place.may_await {
                    self.broken(Rule::Places, "`for await` must be in an async function");
                }
                self.member("of", of);
                self.scope(|this| {
                    if variable.is_some() {
                        let mut slots = Vec::new();
                        crate::print::bound(pattern, &mut slots);
                        slots.into_iter().for_each(|it| this.declare(it));
                    }
                    this.pattern_member("pattern", pattern, variable.is_some());
                    this.repeated(body);
                });
            }
            StatementKind::While { test, body } | StatementKind::DoWhile { body, test } => {
                self.member("test", test);
                self.repeated(body);
            }
            StatementKind::Switch { value, cases } => {
                self.member("value", value);
                let place = Place {
                    in_switch: true,
                    is_top: false,
                    ..self.place
                };
                if cases.iter().filter(|it| it.test.is_none()).count() > 1 {
                    self.broken(Rule::Shapes, "`switch` has two cases for all other values");
                }
                self.scope(|this| {
                    cases.iter().for_each(|it| this.declare_all(&it.body));
                    this.at_place(place, |this| {
                        for (index, case) in cases.iter().enumerate() {
                            this.within(Step::Index(index), |this| {
                                this.optional("test", case.test.as_ref());
                                this.within(Step::Member("body"), |this| {
                                    this.statements(&case.body)
                                });
                            });
                        }
                    });
                });
            }
            StatementKind::Try {
                body,
                catch,
                finally,
            } => {
                if catch.is_none() && finally.is_none() {
                    self.broken(Rule::Shapes, "`try` needs `catch` or `finally`");
                }
                self.block("body", body);
                if let Some(catch) = catch {
                    self.scope(|this| {
                        if let Some(pattern) = &catch.pattern {
                            let mut slots = Vec::new();
                            crate::print::bound(pattern, &mut slots);
                            slots.into_iter().for_each(|it| this.declare(it));
                            this.pattern_member("pattern", pattern, true);
                        }
                        this.not_in_outer_scope(&catch.body);
                        this.block("catch", &catch.body);
                    });
                }
                if let Some(finally) = finally {
                    self.block("finally", finally);
                }
            }
            _ => {}
        }
    }

    fn repeated(&mut self, body: &'a [Statement]) {
        let place = Place {
            in_loop: true,
            ..self.place
        };
        self.at_place(place, |this| this.block("body", body));
    }

    pub fn member(&mut self, name: &'static str, expression: &'a Expr) {
        self.within(Step::Member(name), |this| this.expression(expression));
    }

    pub fn optional(&mut self, name: &'static str, expression: Option<&'a Expr>) {
        if let Some(it) = expression {
            self.member(name, it);
        }
    }

    pub fn pattern_member(&mut self, name: &'static str, pattern: &'a Pattern, declares: bool) {
        self.within(Step::Member(name), |this| this.pattern(pattern, declares));
    }
}

fn is_same_kind(list: &[Statement]) -> bool {
    let kinds = list.iter().map(|it| match &it.kind {
        StatementKind::Variable { kind, .. } => Some(*kind),
        _ => None,
    });
    let mut kinds = kinds.collect::<Vec<_>>();
    kinds.dedup();
    matches!(kinds.as_slice(), [Some(_)])
}
