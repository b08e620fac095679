//! Values of structs, arrays, slices and maps.

use std::collections::HashSet;

use lumi_pack::il::Expr;

use super::names::member;
use super::{Mode, Operand};
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{array, null, object};
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Element, Expr as Syntax, ExprKind};
use crate::types::{Field, Kind, TypeId};

/// The largest index in the values of an array or slice.
const MAX_INDEX: usize = 1 << 20;

impl Lowering<'_> {
    pub fn composite(
        &mut self,
        of: Option<&Syntax>,
        elements: &[Element],
        hint: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Operand> {
        let of = match of {
            Some(syntax) => match &syntax.kind {
                ExprKind::Array(None, element) => {
                    let element = self.type_of(element)?;
                    return self.counted_array(element, elements, pos);
                }
                _ => self.type_of(syntax)?,
            },
            None => match hint {
                Some(it) => it,
                None => {
                    return self.refuse(pos, Refusal::Mismatch, "the value has no type here", "");
                }
            },
        };
        let at = self.at(pos);
        let code = match self.types.under(of).clone() {
            Kind::Struct(fields) => self.struct_value(of, &fields, elements, pos)?,
            Kind::Slice(element) => {
                let items = self.items(element, elements, None, pos)?;
                self.go("slice", vec![array(items, at)], at)
            }
            Kind::Array(length, element) => {
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                let items = self.items(element, elements, Some(length), pos)?;
                let filled = items.len();
                match filled < length {
                    true => {
                        let description = self.description(of, at);
                        self.go("filled", vec![description, array(items, at)], at)
                    }
                    false => array(items, at),
                }
            }
            Kind::Map(key, value) => self.map_value(key, value, elements, pos)?,
            // An element of `[]*T{{…}}`
            Kind::Pointer(inner) if hint == Some(of) && self.types.is_aggregate(inner) => {
                let found = self.composite(None, elements, Some(inner), pos)?;
                return Ok(Operand::new(Mode::Fresh, of, found.code, pos));
            }
            _ => {
                let message = format!("invalid composite literal type {}", self.types.shown(of));
                return self.refuse(pos, Refusal::Mismatch, &message, "");
            }
        };
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }

    /// `[...]T{…}`
    fn counted_array(
        &mut self,
        element: TypeId,
        elements: &[Element],
        pos: Pos,
    ) -> Lowered<Operand> {
        let at = self.at(pos);
        let items = self.items(element, elements, None, pos)?;
        let length = u64::try_from(items.len()).unwrap_or(u64::MAX);
        let of = self.types.of(Kind::Array(length, element));
        Ok(Operand::new(Mode::Fresh, of, array(items, at), pos))
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one sequence of steps, of which each needs what those before it found"
    )]
    fn struct_value(
        &mut self,
        of: TypeId,
        fields: &[Field],
        elements: &[Element],
        pos: Pos,
    ) -> Lowered<Expr> {
        let at = self.at(pos);
        let mut entries: Vec<(String, Expr)> = Vec::new();
        let has_names = elements.first().is_some_and(|it| it.key.is_some());
        if !has_names && !elements.is_empty() && elements.len() != fields.len() {
            let count = if elements.len() < fields.len() {
                "few"
            } else {
                "many"
            };
            let message = format!(
                "too {count} values in struct literal of type {}",
                self.types.shown(of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        for (index, element) in elements.iter().enumerate() {
            let field = match (&element.key, has_names) {
                (None, false) => fields.get(index).cloned(),
                (Some(key), true) => self.field_named(of, fields, key)?,
                _ => {
                    let message = "mixture of field:value and value elements in struct literal";
                    return self.refuse(element.value.at, Refusal::Mismatch, message, "");
                }
            };
            let Some(field) = field else {
                return self.refuse(
                    element.value.at,
                    Refusal::Mismatch,
                    "there is no such field",
                    "",
                );
            };
            if field.package.is_some_and(|it| it != self.package) {
                let message = format!("the field {} is not exported", field.name);
                return self.refuse(element.value.at, Refusal::Name, &message, "");
            }
            let name = member(&field.name);
            if entries.iter().any(|it| it.0 == name) {
                let message = format!("duplicate field name {} in struct literal", field.name);
                return self.refuse(element.value.at, Refusal::Mismatch, &message, "");
            }
            let value = self.value(&element.value, Some(field.of))?;
            entries.push((name, self.assigned(value, field.of)?));
        }
        for field in fields {
            let name = member(&field.name);
            if !entries.iter().any(|it| it.0 == name) {
                entries.push((name, self.zero(field.of, at)));
            }
        }
        Ok(object(entries, at))
    }

    fn field_named(
        &mut self,
        of: TypeId,
        fields: &[Field],
        key: &Syntax,
    ) -> Lowered<Option<Field>> {
        let ExprKind::Name(name) = &key.kind else {
            return self.refuse(
                key.at,
                Refusal::Mismatch,
                "the name of a field must be a name",
                "",
            );
        };
        match fields.iter().find(|it| it.name == *name) {
            Some(it) => Ok(Some(it.clone())),
            None => {
                let message = format!(
                    "unknown field {name} in struct literal of type {}",
                    self.types.shown(of)
                );
                let near = fields
                    .iter()
                    .find(|it| strsim::damerau_levenshtein(&it.name, name) <= 2);
                let help = near
                    .map(|it| format!("did you mean `{}`?", it.name))
                    .unwrap_or_default();
                self.refuse(key.at, Refusal::Name, &message, &help)
            }
        }
    }

    /// The elements of an array or slice, with zero values in gaps.
    fn items(
        &mut self,
        of: TypeId,
        elements: &[Element],
        length: Option<usize>,
        pos: Pos,
    ) -> Lowered<Vec<Expr>> {
        let at = self.at(pos);
        let mut items: Vec<Option<Expr>> = Vec::new();
        let mut next = 0;
        for element in elements {
            if let Some(key) = &element.key {
                let value = self.constant_value(key)?;
                let index = value
                    .whole()
                    .and_then(|it| usize::try_from(&it).ok())
                    .filter(|it| *it <= MAX_INDEX);
                next = match index {
                    Some(it) => it,
                    None => {
                        return self.refuse(key.at, Refusal::Constant, "the index is no index", "");
                    }
                };
            }
            if length.is_some_and(|length| next >= length) {
                let message = "invalid argument: the index is out of bounds";
                return self.refuse(element.value.at, Refusal::Constant, message, "");
            }
            if items.len() <= next {
                items.resize(next + 1, None);
            }
            if items[next].is_some() {
                return self.refuse(
                    element.value.at,
                    Refusal::Constant,
                    "duplicate index in array or slice literal",
                    "",
                );
            }
            let value = self.value(&element.value, Some(of))?;
            items[next] = Some(self.assigned(value, of)?);
            next += 1;
        }
        let items = items
            .into_iter()
            .map(|it| it.unwrap_or_else(|| self.zero(of, at)));
        Ok(items.collect())
    }

    fn map_value(
        &mut self,
        key: TypeId,
        value: TypeId,
        elements: &[Element],
        pos: Pos,
    ) -> Lowered<Expr> {
        let at = self.at(pos);
        let mut known: HashSet<String> = HashSet::new();
        let mut entries = Vec::new();
        for element in elements {
            let Some(syntax) = &element.key else {
                return self.refuse(
                    element.value.at,
                    Refusal::Mismatch,
                    "missing key in map literal",
                    "",
                );
            };
            let found = self.value(syntax, Some(key))?;
            if let Some(constant) = found.constant()
                && !known.insert(format!("{:?}{constant:?}", found.of))
            {
                return self.refuse(
                    syntax.at,
                    Refusal::Constant,
                    "duplicate key in map literal",
                    "",
                );
            }
            let found = self.assigned(found, key)?;
            let content = self.value(&element.value, Some(value))?;
            let content = self.assigned(content, value)?;
            entries.push(array(vec![found, content], at));
        }
        let hash = self.key_description(key, pos)?;
        Ok(self.go("mapOf", vec![hash, array(entries, at)], at))
    }

    /// The description of the keys of a map that JavaScript does not compare as Go does; `null` for others.
    pub fn key_description(&mut self, key: TypeId, pos: Pos) -> Lowered<Expr> {
        let at = self.at(pos);
        if self.types.is_plain(key) {
            return Ok(null(at));
        }
        if matches!(self.types.under(key), Kind::Pointer(_)) {
            return self.absent(
                pos,
                Refusal::Type,
                "maps with such pointers as keys",
                "use pointers to structs",
            );
        }
        Ok(self.description(key, at))
    }
}
