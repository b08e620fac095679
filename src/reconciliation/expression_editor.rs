//! Makes an expression mean another value.

use std::ops::Range;

use deno_ast::swc::ast::{
    ArrayLit, BinaryOp, CallExpr, Callee, Expr, MemberExpr, NewExpr, ObjectLit, PropOrSpread,
};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::untyped;
use lumi_graph::{Object, PropertyPath, SourcePosition, Value};

use super::constants::ConstantUse;
use super::element_list::ElementList;
use super::expression::{member_of, text_of};
use super::literal::{self, MAX_TEXT, constant, is_octal_of};
use super::module_source::{ModuleSource, range};
use super::property_place::{PropertyPlace, place_of};
use super::source_edit::SourceEdit;
use super::suggestion::{Reason, Suggestion};

/// The most variables that are followed from one to the next.
const MOST_VARIABLES: usize = 20;

/// Collects the edits of one resource's inputs.
pub struct ExpressionEditor<'m, 's> {
    pub module: &'m ModuleSource<'s>,
    pub path: PropertyPath,
    pub edits: Vec<SourceEdit>,
    /// Places that are edited, and what cannot be edited, by path.
    pub edited: Vec<(PropertyPath, SourcePosition)>,
    pub suggestions: Vec<(PropertyPath, Suggestion)>,
}

/// Properties that an object literal gets or loses.
#[derive(Default)]
struct Members {
    added: Vec<String>,
    added_paths: Vec<PropertyPath>,
    removed: Vec<usize>,
}

impl<'m, 's> ExpressionEditor<'m, 's> {
    pub fn new(module: &'m ModuleSource<'s>) -> Self {
        Self {
            module,
            path: PropertyPath::new(),
            edits: Vec::new(),
            edited: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// Edits an expression that has the value `old`, so that it has the value `new`.
    pub fn value(&mut self, expression: &Expr, old: &Value, new: &Value) {
        if old == new {
            return;
        }
        let literal = match self.follow(expression) {
            Ok(literal) => literal,
            Err(suggestion) => return self.suggest(suggestion),
        };
        match (&literal, old, new) {
            (Expr::Object(literal), Value::Object(old), Value::Object(new)) => {
                self.object(literal, old, new);
            }
            (Expr::Array(literal), Value::Array(old), Value::Array(new))
                if literal.elems.len() == old.len()
                    && literal.elems.iter().flatten().all(|it| it.spread.is_none()) =>
            {
                self.array(literal, old, new);
            }
            _ => self.whole(&literal, old, new),
        }
    }

    fn whole(&mut self, literal: &Expr, old: &Value, new: &Value) {
        if old.contains_secret() || new.contains_secret() {
            return self.suggest_at(Reason::Secret, literal);
        }
        if old.contains_unknown() {
            return self.suggest_at(Reason::Unknown, literal);
        }
        match constant(literal) {
            Some(value) if value == *old || is_octal_of(literal, old) => {}
            Some(_) => return self.suggest_at(Reason::Transformed, literal),
            None => return self.suggest_at(Reason::Computed, literal),
        }
        if is_too_long(new) {
            return self.suggest_at(Reason::TooLong, literal);
        }
        match literal::replacement(literal, new, self.module.quote) {
            Some(text) => {
                self.edits.push(SourceEdit::new(range(literal), text));
                self.note(literal);
            }
            None => self.suggest_at(Reason::NoLiteral, literal),
        }
    }

    /// Edits the members that differ.
    pub fn object(&mut self, literal: &ObjectLit, old: &Object, new: &Object) {
        let mut members = Members::default();
        let missing = new.keys().filter(|it| !old.contains_key(*it));
        for key in old.keys().chain(missing) {
            if old.get(key) == new.get(key) {
                continue;
            }
            self.path.push_key(key);
            self.member(literal, (key, old.get(key), new.get(key)), &mut members);
            self.path.pop();
        }
        self.change_members(literal, members);
    }

    fn member(
        &mut self,
        literal: &ObjectLit,
        (key, old, new): (&str, Option<&Value>, Option<&Value>),
        members: &mut Members,
    ) {
        let place = place_of(literal, key);
        match (place, old, new) {
            (PropertyPlace::Value(_, value), Some(old), Some(new)) => self.value(value, old, new),
            (PropertyPlace::Shorthand(value), Some(old), Some(new)) => {
                self.value(&value, old, new);
            }
            (PropertyPlace::Value(index, value), Some(old), None) => {
                match constant(value) == Some(old.clone()) {
                    true => {
                        members.removed.push(index);
                        self.note(value);
                    }
                    false => self.suggest_at(Reason::Computed, value),
                }
            }
            (PropertyPlace::Missing, old, Some(new)) => {
                let is_spread = |it: &PropOrSpread| matches!(it, PropOrSpread::Spread(_));
                let spread = literal.props.iter().find(|it| is_spread(it));
                match spread.filter(|_| old.is_some()) {
                    Some(spread) => self.suggest_at(Reason::Spread, spread),
                    None => self.add(literal, key, new, members),
                }
            }
            (PropertyPlace::Missing, _, None) => self.suggest_at(Reason::NotSet, literal),
            (PropertyPlace::Hidden(item), ..) => {
                let reason = match item {
                    PropOrSpread::Spread(_) => Reason::Spread,
                    PropOrSpread::Prop(_) => Reason::Computed,
                };
                self.suggest_at(reason, item);
            }
            (PropertyPlace::Value(_, value), ..) => self.suggest_at(Reason::Computed, value),
            (PropertyPlace::Shorthand(value), ..) => self.suggest_at(Reason::Computed, &value),
        }
    }

    fn add(&mut self, literal: &ObjectLit, key: &str, new: &Value, members: &mut Members) {
        let reason = match literal::member(key, new, self.module.quote) {
            _ if new.contains_secret() => Reason::Secret,
            _ if is_too_long(new) => Reason::TooLong,
            None => Reason::NoLiteral,
            Some(text) => {
                members.added.push(text);
                members.added_paths.push(self.path.clone());
                return;
            }
        };
        self.suggest_at(reason, literal);
    }

    fn change_members(&mut self, literal: &ObjectLit, mut members: Members) {
        let list = self.list(literal, literal.props.iter().map(range).collect());
        members.removed.sort_unstable();
        for path in members.added_paths {
            let place = self.module.place(literal);
            self.edited.push((path, place));
        }
        if !members.added.is_empty() && !members.removed.is_empty() {
            let first = members.removed.remove(0);
            self.edits.push(list.replace(first, &members.added));
        } else if !members.added.is_empty() {
            self.edits.extend(list.append(&members.added));
        }
        for indices in neighbours(&members.removed) {
            self.edits.push(list.remove(indices));
        }
    }

    /// Elements that are equal at both ends stay; those between are compared one by one.
    fn array(&mut self, literal: &ArrayLit, old: &[Value], new: &[Value]) {
        let before = old
            .iter()
            .zip(new)
            .take_while(|(old, new)| old == new)
            .count();
        let rest = old.len().min(new.len()) - before;
        let ends = old.iter().rev().zip(new.iter().rev()).take(rest);
        let after = ends.take_while(|(old, new)| old == new).count();
        let (old_end, new_end) = (old.len() - after, new.len() - after);
        let common = (old_end - before).min(new_end - before);
        for index in before..before + common {
            let Some(element) = &literal.elems[index] else {
                self.suggest_at(Reason::Computed, literal);
                continue;
            };
            self.path.push_index(index);
            self.value(&element.expr, &old[index], &new[index]);
            self.path.pop();
        }
        let elements = literal.elems.iter().flatten().map(range).collect();
        let list = self.list(literal, elements);
        if list.elements.len() != old.len() {
            return self.suggest_at(Reason::Computed, literal);
        }
        let added = &new[before + common..new_end];
        let removed = before + common..old_end;
        if !added.is_empty() {
            let texts: Option<Vec<_>> = added
                .iter()
                .map(|it| literal::text(it, self.module.quote).filter(|_| !is_too_long(it)))
                .collect();
            let Some(texts) = texts else {
                return self.suggest_at(Reason::NoLiteral, literal);
            };
            self.edits.extend(list.insert(before + common, &texts));
            self.note(literal);
        } else if !removed.is_empty() {
            let elements = literal.elems[removed.clone()].iter().flatten();
            if !elements
                .zip(&old[removed.clone()])
                .all(|(it, old)| constant(&it.expr).as_ref() == Some(old))
            {
                return self.suggest_at(Reason::Computed, literal);
            }
            self.edits.push(list.remove(removed));
            self.note(literal);
        }
    }

    fn list(&self, literal: &impl Spanned, elements: Vec<Range<usize>>) -> ElementList<'s> {
        ElementList {
            text: self.module.text,
            range: range(literal),
            elements,
        }
    }

    /// The expression that a chain of constants leads to.
    fn follow(&self, expression: &Expr) -> Result<Expr, Suggestion> {
        let mut expression = untyped(expression).clone();
        for _ in 0..MOST_VARIABLES {
            let (name, value) = match &expression {
                Expr::Ident(name) => {
                    let name = name.sym.to_string();
                    let value = self.module.constants.of_name(&name);
                    (name, value)
                }
                Expr::Member(member) => match self.member_value(member)? {
                    Some(value) => {
                        expression = untyped(&value).clone();
                        continue;
                    }
                    None => return Ok(expression),
                },
                _ => return self.unless_configured(expression),
            };
            expression = match value {
                ConstantUse::Single(value) => untyped(value).clone(),
                ConstantUse::Shared(value) => {
                    let value = untyped(value).clone();
                    let place = self.module.place(&value);
                    // A computed value is decided there, whatever else uses it.
                    self.unless_configured(value.clone())?;
                    return Err(match constant(&value).is_some() {
                        true => suggestion(Reason::SharedVariable(name), place),
                        false => suggestion(Reason::Computed, place),
                    });
                }
                ConstantUse::Variable => {
                    let place = self.module.place(&expression);
                    return Err(suggestion(Reason::Parameter(name), place));
                }
            };
        }
        Ok(expression)
    }

    /// The value of `settings.name`; `None` if it is another member.
    fn member_value(&self, member: &MemberExpr) -> Result<Option<Expr>, Suggestion> {
        let (Expr::Ident(object), Some(name)) = (untyped(&member.obj), member_of(&member.prop))
        else {
            return Ok(None);
        };
        let object = object.sym.to_string();
        let (value, is_shared) = match self.module.constants.of_member(&object, &name) {
            ConstantUse::Single(value) => (value, false),
            ConstantUse::Shared(value) => (value, true),
            ConstantUse::Variable => {
                let place = self.module.place(member);
                return Err(suggestion(Reason::Parameter(object), place));
            }
        };
        let Expr::Object(literal) = untyped(value) else {
            return Ok(None);
        };
        match place_of(literal, &name) {
            PropertyPlace::Value(_, value) if is_shared => {
                let reason = Reason::SharedVariable(format!("{object}.{name}"));
                Err(suggestion(reason, self.module.place(value)))
            }
            PropertyPlace::Value(_, value) => Ok(Some(value.clone())),
            _ => Ok(None),
        }
    }

    fn unless_configured(&self, expression: Expr) -> Result<Expr, Suggestion> {
        match self.configuration(&expression) {
            Some(reason) => {
                let place = self.module.place(&expression);
                Err(suggestion(reason, place))
            }
            None => Ok(expression),
        }
    }

    /// `config.require("size")`, also with a default behind `??`.
    fn configuration(&self, expression: &Expr) -> Option<Reason> {
        match untyped(expression) {
            Expr::Bin(it) if matches!(it.op, BinaryOp::NullishCoalescing | BinaryOp::LogicalOr) => {
                self.configuration(&it.left)
            }
            Expr::Call(call) => self.configured_key(call),
            _ => None,
        }
    }

    fn configured_key(&self, call: &CallExpr) -> Option<Reason> {
        let Callee::Expr(callee) = &call.callee else {
            return None;
        };
        let Expr::Member(member) = untyped(callee) else {
            return None;
        };
        let method = member_of(&member.prop)?;
        let config = match untyped(&member.obj) {
            Expr::New(new) => new,
            Expr::Ident(name) => self.module.constants.instance(&name.sym)?,
            _ => return None,
        };
        let is_read = method.starts_with("get") || method.starts_with("require");
        if !is_read || !is_config(config) {
            return None;
        }
        let key = text_of(&call.args.first()?.expr)?;
        let namespace = config.args.iter().flatten().next();
        let key = match namespace {
            Some(namespace) => format!("{}:{key}", text_of(&namespace.expr)?),
            None => key,
        };
        let is_secret = method.contains("Secret");
        Some(Reason::Configuration { key, is_secret })
    }

    fn note(&mut self, node: &impl Spanned) {
        let place = self.module.place(node);
        self.edited.push((self.path.clone(), place));
    }

    fn suggest_at(&mut self, reason: Reason, node: &impl Spanned) {
        let place = self.module.place(node);
        self.suggest(suggestion(reason, place));
    }

    fn suggest(&mut self, suggestion: Suggestion) {
        self.suggestions.push((self.path.clone(), suggestion));
    }
}

fn suggestion(reason: Reason, place: SourcePosition) -> Suggestion {
    Suggestion {
        reason,
        place: Some(place),
    }
}

fn is_config(new: &NewExpr) -> bool {
    match untyped(&new.callee) {
        Expr::Ident(name) => name.sym == *"Config",
        Expr::Member(member) => member_of(&member.prop).as_deref() == Some("Config"),
        _ => false,
    }
}

fn is_too_long(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() > MAX_TEXT,
        Value::Array(items) => items.iter().any(is_too_long),
        Value::Object(members) => members.values().any(is_too_long),
        _ => false,
    }
}

/// Ranges of consecutive numbers.
fn neighbours(sorted: &[usize]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for index in sorted {
        match ranges.last_mut() {
            Some(last) if last.end == *index => last.end += 1,
            _ => ranges.push(*index..*index + 1),
        }
    }
    ranges
}
