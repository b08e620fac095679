//! Expressions and patterns of generated programs.

use crate::il::{
    Expr, ExprKind, Key, ObjectPattern, Pattern, PatternKind, Property, PropertyPattern, Template,
};
use crate::intrinsics::{ASSIGN, BINARY};

use super::generator::{Generator, Kind, boxed, expr, pattern};

const NUMBERS: &[f64] = &[0.0, 1.0, 2.0, 3.0, 0.5, 10.0, 4_294_967_297.0, 1e21, 1e-7];
const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "0",
    "1",
    " 12 ",
    "0x10",
    "`${x}`",
    "\\n",
    "\n\"'",
    "ä\u{2028}",
    "-1e3",
    "*/ //",
];
const NAMES: &[&str] = &["a", "b", "length", "in"];
const VARIABLES: &[Kind] = &[Kind::Const, Kind::Let, Kind::Counter];

impl Generator<'_> {
    pub fn expression(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return expr(self.leaf());
        }
        let less = depth - 1;
        let kind = match self.pick(22) {
            0 => self.leaf(),
            1..=5 => ExprKind::Binary {
                operator: self.operator(),
                left: Box::new(self.expression(less)),
                right: Box::new(self.expression(less)),
            },
            6 | 7 => ExprKind::Unary {
                operator: self
                    .one_of(&["-", "!", "+", "~", "typeof", "void"])
                    .to_owned(),
                of: Box::new(self.expression(less)),
            },
            8 => ExprKind::Conditional {
                test: Box::new(self.expression(less)),
                then: Box::new(self.expression(less)),
                otherwise: Box::new(self.expression(less)),
            },
            9 => {
                let mut list = self.list(1, |this| this.expression(less));
                list.extend([self.expression(less), self.expression(less)]);
                ExprKind::Sequence(list)
            }
            10 => self.template(less),
            11 => ExprKind::Array(self.list(3, |this| this.item(less, true))),
            12 => ExprKind::Object(self.list(3, |this| this.property(less))),
            13 => self.member(less, false),
            14 => ExprKind::Chain(Box::new(self.chain(less))),
            15 | 16 => self.assignment(less),
            17 => self.update(less),
            18 => self.deletion(less),
            19 => self.call(less),
            20 => self.log(less).kind,
            _ => self.instance(less),
        };
        expr(kind)
    }

    fn leaf(&mut self) -> ExprKind {
        match self.pick(8) {
            0 => ExprKind::Number(self.one_of(NUMBERS)),
            1 | 2 => match self.variable(VARIABLES) {
                Some(slot) => ExprKind::Local(slot),
                None => ExprKind::Null,
            },
            3 => ExprKind::String(self.one_of(TEXTS).to_owned()),
            4 => ExprKind::Bool(self.pick(2) == 1),
            5 => ExprKind::Undefined,
            6 => ExprKind::Intrinsic(self.one_of(&["NaN", "Infinity"]).to_owned()),
            _ => ExprKind::Null,
        }
    }

    fn operator(&mut self) -> String {
        let all = BINARY.iter().map(|it| it.0);
        let all: Vec<&str> = all.filter(|it| *it != "instanceof").collect();
        // Powers are where operators of one operand need parentheses.
        match self.pick(6) {
            0 => "**".to_owned(),
            _ => self.one_of(&all).to_owned(),
        }
    }

    fn template(&mut self, depth: usize) -> ExprKind {
        let values = self.list(2, |this| this.expression(depth));
        let texts = (0..=values.len()).map(|_| self.one_of(TEXTS).to_owned());
        ExprKind::Template(Template {
            texts: texts.collect(),
            raw: Vec::new(),
            values,
        })
    }

    fn item(&mut self, depth: usize, holes: bool) -> Expr {
        match self.pick(6) {
            0 => expr(ExprKind::Spread(Box::new(self.expression(depth)))),
            1 if holes => expr(ExprKind::Hole),
            _ => self.expression(depth),
        }
    }

    fn property(&mut self, depth: usize) -> Property {
        match self.pick(4) {
            0 => Property::Spread(self.expression(depth)),
            _ => Property::Value {
                key: self.key(depth),
                value: self.expression(depth),
                at: Default::default(),
            },
        }
    }

    fn key(&mut self, depth: usize) -> Key {
        match self.pick(3) {
            0 => Key::Computed(Box::new(self.expression(depth))),
            _ => Key::Name(self.one_of(&["a", "b", "1", "", "a b"]).to_owned()),
        }
    }

    fn member(&mut self, depth: usize, optional: bool) -> ExprKind {
        let of = match self.expression(depth).kind {
            // Members of built-in objects cannot be assigned.
            ExprKind::Intrinsic(_) => boxed(ExprKind::Null),
            kind => boxed(kind),
        };
        match self.pick(2) {
            0 => ExprKind::Get {
                of,
                name: self.one_of(NAMES).to_owned(),
                optional,
            },
            _ => ExprKind::At {
                of,
                index: Box::new(self.expression(depth)),
                optional,
            },
        }
    }

    fn chain(&mut self, depth: usize) -> Expr {
        let first = self.member(depth, true);
        let more = self.pick(2) == 1;
        match more {
            false => expr(first),
            true => expr(ExprKind::Get {
                of: boxed(first),
                name: self.one_of(NAMES).to_owned(),
                optional: self.pick(2) == 1,
            }),
        }
    }

    /// A variable or a member that can be assigned.
    fn target(&mut self, depth: usize) -> Expr {
        let variable = self.variable(&[Kind::Let]);
        match variable {
            Some(slot) if self.pick(3) > 0 => expr(ExprKind::Local(slot)),
            _ => match self.member(depth.saturating_sub(1), false) {
                ExprKind::Get { of, name, .. } if name == "length" => expr(ExprKind::Get {
                    of,
                    name: "a".to_owned(),
                    optional: false,
                }),
                other => expr(other),
            },
        }
    }

    fn assignment(&mut self, depth: usize) -> ExprKind {
        let (operator, target) = match self.pick(3) {
            0 => ("=", self.assigned(depth.min(2))),
            1 => ("=", self.plain_target(depth)),
            _ => (self.one_of(ASSIGN), self.plain_target(depth)),
        };
        ExprKind::Assign {
            operator: operator.to_owned(),
            target: Box::new(target),
            value: Box::new(self.expression(depth)),
        }
    }

    fn plain_target(&mut self, depth: usize) -> Pattern {
        let target = self.target(depth);
        pattern(PatternKind::Target(Box::new(target)))
    }

    /// A pattern of targets.
    pub fn assigned(&mut self, depth: usize) -> Pattern {
        self.any_pattern(depth, &mut |this| {
            PatternKind::Target(Box::new(this.target(1)))
        })
    }

    pub fn any_pattern(
        &mut self,
        depth: usize,
        leaf: &mut dyn FnMut(&mut Self) -> PatternKind,
    ) -> Pattern {
        if depth == 0 {
            return pattern(leaf(self));
        }
        match self.pick(6) {
            0 => {
                let mut items = self.list(2, |this| {
                    (this.pick(4) > 0).then(|| this.with_default(depth - 1, leaf))
                });
                // The parser reads `[,] =` as `[] =`.
                while matches!(items.last(), Some(None)) {
                    items.pop();
                }
                if self.pick(4) == 0 {
                    let rest = pattern(leaf(self));
                    items.push(Some(pattern(PatternKind::Rest(Box::new(rest)))));
                }
                pattern(PatternKind::Array(items))
            }
            1 => {
                let properties = self.list(2, |this| PropertyPattern {
                    key: this.key(depth - 1),
                    value: this.with_default(depth - 1, leaf),
                });
                let rest = (self.pick(4) == 0).then(|| Box::new(pattern(leaf(self))));
                pattern(PatternKind::Object(ObjectPattern { properties, rest }))
            }
            _ => pattern(leaf(self)),
        }
    }

    fn with_default(
        &mut self,
        depth: usize,
        leaf: &mut dyn FnMut(&mut Self) -> PatternKind,
    ) -> Pattern {
        let made = self.any_pattern(depth, leaf);
        match self.pick(3) {
            0 => pattern(PatternKind::Default {
                pattern: Box::new(made),
                value: Box::new(self.expression(depth)),
            }),
            _ => made,
        }
    }

    fn update(&mut self, depth: usize) -> ExprKind {
        ExprKind::Update {
            operator: self.one_of(&["++", "--"]).to_owned(),
            prefix: self.pick(2) == 1,
            target: Box::new(self.target(depth)),
        }
    }

    fn deletion(&mut self, depth: usize) -> ExprKind {
        ExprKind::Unary {
            operator: "delete".to_owned(),
            of: boxed(self.member(depth, false)),
        }
    }

    fn instance(&mut self, depth: usize) -> ExprKind {
        let class = self.one_of(&["Array", "Object", "Map", "Error"]).to_owned();
        ExprKind::Binary {
            operator: "instanceof".to_owned(),
            left: Box::new(self.expression(depth)),
            right: boxed(ExprKind::Intrinsic(class)),
        }
    }

    fn call(&mut self, depth: usize) -> ExprKind {
        let declared = self.variable(&[Kind::Function]);
        let (callee, arguments) = match self.pick(4) {
            0 => {
                let name = self.one_of(&[
                    "String",
                    "Number",
                    "Boolean",
                    "Array.isArray",
                    "Object.keys",
                ]);
                (ExprKind::Intrinsic(name.to_owned()), None)
            }
            1 => {
                let arrow = self.pick(2) == 0;
                let function = self.function(depth, arrow);
                (ExprKind::Function(Box::new(function)), None)
            }
            2 => {
                let items = self.list(3, |this| this.item(depth, true));
                let function = self.function(depth, true);
                let get = ExprKind::Get {
                    of: boxed(ExprKind::Array(items)),
                    name: "map".to_owned(),
                    optional: false,
                };
                (
                    get,
                    Some(vec![expr(ExprKind::Function(Box::new(function)))]),
                )
            }
            _ => match declared {
                Some(slot) => (ExprKind::Local(slot), None),
                None => (ExprKind::Intrinsic("String".to_owned()), None),
            },
        };
        let arguments = arguments.unwrap_or_else(|| self.list(2, |this| this.item(depth, false)));
        ExprKind::Call {
            callee: boxed(callee),
            arguments,
            optional: false,
            types: Vec::new(),
        }
    }
}
