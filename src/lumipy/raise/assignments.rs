//! Assignments.

use lumi_pack::Doc;
use lumi_pack::il::{Expr, ExprKind, Pattern, PatternKind, Statement, StatementKind};

use super::forms::{
    array, assigned, bound, declared, evaluated, local, py, py_named, string, target_slot,
};
use super::layout::{bare, list, text, wrapped};
use super::raiser::{ATOM, LAMBDA, Raised, Raiser, UNARY};

/// The value that the first of some statements assigns.
fn assigned_value(of: &Statement) -> Option<&Expr> {
    let value = match &of.kind {
        StatementKind::Variable {
            value: Some(value), ..
        } => value,
        StatementKind::Evaluate(it) => match (assigned(it), py(it)) {
            (Some((_, value)), _) => value,
            (_, Some(("setAttribute" | "setItem", [_, _, value]))) => value,
            _ => return None,
        },
        _ => return None,
    };
    match py_named(value, "unpack") {
        Some([value, ..]) => Some(value),
        _ => Some(value),
    }
}

/// The largest number of variables before `of[key] += value`: one for `of`, and one for `key`.
const MAX_PARTS: usize = 2;

impl Raiser<'_> {
    /// An assignment at the beginning of some statements, and how many it is.
    pub fn assignment(&mut self, of: &[Statement]) -> Option<(Doc, usize)> {
        let first = of.first()?;
        if let Some(found) = self.several_targets(of) {
            return Some(found);
        }
        if let Some(found) = self.with_part(of) {
            return Some(found);
        }
        let value = assigned_value(first)?;
        let (target, count) = self.target(of, &|it| std::ptr::eq(it, value))?;
        if let Some([sign, _, value]) = py_named(value, "augmented") {
            let sign = string(sign)?.to_owned();
            let value = self.assigned(value);
            return Some((list(vec![target, text(format!(" {sign}= ")), value]), count));
        }
        let value = match (array(value), count > 1 || is_array(first)) {
            // `first, second = 1, 2`
            (Some(items), true) => self.bare_tuple(items),
            _ => self.assigned(value),
        };
        Some((list(vec![target, text(" = "), value]), count))
    }

    fn bare_tuple(&mut self, items: &[Expr]) -> Doc {
        let items = self.items(items);
        bare(items)
    }

    /// A value after `=`, which alone may be a `yield` without parentheses.
    fn assigned(&mut self, of: &Expr) -> Doc {
        match of.kind {
            ExprKind::Yield { .. } => self.value(of).doc,
            _ => self.statement_value(of),
        }
    }

    /// A value after `return` or `in`.
    pub fn statement_value(&mut self, of: &Expr) -> Doc {
        let value = match py(of) {
            Some(("tuple", items)) if items.len() > 1 => return self.bare_tuple(items),
            _ => self.value(of),
        };
        finished(value)
    }

    /// `a = b = value`
    fn several_targets(&mut self, of: &[Statement]) -> Option<(Doc, usize)> {
        let (slot, value) = declared(of.first()?)?;
        if !is_numbered(&self.name(slot), "value") {
            return None;
        }
        let mut parts = Vec::new();
        let mut count = 1;
        while let Some((target, used)) =
            self.target(of.get(count..)?, &|it| local(it) == Some(slot))
        {
            parts.push(target);
            parts.push(text(" = "));
            count += used;
        }
        // The variable is one of the program's own if other code uses it.
        let is_own = self.uses.get(&slot) != Some(&(parts.len() / 2));
        if parts.len() < 4 || is_own {
            return None;
        }
        parts.push(self.assigned(value));
        Some((list(parts), count))
    }

    /// `of.name += value` where `of` is evaluated once.
    fn with_part(&mut self, of: &[Statement]) -> Option<(Doc, usize)> {
        let mut count = 0;
        while count < MAX_PARTS
            && let Some((slot, value)) = of.get(count).and_then(declared)
        {
            if !is_numbered(&self.name(slot), "part") || !self.is_changed_part(of) {
                break;
            }
            let value = self.value(value);
            self.defaults.insert(slot, Some(value));
            count += 1;
        }
        let last = evaluated(of.get(count)?).filter(|_| count > 0)?;
        let Some(("setAttribute" | "setItem", [.., value])) = py(last) else {
            return None;
        };
        py_named(value, "augmented")?;
        let (found, used) = self.assignment(&of[count..])?;
        Some((found, count + used))
    }

    /// Whether the first statement that declares nothing changes a part of a value in place.
    fn is_changed_part(&self, of: &[Statement]) -> bool {
        let mut statements = of.iter().take(MAX_PARTS + 1);
        let first = statements.find(|it| declared(it).is_none());
        match first.and_then(evaluated).and_then(py) {
            Some(("setAttribute" | "setItem", [.., value])) => {
                py_named(value, "augmented").is_some()
            }
            _ => false,
        }
    }

    /// The target of an assignment of a value at the beginning of some statements, and how many it is.
    fn target(
        &mut self,
        of: &[Statement],
        is_value: &dyn Fn(&Expr) -> bool,
    ) -> Option<(Doc, usize)> {
        let first = of.first()?;
        match &first.kind {
            StatementKind::Variable {
                pattern,
                value: Some(value),
                ..
            } => self.declared_target(pattern, value, of, is_value),
            StatementKind::Evaluate(it) => {
                if let Some((slot, value)) = assigned(it) {
                    self.assigns(slot);
                    return is_value(value).then(|| (text(self.name(slot)), 1));
                }
                match py(it)? {
                    ("setAttribute", [of, name, value]) if is_value(value) => {
                        let name = self.member_name(string(name)?);
                        let of = self.value(of).within(ATOM);
                        Some((list(vec![of, text(format!(".{name}"))]), 1))
                    }
                    ("setItem", [of, key, value]) if is_value(value) => {
                        Some((self.item(of, key).doc, 1))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn declared_target(
        &mut self,
        pattern: &Pattern,
        value: &Expr,
        of: &[Statement],
        is_value: &dyn Fn(&Expr) -> bool,
    ) -> Option<(Doc, usize)> {
        if let PatternKind::Array(parts) = &pattern.kind {
            let (source, star) = unpacked(value);
            let slots: Option<Vec<_>> = parts.iter().map(|it| bound(it.as_ref()?)).collect();
            let names = slots?.into_iter().enumerate().map(|(index, slot)| {
                self.declare(slot);
                starred(text(self.name(slot)), star == Some(index))
            });
            let names: Vec<Doc> = names.collect();
            return is_value(source).then(|| (tuple(names), 1));
        }
        let slot = bound(pattern)?;
        if is_value(value) && !(is_numbered(&self.name(slot), "parts") && array(value).is_some()) {
            self.declare(slot);
            return Some((text(self.name(slot)), 1));
        }
        let (source, star) = unpacked(value);
        if !is_value(source) {
            return None;
        }
        let mut names = Vec::new();
        let mut count = 1;
        while let Some((target, used)) = self.target(of.get(count..)?, &|it| {
            part_of(it).is_some_and(|(parts, index)| parts == slot && index == names.len())
        }) {
            names.push(starred(inner(target), star == Some(names.len())));
            count += used;
        }
        (!names.is_empty()).then(|| (tuple(names), count))
    }

    /// The target of a loop, and how many statements at the beginning of its body assign it.
    pub fn loop_target(
        &mut self,
        is_declared: bool,
        pattern: &Pattern,
        body: &[Statement],
    ) -> Option<(Doc, usize)> {
        match is_declared {
            false => {
                let slot = target_slot(pattern)?;
                self.assigns(slot);
                Some((text(self.name(slot)), 0))
            }
            true => {
                let slot = bound(pattern)?;
                self.target(body, &|it| local(it) == Some(slot))
            }
        }
    }

    /// `del of[key]` and its likes.
    pub fn deletion(&mut self, of: &Expr) -> Option<Doc> {
        let target = match (py(of), assigned(of)) {
            (Some(("deleteItem", [of, key])), _) => self.item(of, key).doc,
            (Some(("deleteAttribute", [of, name])), _) => {
                let name = self.member_name(string(name)?);
                let of = self.value(of).within(ATOM);
                list(vec![of, text(format!(".{name}"))])
            }
            (_, Some((slot, value))) if matches!(value.kind, ExprKind::Undefined) => {
                self.assigns(slot);
                text(self.name(slot))
            }
            _ => return None,
        };
        Some(list(vec![text("del "), target]))
    }
}

/// A value at the end of a statement. One without brackets at its end can be on several lines in parentheses.
pub fn finished(value: Raised) -> Doc {
    match value.level {
        ..=LAMBDA | UNARY.. => value.within(LAMBDA),
        _ => wrapped(value.doc),
    }
}

/// The value that is unpacked, and the target with a star.
fn unpacked(value: &Expr) -> (&Expr, Option<usize>) {
    match py_named(value, "unpack") {
        Some([source, _, rest @ ..]) => (source, rest.first().and_then(index_of)),
        _ => (value, None),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small index"
)]
fn index_of(of: &Expr) -> Option<usize> {
    match of.kind {
        ExprKind::Number(it) if it >= 0.0 => Some(it as usize),
        _ => None,
    }
}

/// The array and the index of an element.
fn part_of(of: &Expr) -> Option<(lumi_pack::il::Slot, usize)> {
    match &of.kind {
        ExprKind::At { of, index, .. } => Some((local(of)?, index_of(index)?)),
        _ => None,
    }
}

fn is_array(of: &Statement) -> bool {
    matches!(
        &of.kind,
        StatementKind::Variable { pattern, .. } if matches!(pattern.kind, PatternKind::Array(_))
    )
}

fn starred(of: Doc, has_star: bool) -> Doc {
    match has_star {
        true => list(vec![text("*"), of]),
        false => of,
    }
}

/// Targets with commas between them.
fn tuple(mut targets: Vec<Doc>) -> Doc {
    if targets.len() == 1 {
        return Doc::group(vec![targets.remove(0), text(",")]);
    }
    Doc::group(Doc::joined(targets, &[text(", ")]))
}

/// A target among others: several are in parentheses.
fn inner(target: Doc) -> Doc {
    match target {
        Doc::Group { .. } => list(vec![text("("), target, text(")")]),
        other => other,
    }
}

/// Whether a name is one that the lowering gives: a word, and a number behind it.
fn is_numbered(name: &str, word: &str) -> bool {
    let rest = name.strip_prefix(word);
    rest.is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
}
