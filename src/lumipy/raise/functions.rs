//! Functions and lambdas.

use lumi_pack::Doc;
use lumi_pack::il::{
    Body, Expr, ExprKind, Function, Parameter, PatternKind, Slot, Statement, StatementKind,
};

use super::forms::{array, block, bound, declared, hoisted, is_empty_return, local, py, string};
use super::layout::{self, arguments, list, text};
use super::raiser::{LAMBDA, Raised, Raiser, Variables};

/// The declaration of a function.
pub struct Declaration<'e> {
    pub name: &'e str,
    pub signature: &'e str,
    pub function: &'e Function,
    /// Lines with `@`.
    pub decorators: Vec<Doc>,
    /// The first parameter of a method.
    pub receiver: Option<String>,
}

/// The name, signature and function of a call of `define`.
fn defined(of: &Expr) -> Option<(&str, &str, &Function)> {
    match py(of)? {
        ("define", [name, signature, function, ..]) => match &function.kind {
            ExprKind::Function(it) => Some((string(name)?, string(signature)?, it)),
            _ => None,
        },
        _ => None,
    }
}

impl Raiser<'_> {
    /// `def`, if a variable gets a function of its name.
    pub fn definition(&mut self, slot: Slot, value: &Expr) -> Option<Doc> {
        let mut decorators = Vec::new();
        let mut inner = value;
        while let Some(("call", [callee, arguments])) = py(inner) {
            let [of] = array(arguments)? else {
                return None;
            };
            decorators.push(callee);
            inner = of;
        }
        let (name, signature, function) = defined(inner)?;
        if name != self.name(slot) || name == "<lambda>" {
            return None;
        }
        let mut lines = Vec::new();
        for it in decorators {
            lines.push(list(vec![text("@"), self.value(it).doc]));
        }
        Some(self.declaration(Declaration {
            name,
            signature,
            function,
            decorators: lines,
            receiver: None,
        }))
    }

    pub fn declaration(&mut self, of: Declaration<'_>) -> Doc {
        let body = block(of.function).unwrap_or_default();
        let word = if of.function.is_async {
            "async def "
        } else {
            "def "
        };
        let parameters = self.begin(&of);
        let parameters = arguments(parameters);
        let statements = match body.split_last() {
            Some((last, rest)) if is_empty_return(last) => rest,
            _ => body,
        };
        let mut lines = self.body(statements);
        let scope = self.variables.pop().unwrap_or_default();
        let mut outer = self.outer_names(&scope);
        outer.append(&mut lines);
        let head = list(vec![text(format!("{word}{}", of.name)), parameters]);
        let mut parts = Vec::new();
        for it in of.decorators {
            parts.push(it);
            parts.push(Doc::Break);
        }
        parts.push(layout::block(head, outer));
        list(parts)
    }

    /// Opens the scope of a function, and answers its parameters.
    fn begin(&mut self, of: &Declaration<'_>) -> Vec<Doc> {
        let parameters = self.parameters(of.signature, &of.function.parameters);
        let mut scope = Variables::default();
        for it in &of.function.parameters {
            scope.declared.extend(parameter_slot(it));
        }
        self.variables.push(scope);
        of.receiver.iter().map(text).chain(parameters).collect()
    }

    /// `global` and `nonlocal` of the variables that a function assigns, and that are those of code around it.
    fn outer_names(&mut self, scope: &Variables) -> Vec<Doc> {
        let mut globals = Vec::new();
        let mut others = Vec::new();
        let is_function = |slot: &Slot, this: &Self| {
            let around = this.variables.iter().skip(1);
            { around }.any(|it| it.declared.contains(slot))
        };
        for slot in &scope.assigned {
            let name = self.name(*slot);
            if scope.declared.contains(slot) {
                continue;
            }
            let names = match is_function(slot, self) {
                true => &mut others,
                false => &mut globals,
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut lines = Vec::new();
        for (word, names) in [("global", globals), ("nonlocal", others)] {
            if !names.is_empty() {
                lines.push(text(format!("{word} {}", names.join(", "))));
            }
        }
        lines
    }

    /// The parameters of a signature such as `a, /, b=, *args`.
    fn parameters(&mut self, signature: &str, of: &[Parameter]) -> Vec<Doc> {
        let mut values = of.iter();
        let mut found = Vec::new();
        for part in signature.split(", ").filter(|it| !it.is_empty()) {
            if matches!(part, "/" | "*") {
                found.push(text(part));
                continue;
            }
            let default = values.next().and_then(default_of);
            found.push(match default {
                None => text(part),
                Some(value) => {
                    let value = match local(value).and_then(|it| self.defaults.get(&it)) {
                        Some(Some(it)) => it.clone().within(LAMBDA),
                        _ => self.value(value).within(LAMBDA),
                    };
                    list(vec![text(part), value])
                }
            });
        }
        found
    }

    pub fn lambda(&mut self, of: &Expr) -> Raised {
        let Some((_, signature, function)) = defined(of) else {
            return self.refused(of.at, "this function");
        };
        let declaration = Declaration {
            name: "",
            signature,
            function,
            decorators: Vec::new(),
            receiver: None,
        };
        let parameters = self.begin(&declaration);
        let value = match &function.body {
            Body::Value(it) => Some(&**it),
            Body::Block(statements) => self.lambda_value(statements),
        };
        let raised = match value {
            Some(it) => self.value(it),
            None => self.refused(of.at, "this function"),
        };
        self.variables.pop();
        let parameters: Vec<String> = parameters.iter().map(layout::flat).collect();
        let space = if parameters.is_empty() { "" } else { " " };
        let head = text(format!("lambda{space}{}: ", parameters.join(", ")));
        let value = super::assignments::finished(raised);
        Raised::new(list(vec![head, value]), LAMBDA)
    }

    /// A lambda after the statements that evaluate its defaults.
    pub fn lambda_after(&mut self, of: &Function) -> Option<Raised> {
        let (last, rest) = block(of)?.split_last()?;
        let StatementKind::Return(Some(lambda)) = &last.kind else {
            return None;
        };
        for it in rest {
            let (slot, value) = declared(it)?;
            let value = self.value(value);
            self.defaults.insert(slot, Some(value));
        }
        Some(self.value(lambda))
    }

    /// The value of a lambda with variables.
    fn lambda_value<'e>(&mut self, of: &'e [Statement]) -> Option<&'e Expr> {
        let (last, rest) = of.split_last()?;
        for it in rest {
            let slot = hoisted(it)?;
            self.declare(slot);
        }
        match &last.kind {
            StatementKind::Return(it) => it.as_ref(),
            _ => None,
        }
    }
}

fn parameter_slot(of: &Parameter) -> Option<Slot> {
    match &of.pattern.kind {
        PatternKind::Default { pattern, .. } => bound(pattern),
        _ => bound(&of.pattern),
    }
}

fn default_of(of: &Parameter) -> Option<&Expr> {
    match &of.pattern.kind {
        PatternKind::Default { value, .. } => Some(value),
        _ => None,
    }
}
