//! Methods that were reached other than through their class or object.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::analysis::{Unit, UnitId, UnitKind};
use lumi_closure::capture::{Origin, ValueId};

use super::capture_builder::{CaptureBuilder, CaptureResult, Need, member};
use super::error::Problem;
use super::method_homes::Home;
use super::module::Module;
use super::modules::FunctionOrigin;
use super::objects::object_parts::own_value;
use super::variables::Closure;

/// Maximum number of prototypes to follow from an object.
const MAX_PROTOTYPES: usize = 1000;

impl<'s> CaptureBuilder<'s, '_> {
    /// Finds the classes and objects that captured methods belong to. Returns true if there is more
    /// to capture.
    pub fn resolve_methods(&mut self, scope: &mut v8::PinScope<'s, '_>) -> CaptureResult<bool> {
        let mut left = Vec::new();
        for ((id, function), home) in self.method_homes.take() {
            match home {
                Some(Home::Class(owner)) => self.captured(id, |it| it.owner = Some(owner)),
                Some(Home::Object(object)) => self.captured(id, |it| it.home = Some(object)),
                None => left.push((id, function)),
            }
        }
        let mut is_more = false;
        for (id, function) in left {
            is_more |= self.look_for_class(scope, id, function)?;
        }
        Ok(is_more)
    }

    /// Finds a class by its name, if the text of the method refers to it.
    fn look_for_class(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
    ) -> CaptureResult<bool> {
        let FunctionOrigin::Program(module, unit_id) = self.origin_of(scope, function) else {
            return Ok(false);
        };
        let unit = module.analysis.unit(unit_id);
        let Some(problem) = detached_problem(unit) else {
            // It is captured like any other function.
            return Ok(false);
        };
        let class = unit.parent.map(|it| (it, module.analysis.unit(it)));
        let Some((class_id, class)) = class else {
            return Err(self.refuse(id, problem));
        };
        if !matches!(class.kind, UnitKind::Class { .. }) || !self.method_homes.try_once(id) {
            return Err(self.refuse(id, problem));
        }
        let module_id = self.module_id(&module, Some(function));
        let mut closure = Closure::new(id, function, module_id, None);
        let found = self.class_variable(scope, &mut closure, &class.name)?;
        let Some(found) = found.and_then(|it| v8::Local::<v8::Function>::try_from(it).ok()) else {
            return Err(self.refuse(id, problem));
        };
        match self.origin_of(scope, found) {
            FunctionOrigin::Program(other, unit)
                if unit == class_id && Rc::ptr_eq(&other, &module) =>
            {
                let origin: Origin = member(id, " class");
                self.value(scope, found.into(), origin, Need::All)?;
                self.method_homes.add((id, function));
                Ok(true)
            }
            _ => Err(self.refuse(id, problem)),
        }
    }

    /// The home object of the method around an arrow function, which defines `super`: `this` or one
    /// of its prototypes.
    pub fn home_around(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        module: &Rc<Module>,
        arrow: &Unit,
        this: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<ValueId> {
        let unit = |id: UnitId| module.analysis.unit(id);
        let mut around = arrow.parent;
        while let Some(outer) = around
            && unit(outer).kind.is_lexical()
        {
            around = unit(outer).parent;
        }
        let mut at = v8::Local::<v8::Object>::try_from(this).ok();
        for _ in 0..MAX_PROTOTYPES {
            let (Some(object), Some(method)) = (at, around) else {
                break;
            };
            if self.is_home(scope, object, module, method) {
                return self.value(scope, object.into(), member(id, " super"), Need::All);
            }
            let above = object.get_prototype(scope);
            at = above.and_then(|it| it.try_into().ok());
        }
        Err(self.refuse(id, Problem::DetachedSuper))
    }

    fn is_home(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
        module: &Rc<Module>,
        method: UnitId,
    ) -> bool {
        let unit = module.analysis.unit(method);
        let class = unit
            .parent
            .filter(|it| matches!(module.analysis.unit(*it).kind, UnitKind::Class { .. }));
        let value: Option<v8::Local<v8::Value>> = match class {
            Some(_) if unit.kind.is_static() => Some(object.into()),
            Some(_) => own_value(scope, object, "constructor"),
            None => own_value(scope, object, &unit.name),
        };
        let function = value.and_then(|it| v8::Local::<v8::Function>::try_from(it).ok());
        let Some(FunctionOrigin::Program(other, found)) =
            function.map(|it| self.origin_of(scope, it))
        else {
            return false;
        };
        Rc::ptr_eq(&other, module) && found == class.unwrap_or(method)
    }
}

fn detached_problem(unit: &Unit) -> Option<Problem> {
    if unit.traits.uses_private {
        return Some(Problem::DetachedPrivate);
    }
    unit.traits.uses_super.then_some(Problem::DetachedSuper)
}
