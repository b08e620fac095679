//! Expressions.

use lumi_pack::il::{Expr, ExprKind};

use super::forms::{assigned, immediate, library_name, made, prepared, py_named};
use super::layout::{elements, list, text};
use super::raiser::{ATOM, AWAIT, LAMBDA, NAMED, Raised, Raiser, UNARY};
use super::texts::float;

impl Raiser<'_> {
    /// The value of an expression.
    pub fn value(&mut self, of: &Expr) -> Raised {
        match &of.kind {
            ExprKind::Null => Raised::atom("None"),
            ExprKind::Bool(true) => Raised::atom("True"),
            ExprKind::Bool(false) => Raised::atom("False"),
            ExprKind::Number(it) => number(*it),
            ExprKind::String(it) => Raised::atom(self.literal(it)),
            ExprKind::Local(slot) => match self.defaults.get(slot) {
                Some(Some(it)) => it.clone(),
                _ => Raised::atom(self.name(*slot)),
            },
            ExprKind::Array(items) => {
                let items = self.items(items);
                Raised::new(elements("[", items, "]"), ATOM)
            }
            ExprKind::Token(_) | ExprKind::Get { .. } => self.named_value(of),
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => self.chosen(test, then, otherwise),
            ExprKind::Unary { operator, of } if operator == "!" => match self.compared_not(of) {
                Some(it) => it,
                None => self.negated(of),
            },
            ExprKind::Unary { operator, of } if operator == "-" => {
                let of = self.value(of).within(UNARY);
                Raised::new(list(vec![text("-"), of]), UNARY)
            }
            ExprKind::Binary { .. } => self.binary(of),
            ExprKind::New { .. } => self.constructed(of),
            ExprKind::Call { .. } => self.call(of),
            _ => self.other_value(of),
        }
    }

    fn other_value(&mut self, of: &Expr) -> Raised {
        match &of.kind {
            ExprKind::Assign { .. } => match assigned(of) {
                Some((slot, value)) => {
                    self.assigns(slot);
                    let value = self.value(value).within(LAMBDA);
                    let name = text(format!("{} := ", self.name(slot)));
                    Raised::new(list(vec![text("("), name, value, text(")")]), ATOM)
                }
                None => self.refused(of.at, "this assignment"),
            },
            ExprKind::Yield {
                of: Some(value),
                delegate,
            } => {
                let (word, value) = match (delegate, py_named(value, "iterate")) {
                    (true, Some([it])) => ("yield from ", it),
                    _ => ("yield ", &**value),
                };
                let parts = match (word, &value.kind) {
                    ("yield ", ExprKind::Null) => vec![text("yield")],
                    _ => vec![text(word), self.value(value).within(LAMBDA)],
                };
                Raised::new(list(parts), NAMED)
            }
            ExprKind::SuperCall(arguments) => self.super_constructor(arguments),
            ExprKind::SuperGet(name) => {
                let name = self.member_of_class(name);
                Raised::atom(format!("super().{name}"))
            }
            ExprKind::This => self.refused(of.at, "`this` outside of methods"),
            ExprKind::Intrinsic(name) if name == "Infinity" => Raised::atom("1e999"),
            ExprKind::Intrinsic(name) => {
                let what = format!("`{name}`, an object of JavaScript");
                self.refused(of.at, &what)
            }
            other => {
                let what = kind_of(other);
                self.refused(of.at, what)
            }
        }
    }

    fn binary(&mut self, of: &Expr) -> Raised {
        if let Some(it) = self.compared(of) {
            return it;
        }
        match &of.kind {
            ExprKind::Binary {
                operator,
                left,
                right,
            } if matches!(operator.as_str(), "&&" | "||") => self.decided(operator, left, right),
            _ => self.refused(of.at, "an operator of JavaScript"),
        }
    }

    /// `await value`
    pub fn awaited(&mut self, of: &Expr) -> Raised {
        let inner = match &of.kind {
            ExprKind::Await(it) => py_named(it, "awaited"),
            _ => None,
        };
        match inner {
            Some([value]) => {
                let value = self.value(value).within(AWAIT + 1);
                Raised::new(list(vec![text("await "), value]), AWAIT)
            }
            _ => self.refused(of.at, "`await` of this"),
        }
    }

    fn compared_not(&mut self, of: &Expr) -> Option<Raised> {
        let whole = Expr {
            kind: ExprKind::Unary {
                operator: "!".to_owned(),
                of: Box::new(of.clone()),
            },
            at: of.at,
        };
        self.compared(&whole)
    }

    /// `new` of a class.
    fn constructed(&mut self, of: &Expr) -> Raised {
        let Some((class, arguments)) = made(of) else {
            return self.refused(of.at, "this object");
        };
        let library = match &class.kind {
            ExprKind::Token(token) => library_name(token),
            _ => None,
        };
        match (library, arguments) {
            (Some(("index", "Float")), [value]) => match &value.kind {
                ExprKind::Number(it) => Raised::new(text(float(*it)), AWAIT),
                _ => self.refused(of.at, "this number"),
            },
            (Some(("index", "Bytes")), [value]) => self.bytes(value),
            (Some(("index", "Slice")), parts) => self.slice(parts),
            _ => match prepared(arguments, "prepare") {
                Some([_, rest @ ..]) => {
                    let class = self.value(class).within(ATOM);
                    let arguments = self.arguments(rest);
                    Raised::new(list(vec![class, arguments]), ATOM)
                }
                _ => self.resource(class, arguments),
            },
        }
    }

    /// A call: of the library, or of a function that is called at once.
    fn call(&mut self, of: &Expr) -> Raised {
        if let Some((function, source)) = immediate(of) {
            return self.comprehension(function, source, of);
        }
        self.library_call(of)
    }
}

/// A literal of a number: a whole number is an `int`, another one a `float`.
fn number(value: f64) -> Raised {
    match value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
        true => Raised::new(text(format!("{value:.0}")), AWAIT),
        false => Raised::new(text(float(value)), AWAIT),
    }
}

/// The name of a kind of expression that LumiPy has no form for.
fn kind_of(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Undefined => "`undefined`",
        ExprKind::Hole => "a hole in an array",
        ExprKind::Template(_) => "a template of TypeScript",
        ExprKind::Tagged { .. } => "a tagged template",
        ExprKind::Regex(..) => "a regular expression of JavaScript",
        ExprKind::Object(_) => "an object of JavaScript as a value",
        ExprKind::Function(_) => "a function of JavaScript",
        ExprKind::Class(_) => "a class that is a value",
        ExprKind::Closure(_) => "a closure in JavaScript",
        ExprKind::At { .. } => "an element of an array of JavaScript",
        ExprKind::Private { .. } => "a private member of JavaScript",
        ExprKind::Chain(_) => "`?.`",
        ExprKind::Update { .. } => "`++` and `--`",
        ExprKind::Sequence(_) => "a sequence with `,`",
        ExprKind::Await(_) => "`await` of JavaScript",
        ExprKind::Yield { .. } => "`yield` of nothing",
        ExprKind::Spread(_) => "`...` here",
        _ => "this expression",
    }
}
