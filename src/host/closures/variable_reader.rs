//! Reads variables of functions and modules from V8's scopes.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::analysis::{BindingId, BindingKind, Imported};
use lumi_closure::capture::{ModuleId, ValueId};
use lumi_node::string;

use super::capture_builder::{CaptureBuilder, CaptureResult};
use super::error::Problem;
use super::inspector::ScopeKind;
use super::modules::Source;
use super::objects::object_parts::names;
use super::variables::Closure;

/// The information that a scope has about a variable.
pub enum Variable<'s> {
    Value(v8::Local<'s, v8::Value>),
    Dead,
    Absent,
}

impl<'s> Variable<'s> {
    /// The value, if there is one already.
    pub fn known(self, name: &str) -> Result<v8::Local<'s, v8::Value>, Problem> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Dead => Err(Problem::Uninitialised(name.to_owned())),
            Self::Absent => Err(Problem::Unavailable(name.to_owned())),
        }
    }
}

impl<'s> CaptureBuilder<'s, '_> {
    /// A variable that instrumentation added, such as `$lumi_this`.
    pub fn hidden_variable(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        name: &str,
    ) -> CaptureResult<Option<v8::Local<'s, v8::Value>>> {
        // Its scope is not among those shared with other functions.
        if !closure.is_read {
            self.read_scopes(scope, closure)?;
        }
        Ok(match self.variable(scope, closure, name, false)? {
            Variable::Value(value) => Some(value),
            Variable::Dead | Variable::Absent => None,
        })
    }

    /// The value of a class name as seen by the methods of the class.
    pub fn class_variable(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        name: &str,
    ) -> CaptureResult<Option<v8::Local<'s, v8::Value>>> {
        Ok(match self.variable(scope, closure, name, false)? {
            Variable::Value(value) => Some(value),
            _ => match self.variable(scope, closure, name, true)? {
                Variable::Value(value) => Some(value),
                _ => None,
            },
        })
    }

    pub fn variable(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        name: &str,
        is_of_module: bool,
    ) -> CaptureResult<Variable<'s>> {
        if is_of_module {
            let variables = match self.modules[closure.module.0 as usize].variables {
                Some(known) => Some(known),
                None => {
                    self.read_scopes(scope, closure)?;
                    self.modules[closure.module.0 as usize].variables
                }
            };
            match variables.map(|it| read(scope, it, name)) {
                Some(Variable::Absent) | None => {}
                Some(found) => return Ok(found),
            }
        }
        loop {
            for variables in closure.scopes.iter().flatten() {
                match read(scope, *variables, name) {
                    Variable::Absent => {}
                    found => return Ok(found),
                }
            }
            if closure.is_read {
                return Ok(Variable::Absent);
            }
            self.read_scopes(scope, closure)?;
        }
    }

    pub fn read_scopes(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
    ) -> CaptureResult<()> {
        let inspector = self.context.inspector(scope);
        let internals = inspector.and_then(|it| it.internals(scope, closure.function.into()));
        let Some(internals) = internals else {
            return Err(self.refuse(closure.id, Problem::Native));
        };
        let mut scopes = Vec::new();
        for (kind, variables) in internals.scopes {
            match kind {
                ScopeKind::Module => self.read_module(scope, closure.module, variables),
                ScopeKind::Other => scopes.push(variables),
                ScopeKind::Global => {}
            }
        }
        closure.scopes = Some(scopes);
        closure.is_read = true;
        Ok(())
    }

    /// Records the foreign imports of a module.
    fn read_module(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ModuleId,
        variables: v8::Local<'s, v8::Object>,
    ) {
        let seen = &mut self.modules[id.0 as usize];
        if seen.variables.is_some() {
            return;
        }
        seen.variables = Some(variables);
        let module = Rc::clone(&seen.module);
        for (binding, index) in module.analysis.bindings.iter().zip(0..) {
            let BindingKind::Import {
                specifier,
                imported,
            } = &binding.kind
            else {
                continue;
            };
            let source = self.context.modules.source(&module, BindingId(index));
            if let (Source::Outside, Variable::Value(value)) =
                (source, read(scope, variables, &binding.name))
            {
                self.note_import(scope, specifier, imported, value);
            }
        }
    }

    fn note_import(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        specifier: &str,
        imported: &Imported,
        value: v8::Local<'s, v8::Value>,
    ) {
        let Ok(object) = v8::Local::<v8::Object>::try_from(value) else {
            return;
        };
        self.imports
            .insert(value, (specifier.to_owned(), imported.clone()));
        // Every member of a built-in module's default export is also a named export.
        let is_list = *imported == Imported::Namespace
            || (*imported == Imported::Default && !value.is_function() && !value.is_proxy());
        if !is_list {
            return;
        }
        for name in names(scope, object) {
            let text = name.to_rust_string_lossy(scope);
            let imported = match text.as_str() {
                "default" => Imported::Default,
                _ => Imported::Name(text.clone()),
            };
            // What the program itself put there is captured as its other functions are.
            if let Variable::Value(value) = read(scope, object, &text)
                && !self.is_of_program(scope, value)
            {
                self.imports.insert(value, (specifier.to_owned(), imported));
            }
        }
    }

    /// Records the imports of all captured modules.
    pub fn read_all_modules(&mut self, scope: &mut v8::PinScope<'s, '_>) -> CaptureResult<()> {
        for index in 0..self.modules.len() {
            let seen = &self.modules[index];
            if let (None, Some(sample)) = (seen.variables, seen.sample) {
                let id = self.capture.root.unwrap_or(ValueId(0));
                let module = self.module_id(&Rc::clone(&self.modules[index].module), None);
                self.read_scopes(scope, &mut Closure::new(id, sample, module, None))?;
            }
        }
        Ok(())
    }
}

fn read<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    variables: v8::Local<'s, v8::Object>,
    name: &str,
) -> Variable<'s> {
    let name = string(scope, name);
    if variables.has_own_property(scope, name.into()) != Some(true) {
        return Variable::Absent;
    }
    // A namespace member in its temporal dead zone throws.
    v8::tc_scope!(let scope, scope);
    match variables.get(scope, name.into()) {
        Some(value) => Variable::Value(value),
        None => Variable::Dead,
    }
}
