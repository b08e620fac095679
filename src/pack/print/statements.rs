//! Statements, functions and classes as text.

use crate::il::{
    At, EnumMember, Expr, ExprKind, Head, Key, LoopKind, Pattern, PatternKind, Slot, Statement,
    StatementKind, VariableKind,
};

use super::doc::{Doc, Layout};
use super::expressions::{ASSIGNMENT, SEQUENCE, leftmost, quoted};
use super::functions::star;
use super::printer::Printer;

fn word(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::Const => "const ",
        VariableKind::Let => "let ",
    }
}

impl Printer<'_> {
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    pub fn statement(&self, statement: &Statement) -> Doc {
        let mark = Doc::Mark(statement.at);
        let expression = |it: &Expr| self.expression(it, SEQUENCE);
        let parts = match &statement.kind {
            StatementKind::Evaluate(it) => vec![mark, self.first(it, SEQUENCE), Doc::text(";")],
            StatementKind::Variable {
                kind,
                pattern,
                value,
            } => {
                vec![
                    mark,
                    self.variable(word(*kind), pattern, value.as_ref()),
                    Doc::text(";"),
                ]
            }
            StatementKind::Function { slot, function } => {
                let head = format!(
                    "{}function{} {}",
                    if function.is_async { "async " } else { "" },
                    star(function),
                    self.local(*slot)
                );
                vec![mark, Doc::text(head), self.rest_of_function(function)]
            }
            StatementKind::Class { slot, class } => {
                vec![mark, self.class(self.local(*slot), class)]
            }
            StatementKind::Closure { closure, .. } => vec![self.closure(closure)],
            StatementKind::Enum { slot, members } => vec![mark, self.enumeration(*slot, members)],
            StatementKind::Default(it) => {
                let is_declaration = match leftmost(it) {
                    ExprKind::Class(_) | ExprKind::Closure(_) => true,
                    ExprKind::Function(it) => !it.arrow,
                    _ => false,
                };
                let value = match is_declaration && !is_whole_function(it) {
                    true => Doc::List(vec![Doc::text("("), expression(it), Doc::text(")")]),
                    false => self.expression(it, ASSIGNMENT),
                };
                vec![mark, Doc::text("export default "), value, Doc::text(";")]
            }
            StatementKind::Return(None) => vec![mark, Doc::text("return;")],
            StatementKind::Return(Some(it)) => {
                vec![mark, Doc::text("return "), expression(it), Doc::text(";")]
            }
            StatementKind::Throw(it) => {
                vec![mark, Doc::text("throw "), expression(it), Doc::text(";")]
            }
            StatementKind::If {
                test,
                then,
                otherwise,
            } => self.condition(statement.at, test, then, otherwise.as_deref()),
            StatementKind::Block(body) => vec![self.block(body)],
            StatementKind::Labeled { label, body } => {
                vec![Doc::text(format!("{label}: ")), self.statement(body)]
            }
            StatementKind::Break(label) => vec![mark, Doc::text(jump("break", label.as_deref()))],
            StatementKind::Continue(label) => {
                vec![mark, Doc::text(jump("continue", label.as_deref()))]
            }
            other => self.compound(other, mark),
        };
        Doc::List(parts)
    }

    fn variable(&self, word: &str, pattern: &Pattern, value: Option<&Expr>) -> Doc {
        let value = value.map(|it| self.expression(it, ASSIGNMENT));
        self.declared(word, pattern, value)
    }

    fn declared(&self, word: &str, pattern: &Pattern, value: Option<Doc>) -> Doc {
        let mut parts = vec![Doc::text(word), self.pattern(pattern)];
        if let PatternKind::Bind(slot) = &pattern.kind {
            let local = self.module.locals.get(*slot as usize);
            parts.push(self.annotation("", local.and_then(|it| it.value_type.as_ref())));
        }
        if let Some(value) = value {
            parts.extend([Doc::text(" = "), value]);
        }
        Doc::List(parts)
    }

    fn condition(
        &self,
        at: At,
        test: &Expr,
        then: &[Statement],
        otherwise: Option<&[Statement]>,
    ) -> Vec<Doc> {
        let mut parts = vec![
            Doc::Mark(at),
            Doc::text("if ("),
            self.expression(test, SEQUENCE),
            Doc::text(") "),
            self.block(then),
        ];
        match otherwise {
            Some([only]) if matches!(only.kind, StatementKind::If { .. }) => {
                parts.extend([Doc::text(" else "), self.statement(only)]);
            }
            Some(body) => parts.extend([Doc::text(" else "), self.block(body)]),
            None => {}
        }
        parts
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn compound(&self, kind: &StatementKind, mark: Doc) -> Vec<Doc> {
        let expression = |it: &Expr| self.expression(it, SEQUENCE);
        let optional = |it: &Option<Expr>| it.as_ref().map_or(Doc::text(""), expression);
        match kind {
            StatementKind::For {
                head,
                test,
                update,
                body,
            } => vec![
                mark,
                Doc::text("for ("),
                self.head(head.as_ref()),
                Doc::text("; "),
                optional(test),
                Doc::text("; "),
                optional(update),
                Doc::text(") "),
                self.block(body),
            ],
            StatementKind::ForEach {
                kind,
                variable,
                pattern,
                of,
                body,
            } => {
                let (open, middle) = match kind {
                    LoopKind::Of => ("for (", " of "),
                    LoopKind::In => ("for (", " in "),
                    LoopKind::AwaitOf => ("for await (", " of "),
                };
                vec![
                    mark,
                    Doc::text(format!("{open}{}", variable.map_or("", word))),
                    self.pattern(pattern),
                    Doc::text(middle),
                    self.expression(of, ASSIGNMENT),
                    Doc::text(") "),
                    self.block(body),
                ]
            }
            StatementKind::While { test, body } => {
                vec![
                    mark,
                    Doc::text("while ("),
                    expression(test),
                    Doc::text(") "),
                    self.block(body),
                ]
            }
            StatementKind::DoWhile { body, test } => {
                vec![
                    mark,
                    Doc::text("do "),
                    self.block(body),
                    Doc::text(" while ("),
                    expression(test),
                    Doc::text(");"),
                ]
            }
            StatementKind::Switch { value, cases } => {
                let mut inner = Vec::new();
                for case in cases {
                    inner.push(Doc::Break);
                    match &case.test {
                        Some(it) => {
                            inner.extend([Doc::text("case "), expression(it), Doc::text(":")])
                        }
                        None => inner.push(Doc::text("default:")),
                    }
                    inner.push(Doc::Indent(self.lines(&case.body)));
                }
                vec![
                    mark,
                    Doc::text("switch ("),
                    expression(value),
                    Doc::text(") {"),
                    Doc::Indent(inner),
                    Doc::Break,
                    Doc::text("}"),
                ]
            }
            StatementKind::Try {
                body,
                catch,
                finally,
            } => {
                let mut parts = vec![mark, Doc::text("try "), self.block(body)];
                if let Some(catch) = catch {
                    parts.push(Doc::text(" catch "));
                    if let Some(pattern) = &catch.pattern {
                        parts.extend([Doc::text("("), self.pattern(pattern), Doc::text(") ")]);
                    }
                    parts.push(self.block(&catch.body));
                }
                if let Some(finally) = finally {
                    parts.extend([Doc::text(" finally "), self.block(finally)]);
                }
                parts
            }
            _ => Vec::new(),
        }
    }

    fn head(&self, head: Option<&Head>) -> Doc {
        match head {
            None => Doc::text(""),
            Some(Head::Value(it)) => without_in(self.expression(it, SEQUENCE)),
            Some(Head::Variables(list)) => {
                let parts = list.iter().enumerate().map(|(index, it)| match &it.kind {
                    StatementKind::Variable {
                        kind,
                        pattern,
                        value,
                    } => {
                        let word = if index == 0 { word(*kind) } else { "" };
                        let value = value.as_ref().map(|it| self.expression(it, ASSIGNMENT));
                        self.declared(word, pattern, value.map(without_in))
                    }
                    _ => Doc::text(""),
                });
                Doc::List(Doc::joined(parts, &[Doc::text(", ")]))
            }
        }
    }

    /// Each statement on a line of its own.
    fn lines(&self, body: &[Statement]) -> Vec<Doc> {
        body.iter()
            .flat_map(|it| [Doc::Break, self.statement(it)])
            .collect()
    }

    pub fn block(&self, body: &[Statement]) -> Doc {
        match body.is_empty() {
            true => Doc::text("{}"),
            false => Doc::List(vec![
                Doc::text("{"),
                Doc::Indent(self.lines(body)),
                Doc::Break,
                Doc::text("}"),
            ]),
        }
    }

    fn enumeration(&self, slot: Slot, members: &[EnumMember]) -> Doc {
        let name = self.local(slot);
        if self.is_typescript() {
            let members = members.iter().flat_map(|it| {
                let mut parts = vec![Doc::Break, self.key(&Key::Name(it.name.clone()))];
                if let Some(value) = &it.value {
                    parts.extend([Doc::text(" = "), self.expression(value, ASSIGNMENT)]);
                }
                parts.push(Doc::text(","));
                parts
            });
            return Doc::List(vec![
                Doc::text(format!("enum {name} {{")),
                Doc::Indent(members.collect()),
                Doc::Break,
                Doc::text("}"),
            ]);
        }
        let mut parts = vec![Doc::text(format!("const {name} = {{}};"))];
        let mut before: Option<&str> = None;
        let mut texts: Vec<&str> = Vec::new();
        for member in members {
            let key = quoted(&member.name);
            let value = match (&member.value, before) {
                (Some(it), _) => self.expression(it, ASSIGNMENT),
                (None, Some(before)) => Doc::text(format!("{name}[{}] + 1", quoted(before))),
                (None, None) => Doc::text("0"),
            };
            let is_text = member
                .value
                .as_ref()
                .is_some_and(|it| is_text(it, slot, &texts));
            if is_text {
                texts.push(&member.name);
            }
            let (open, close) = match is_text {
                true => (format!("{name}[{key}] = "), ";".to_owned()),
                false => (format!("{name}[{name}[{key}] = "), format!("] = {key};")),
            };
            parts.extend([Doc::Break, Doc::text(open), value, Doc::text(close)]);
            before = Some(&member.name);
        }
        Doc::List(parts)
    }
}

/// Whether the value of a member of an enumeration is a text by its form, as in TypeScript: such a value has no member
/// that leads back to its name. `texts` are the members before it that are.
fn is_text(value: &Expr, slot: Slot, texts: &[&str]) -> bool {
    match &value.kind {
        ExprKind::String(_) | ExprKind::Template(_) => true,
        ExprKind::Binary {
            operator,
            left,
            right,
        } if operator == "+" => is_text(left, slot, texts) || is_text(right, slot, texts),
        ExprKind::Get { of, name, .. } => {
            matches!(of.kind, ExprKind::Local(it) if it == slot) && texts.contains(&name.as_str())
        }
        _ => false,
    }
}

/// Whether an expression is a function or class, and not a call of one.
fn is_whole_function(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Class(it) => it.own.is_none(),
        ExprKind::Function(it) => it.own.is_none(),
        _ => false,
    }
}

fn jump(word: &str, label: Option<&str>) -> String {
    match label {
        None => format!("{word};"),
        Some(label) => format!("{word} {label};"),
    }
}

/// In the head of a loop, `in` would begin another kind of loop.
fn without_in(value: Doc) -> Doc {
    match Layout::of(&value).text.contains(" in ") {
        true => Doc::List(vec![Doc::text("("), value, Doc::text(")")]),
        false => value,
    }
}
