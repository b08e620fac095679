//! Operators and conditions.

use lumi_pack::Doc;
use lumi_pack::il::{Expr, ExprKind};

use super::forms::{assigned, index_name, local, py, string};
use super::layout::{list, text};
use super::raiser::{AND, COMPARE, CONDITION, NOT, OR, Raised, Raiser, UNARY};

/// The level of a binary operator.
fn level_of(operator: &str) -> Option<u8> {
    Some(match operator {
        "|" => 7,
        "^" => 8,
        "&" => 9,
        "<<" | ">>" => 10,
        "+" | "-" => 11,
        "*" | "/" | "//" | "%" | "@" => 12,
        "**" => 14,
        _ => return None,
    })
}

/// One comparison: the left operand, the operator and the right one.
pub struct Comparison<'e> {
    left: &'e Expr,
    operator: &'e str,
    right: &'e Expr,
}

pub fn comparison(of: &Expr) -> Option<Comparison<'_>> {
    let made = |left, operator, right| {
        Some(Comparison {
            left,
            operator,
            right,
        })
    };
    match &of.kind {
        ExprKind::Unary { operator, of } if operator == "!" => match py(of)? {
            ("equal", [left, right]) => made(left, "!=", right),
            ("within", [left, right]) => made(left, "not in", right),
            _ => None,
        },
        ExprKind::Binary {
            operator,
            left,
            right,
        } => match operator.as_str() {
            "===" => made(left, "is", right),
            "!==" => made(left, "is not", right),
            _ => None,
        },
        _ => match py(of)? {
            ("equal", [left, right]) => made(left, "==", right),
            ("within", [left, right]) => made(left, "in", right),
            ("compare", [sign, left, right]) => made(left, string(sign)?, right),
            _ => None,
        },
    }
}

/// Comparisons whose inner operands are evaluated once: `a < b < c`.
fn chain(of: &Expr) -> Option<Vec<Comparison<'_>>> {
    if let Some(it) = comparison(of) {
        return Some(vec![it]);
    }
    let ExprKind::Binary {
        operator,
        left,
        right,
    } = &of.kind
    else {
        return None;
    };
    let mut first = chain(left).filter(|_| operator == "&&")?;
    let next = comparison(right)?;
    let middle = first.last()?.right;
    let slot = assigned(middle).map(|it| it.0).or_else(|| local(middle));
    (slot.is_some() && local(next.left) == slot).then(|| {
        first.push(next);
        first
    })
}

impl Raiser<'_> {
    /// Comparisons, if an expression is some.
    pub fn compared(&mut self, of: &Expr) -> Option<Raised> {
        let all = chain(of)?;
        let last = all.len() - 1;
        let mut parts = vec![self.value(all[0].left).within(COMPARE + 1)];
        for (index, it) in all.iter().enumerate() {
            let right = match (index < last, assigned(it.right)) {
                (true, Some((_, value))) => value,
                _ => it.right,
            };
            parts.push(Doc::Line);
            parts.push(text(format!("{} ", it.operator)));
            parts.push(self.value(right).within(COMPARE + 1));
        }
        Some(Raised::new(list(parts), COMPARE))
    }

    /// `left operator right`
    pub fn operated(&mut self, operator: &str, left: &Expr, right: &Expr) -> Option<Raised> {
        let level = level_of(operator)?;
        let is_power = operator == "**";
        let left_level = if is_power { level + 1 } else { level };
        let right_level = if is_power { UNARY } else { level + 1 };
        let is_tight = is_power && is_simple(left) && is_simple_amount(right);
        let left = self.value(left).within(left_level);
        let right = self.value(right).within(right_level);
        let parts = match is_tight {
            true => vec![left, text("**"), right],
            false => vec![left, Doc::Line, text(format!("{operator} ")), right],
        };
        Some(Raised::new(list(parts), level))
    }

    /// An expression whose truth alone counts.
    pub fn condition(&mut self, of: &Expr) -> Raised {
        if let Some(("truth", [inner])) = py(of) {
            return self.value(inner);
        }
        if let Some(it) = self.compared(of) {
            return it;
        }
        match &of.kind {
            ExprKind::Binary {
                operator,
                left,
                right,
            } if matches!(operator.as_str(), "&&" | "||") => {
                let (word, level) = word_of(operator);
                let left = self.condition(left).within(level);
                let right = self.condition(right).within(level + 1);
                joined(left, word, right, level)
            }
            ExprKind::Unary { operator, of } if operator == "!" => self.negated(of),
            _ => self.value(of),
        }
    }

    pub fn negated(&mut self, of: &Expr) -> Raised {
        let of = self.condition(of).within(NOT);
        Raised::new(list(vec![text("not "), of]), NOT)
    }

    /// `&&` and `||` of two truth values, the right one of which may be any value.
    pub fn decided(&mut self, operator: &str, left: &Expr, right: &Expr) -> Raised {
        let (word, level) = word_of(operator);
        let left = self.value(left).within(level + 1);
        let right = self.value(right).within(level);
        joined(left, word, right, level)
    }

    /// `then if test else otherwise`, and `and` and `or` of values, which keep the left one in a variable.
    pub fn chosen(&mut self, test: &Expr, then: &Expr, otherwise: &Expr) -> Raised {
        if let Some(("truth", [kept])) = py(test)
            && let Some((slot, value)) = assigned(kept)
            && index_name(kept).is_none()
        {
            let is_and = local(otherwise) == Some(slot);
            let is_or = local(then) == Some(slot);
            if is_and || is_or {
                let (word, level) = if is_and { ("and", AND) } else { ("or", OR) };
                let right = if is_and { then } else { otherwise };
                let left = self.value(value).within(level + 1);
                let right = self.value(right).within(level);
                return joined(left, word, right, level);
            }
        }
        let then = self.value(then).within(CONDITION + 1);
        let test = self.condition(test).within(CONDITION + 1);
        let otherwise = self.value(otherwise).within(CONDITION);
        let parts = vec![
            then,
            Doc::Line,
            text("if "),
            test,
            Doc::Line,
            text("else "),
            otherwise,
        ];
        Raised::new(list(parts), CONDITION)
    }
}

/// Whether an operand of `**` is simple. Formatters put no spaces around the operator between two simple operands.
fn is_simple(of: &Expr) -> bool {
    match &of.kind {
        ExprKind::Local(_) | ExprKind::Number(_) => true,
        ExprKind::New { class, .. } => index_name(class) == Some("Float"),
        _ => matches!(py(of), Some(("attribute", [inner, _])) if is_simple(inner)),
    }
}

/// Whether an operand is simple, or a simple one with a sign.
fn is_simple_amount(of: &Expr) -> bool {
    match &of.kind {
        ExprKind::Unary { operator, of } => operator == "-" && is_simple(of),
        _ => match py(of) {
            Some(("unary", [_, of])) => is_simple(of),
            _ => is_simple(of),
        },
    }
}

fn word_of(operator: &str) -> (&'static str, u8) {
    match operator {
        "&&" => ("and", AND),
        _ => ("or", OR),
    }
}

fn joined(left: Doc, word: &str, right: Doc, level: u8) -> Raised {
    let parts = vec![left, Doc::Line, text(format!("{word} ")), right];
    Raised::new(list(parts), level)
}
