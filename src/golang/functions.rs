//! Functions: their types, their code, and the values of function literals.

use std::rc::Rc;

use lumi_pack::il::{At, Body, Expr, ExprKind, Slot, Statement, StatementKind, VariableKind};

use super::expressions::{Mode, Operand};
use super::function_state::FunctionState;
use super::lowering::{Instance, InstanceKey, Lowered, Lowering, MAX_INSTANCES, Unit};
use super::nodes::{
    arrow_block, boolean, call, changeable, constant, evaluate, function, get, give_back, local,
    statement, variable,
};
use super::objects::Object;
use super::refusal::Refusal;
use super::syntax::Pos;
use super::syntax::tree::{
    Block, FunctionDeclaration, FunctionLiteral, Parameter, Signature as SignatureSyntax,
};
use super::termination::{Deferrals, ends};
use super::types::TypeId;

impl Lowering<'_> {
    /// The type of a function with type arguments.
    pub fn function_type(&mut self, index: usize, arguments: &[TypeId]) -> Lowered<TypeId> {
        let (syntax, package) = (
            Rc::clone(&self.functions[index].syntax),
            self.functions[index].package,
        );
        let around = self.elsewhere(package);
        self.scopes
            .push(self.type_scope(&syntax.type_parameters, arguments));
        let found = self.signature_type(&syntax.signature);
        self.back(around);
        found
    }

    /// The variable of a function whose code is made later.
    pub fn instance(
        &mut self,
        key: InstanceKey,
        declaration: &Rc<FunctionDeclaration>,
        package: usize,
        arguments: Vec<(Rc<str>, TypeId)>,
        receiver: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Slot> {
        if let Some(slot) = self.instances.get(&key).copied() {
            self.note_use(Unit::Function(slot));
            return Ok(slot);
        }
        if self.instances.len() >= MAX_INSTANCES {
            return self.refuse(
                pos,
                Refusal::Generic,
                "the program has too many instances of generic functions",
                "",
            );
        }
        let name = match &key {
            InstanceKey::Method(of, name) => {
                let of = self
                    .types
                    .named_of(*of)
                    .map(|it| Rc::clone(&it.name))
                    .unwrap_or_default();
                format!("{of}_{name}")
            }
            InstanceKey::Function(..) => declaration.name.name.to_string(),
        };
        let slot = self.slot(&name);
        self.instances.insert(key, slot);
        self.note_use(Unit::Function(slot));
        self.queue.push_back(Instance {
            declaration: Rc::clone(declaration),
            package,
            slot,
            arguments,
            receiver,
        });
        Ok(slot)
    }

    /// Makes the code of a function.
    pub fn lower_instance(&mut self, of: &Instance) -> Lowered<()> {
        let declaration = Rc::clone(&of.declaration);
        let Some(body) = &declaration.body else {
            return Ok(());
        };
        let around = self.elsewhere(of.package);
        self.unit = Unit::Function(of.slot);
        let names = of
            .arguments
            .iter()
            .map(|(name, of)| (Rc::clone(name), Object::Known(*of)));
        self.scopes.push(names.collect());
        let receiver = declaration.receiver.as_ref().zip(of.receiver);
        let found = self.function_code_of(receiver, &declaration.signature, body);
        self.back(around);
        let (parameters, statements) = found?;
        let at = self.at(declaration.name.at);
        let made = function(&parameters, Body::Block(statements), false, at);
        let kind = StatementKind::Function {
            slot: of.slot,
            function: Box::new(made),
        };
        self.made.push(statement(kind, at));
        Ok(())
    }

    /// `func(…) { … }`
    pub fn function_literal(&mut self, literal: &FunctionLiteral, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let of = self.signature_type(&literal.signature)?;
        let around = self.function.take();
        let found = self.function_code_of(None, &literal.signature, &literal.body);
        self.function = around;
        let (parameters, statements) = found?;
        Ok(Operand::new(
            Mode::Fresh,
            of,
            arrow_block(&parameters, statements, at),
            pos,
        ))
    }

    /// The parameters and statements of a function.
    fn function_code_of(
        &mut self,
        receiver: Option<(&Parameter, TypeId)>,
        signature: &SignatureSyntax,
        body: &Block,
    ) -> Lowered<(Vec<Slot>, Vec<Statement>)> {
        let at = self.at(body.end);
        self.function = Some(FunctionState::default());
        self.scoped(|it| {
            let mut parameters = Vec::new();
            if let Some((parameter, of)) = receiver {
                parameters.push(it.parameter(parameter, of));
            }
            let of = it.signature_type(signature)?;
            let Some(types) = it.types.signature(of) else {
                return Err(super::lowering::Refused);
            };
            for (parameter, of) in signature.parameters.iter().zip(&types.parameters) {
                parameters.push(it.parameter(parameter, *of));
            }
            let mut statements = it.results(signature, &types.results, body, at);
            let code = it.block(body);
            if !types.results.is_empty() && !ends(&body.statements) {
                let _: Lowered<()> =
                    it.refuse(body.end, Refusal::Declaration, "missing return", "");
            }
            statements = it.with_frame(statements, code?, at);
            let Some(state) = it.function.take() else {
                return Ok((parameters, statements));
            };
            let mut all: Vec<Statement> = state
                .temporaries
                .iter()
                .map(|slot| variable(VariableKind::Let, *slot, None, at))
                .collect();
            if let Some(slot) = state.panic {
                let taken = it.go("recoverable", Vec::new(), at);
                all.push(constant(slot, taken, at));
            }
            all.extend(statements);
            Ok((parameters, all))
        })
    }

    fn parameter(&mut self, syntax: &Parameter, of: TypeId) -> Slot {
        let Some(name) = &syntax.name else {
            return self.slot("_");
        };
        let index = self.local_variable(&name.name, of, name.at);
        self.variables[index].is_used = true;
        self.variables[index].slot
    }

    /// The statements that declare the results of a function, and the frame of its deferred calls.
    fn results(
        &mut self,
        signature: &SignatureSyntax,
        types: &[TypeId],
        body: &Block,
        at: At,
    ) -> Vec<Statement> {
        let has_names = signature.results.iter().any(|it| it.name.is_some());
        let has_frame = Deferrals::of(body);
        let mut statements = Vec::new();
        let mut slots = Vec::new();
        if has_names || has_frame {
            for (parameter, of) in signature.results.iter().zip(types) {
                let slot = self.parameter(parameter, *of);
                let zero = self.zero(*of, at);
                statements.push(changeable(slot, zero, at));
                slots.push(slot);
            }
        }
        let mut frame = None;
        if has_frame {
            let slot = self.slot("frame");
            let made = self.go("frame", Vec::new(), at);
            statements.push(constant(slot, made, at));
            frame = Some((slot, self.label("body")));
        }
        if let Some(function) = &mut self.function {
            function.results = types.to_vec();
            function.has_names = has_names;
            function.result_slots = slots;
            function.frame = frame;
        }
        statements
    }

    /// A name for a label.
    pub fn label(&mut self, wanted: &str) -> String {
        self.slot(wanted);
        self.locals.pop().map(|it| it.name).unwrap_or_default()
    }

    /// Wraps the code of a function with deferred calls: the calls come after it, whatever ends it.
    fn with_frame(
        &mut self,
        mut before: Vec<Statement>,
        code: Vec<Statement>,
        at: At,
    ) -> Vec<Statement> {
        let Some((slot, label)) = self.function.as_ref().and_then(|it| it.frame.clone()) else {
            before.extend(code);
            return before;
        };
        let once = StatementKind::DoWhile {
            body: code,
            test: boolean(false, at),
        };
        let labeled = StatementKind::Labeled {
            label,
            body: Box::new(statement(once, at)),
        };
        let fault = self.slot("fault");
        let noted = call(get(local(slot, at), "fail", at), vec![local(fault, at)], at);
        let kind = StatementKind::Try {
            body: vec![statement(labeled, at)],
            catch: Some(lumi_pack::il::Catch {
                pattern: Some(super::nodes::bind(fault, at)),
                body: vec![evaluate(noted)],
            }),
            finally: None,
        };
        before.push(statement(kind, at));
        before.push(evaluate(call(
            get(local(slot, at), "leave", at),
            Vec::new(),
            at,
        )));
        if let Some(result) = self.result_code(at) {
            before.push(give_back(result, at));
        }
        before
    }

    /// The results of the function, which are in variables.
    pub fn result_code(&mut self, at: At) -> Option<Expr> {
        let function = self.function.as_ref()?;
        let slots = function.result_slots.clone();
        let mut codes: Vec<Expr> = slots.iter().map(|it| local(*it, at)).collect();
        match codes.len() {
            0 => None,
            1 => codes.pop(),
            _ => Some(Expr {
                kind: ExprKind::Array(codes),
                at,
            }),
        }
    }

    /// A variable that is declared at the beginning of the function.
    pub fn temporary(&mut self, wanted: &str) -> Slot {
        let slot = self.slot(wanted);
        match &mut self.function {
            Some(it) => it.temporaries.push(slot),
            None => {
                let declared = variable(VariableKind::Let, slot, None, At::default());
                self.described.push(declared);
            }
        }
        slot
    }
}
