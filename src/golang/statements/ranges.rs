//! `for … range`

use lumi_pack::il::{
    At, Expr as Il, ExprKind, Head, LoopKind, Pattern, PatternKind, Slot, Statement, StatementKind,
    VariableKind,
};

use crate::expressions::{Mode, Operand};
use crate::function_state::RangeBody;
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{
    arrow_block, assign, binary, bind, boolean, call, changeable, constant, evaluate, expr,
    give_back, local, number, statement, when,
};
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Expr, ExprKind as SyntaxKind, Ident, Range};
use crate::types::{Basic, Kind, TypeId};

/// A loop: the types of its variables, what it goes over, and the slice (or array) of the elements.
struct Course {
    types: Vec<TypeId>,
    turns: Turns,
    element: Option<(Il, bool)>,
}

impl Course {
    fn new(types: Vec<TypeId>, turns: Turns) -> Self {
        let element = None;
        Self {
            types,
            turns,
            element,
        }
    }
}

/// The values that a loop goes over.
enum Turns {
    /// A counter up to a value.
    Count(Il),
    /// Pairs that a function of the library makes.
    Pairs(Il),
    /// A function that is called with the body.
    Function(Il),
}

impl Lowering<'_> {
    pub fn range(
        &mut self,
        syntax: &Range,
        label: Option<&Ident>,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        let mut before = Vec::new();
        let code = self.scoped(|it| {
            let hint = it.basic(Basic::Int);
            let operand = it.value(&syntax.of, Some(hint))?;
            let operand = it.defaulted(operand)?;
            let Course {
                types,
                turns,
                element,
            } = it.course(operand, syntax, &mut before)?;
            if let Some(extra) = syntax.targets.get(types.len()) {
                return it.refuse(extra.at, Refusal::Mismatch, "range has fewer variables", "");
            }
            match turns {
                Turns::Count(limit) => it.counted(syntax, label, &types, limit, element, at),
                Turns::Pairs(pairs) => it.over_pairs(syntax, label, &types, pairs, at),
                Turns::Function(function) => {
                    it.over_function(syntax, label, &types, function, pos, &mut before)
                }
            }
        })?;
        match before.is_empty() {
            true => found.push(code),
            false => {
                before.push(code);
                found.push(statement(StatementKind::Block(before), at));
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    fn course(
        &mut self,
        operand: Operand,
        syntax: &Range,
        before: &mut Vec<Statement>,
    ) -> Lowered<Course> {
        let at = self.at(syntax.of.at);
        let int = self.basic(Basic::Int);
        let under = match self.types.under(operand.of).clone() {
            Kind::Pointer(it) if matches!(self.types.under(it), Kind::Array(..)) => {
                self.types.under(it).clone()
            }
            it => it,
        };
        match under {
            Kind::Basic(basic) if basic.is_integer() => {
                let of = operand.of;
                let limit = self.code_of(operand);
                let limit = self.kept(limit, "limit", before);
                Ok(Course::new(vec![of], Turns::Count(limit)))
            }
            Kind::Basic(basic) if basic.is_text() => {
                let text = self.code_of(operand);
                let pairs = self.go("runes", vec![text], at);
                Ok(Course::new(
                    vec![int, self.basic(Basic::Int32)],
                    Turns::Pairs(pairs),
                ))
            }
            Kind::Slice(element) => {
                let slice = self.kept(operand.code, "slice", before);
                let length = self.go("length", vec![slice.clone()], at);
                let limit = self.kept(length, "limit", before);
                Ok(Course {
                    types: vec![int, element],
                    turns: Turns::Count(limit),
                    element: Some((slice, true)),
                })
            }
            Kind::Array(length, element) => {
                let has_values = syntax.targets.get(1).is_some_and(|it| !is_blank(it));
                let is_array = matches!(self.types.under(operand.of), Kind::Array(..));
                let code = match has_values && is_array {
                    true => self.copied(operand),
                    false => operand.code,
                };
                let items = self.kept(code, "items", before);
                #[expect(clippy::cast_precision_loss, reason = "arrays are shorter")]
                let limit = number(length as f64, at);
                Ok(Course {
                    types: vec![int, element],
                    turns: Turns::Count(limit),
                    element: Some((items, false)),
                })
            }
            Kind::Map(key, value) => {
                let pairs = self.go("entries", vec![operand.code], at);
                Ok(Course::new(vec![key, value], Turns::Pairs(pairs)))
            }
            Kind::Function(signature) => {
                let bool_type = self.basic(Basic::Bool);
                let body = match (
                    signature.parameters.as_slice(),
                    signature.results.is_empty(),
                ) {
                    ([only], true) => self.types.signature(*only),
                    _ => None,
                };
                match body.filter(|it| it.results == [bool_type] && it.parameters.len() <= 2) {
                    Some(body) => Ok(Course::new(
                        body.parameters.clone(),
                        Turns::Function(operand.code),
                    )),
                    None => self.refuse(
                        syntax.of.at,
                        Refusal::Mismatch,
                        "range over a function needs one that takes `yield`",
                        "",
                    ),
                }
            }
            _ => {
                let message = format!(
                    "cannot range over a value of type {}",
                    self.types.shown(operand.of)
                );
                self.refuse(syntax.of.at, Refusal::Mismatch, &message, "")
            }
        }
    }

    fn kept(&mut self, code: Il, name: &str, before: &mut Vec<Statement>) -> Il {
        let at = code.at;
        if let ExprKind::Number(_) = code.kind {
            return code;
        }
        let slot = self.slot(name);
        before.push(constant(slot, code, at));
        local(slot, at)
    }

    /// The statements that give the variables of a loop their values.
    fn turn_variables(
        &mut self,
        syntax: &Range,
        values: Vec<(Il, TypeId)>,
        at: At,
    ) -> Lowered<Vec<Statement>> {
        let mut code = Vec::new();
        for (target, (value, of)) in syntax.targets.iter().zip(values) {
            if is_blank(target) {
                continue;
            }
            let operand = Operand::new(Mode::Value, of, value, target.at);
            if let (true, SyntaxKind::Name(name)) = (syntax.is_definition, &target.kind) {
                let value = self.copied(operand);
                let index = self.local_variable(name, of, target.at);
                code.push(changeable(self.variables[index].slot, value, at));
                continue;
            }
            let place = self.place(target)?;
            let value = self.assigned(operand, place.of)?;
            let stored = self.store(&place, value)?;
            code.push(evaluate(stored));
        }
        Ok(code)
    }

    fn counted(
        &mut self,
        syntax: &Range,
        label: Option<&Ident>,
        types: &[TypeId],
        limit: Il,
        element: Option<(Il, bool)>,
        at: At,
    ) -> Lowered<Statement> {
        let counter = self.slot("turn");
        let mut values = vec![(local(counter, at), types[0])];
        let wants_value = syntax.targets.get(1).is_some_and(|it| !is_blank(it));
        if let (Some((of, is_slice)), Some(value_type), true) = (element, types.get(1), wants_value)
        {
            let name = if is_slice { "at" } else { "item" };
            let value = self.go(name, vec![of, local(counter, at)], at);
            values.push((value, *value_type));
        }
        self.target(label, true, false, |it| {
            let mut body = it.turn_variables(syntax, values, at)?;
            body.extend(it.inner_block(syntax, at)?);
            let update = ExprKind::Update {
                operator: "++".to_owned(),
                prefix: false,
                target: Box::new(local(counter, at)),
            };
            let kind = StatementKind::For {
                head: Some(Head::Variables(vec![changeable(
                    counter,
                    number(0.0, at),
                    at,
                )])),
                test: Some(binary("<", local(counter, at), limit, at)),
                update: Some(expr(update, at)),
                body,
            };
            Ok(statement(kind, at))
        })
    }

    fn inner_block(&mut self, syntax: &Range, at: At) -> Lowered<Vec<Statement>> {
        let code = self.block(&syntax.body)?;
        Ok(match code.is_empty() {
            true => code,
            false => vec![statement(StatementKind::Block(code), at)],
        })
    }

    fn over_pairs(
        &mut self,
        syntax: &Range,
        label: Option<&Ident>,
        types: &[TypeId],
        pairs: Il,
        at: At,
    ) -> Lowered<Statement> {
        let slots: Vec<Slot> = types.iter().map(|_| self.slot("turn")).collect();
        let values = slots
            .iter()
            .zip(types)
            .map(|(slot, of)| (local(*slot, at), *of))
            .collect();
        self.target(label, true, false, |it| {
            let mut body = it.turn_variables(syntax, values, at)?;
            body.extend(it.inner_block(syntax, at)?);
            let parts = slots.iter().map(|it| Some(bind(*it, at)));
            let kind = StatementKind::ForEach {
                kind: LoopKind::Of,
                variable: Some(VariableKind::Const),
                pattern: Pattern {
                    kind: PatternKind::Array(parts.collect()),
                    at,
                },
                of: pairs,
                body,
            };
            Ok(statement(kind, at))
        })
    }

    /// A loop over a function: its body is a function that says whether the loop goes on.
    fn over_function(
        &mut self,
        syntax: &Range,
        label: Option<&Ident>,
        types: &[TypeId],
        function: Il,
        pos: Pos,
        before: &mut Vec<Statement>,
    ) -> Lowered<Statement> {
        let at = self.at(pos);
        let outcome = self.slot("outcome");
        before.push(changeable(outcome, number(0.0, at), at));
        let slots: Vec<Slot> = types.iter().map(|_| self.slot("turn")).collect();
        let values = slots
            .iter()
            .zip(types)
            .map(|(slot, of)| (local(*slot, at), *of))
            .collect();
        let mut exits = Vec::new();
        let code = self.target(label, false, true, |it| {
            if let Some(state) = &mut it.function {
                state.bodies.push(RangeBody {
                    outcome,
                    exits: Vec::new(),
                });
            }
            let body = it.turn_variables(syntax, values, at);
            let body = body.and_then(|mut body| {
                body.extend(it.inner_block(syntax, at)?);
                Ok(body)
            });
            exits = it
                .function
                .as_mut()
                .and_then(|it| it.bodies.pop())
                .map(|it| it.exits)
                .unwrap_or_default();
            let mut body = body?;
            body.push(give_back(boolean(true, at), at));
            let body = arrow_block(&slots, body, at);
            Ok(evaluate(call(function, vec![body], at)))
        })?;
        let mut all = vec![code];
        for (position, exit) in exits.into_iter().enumerate() {
            let mut then = Vec::new();
            self.take_exit(exit, pos, &mut then)?;
            let own = number(
                f64::from(u32::try_from(position + 1).unwrap_or(u32::MAX)),
                at,
            );
            all.push(when(
                binary("===", local(outcome, at), own, at),
                then,
                None,
                at,
            ));
        }
        // The loop may be entered again.
        all.insert(0, evaluate(assign(local(outcome, at), number(0.0, at), at)));
        Ok(statement(StatementKind::Block(all), at))
    }
}

fn is_blank(of: &Expr) -> bool {
    matches!(&of.kind, SyntaxKind::Name(name) if &**name == "_")
}
