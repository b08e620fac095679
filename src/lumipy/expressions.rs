//! Expressions.

use lumi_pack::il::{At, Expr, ExprKind, Slot};
use ruff_python_ast::{
    BoolOp, CmpOp, Expr as Syntax, ExprBoolOp, ExprCompare, ExprDict, ExprNumberLiteral,
    ExprSubscript, Number, Operator, UnaryOp,
};
use ruff_text_size::Ranged;

use super::lowering::{Lowering, Meaning};
use super::nodes::*;
use super::refusal::Refusal;

impl Lowering<'_> {
    pub fn expression(&mut self, syntax: &Syntax) -> Expr {
        let at = self.at(syntax);
        match syntax {
            Syntax::NoneLiteral(_) => null(at),
            Syntax::BooleanLiteral(it) => boolean(it.value, at),
            Syntax::NumberLiteral(it) => self.number(it),
            Syntax::StringLiteral(it) => string(it.value.to_str(), at),
            Syntax::FString(it) => self.formatted(it),
            Syntax::Name(it) => self.name(&it.id, syntax),
            Syntax::List(it) => {
                let items = self.items(&it.elts);
                array(items, at)
            }
            Syntax::Tuple(it) => {
                let items = self.items(&it.elts);
                self.py("tuple", items, at)
            }
            Syntax::Set(it) => {
                let items = self.items(&it.elts);
                self.py("setOf", vec![array(items, at)], at)
            }
            Syntax::Dict(it) => self.dict(it),
            Syntax::BoolOp(it) => self.choice(it),
            Syntax::BinOp(it) => {
                let left = self.expression(&it.left);
                let right = self.expression(&it.right);
                let operator = string(operator(it.op), at);
                self.py("binary", vec![operator, left, right], at)
            }
            Syntax::UnaryOp(it) if it.op == UnaryOp::Not => {
                let of = self.condition(&it.operand);
                unary("!", of, at)
            }
            Syntax::UnaryOp(it) => self.signed(it.op, &it.operand, at),
            Syntax::Compare(it) => self.comparison(it),
            Syntax::If(it) => {
                let test = self.condition(&it.test);
                let then = self.expression(&it.body);
                let otherwise = self.expression(&it.orelse);
                conditional(test, then, otherwise, at)
            }
            Syntax::Call(it) => self.call(it),
            Syntax::Attribute(it) => self.attribute(it, syntax),
            Syntax::Subscript(it) => self.subscript(it),
            other => self.other_expression(other),
        }
    }

    fn other_expression(&mut self, syntax: &Syntax) -> Expr {
        let at = self.at(syntax);
        match syntax {
            Syntax::Lambda(it) => self.lambda(it),
            Syntax::ListComp(it) => self.list_comprehension(&it.elt, &it.generators, at),
            Syntax::SetComp(it) => {
                let list = self.list_comprehension(&it.elt, &it.generators, at);
                self.py("setOf", vec![list], at)
            }
            Syntax::DictComp(it) => self.dict_comprehension(it),
            Syntax::Generator(it) => self.generator(&it.elt, &it.generators, at),
            Syntax::Named(it) => {
                let value = self.expression(&it.value);
                match &*it.target {
                    Syntax::Name(name) => self.assigned_name(&name.id, value, &it.target),
                    other => self.absent(other, Refusal::Expression, "target like this", ""),
                }
            }
            Syntax::Slice(it) => {
                let mut part = |it: &Option<Box<Syntax>>| match it {
                    Some(it) => self.expression(it),
                    None => null(at),
                };
                let parts = vec![part(&it.lower), part(&it.upper), part(&it.step)];
                let class = self.library("index", "Slice", at);
                new(class, parts, at)
            }
            Syntax::Yield(_) | Syntax::YieldFrom(_) => self.yielded(syntax),
            Syntax::Starred(it) => self.absent(it, Refusal::Expression, "`*` here", ""),
            Syntax::Await(it) => {
                let value = self.expression(&it.value);
                let value = self.py("awaited", vec![value], at);
                let value = expr(ExprKind::Await(Box::new(value)), at);
                self.py("settled", vec![value], at)
            }
            Syntax::BytesLiteral(it) => {
                let text: String = it.value.bytes().map(char::from).collect();
                let class = self.library("index", "Bytes", at);
                new(class, vec![string(&text, at)], at)
            }
            Syntax::EllipsisLiteral(_) => self.library("standard/typing", "ellipsis", at),
            other => self.absent(other, Refusal::Expression, "expression like this", ""),
        }
    }

    fn yielded(&mut self, syntax: &Syntax) -> Expr {
        let at = self.at(syntax);
        let (of, delegate) = match syntax {
            Syntax::YieldFrom(it) => {
                let of = self.expression(&it.value);
                (self.py("iterate", vec![of], at), true)
            }
            Syntax::Yield(it) => match &it.value {
                Some(it) => (self.expression(it), false),
                None => (null(at), false),
            },
            _ => (null(at), false),
        };
        let of = Some(Box::new(of));
        expr(ExprKind::Yield { of, delegate }, at)
    }

    fn number(&mut self, literal: &ExprNumberLiteral) -> Expr {
        let at = self.at(literal);
        match &literal.value {
            Number::Int(it) => match it.as_i64() {
                #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
                Some(it) if it.unsigned_abs() < (1 << 53) => number(it as f64, at),
                _ => {
                    let help = "write a float, or a str";
                    self.absent(
                        literal,
                        Refusal::Number,
                        "integers of more than 53 bits",
                        help,
                    )
                }
            },
            Number::Float(it) if it.is_finite() && it.fract() == 0.0 => {
                let class = self.library("index", "Float", at);
                new(class, vec![number(*it, at)], at)
            }
            Number::Float(it) if it.is_finite() => number(*it, at),
            Number::Float(_) => expr(ExprKind::Intrinsic("Infinity".to_owned()), at),
            Number::Complex { .. } => self.absent(literal, Refusal::Number, "complex numbers", ""),
        }
    }

    fn signed(&mut self, operator: UnaryOp, operand: &Syntax, at: At) -> Expr {
        if let (UnaryOp::USub, Syntax::NumberLiteral(it)) = (operator, operand)
            && let Number::Int(value) = &it.value
            && value.as_i64().is_some_and(|it| it != 0)
        {
            let of = self.number(it);
            return unary("-", of, at);
        }
        let of = self.expression(operand);
        let sign = string(operator.as_str(), at);
        self.py("unary", vec![sign, of], at)
    }

    pub fn name(&mut self, name: &str, node: &Syntax) -> Expr {
        let at = self.at(node);
        match self.meaning(name) {
            Some((Meaning::Variable(slot), index)) => {
                let in_class = self.scopes[index].kind == super::lowering::ScopeKind::Class;
                if in_class && slot != Slot::MAX {
                    return local(slot, at);
                }
                if in_class {
                    return get(expr(ExprKind::This, at), &self.private_name(name), at);
                }
                self.value_of(slot, index, name, at)
            }
            Some((Meaning::Token(token), _)) => self.token(&token, at),
            Some((Meaning::Library(module, name), _)) => self.library_value(module, &name, node),
            Some((Meaning::Options, _)) => self.library("index", "ResourceOptions", at),
            Some((Meaning::Export, _)) => {
                let help = "call it at the top of the program, with the name of the output";
                self.absent(node, Refusal::Export, "`export` as a value", help)
            }
            Some((Meaning::Package(..), _)) => {
                self.absent(node, Refusal::Name, &format!("`{name}` as a value"), "")
            }
            Some((Meaning::Dataclass, _)) => {
                self.absent(node, Refusal::Name, &format!("`{name}` as a value"), "")
            }
            None => self.builtin(name, node),
        }
    }

    fn builtin(&mut self, name: &str, node: &Syntax) -> Expr {
        let at = self.at(node);
        if let Some((module, member)) = super::library::builtin(name) {
            return self.library(module, member, at);
        }
        if name == "__name__" {
            let text = if self.is_entry { "__main__" } else { "" };
            return string(text, at);
        }
        if name == "__file__" {
            return string(&self.source.file, at);
        }
        let (message, help) = match super::library::is_python_builtin(name) {
            true => (
                format!("LumiPy has no `{name}`"),
                "programs of LumiPy have no input or reflection",
            ),
            false => (format!("`{name}` is not defined"), "assign or import it"),
        };
        self.refuse(node.start(), Refusal::Name, &message, help);
        null(at)
    }

    /// Elements of a list, a tuple or a set.
    pub fn items(&mut self, items: &[Syntax]) -> Vec<Expr> {
        let mut found = Vec::new();
        for it in items {
            let at = self.at(it);
            found.push(match it {
                Syntax::Starred(it) => {
                    let of = self.expression(&it.value);
                    let all = self.py("iterate", vec![of], at);
                    spread(all, at)
                }
                other => self.expression(other),
            });
        }
        found
    }

    fn dict(&mut self, dict: &ExprDict) -> Expr {
        let at = self.at(dict);
        let mut pairs = Vec::new();
        for it in &dict.items {
            let item_at = self.at(&it.value);
            match &it.key {
                Some(key) => {
                    let key = self.expression(key);
                    let value = self.expression(&it.value);
                    pairs.push(array(vec![key, value], item_at));
                }
                None => {
                    let of = self.expression(&it.value);
                    let all = self.py("pairsOf", vec![of], item_at);
                    pairs.push(spread(all, item_at));
                }
            }
        }
        self.py("dict", vec![array(pairs, at)], at)
    }

    /// `and` and `or`, whose value is that of the operand that decides.
    fn choice(&mut self, it: &ExprBoolOp) -> Expr {
        let mut values = it.values.iter().rev();
        let Some(last) = values.next() else {
            return null(self.at(it));
        };
        let others: Vec<&Syntax> = values.rev().collect();
        let mut lowered = Vec::new();
        for syntax in others {
            let value = self.expression(syntax);
            lowered.push((value, is_boolean(syntax), self.at(syntax)));
        }
        let mut result = self.expression(last);
        for (value, is_bool, at) in lowered.into_iter().rev() {
            result = match (is_bool, it.op) {
                (true, BoolOp::And) => binary("&&", value, result, at),
                (true, BoolOp::Or) => binary("||", value, result, at),
                (false, operator) => {
                    let slot = self.hoisted("value");
                    let test = self.py("truth", vec![set(slot, value, at)], at);
                    match operator {
                        BoolOp::And => conditional(test, result, local(slot, at), at),
                        BoolOp::Or => conditional(test, local(slot, at), result, at),
                    }
                }
            };
        }
        result
    }

    /// An expression whose truth alone counts.
    pub fn condition(&mut self, syntax: &Syntax) -> Expr {
        let at = self.at(syntax);
        match syntax {
            Syntax::BoolOp(it) => {
                let operator = if it.op == BoolOp::And { "&&" } else { "||" };
                let mut values: Vec<Expr> = it.values.iter().map(|it| self.condition(it)).collect();
                let mut result = values.remove(0);
                for value in values {
                    result = binary(operator, result, value, at);
                }
                result
            }
            _ if is_boolean(syntax) => self.expression(syntax),
            _ => {
                let of = self.expression(syntax);
                self.py("truth", vec![of], at)
            }
        }
    }

    fn comparison(&mut self, it: &ExprCompare) -> Expr {
        let mut left = self.expression(&it.left);
        let mut result: Option<Expr> = None;
        let count = it.ops.len();
        for (index, (operator, right)) in it.ops.iter().zip(&it.comparators).enumerate() {
            let at = self.at(right);
            let value = self.expression(right);
            // An operand between two operators is evaluated once.
            let (first, again) = match index + 1 < count && !is_plain(&value) {
                true => {
                    let slot: Slot = self.hoisted("value");
                    (set(slot, value, at), local(slot, at))
                }
                false => (value.clone(), value),
            };
            let one = self.compared(*operator, left, first, self.at(it));
            result = Some(match result {
                Some(before) => binary("&&", before, one, at),
                None => one,
            });
            left = again;
        }
        result.unwrap_or(left)
    }

    fn compared(&mut self, operator: CmpOp, left: Expr, right: Expr, at: At) -> Expr {
        match operator {
            CmpOp::Eq => self.py("equal", vec![left, right], at),
            CmpOp::NotEq => {
                let equal = self.py("equal", vec![left, right], at);
                unary("!", equal, at)
            }
            CmpOp::Is => binary("===", left, right, at),
            CmpOp::IsNot => binary("!==", left, right, at),
            CmpOp::In => self.py("within", vec![left, right], at),
            CmpOp::NotIn => {
                let within = self.py("within", vec![left, right], at);
                unary("!", within, at)
            }
            other => {
                let sign = string(other.as_str(), at);
                self.py("compare", vec![sign, left, right], at)
            }
        }
    }

    fn subscript(&mut self, it: &ExprSubscript) -> Expr {
        let at = self.at(it);
        let of = self.expression(&it.value);
        let key = self.expression(&it.slice);
        self.py("item", vec![of, key], at)
    }
}

/// Whether the value is `True` or `False`, whatever the operands are.
fn is_boolean(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::BooleanLiteral(_) | Syntax::Compare(_) => true,
        Syntax::UnaryOp(it) => it.op == UnaryOp::Not,
        Syntax::BoolOp(it) => it.values.iter().all(is_boolean),
        _ => false,
    }
}

/// Whether evaluating again gives the same.
fn is_plain(value: &Expr) -> bool {
    value.kind.is_literal() || matches!(value.kind, ExprKind::Local(_))
}

pub fn operator(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Sub => "-",
        Operator::Mult => "*",
        Operator::MatMult => "@",
        Operator::Div => "/",
        Operator::Mod => "%",
        Operator::Pow => "**",
        Operator::LShift => "<<",
        Operator::RShift => ">>",
        Operator::BitOr => "|",
        Operator::BitXor => "^",
        Operator::BitAnd => "&",
        Operator::FloorDiv => "//",
    }
}
