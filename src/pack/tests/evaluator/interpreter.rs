//! The reference evaluator of LumiIL: it walks the tree, and knows nothing of what is printed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::il::{
    Body, Expr, ExprKind, Function, Key, Module, Pattern, PatternKind, Property, Slot, Template,
};

use super::operators::{binary, unary};
use super::value::{Abrupt, Evaluated, Members, Value, text, type_error};

/// Longer evaluations are outside of what is judged.
const MAX_STEPS: usize = 20_000;

pub struct Interpreter<'m> {
    pub slots: Vec<Value>,
    /// Functions that are declared, by slot. No function is called while it runs.
    pub functions: HashMap<Slot, &'m Function>,
    /// The values that `console.log` was given.
    pub trace: Vec<String>,
    steps: usize,
}

/// A member that can be assigned.
pub enum Target {
    Slot(Slot),
    Member(Value, String),
}

impl<'m> Interpreter<'m> {
    pub fn new(module: &'m Module) -> Self {
        Self {
            slots: vec![Value::Undefined; module.locals.len()],
            functions: HashMap::new(),
            trace: Vec::new(),
            steps: 0,
        }
    }

    pub fn step(&mut self) -> Evaluated<()> {
        self.steps += 1;
        match self.steps > MAX_STEPS {
            true => Err(Abrupt::Outside),
            false => Ok(()),
        }
    }

    pub fn evaluate(&mut self, expression: &'m Expr) -> Evaluated<Value> {
        self.step()?;
        Ok(match &expression.kind {
            ExprKind::Null => Value::Null,
            ExprKind::Undefined => Value::Undefined,
            ExprKind::Bool(it) => Value::Bool(*it),
            ExprKind::Number(it) => Value::Number(*it),
            ExprKind::String(it) => text(it),
            ExprKind::Template(it) => self.template(it)?,
            ExprKind::Array(items) => self.array(items)?,
            ExprKind::Object(properties) => self.object(properties)?,
            ExprKind::Local(slot) => self.slots[*slot as usize].clone(),
            ExprKind::Intrinsic(it) if it == "NaN" => Value::Number(f64::NAN),
            ExprKind::Intrinsic(it) if it == "Infinity" => Value::Number(f64::INFINITY),
            ExprKind::Get { of, name, .. } => self.evaluate(of)?.get(name)?,
            ExprKind::At { of, index, .. } => {
                let of = self.evaluate(of)?;
                let name = self.evaluate(index)?.text()?;
                of.get(&name)?
            }
            ExprKind::Chain(it) => self.chain(it)?.unwrap_or(Value::Undefined),
            ExprKind::Call {
                callee, arguments, ..
            } => self.call(callee, arguments)?,
            ExprKind::Unary { operator, of } if operator == "delete" => {
                match self.target(of)? {
                    Target::Member(of, name) => of.delete(&name)?,
                    Target::Slot(_) => return Err(Abrupt::Outside),
                }
                Value::Bool(true)
            }
            ExprKind::Unary { operator, of } => unary(operator, &self.evaluate(of)?)?,
            ExprKind::Update {
                operator,
                prefix,
                target,
            } => {
                let target = self.target(target)?;
                let before = self.read(&target)?.number()?;
                let change = if operator == "++" { 1.0 } else { -1.0 };
                self.write(&target, Value::Number(before + change))?;
                Value::Number(if *prefix { before + change } else { before })
            }
            ExprKind::Binary {
                operator,
                left,
                right,
            } => self.binary(operator, left, right)?,
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => match self.evaluate(test)?.is_true() {
                true => self.evaluate(then)?,
                false => self.evaluate(otherwise)?,
            },
            ExprKind::Assign {
                operator,
                target,
                value,
            } => self.assign(operator, target, value)?,
            ExprKind::Sequence(list) => {
                let mut last = Value::Undefined;
                for it in list {
                    last = self.evaluate(it)?;
                }
                last
            }
            _ => return Err(Abrupt::Outside),
        })
    }

    fn template(&mut self, template: &'m Template) -> Evaluated<Value> {
        let mut made = template.texts[0].clone();
        for (value, after) in template.values.iter().zip(&template.texts[1..]) {
            made.push_str(&self.evaluate(value)?.text()?);
            made.push_str(after);
        }
        let made = text(made);
        made.text()?;
        Ok(made)
    }

    fn array(&mut self, items: &'m [Expr]) -> Evaluated<Value> {
        let Value::Array(array) = Value::array(Vec::new()) else {
            return Err(Abrupt::Outside);
        };
        for item in items {
            let values: Vec<Option<Value>> = match &item.kind {
                ExprKind::Hole => vec![None],
                ExprKind::Spread(it) => self.evaluate(it)?.all()?.into_iter().map(Some).collect(),
                _ => vec![Some(self.evaluate(item)?)],
            };
            array.borrow_mut().list.extend(values);
        }
        Ok(Value::Array(array))
    }

    fn object(&mut self, properties: &'m [Property]) -> Evaluated<Value> {
        let mut members = Members::default();
        for property in properties {
            match property {
                Property::Value { key, value, .. } => {
                    let name = self.key(key)?;
                    members.set(&name, self.evaluate(value)?);
                }
                Property::Spread(it) => {
                    let value = self.evaluate(it)?;
                    for name in value.names() {
                        members.set(&name, value.get(&name)?);
                    }
                }
                _ => return Err(Abrupt::Outside),
            }
        }
        Ok(Value::Object(Rc::new(RefCell::new(members))))
    }

    pub fn key(&mut self, key: &'m Key) -> Evaluated<String> {
        match key {
            Key::Name(it) => Ok(it.clone()),
            Key::Computed(it) => self.evaluate(it)?.text(),
            Key::Private(_) => Err(Abrupt::Outside),
        }
    }

    /// A part of a chain; `None` if an optional part before it ends the chain.
    fn chain(&mut self, part: &'m Expr) -> Evaluated<Option<Value>> {
        let (of, optional) = match &part.kind {
            ExprKind::Get { of, optional, .. } | ExprKind::At { of, optional, .. } => {
                (of, *optional)
            }
            _ => return self.evaluate(part).map(Some),
        };
        self.step()?;
        let Some(object) = self.chain(of)? else {
            return Ok(None);
        };
        if optional && object.is_nullish() {
            return Ok(None);
        }
        let name = match &part.kind {
            ExprKind::At { index, .. } => self.evaluate(index)?.text()?,
            ExprKind::Get { name, .. } => name.clone(),
            _ => return Err(Abrupt::Outside),
        };
        object.get(&name).map(Some)
    }

    fn binary(&mut self, operator: &str, left: &'m Expr, right: &'m Expr) -> Evaluated<Value> {
        let first = self.evaluate(left)?;
        let is_decided = match operator {
            "&&" => !first.is_true(),
            "||" => first.is_true(),
            "??" => !first.is_nullish(),
            "instanceof" => return is_instance(&first, right),
            _ => return binary(operator, &first, &self.evaluate(right)?),
        };
        match is_decided {
            true => Ok(first),
            false => self.evaluate(right),
        }
    }

    pub fn target(&mut self, target: &'m Expr) -> Evaluated<Target> {
        match &target.kind {
            ExprKind::Local(slot) => Ok(Target::Slot(*slot)),
            ExprKind::Get { of, name, .. } => Ok(Target::Member(self.evaluate(of)?, name.clone())),
            ExprKind::At { of, index, .. } => {
                let of = self.evaluate(of)?;
                Ok(Target::Member(of, self.evaluate(index)?.text()?))
            }
            _ => Err(Abrupt::Outside),
        }
    }

    pub fn read(&self, target: &Target) -> Evaluated<Value> {
        match target {
            Target::Slot(slot) => Ok(self.slots[*slot as usize].clone()),
            Target::Member(of, name) => of.get(name),
        }
    }

    pub fn write(&mut self, target: &Target, value: Value) -> Evaluated<()> {
        match target {
            Target::Slot(slot) => {
                self.slots[*slot as usize] = value;
                Ok(())
            }
            Target::Member(of, name) => of.set(name, value),
        }
    }

    fn assign(
        &mut self,
        operator: &str,
        pattern: &'m Pattern,
        value: &'m Expr,
    ) -> Evaluated<Value> {
        let PatternKind::Target(target) = &pattern.kind else {
            let value = self.evaluate(value)?;
            self.bind(pattern, value.clone())?;
            return Ok(value);
        };
        let target = self.target(target)?;
        let value = match operator.strip_suffix('=').unwrap_or_default() {
            "" => self.evaluate(value)?,
            "&&" | "||" | "??" => {
                let before = self.read(&target)?;
                let is_decided = match operator {
                    "&&=" => !before.is_true(),
                    "||=" => before.is_true(),
                    _ => !before.is_nullish(),
                };
                if is_decided {
                    return Ok(before);
                }
                self.evaluate(value)?
            }
            plain => {
                let before = self.read(&target)?;
                binary(plain, &before, &self.evaluate(value)?)?
            }
        };
        self.write(&target, value.clone())?;
        Ok(value)
    }

    fn arguments(&mut self, arguments: &'m [Expr]) -> Evaluated<Vec<Value>> {
        let mut values = Vec::new();
        for it in arguments {
            match &it.kind {
                ExprKind::Spread(it) => values.extend(self.evaluate(it)?.all()?),
                _ => values.push(self.evaluate(it)?),
            }
        }
        Ok(values)
    }

    fn call(&mut self, callee: &'m Expr, arguments: &'m [Expr]) -> Evaluated<Value> {
        match &callee.kind {
            ExprKind::Intrinsic(name) => {
                let values = self.arguments(arguments)?;
                self.intrinsic(name, values)
            }
            ExprKind::Local(slot) => {
                let function = *self.functions.get(slot).ok_or(Abrupt::Outside)?;
                let values = self.arguments(arguments)?;
                self.apply(function, values)
            }
            ExprKind::Function(function) => {
                let values = self.arguments(arguments)?;
                self.apply(function, values)
            }
            ExprKind::Get { of, name, .. } if name == "map" => {
                let Value::Array(items) = self.evaluate(of)? else {
                    return Err(Abrupt::Outside);
                };
                let [
                    Expr {
                        kind: ExprKind::Function(function),
                        ..
                    },
                ] = arguments
                else {
                    return Err(Abrupt::Outside);
                };
                let list = items.borrow().list.clone();
                let mut made = Vec::new();
                for (index, item) in list.into_iter().enumerate() {
                    // Holes stay.
                    made.push(match item {
                        None => None,
                        Some(item) => Some(self.apply(
                            function,
                            vec![
                                item,
                                Value::Number(index as f64),
                                Value::Array(Rc::clone(&items)),
                            ],
                        )?),
                    });
                }
                let array = Value::array(Vec::new());
                if let Value::Array(it) = &array {
                    it.borrow_mut().list = made;
                }
                Ok(array)
            }
            _ => Err(Abrupt::Outside),
        }
    }

    fn intrinsic(&mut self, name: &str, arguments: Vec<Value>) -> Evaluated<Value> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        Ok(match name {
            "console.log" => {
                let shown: Vec<String> = arguments.iter().map(|it| it.shown(0)).collect();
                self.trace.push(shown.join(" "));
                Value::Undefined
            }
            "String" if arguments.is_empty() => text(""),
            "String" => text(first.text()?),
            "Number" if arguments.is_empty() => Value::Number(0.0),
            "Number" => Value::Number(first.number()?),
            "Boolean" => Value::Bool(first.is_true()),
            "Array.isArray" => Value::Bool(matches!(first, Value::Array(_))),
            "Object.keys" if first.is_nullish() => return type_error(),
            "Object.keys" => Value::array(first.names().iter().map(text).collect()),
            _ => return Err(Abrupt::Outside),
        })
    }

    fn apply(&mut self, function: &'m Function, arguments: Vec<Value>) -> Evaluated<Value> {
        self.step()?;
        let mut arguments = arguments.into_iter();
        for parameter in &function.parameters {
            match &parameter.pattern.kind {
                PatternKind::Rest(pattern) => {
                    let rest = arguments.by_ref().collect();
                    self.bind(pattern, Value::array(rest))?;
                }
                _ => {
                    let value = arguments.next().unwrap_or(Value::Undefined);
                    self.bind(&parameter.pattern, value)?;
                }
            }
        }
        match &function.body {
            Body::Value(it) => self.evaluate(it),
            Body::Block(body) => self.body(body),
        }
    }
}

/// The only classes that programs here have are built-in ones.
fn is_instance(value: &Value, class: &Expr) -> Evaluated<Value> {
    let ExprKind::Intrinsic(class) = &class.kind else {
        return Err(Abrupt::Outside);
    };
    Ok(Value::Bool(match (class.as_str(), value) {
        ("Object", it) => it.is_object(),
        ("Array", Value::Array(_)) | ("TypeError" | "Error", Value::TypeError) => true,
        ("Array" | "TypeError" | "Error" | "Map", _) => false,
        _ => return Err(Abrupt::Outside),
    }))
}
