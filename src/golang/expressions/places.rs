//! Variables, fields and elements that can be assigned, and their addresses.

use lumi_pack::il::{Expr, ExprKind as Il, Statement};

use super::names::member;
use super::{Mode, Operand};
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{arrow, arrow_block, assign, constant, evaluate, get, local, string};
use crate::objects::Object;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Expr as Syntax, ExprKind};
use crate::types::{Basic, Found, Kind, TypeId};

/// Something that can be assigned.
pub struct Place {
    pub kind: PlaceKind,
    pub of: TypeId,
    pub at: Pos,
}

pub enum PlaceKind {
    /// `_`
    Blank,
    Variable(Expr),
    Field(Expr, String),
    Element(Expr, Expr),
    Item(Expr, Expr),
    Entry(Expr, Expr),
    Pointer(Expr),
}

impl Lowering<'_> {
    /// The place that an expression means.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    pub fn place(&mut self, syntax: &Syntax) -> Lowered<Place> {
        let pos = syntax.at;
        let at = self.at(pos);
        match &syntax.kind {
            ExprKind::Paren(inner) => self.place(inner),
            ExprKind::Name(name) if &**name == "_" => Ok(Place {
                kind: PlaceKind::Blank,
                of: self.basic(Basic::Invalid),
                at: pos,
            }),
            ExprKind::Name(name) => {
                // Go counts a variable as unused if it is only assigned.
                if let Some(Object::Local(index)) = self.lookup(name, pos) {
                    let variable = &self.variables[index];
                    let kind = PlaceKind::Variable(local(variable.slot, at));
                    return Ok(Place {
                        kind,
                        of: variable.of,
                        at: pos,
                    });
                }
                let is_global = matches!(self.lookup(name, pos), Some(Object::Global(_)));
                let found = self.name(name, pos)?;
                match is_global {
                    true => Ok(Place {
                        kind: PlaceKind::Variable(found.code),
                        of: found.of,
                        at: pos,
                    }),
                    false => self.refuse(
                        pos,
                        Refusal::Mismatch,
                        &format!("cannot assign to {name}"),
                        "",
                    ),
                }
            }
            ExprKind::Select(of, name) => self.field_place(syntax, of, name),
            ExprKind::Index(of, indices) => self.element_place(of, indices, pos),
            ExprKind::Star(of) => {
                let pointer = self.value(of, None)?;
                let Kind::Pointer(inner) = *self.types.under(pointer.of) else {
                    return self.refuse(pos, Refusal::Mismatch, "this is no pointer", "");
                };
                Ok(Place {
                    kind: PlaceKind::Pointer(pointer.code),
                    of: inner,
                    at: pos,
                })
            }
            _ => self.refuse(
                pos,
                Refusal::Mismatch,
                "cannot assign to this expression",
                "",
            ),
        }
    }

    fn field_place(
        &mut self,
        syntax: &Syntax,
        of: &Syntax,
        name: &crate::syntax::tree::Ident,
    ) -> Lowered<Place> {
        let at = self.at(name.at);
        if self.package_named(of).is_some() {
            let found = self.value(syntax, None)?;
            return match found.code.kind {
                Il::Local(_) if found.mode == Mode::Variable => Ok(Place {
                    kind: PlaceKind::Variable(found.code),
                    of: found.of,
                    at: name.at,
                }),
                _ => self.refuse(
                    name.at,
                    Refusal::Mismatch,
                    &format!("cannot assign to {}", name.name),
                    "",
                ),
            };
        }
        let operand = self.value(of, None)?;
        let selection = self.selected(operand.of, name)?;
        let Found::Field(field, field_type) = &selection.found else {
            return self.refuse(name.at, Refusal::Mismatch, "cannot assign to a method", "");
        };
        let is_addressed = self.is_addressed(&operand, &selection.path);
        self.has_address(is_addressed, of.at)?;
        let object = self.embedded(operand.code, &selection.path, at);
        Ok(Place {
            kind: PlaceKind::Field(object, member(field)),
            of: *field_type,
            at: name.at,
        })
    }

    fn element_place(&mut self, of: &Syntax, indices: &[Syntax], pos: Pos) -> Lowered<Place> {
        let operand = self.value(of, None)?;
        let [index] = indices else {
            return self.refuse(pos, Refusal::Mismatch, "an element has one index", "");
        };
        let pointed = match self.types.under(operand.of) {
            Kind::Pointer(it) => *it,
            _ => operand.of,
        };
        let is_pointer = pointed != operand.of;
        let (kind, of) = match self.types.under(pointed).clone() {
            Kind::Map(key, value) if !is_pointer => {
                let index = self.value(index, Some(key))?;
                (
                    PlaceKind::Entry(operand.code, self.assigned(index, key)?),
                    value,
                )
            }
            Kind::Slice(element) if !is_pointer => (
                PlaceKind::Element(operand.code, self.element_index(index, None)?),
                element,
            ),
            Kind::Array(length, element) => {
                self.has_address(is_pointer || operand.mode == Mode::Variable, pos)?;
                (
                    PlaceKind::Item(operand.code, self.element_index(index, Some(length))?),
                    element,
                )
            }
            _ => {
                let message = format!(
                    "cannot assign to an element of {}",
                    self.types.shown(operand.of)
                );
                return self.refuse(pos, Refusal::Mismatch, &message, "");
            }
        };
        Ok(Place { kind, of, at: pos })
    }

    /// Refuses a value that has no address.
    pub fn has_address(&mut self, is_addressed: bool, pos: Pos) -> Lowered<()> {
        match is_addressed {
            true => Ok(()),
            false => {
                let help = "assign the value to a variable first";
                self.refuse(
                    pos,
                    Refusal::Mismatch,
                    "the value has no address, so that it cannot be changed",
                    help,
                )
            }
        }
    }

    /// `&syntax`
    pub fn address(&mut self, syntax: &Syntax, hint: Option<TypeId>, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        if let ExprKind::Paren(inner) = &syntax.kind {
            return self.address(inner, hint, pos);
        }
        if let ExprKind::Composite { .. } = &syntax.kind {
            let inner = hint.and_then(|it| match self.types.under(it) {
                Kind::Pointer(inner) => Some(*inner),
                _ => None,
            });
            let found = self.value(syntax, inner)?;
            let of = self.types.of(Kind::Pointer(found.of));
            let code = match self.types.is_aggregate(found.of) {
                true => found.code,
                false => self.go("cell", vec![found.code], at),
            };
            return Ok(Operand::new(Mode::Fresh, of, code, pos));
        }
        if let ExprKind::Name(name) = &syntax.kind
            && let Some(Object::Local(index)) = self.lookup(name, pos)
        {
            self.variables[index].is_used = true;
        }
        let place = self.place(syntax)?;
        let of = self.types.of(Kind::Pointer(place.of));
        let is_aggregate = self.types.is_aggregate(place.of);
        let code = match place.kind {
            PlaceKind::Pointer(it) => it,
            PlaceKind::Blank | PlaceKind::Entry(..) => {
                return self.refuse(pos, Refusal::Mismatch, "the value has no address", "");
            }
            kind if is_aggregate => self.load(&Place { kind, ..place })?,
            PlaceKind::Field(object, name) => self.go("field", vec![object, string(&name, at)], at),
            PlaceKind::Element(of, index) => self.go("element", vec![of, index], at),
            PlaceKind::Item(of, index) => self.go("itemPointer", vec![of, index], at),
            PlaceKind::Variable(variable) => {
                let parameter = self.slot("value");
                let read = arrow(&[], variable.clone(), at);
                let write = evaluate(assign(variable, local(parameter, at), at));
                let write = arrow_block(&[parameter], vec![write], at);
                self.go("reference", vec![read, write], at)
            }
        };
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }

    /// The value of a place.
    pub fn load(&mut self, place: &Place) -> Lowered<Expr> {
        let at = self.at(place.at);
        Ok(match &place.kind {
            PlaceKind::Blank => {
                return self.refuse(place.at, Refusal::Name, "cannot use _ as value", "");
            }
            PlaceKind::Variable(it) => it.clone(),
            PlaceKind::Field(object, name) => get(object.clone(), name, at),
            PlaceKind::Element(of, index) => self.go("at", vec![of.clone(), index.clone()], at),
            PlaceKind::Item(of, index) => self.go("item", vec![of.clone(), index.clone()], at),
            PlaceKind::Entry(map, key) => self.entry(map.clone(), key.clone(), place.of, at),
            PlaceKind::Pointer(it) if self.types.is_aggregate(place.of) => it.clone(),
            PlaceKind::Pointer(it) => self.go("load", vec![it.clone()], at),
        })
    }

    /// The code that gives a place a value, which nothing else has.
    pub fn store(&mut self, place: &Place, value: Expr) -> Lowered<Expr> {
        let at = self.at(place.at);
        let is_aggregate = self.types.is_aggregate(place.of);
        if is_aggregate && !matches!(place.kind, PlaceKind::Entry(..) | PlaceKind::Blank) {
            let object = self.load(place)?;
            let description = self.description(place.of, at);
            return Ok(self.go("assign", vec![description, object, value], at));
        }
        Ok(match &place.kind {
            PlaceKind::Blank => value,
            PlaceKind::Variable(it) => assign(it.clone(), value, at),
            PlaceKind::Field(object, name) => assign(get(object.clone(), name, at), value, at),
            PlaceKind::Element(of, index) => {
                self.go("put", vec![of.clone(), index.clone(), value], at)
            }
            PlaceKind::Item(of, index) => {
                self.go("putItem", vec![of.clone(), index.clone(), value], at)
            }
            PlaceKind::Entry(map, key) => {
                self.go("putEntry", vec![map.clone(), key.clone(), value], at)
            }
            PlaceKind::Pointer(it) => self.go("store", vec![it.clone(), value], at),
        })
    }

    /// A place whose parts are evaluated once, by the statements in `before`.
    pub fn steady(&mut self, place: Place, before: &mut Vec<Statement>) -> Place {
        let mut once = |of: Expr| match of.kind {
            Il::Number(_) | Il::String(_) | Il::Bool(_) => of,
            _ => {
                let at = of.at;
                let slot = self.slot("part");
                before.push(constant(slot, of, at));
                local(slot, at)
            }
        };
        let kind = match place.kind {
            PlaceKind::Field(of, name) => PlaceKind::Field(once(of), name),
            PlaceKind::Element(of, index) => PlaceKind::Element(once(of), once(index)),
            PlaceKind::Item(of, index) => PlaceKind::Item(once(of), once(index)),
            PlaceKind::Entry(of, key) => PlaceKind::Entry(once(of), once(key)),
            PlaceKind::Pointer(of) => PlaceKind::Pointer(once(of)),
            kind => kind,
        };
        Place { kind, ..place }
    }
}
