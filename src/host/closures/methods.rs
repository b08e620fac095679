//! Methods that were reached on another way than through their class or object.

use deno_core::v8;

use crate::closure::analysis::{Unit, UnitKind};
use crate::closure::capture::{Origin, ValueId};

use super::error::Problem;
use super::modules::Written;
use super::variables::Closure;
use super::walk::{Need, Walk, Walked, member};

impl<'s> Walk<'s, '_> {
    /// Finds where the methods belong that were captured. True if that made more to look at.
    pub fn settle_methods(&mut self, scope: &mut v8::PinScope<'s, '_>) -> Walked<bool> {
        let methods = std::mem::take(&mut self.methods);
        let mut left = Vec::new();
        for (id, function) in methods {
            if let Some(owner) = self.owners.get(function.into()).cloned() {
                self.captured(id, |it| it.owner = Some(owner));
            } else if let Some(&home) = self.homes.get(&id) {
                self.captured(id, |it| it.home = Some(home));
            } else {
                left.push((id, function));
            }
        }
        let mut is_more = false;
        for (id, function) in left {
            is_more |= self.look_for_class(scope, id, function)?;
        }
        Ok(is_more)
    }

    /// A class can be found by its name if its text uses that.
    fn look_for_class(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
    ) -> Walked<bool> {
        let Written::Here(module, unit_id) = self.written(scope, function) else {
            return Ok(false);
        };
        let unit = module.analysis.unit(unit_id);
        let Some(problem) = lost(unit) else {
            // As good as any other function.
            return Ok(false);
        };
        let class = unit.parent.map(|it| (it, module.analysis.unit(it)));
        let Some((class_id, class)) = class else {
            return Err(self.refuse(id, problem));
        };
        if !matches!(class.kind, UnitKind::Class { .. }) || !self.tried.insert(id) {
            return Err(self.refuse(id, problem));
        }
        let module_id = self.module_id(&module, Some(function));
        let mut closure = Closure::new(id, function, module_id, None);
        let found = self.class_variable(scope, &mut closure, &class.name)?;
        let Some(found) = found.and_then(|it| v8::Local::<v8::Function>::try_from(it).ok()) else {
            return Err(self.refuse(id, problem));
        };
        match self.written(scope, found) {
            Written::Here(other, unit)
                if unit == class_id && std::rc::Rc::ptr_eq(&other, &module) =>
            {
                let origin: Origin = member(id, " class");
                self.value(scope, found.into(), origin, Need::All)?;
                self.methods.push((id, function));
                Ok(true)
            }
            _ => Err(self.refuse(id, problem)),
        }
    }
}

fn lost(unit: &Unit) -> Option<Problem> {
    if unit.traits.uses_private {
        return Some(Problem::DetachedPrivate);
    }
    unit.traits.uses_super.then_some(Problem::DetachedSuper)
}
