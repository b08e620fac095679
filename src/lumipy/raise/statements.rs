//! Statements.

use lumi_pack::Doc;
use lumi_pack::il::{Catch, Expr, ExprKind, LoopKind, Slot, Statement, StatementKind};

use super::assignments::finished;
use super::forms::{
    bound, declared, evaluated, hoisted, is_empty_return, library_name, local, py, py_named,
};
use super::layout::{arguments, begins_declaration, block, list, text};
use super::raiser::{LAMBDA, NOT, Raiser};
use super::texts::literal;

impl Raiser<'_> {
    /// The statements of a block, as lines.
    pub fn body(&mut self, of: &[Statement]) -> Vec<Doc> {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < of.len() {
            let (line, used) = self.next(&of[at..]);
            if let Some(line) = line {
                let is_apart =
                    begins_declaration(&line) || lines.last().is_some_and(begins_declaration);
                if is_apart && !lines.is_empty() {
                    lines.push(text(""));
                }
                lines.push(line);
            }
            at += used.max(1);
        }
        lines
    }

    /// The first of some statements in Python, and how many it is.
    fn next(&mut self, of: &[Statement]) -> (Option<Doc>, usize) {
        let Some(first) = of.first() else {
            return (None, 0);
        };
        if let Some(slot) = hoisted(first) {
            self.declare(slot);
            return (None, 1);
        }
        if let Some((slot, value)) = declared(first) {
            if self.defaults.contains_key(&slot) {
                let value = self.value(value);
                self.defaults.insert(slot, Some(value));
                return (None, 1);
            }
            if let Some(name) = self.outputs.get(&slot).cloned() {
                return (Some(self.export(text(literal(&name)), value)), 1);
            }
            if let Some(it) = self.definition(slot, value) {
                self.declare(slot);
                return (Some(it), 1);
            }
        }
        if let Some(it) = evaluated(first).and_then(|it| self.special(it)) {
            return (it, 1);
        }
        if let Some((line, used)) = self.assignment(of) {
            return (Some(line), used);
        }
        (Some(self.statement(first)), 1)
    }

    /// A definition, an output or a deletion; `Some(None)` is nothing in Python.
    fn special(&mut self, of: &Expr) -> Option<Option<Doc>> {
        if let Some((slot, value)) = super::forms::assigned(of)
            && let Some(it) = self.definition(slot, value)
        {
            self.assigns(slot);
            return Some(Some(it));
        }
        if let Some(it) = self.deletion(of) {
            return Some(Some(it));
        }
        let ExprKind::Call {
            callee, arguments, ..
        } = &of.kind
        else {
            return None;
        };
        let ExprKind::Token(token) = &callee.kind else {
            return None;
        };
        match (library_name(token)?, arguments.as_slice()) {
            (("builtins", "flush"), []) => Some(None),
            // The check of a class of a package before it is extended.
            (("index", "extended"), [_]) => Some(None),
            (("outputs", "exportAs"), [name, value]) => {
                let name = self.value(name).within(LAMBDA);
                Some(Some(self.export(name, value)))
            }
            _ => None,
        }
    }

    fn export(&mut self, name: Doc, value: &Expr) -> Doc {
        let value = self.plain_input(value);
        let callee = format!("{}.export", self.imports.lumi());
        list(vec![text(callee), arguments(vec![name, value])])
    }

    fn statement(&mut self, of: &Statement) -> Doc {
        match &of.kind {
            StatementKind::Evaluate(it) => {
                let value = self.value(it);
                match it.kind {
                    ExprKind::Yield { .. } => value.doc,
                    _ => finished(value),
                }
            }
            StatementKind::Return(Some(_)) if is_empty_return(of) => text("return"),
            StatementKind::Return(Some(it)) => {
                let value = self.statement_value(it);
                list(vec![text("return "), value])
            }
            StatementKind::Break(None) => text("break"),
            StatementKind::Continue(None) => text("continue"),
            StatementKind::Throw(it) => self.raised(it),
            StatementKind::If { .. } => self.branches(of),
            StatementKind::While { test, body } => {
                let test = finished(self.condition(test));
                let body = self.body(body);
                block(list(vec![text("while "), test]), body)
            }
            StatementKind::ForEach { .. } => self.for_each(of),
            StatementKind::Class { slot, class } => {
                self.declare(*slot);
                let name = self.name(*slot);
                self.class(&name, class, of.at)
            }
            StatementKind::Try { .. } => self.tried(of),
            StatementKind::Default(_) => text(""),
            _ => {
                let what = kind_of(&of.kind);
                self.refuse(of.at, what);
                text("...")
            }
        }
    }

    fn raised(&mut self, of: &Expr) -> Doc {
        match (py_named(of, "raised"), local(of)) {
            (Some([value]), _) => list(vec![text("raise "), self.value(value).within(LAMBDA)]),
            (_, Some(_)) => text("raise"),
            _ => {
                self.refuse(of.at, "`throw` of this");
                text("raise")
            }
        }
    }

    fn branches(&mut self, of: &Statement) -> Doc {
        if let Some(it) = self.assertion(of) {
            return it;
        }
        let mut parts = Vec::new();
        let mut word = "if ";
        let mut next = Some(of);
        while let Some(Statement {
            kind:
                StatementKind::If {
                    test,
                    then,
                    otherwise,
                },
            ..
        }) = next.take()
        {
            let test = finished(self.condition(test));
            let then = self.body(then);
            if !parts.is_empty() {
                parts.push(Doc::Break);
            }
            parts.push(block(list(vec![text(word), test]), then));
            word = "elif ";
            match otherwise.as_deref() {
                None => {}
                Some([only])
                    if matches!(only.kind, StatementKind::If { .. }) && !is_assertion(only) =>
                {
                    next = Some(only);
                }
                Some(other) => {
                    let body = self.body(other);
                    parts.push(Doc::Break);
                    parts.push(block(text("else"), body));
                }
            }
        }
        list(parts)
    }

    /// `assert test, message`
    fn assertion(&mut self, of: &Statement) -> Option<Doc> {
        let (test, message) = asserted(of)?;
        let test = self.condition(test);
        let mut parts = vec![text("assert "), test.within(NOT)];
        if !matches!(message.kind, ExprKind::Null) {
            parts.push(text(", "));
            parts.push(self.value(message).within(LAMBDA));
        }
        Some(list(parts))
    }

    fn for_each(&mut self, of: &Statement) -> Doc {
        let StatementKind::ForEach {
            kind: LoopKind::Of,
            variable,
            pattern,
            of: through,
            body,
        } = &of.kind
        else {
            self.refuse(of.at, "a loop over names of members");
            return text("...");
        };
        let source = match py_named(through, "iterate") {
            Some([it]) => self.statement_value(it),
            _ => {
                self.refuse(through.at, "a loop over this");
                text("...")
            }
        };
        let Some((target, used)) = self.loop_target(variable.is_some(), pattern, body) else {
            self.refuse(of.at, "a loop with these variables");
            return text("...");
        };
        let body = self.body(&body[used..]);
        let head = list(vec![text("for "), target, text(" in "), source]);
        block(head, body)
    }

    fn tried(&mut self, of: &Statement) -> Doc {
        let StatementKind::Try {
            body,
            catch,
            finally,
        } = &of.kind
        else {
            return text("...");
        };
        let mut parts = match (body.as_slice(), catch, finally) {
            ([inner], None, Some(_)) if is_caught(inner) => vec![self.tried(inner)],
            _ => vec![block(text("try"), self.body(body))],
        };
        if let Some(it) = catch {
            self.handlers(it, &mut parts, of);
        }
        if let Some(it) = finally {
            let body = self.body(it);
            parts.push(Doc::Break);
            parts.push(block(text("finally"), body));
        }
        list(parts)
    }

    fn handlers(&mut self, of: &Catch, parts: &mut Vec<Doc>, whole: &Statement) {
        let thrown = of.pattern.as_ref().and_then(bound);
        let first = of.body.first().and_then(declared);
        let Some((error, _)) = first.filter(|_| thrown.is_some()) else {
            return self.refuse(whole.at, "`catch` of TypeScript");
        };
        let mut rest = &of.body[1..];
        loop {
            parts.push(Doc::Break);
            match rest {
                [
                    Statement {
                        kind:
                            StatementKind::If {
                                test,
                                then,
                                otherwise: Some(otherwise),
                            },
                        ..
                    },
                ] if handled(test, error).is_some() => {
                    let class = handled(test, error).unwrap_or(test);
                    let class = self.value(class).within(LAMBDA);
                    let (name, used) = self.caught_name(then, error);
                    let head = list(vec![text("except "), class, text(name)]);
                    let body = self.body(&then[used..]);
                    parts.push(block(head, body));
                    rest = otherwise;
                    if is_rethrown(rest, thrown) {
                        return;
                    }
                }
                other => {
                    let body = self.body(other);
                    parts.push(block(text("except"), body));
                    return;
                }
            }
            if parts.len() > 1_000 {
                return;
            }
        }
    }

    /// ` as name` of a handler, and how many statements that is.
    fn caught_name(&mut self, body: &[Statement], error: Slot) -> (String, usize) {
        let first = body.first().and_then(evaluated);
        match first.and_then(super::forms::assigned) {
            Some((slot, value)) if local(value) == Some(error) => {
                self.assigns(slot);
                (format!(" as {}", self.name(slot)), 1)
            }
            _ => (String::new(), 0),
        }
    }
}

/// The class that a test of a handler asks for.
fn handled(test: &Expr, error: Slot) -> Option<&Expr> {
    match py(test)? {
        ("matches", [of, class]) if local(of) == Some(error) => Some(class),
        _ => None,
    }
}

fn is_rethrown(body: &[Statement], thrown: Option<Slot>) -> bool {
    match body {
        [only] => matches!(&only.kind, StatementKind::Throw(it) if local(it) == thrown),
        _ => false,
    }
}

/// Whether a statement is `try` with handlers alone.
fn is_caught(of: &Statement) -> bool {
    matches!(
        &of.kind,
        StatementKind::Try {
            catch: Some(_),
            finally: None,
            ..
        }
    )
}

/// The test and the message of an assertion.
fn asserted(of: &Statement) -> Option<(&Expr, &Expr)> {
    let StatementKind::If {
        test,
        then,
        otherwise: None,
    } = &of.kind
    else {
        return None;
    };
    let [
        Statement {
            kind: StatementKind::Throw(error),
            ..
        },
    ] = then.as_slice()
    else {
        return None;
    };
    let [message] = py_named(error, "assertionError")? else {
        return None;
    };
    match &test.kind {
        ExprKind::Unary { operator, of } if operator == "!" => Some((of, message)),
        _ => None,
    }
}

fn is_assertion(of: &Statement) -> bool {
    asserted(of).is_some()
}

/// The name of a kind of statement that LumiPy has no form for.
fn kind_of(kind: &StatementKind) -> &'static str {
    match kind {
        StatementKind::Function { .. } => "a function as TypeScript declares it",
        StatementKind::Closure { .. } => "a closure in JavaScript",
        StatementKind::Enum { .. } => "an `enum` of TypeScript",
        StatementKind::For { .. } => "a loop with `for (;;)`",
        StatementKind::DoWhile { .. } => "`do`",
        StatementKind::Switch { .. } => "`switch`",
        StatementKind::Block(_) => "a block of its own",
        StatementKind::Labeled { .. } => "a label",
        StatementKind::Break(_) | StatementKind::Continue(_) => "a jump to a label",
        StatementKind::Variable { .. } => "a pattern of TypeScript",
        StatementKind::Return(None) => "`return` without a value, as JavaScript has it",
        _ => "this statement",
    }
}
