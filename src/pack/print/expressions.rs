//! Expressions as text.

use crate::il::{At, Expr, ExprKind, PatternKind, Token};
use crate::intrinsics::{BINARY, is_identifier};

use super::dates::is_date;
use super::doc::Doc;
use super::printer::Printer;

/// Precedences of expressions: higher ones bind more tightly.
pub const SEQUENCE: u8 = 0;
pub const ASSIGNMENT: u8 = 1;
const CONDITIONAL: u8 = 2;
const UNARY: u8 = 14;
const POSTFIX: u8 = 15;
pub const CALL: u8 = 17;
pub const PRIMARY: u8 = 20;

fn precedence(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Sequence(_) => SEQUENCE,
        ExprKind::Assign { .. }
        | ExprKind::Closure(_)
        | ExprKind::Spread(_)
        | ExprKind::Yield { .. } => ASSIGNMENT,
        ExprKind::Function(it) if it.arrow => ASSIGNMENT,
        ExprKind::Conditional { .. } => CONDITIONAL,
        ExprKind::Binary { operator, .. } => operator_precedence(operator),
        ExprKind::Unary { .. } | ExprKind::Await(_) => UNARY,
        ExprKind::Update { prefix: true, .. } => UNARY,
        ExprKind::Update { .. } => POSTFIX,
        ExprKind::Get { .. }
        | ExprKind::At { .. }
        | ExprKind::Private { .. }
        | ExprKind::SuperGet(_)
        | ExprKind::Call { .. }
        | ExprKind::SuperCall(_)
        | ExprKind::New { .. }
        | ExprKind::Chain(_)
        | ExprKind::Tagged { .. } => CALL,
        _ => PRIMARY,
    }
}

fn operator_precedence(operator: &str) -> u8 {
    BINARY
        .iter()
        .find(|it| it.0 == operator)
        .map_or(3, |it| it.1)
}

/// The expression with whose first token the text begins.
pub fn leftmost(expression: &Expr) -> &ExprKind {
    match &expression.kind {
        ExprKind::Get { of, .. }
        | ExprKind::At { of, .. }
        | ExprKind::Private { of, .. }
        | ExprKind::Call { callee: of, .. }
        | ExprKind::Chain(of)
        | ExprKind::Tagged { tag: of, .. }
        | ExprKind::Binary { left: of, .. }
        | ExprKind::Conditional { test: of, .. } => leftmost(of),
        ExprKind::Update {
            prefix: false,
            target: of,
            ..
        } => leftmost(of),
        ExprKind::Sequence(list) => list.first().map_or(&expression.kind, leftmost),
        ExprKind::Assign { target, .. } => match &target.kind {
            PatternKind::Target(it) => leftmost(it),
            PatternKind::Object(_) => &OBJECT,
            _ => &expression.kind,
        },
        other => other,
    }
}

static OBJECT: ExprKind = ExprKind::Object(Vec::new());

/// Whether a call is a part of what `new` would take as its class.
fn has_call(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Call { .. }
        | ExprKind::Chain(_)
        | ExprKind::SuperCall(_)
        | ExprKind::Tagged { .. } => true,
        ExprKind::Get { of, .. } | ExprKind::At { of, .. } | ExprKind::Private { of, .. } => {
            has_call(of)
        }
        _ => false,
    }
}

/// Whether an argument can be broken into lines by itself.
pub fn is_breakable(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Object(it) => !it.is_empty(),
        ExprKind::Array(it) => !it.is_empty(),
        ExprKind::Function(_) | ExprKind::Closure(_) | ExprKind::Class(_) => true,
        ExprKind::Call { arguments, .. } | ExprKind::New { arguments, .. } => {
            arguments.iter().any(is_breakable)
        }
        _ => false,
    }
}

impl Printer<'_> {
    /// The expression, in parentheses if it binds less tightly than `least`.
    pub fn expression(&self, expression: &Expr, least: u8) -> Doc {
        let plain = self.plain(expression);
        match precedence(&expression.kind) < least {
            true => Doc::List(vec![Doc::text("("), plain, Doc::text(")")]),
            false => plain,
        }
    }

    /// An expression at the beginning of a statement or of the body of an arrow.
    pub fn first(&self, expression: &Expr, least: u8) -> Doc {
        let is_ambiguous = match leftmost(expression) {
            ExprKind::Object(_) | ExprKind::Class(_) | ExprKind::Closure(_) => true,
            ExprKind::Function(it) => !it.arrow,
            _ => false,
        };
        match is_ambiguous {
            true => Doc::List(vec![Doc::text("("), self.plain(expression), Doc::text(")")]),
            false => self.expression(expression, least),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn plain(&self, expression: &Expr) -> Doc {
        let at = expression.at;
        let marked = |parts: Vec<Doc>| {
            let mut all = vec![Doc::Mark(at)];
            all.extend(parts);
            Doc::List(all)
        };
        let word = |text: &str| marked(vec![Doc::text(text)]);
        match &expression.kind {
            ExprKind::Null => word("null"),
            ExprKind::Undefined => word("undefined"),
            ExprKind::This => word("this"),
            ExprKind::Hole => Doc::text(""),
            ExprKind::Bool(it) => word(if *it { "true" } else { "false" }),
            ExprKind::Number(it) => word(&it.to_string()),
            ExprKind::String(it) => word(&quoted(it)),
            ExprKind::Regex(pattern, flags) => word(&format!("/{pattern}/{flags}")),
            ExprKind::Local(slot) => word(self.local(*slot)),
            ExprKind::Intrinsic(it) => self.intrinsic(it, at),
            ExprKind::Token(it) => self.token(it, at),
            ExprKind::SuperGet(it) => marked(vec![Doc::text(format!("super.{it}"))]),
            ExprKind::Template(it) => marked(vec![self.template(it)]),
            ExprKind::Tagged { tag, template } => Doc::List(vec![
                self.object_of(tag),
                marked(vec![self.template(template)]),
            ]),
            ExprKind::Array(items) => marked(vec![self.array(items)]),
            ExprKind::Object(properties) => marked(vec![self.object(properties)]),
            ExprKind::Function(it) => marked(vec![self.function(it)]),
            ExprKind::Class(it) => marked(vec![self.class("", it)]),
            ExprKind::Closure(it) => self.closure(it),
            ExprKind::Get { of, name, optional } => self.get(of, name, *optional, at),
            ExprKind::At {
                of,
                index,
                optional,
            } => Doc::List(vec![
                self.object_of(of),
                Doc::Mark(at),
                Doc::text(if *optional { "?.[" } else { "[" }),
                self.index(index),
                Doc::text("]"),
            ]),
            ExprKind::Private { of, name } => Doc::List(vec![
                self.object_of(of),
                Doc::text("."),
                Doc::Mark(at),
                Doc::text(format!("#{name}")),
            ]),
            ExprKind::Chain(it) => self.plain(it),
            ExprKind::Sequence(list) => {
                let parts = list.iter().map(|it| self.expression(it, ASSIGNMENT));
                Doc::List(Doc::joined(parts, &[Doc::text(", ")]))
            }
            ExprKind::Await(it) => marked(vec![Doc::text("await "), self.expression(it, UNARY)]),
            ExprKind::Yield { of, delegate } => marked(self.yielded(of.as_deref(), *delegate)),
            ExprKind::Spread(it) => marked(vec![Doc::text("..."), self.argument(it)]),
            other => self.operation(other, at),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn operation(&self, kind: &ExprKind, at: At) -> Doc {
        match kind {
            ExprKind::Call {
                callee,
                arguments,
                optional,
                types,
            } => Doc::List(vec![
                self.object_of(callee),
                Doc::text(if *optional { "?." } else { "" }),
                self.type_arguments(types),
                Doc::Mark(at),
                self.arguments(arguments),
            ]),
            ExprKind::SuperCall(arguments) => Doc::List(vec![
                Doc::Mark(at),
                Doc::text("super"),
                self.arguments(arguments),
            ]),
            ExprKind::New {
                class, arguments, ..
            } if !self.is_typescript() && is_date(class) => self.date(arguments, at),
            ExprKind::New {
                class,
                arguments,
                types,
            } => {
                let callee = match has_call(class) {
                    true => Doc::List(vec![Doc::text("("), self.plain(class), Doc::text(")")]),
                    false => self.expression(class, CALL),
                };
                Doc::List(vec![
                    Doc::Mark(at),
                    Doc::text("new "),
                    callee,
                    self.type_arguments(types),
                    self.new_arguments(class, arguments),
                ])
            }
            ExprKind::Unary { operator, of } => {
                let is_word = operator.ends_with(char::is_alphabetic);
                let is_doubled = matches!(&of.kind, ExprKind::Unary { operator: it, .. } if it == operator)
                    || matches!(&of.kind, ExprKind::Update { prefix: true, .. });
                let space = if is_word || is_doubled { " " } else { "" };
                Doc::List(vec![
                    Doc::Mark(at),
                    Doc::text(format!("{operator}{space}")),
                    self.expression(of, UNARY),
                ])
            }
            ExprKind::Update {
                operator,
                prefix,
                target,
            } => {
                let target = self.expression(target, CALL);
                let operator = Doc::text(operator.clone());
                Doc::List(match prefix {
                    true => vec![Doc::Mark(at), operator, target],
                    false => vec![target, operator],
                })
            }
            ExprKind::Binary {
                operator,
                left,
                right,
            } => self.binary(operator, left, right, at),
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => Doc::group(vec![
                self.expression(test, CONDITIONAL + 1),
                Doc::Indent(vec![
                    Doc::Line,
                    Doc::Mark(at),
                    Doc::text("? "),
                    self.expression(then, ASSIGNMENT),
                    Doc::Line,
                    Doc::text(": "),
                    self.expression(otherwise, ASSIGNMENT),
                ]),
            ]),
            ExprKind::Assign {
                operator,
                target,
                value,
            } => Doc::List(vec![
                self.pattern(target),
                Doc::text(" "),
                Doc::Mark(at),
                Doc::text(format!("{operator} ")),
                self.expression(value, ASSIGNMENT),
            ]),
            _ => Doc::text(""),
        }
    }

    fn binary(&self, operator: &str, left: &Expr, right: &Expr, at: At) -> Doc {
        let own = operator_precedence(operator);
        // Neither may stand beside the other without parentheses: `a < b > (c)` is a call with a type in TypeScript.
        let mixes = |it: &Expr| match &it.kind {
            ExprKind::Binary {
                operator: other, ..
            } => {
                let is_type = operator.starts_with('>') && other == "<";
                let is_nullish = (operator == "??") != (other == "??");
                is_type || (is_nullish && own <= 4 && operator_precedence(other) <= 4)
            }
            _ => false,
        };
        let (least_left, least_right) = match operator {
            "**" => (POSTFIX, own),
            _ => (own, own + 1),
        };
        let side =
            |it: &Expr, least: u8| self.expression(it, if mixes(it) { PRIMARY } else { least });
        Doc::group(vec![
            side(left, least_left),
            Doc::text(" "),
            Doc::Mark(at),
            Doc::text(operator),
            Doc::Indent(vec![Doc::Line, side(right, least_right)]),
        ])
    }

    /// An expression of which a member follows, or that is called.
    fn object_of(&self, object: &Expr) -> Doc {
        let needs_parentheses = match &object.kind {
            ExprKind::Chain(_) | ExprKind::Number(_) => true,
            _ => precedence(&object.kind) < CALL,
        };
        match needs_parentheses {
            true => Doc::List(vec![Doc::text("("), self.plain(object), Doc::text(")")]),
            false => self.plain(object),
        }
    }

    fn get(&self, of: &Expr, name: &str, optional: bool, at: At) -> Doc {
        let dots = if optional { "?." } else { "." };
        let dot_at = At {
            line: at.line,
            column: at.column.saturating_sub(u32::from(optional) + 1),
        };
        Doc::List(vec![
            self.object_of(of),
            Doc::Mark(dot_at),
            Doc::text(dots),
            Doc::Mark(at),
            Doc::text(name),
        ])
    }

    fn yielded(&self, of: Option<&Expr>, delegate: bool) -> Vec<Doc> {
        let mut parts = vec![Doc::text(if delegate { "yield*" } else { "yield" })];
        if let Some(it) = of {
            parts.extend([Doc::text(" "), self.expression(it, ASSIGNMENT)]);
        }
        parts
    }

    fn intrinsic(&self, name: &str, at: At) -> Doc {
        match name.split_once('.') {
            None => Doc::List(vec![Doc::Mark(at), Doc::text(name)]),
            Some((object, member)) => self.dotted(object, member, at),
        }
    }

    /// A member of an object that is a name; `at` is that of the member.
    fn dotted(&self, object: &str, member: &str, at: At) -> Doc {
        let length = u32::try_from(object.chars().count() + 1).unwrap_or_default();
        let object_at = At {
            line: at.line,
            column: at.column.saturating_sub(length).max(1),
        };
        Doc::List(vec![
            Doc::Mark(object_at),
            Doc::text(format!("{object}.")),
            Doc::Mark(at),
            Doc::text(member),
        ])
    }

    fn token(&self, token: &Token, at: At) -> Doc {
        match self.names.alias(token) {
            Some(alias) => Doc::List(vec![Doc::Mark(at), Doc::text(alias)]),
            None => match self.names.alias(&token.sibling("*")) {
                Some(namespace) => self.dotted(namespace, token.name(), at),
                None => Doc::text("undefined"),
            },
        }
    }
}

/// The name of a member of an object, in quotes if it needs them.
pub fn member_name(name: &str) -> String {
    match is_identifier(name) {
        true => name.to_owned(),
        false => quoted(name),
    }
}

/// A text as a literal.
pub fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

pub fn template_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' => escaped.extend(['\\', character]),
            '\r' => escaped.push_str("\\r"),
            other => escaped.push(other),
        }
    }
    escaped.replace("${", "\\${")
}
