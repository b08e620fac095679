//! Makes programs of LumiIL from bytes: each byte is a choice, and the first choice is the smallest code.

use crate::il::{
    Body, Case, Catch, Expr, ExprKind, Function, Head, LoopKind, Module, Parameter, Pattern,
    PatternKind, Slot, Statement, StatementKind, VariableKind,
};

/// Expressions and statements are at most so deep.
pub const DEPTH: usize = 5;
const LOG: &str = "console.log";

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Const,
    Let,
    /// The counter of a loop, which its body does not change.
    Counter,
    Function,
}

pub struct Generator<'b> {
    bytes: std::slice::Iter<'b, u8>,
    names: Vec<String>,
    /// The variables of each block around this place.
    scopes: Vec<Vec<(Slot, Kind)>>,
    labels: Vec<String>,
    in_function: bool,
    in_loop: bool,
}

pub fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind,
        at: Default::default(),
    }
}

pub fn boxed(kind: ExprKind) -> Box<Expr> {
    Box::new(expr(kind))
}

pub fn pattern(kind: PatternKind) -> Pattern {
    Pattern {
        kind,
        at: Default::default(),
    }
}

fn statement(kind: StatementKind) -> Statement {
    Statement {
        kind,
        at: Default::default(),
    }
}

/// A program whose calls of `console.log` tell what it does.
pub fn program(bytes: &[u8]) -> Module {
    let mut generator = Generator {
        bytes: bytes.iter(),
        names: Vec::new(),
        scopes: vec![Vec::new()],
        labels: Vec::new(),
        in_function: false,
        in_loop: false,
    };
    let mut body = vec![];
    while generator.bytes.len() > 0 && body.len() < 12 {
        body.push(generator.statement(DEPTH));
    }
    let locals = generator.names.iter();
    let locals = locals.map(|name| serde_json::json!({ "name": name }));
    Module {
        lumiil: Module::VERSION,
        name: "index".to_owned(),
        imports: Vec::new(),
        locals: serde_json::from_value(locals.collect()).expect("names are locals"),
        types: Vec::new(),
        body,
        exports: Vec::new(),
    }
}

impl Generator<'_> {
    /// A choice among so many.
    pub fn pick(&mut self, count: usize) -> usize {
        let byte = self.bytes.next().copied().unwrap_or_default();
        usize::from(byte) % count
    }

    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.pick(list.len())]
    }

    pub fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.pick(most + 1);
        (0..count).map(|_| make(self)).collect()
    }

    fn declare(&mut self, kind: Kind) -> Slot {
        let slot = self.names.len() as Slot;
        self.names.push(format!("v{slot}"));
        let scope = self.scopes.last_mut().expect("there is a block");
        scope.push((slot, kind));
        slot
    }

    /// A variable of one of these kinds that can be used here.
    pub fn variable(&mut self, kinds: &[Kind]) -> Option<Slot> {
        let all = self.scopes.iter().flatten();
        let found: Vec<Slot> = all
            .filter(|it| kinds.contains(&it.1))
            .map(|it| it.0)
            .collect();
        match found.is_empty() {
            true => None,
            false => Some(self.one_of(&found)),
        }
    }

    fn scope<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Vec::new());
        let made = make(self);
        self.scopes.pop();
        made
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        self.scope(|this| this.list(3, |this| this.statement(depth.saturating_sub(1))))
    }

    fn repeated(&mut self, depth: usize) -> Vec<Statement> {
        let before = std::mem::replace(&mut self.in_loop, true);
        let body = self.block(depth);
        self.in_loop = before;
        body
    }

    pub fn log(&mut self, depth: usize) -> Expr {
        let value = self.expression(depth);
        expr(ExprKind::Call {
            callee: boxed(ExprKind::Intrinsic(LOG.to_owned())),
            arguments: vec![value],
            optional: false,
            types: Vec::new(),
        })
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let choices = if depth == 0 { 3 } else { 16 };
        let kind = match self.pick(choices) {
            0 => StatementKind::Evaluate(self.log(depth)),
            1 => self.declaration(depth),
            2 => {
                let value = self.expression(depth);
                StatementKind::Evaluate(match value.kind.is_literal() {
                    true => expr(ExprKind::Undefined),
                    false => value,
                })
            }
            3 => StatementKind::If {
                test: self.expression(depth - 1),
                then: self.block(depth),
                otherwise: (self.pick(2) == 1).then(|| self.block(depth)),
            },
            4 => StatementKind::Block(self.block(depth)),
            5 => self.counted(depth),
            6 => self.for_each(depth),
            7 => self.try_catch(depth),
            8 => StatementKind::Switch {
                value: self.expression(depth - 1),
                cases: self.cases(depth),
            },
            9 => self.labeled(depth),
            10 => self.jump(depth),
            11 => StatementKind::Throw(self.expression(depth - 1)),
            12 | 13 => self.function_declaration(depth),
            _ => StatementKind::Evaluate(self.log(depth)),
        };
        statement(kind)
    }

    fn declaration(&mut self, depth: usize) -> StatementKind {
        let kind = self.one_of(&[VariableKind::Const, VariableKind::Let]);
        if kind == VariableKind::Let && self.pick(4) == 3 {
            return StatementKind::Variable {
                kind,
                pattern: self.binding(0, Kind::Let),
                value: None,
            };
        }
        let value = Some(self.expression(depth));
        let own = match kind {
            VariableKind::Const => Kind::Const,
            VariableKind::Let => Kind::Let,
        };
        StatementKind::Variable {
            kind,
            pattern: self.binding(depth.min(2), own),
            value,
        }
    }

    fn binding(&mut self, depth: usize, kind: Kind) -> Pattern {
        // Values of patterns do not use the variables of the pattern.
        let mut slots = Vec::new();
        let made = self.any_pattern(depth, &mut |this| {
            let slot = this.names.len() as Slot;
            this.names.push(format!("v{slot}"));
            slots.push(slot);
            PatternKind::Bind(slot)
        });
        let scope = self.scopes.last_mut().expect("there is a block");
        scope.extend(slots.into_iter().map(|it| (it, kind)));
        made
    }

    /// A loop that ends, with a counter of its own.
    fn counted(&mut self, depth: usize) -> StatementKind {
        let rounds = self.pick(4) as f64;
        self.scope(|this| {
            let counter = this.declare(Kind::Counter);
            let local = || boxed(ExprKind::Local(counter));
            let head = statement(StatementKind::Variable {
                kind: VariableKind::Let,
                pattern: pattern(PatternKind::Bind(counter)),
                value: Some(expr(ExprKind::Number(0.0))),
            });
            let test = expr(ExprKind::Binary {
                operator: "<".to_owned(),
                left: local(),
                right: boxed(ExprKind::Number(rounds)),
            });
            let update = expr(ExprKind::Update {
                operator: "++".to_owned(),
                prefix: false,
                target: local(),
            });
            match this.pick(3) {
                0 => StatementKind::For {
                    head: Some(Head::Variables(vec![head])),
                    test: Some(test),
                    update: Some(update),
                    body: this.repeated(depth),
                },
                which => {
                    let mut body = vec![statement(StatementKind::Evaluate(update))];
                    body.extend(this.repeated(depth));
                    let inner = match which {
                        1 => StatementKind::While { test, body },
                        _ => StatementKind::DoWhile { body, test },
                    };
                    StatementKind::Block(vec![head, statement(inner)])
                }
            }
        })
    }

    fn for_each(&mut self, depth: usize) -> StatementKind {
        let of = self.expression(depth - 1);
        self.scope(|this| {
            let declares = this.pick(3) > 0;
            let kind = this.one_of(&[LoopKind::Of, LoopKind::In]);
            // TypeScript takes no names of properties apart.
            let depth_of_pattern = usize::from(kind == LoopKind::Of);
            let pattern = match declares {
                true => this.binding(depth_of_pattern, Kind::Const),
                false => this.assigned(depth_of_pattern),
            };
            StatementKind::ForEach {
                kind,
                variable: declares.then_some(VariableKind::Const),
                pattern,
                of,
                body: this.repeated(depth),
            }
        })
    }

    fn try_catch(&mut self, depth: usize) -> StatementKind {
        let body = self.block(depth);
        let catch = (self.pick(4) > 0).then(|| {
            self.scope(|this| {
                let slot = this.names.len() as Slot;
                this.names.push(format!("v{slot}"));
                let shown = expr(ExprKind::Binary {
                    operator: "instanceof".to_owned(),
                    left: boxed(ExprKind::Local(slot)),
                    right: boxed(ExprKind::Intrinsic("TypeError".to_owned())),
                });
                let mut body = vec![statement(StatementKind::Evaluate(expr(ExprKind::Call {
                    callee: boxed(ExprKind::Intrinsic(LOG.to_owned())),
                    arguments: vec![shown],
                    optional: false,
                    types: Vec::new(),
                })))];
                body.extend(this.block(depth));
                Catch {
                    pattern: Some(pattern(PatternKind::Bind(slot))),
                    body,
                }
            })
        });
        let finally = (catch.is_none() || self.pick(3) == 0).then(|| self.block(depth));
        StatementKind::Try {
            body,
            catch,
            finally,
        }
    }

    fn cases(&mut self, depth: usize) -> Vec<Case> {
        let before = std::mem::replace(&mut self.in_loop, false);
        let other = self.pick(4);
        let mut index = 0;
        let cases = self.list(3, |this| {
            let is_other = index == other;
            index += 1;
            // The cases are one block, whose variables may not have been declared.
            let test = (!is_other).then(|| this.expression(depth - 1));
            let mut body = vec![statement(StatementKind::Block(this.block(depth)))];
            if this.pick(2) == 0 {
                body.push(statement(StatementKind::Break(None)));
            }
            Case { test, body }
        });
        self.in_loop = before;
        cases
    }

    fn labeled(&mut self, depth: usize) -> StatementKind {
        let label = format!("l{}", self.labels.len());
        self.labels.push(label.clone());
        let body = self.for_each(depth);
        self.labels.pop();
        StatementKind::Labeled {
            label,
            body: Box::new(statement(body)),
        }
    }

    fn jump(&mut self, depth: usize) -> StatementKind {
        let labels = self.labels.clone();
        match self.pick(4) {
            0 if self.in_loop => StatementKind::Break(None),
            1 if self.in_loop => StatementKind::Continue(None),
            2 if !labels.is_empty() => {
                let label = Some(labels[self.pick(labels.len())].clone());
                match self.pick(2) {
                    0 => StatementKind::Break(label),
                    _ => StatementKind::Continue(label),
                }
            }
            _ if self.in_function => {
                StatementKind::Return((self.pick(3) > 0).then(|| self.expression(depth - 1)))
            }
            _ => StatementKind::Evaluate(self.log(depth)),
        }
    }

    fn function_declaration(&mut self, depth: usize) -> StatementKind {
        let function = self.function(depth - 1, false);
        // A function is only called after its declaration, so that none calls itself.
        let slot = self.declare(Kind::Function);
        StatementKind::Function {
            slot,
            function: Box::new(function),
        }
    }

    pub fn function(&mut self, depth: usize, arrow: bool) -> Function {
        let labels = std::mem::take(&mut self.labels);
        let before = (self.in_function, self.in_loop);
        (self.in_function, self.in_loop) = (true, false);
        let made = self.scope(|this| {
            let mut parameters = this.list(2, |this| this.binding(1, Kind::Let));
            if this.pick(4) == 1 {
                let rest = this.binding(0, Kind::Let);
                parameters.push(pattern(PatternKind::Rest(Box::new(rest))));
            }
            let body = match arrow && this.pick(2) == 0 {
                true => Body::Value(Box::new(this.expression(depth))),
                false => Body::Block(this.block(depth)),
            };
            let parameters = parameters.into_iter().map(|pattern| Parameter {
                pattern,
                value_type: None,
                optional: false,
            });
            Function {
                own: None,
                arrow,
                is_async: false,
                is_generator: false,
                generics: Vec::new(),
                parameters: parameters.collect(),
                result: None,
                body,
            }
        });
        (self.in_function, self.in_loop) = before;
        self.labels = labels;
        made
    }
}
