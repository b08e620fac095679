//! Values that are captured as something else: resources, Properties, and objects with a capture
//! hook.

use deno_core::v8;

use crate::modules::builtins;
use lumi_closure::analysis::Imported;
use lumi_closure::capture::{
    Captured, CapturedResource, Deferred, DeferredSource, Origin, ValueId,
};
use lumi_node::string;

use super::capture_builder::{CaptureBuilder, CaptureResult, Need, Replacement, member};
use super::error::{Failure, Problem};

/// The SDK's classification of a value, see `js/lumi/closures/classes.ts`.
struct Answer<'s> {
    object: v8::Local<'s, v8::Object>,
}

impl<'s> Answer<'s> {
    fn get(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        name: &str,
    ) -> Option<v8::Local<'s, v8::Value>> {
        let name = string(scope, name);
        self.object.get(scope, name.into())
    }

    fn text(&self, scope: &mut v8::PinScope<'s, '_>, name: &str) -> String {
        let value = self.get(scope, name).filter(|it| it.is_string());
        value
            .map(|it| it.to_rust_string_lossy(scope))
            .unwrap_or_default()
    }

    fn number(&self, scope: &mut v8::PinScope<'s, '_>, name: &str) -> u32 {
        let value = self.get(scope, name);
        value.and_then(|it| it.uint32_value(scope)).unwrap_or(0)
    }

    fn texts(&self, scope: &mut v8::PinScope<'s, '_>, name: &str) -> Vec<String> {
        let values = self.values(scope, name);
        values
            .into_iter()
            .map(|it| it.to_rust_string_lossy(scope))
            .collect()
    }

    fn values(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        name: &str,
    ) -> Vec<v8::Local<'s, v8::Value>> {
        let list = self.get(scope, name);
        let Some(Ok(list)) = list.map(v8::Local::<v8::Array>::try_from) else {
            return Vec::new();
        };
        (0..list.length())
            .filter_map(|index| list.get_index(scope, index))
            .collect()
    }
}

impl<'s> CaptureBuilder<'s, '_> {
    /// The replacement that is captured for `value`, if any.
    pub fn replaced(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        origin: &Origin,
    ) -> CaptureResult<Replacement<'s>> {
        if value.is_proxy() {
            return match self.ask(scope, value)? {
                Some(answer) => self.replacement_of_answer(scope, value, &answer, origin),
                // Such as `process.env`, which is written as that.
                None if self.is_reachable(scope, value) => Ok(Replacement::None),
                None => Err(self.refuse_new(origin.clone(), Problem::Proxy)),
            };
        }
        let Ok(object) = v8::Local::<v8::Object>::try_from(value) else {
            return Ok(Replacement::None);
        };
        let hook = object.get(scope, self.names.hook);
        let hook = hook.ok_or(Failure::Thrown)?;
        let Ok(hook) = v8::Local::<v8::Function>::try_from(hook) else {
            return Ok(Replacement::None);
        };
        let Some(other) = hook.call(scope, value, &[]) else {
            let id = self.add(Captured::Undefined, origin.clone());
            return Err(Failure::ThrownBy(self.capture.chain(id)));
        };
        Ok(Replacement::Value(other))
    }

    /// Whether an expression gives the value in every process.
    fn is_reachable(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
    ) -> bool {
        self.imports.get(value).is_some()
            || self.globals.path(value).is_some()
            || self.renew_globals(scope) && self.globals.path(value).is_some()
    }

    fn ask(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<Option<Answer<'s>>> {
        let modules = v8::undefined(scope).into();
        self.ask_about(scope, value, modules)
    }

    /// Calls the SDK's classifier. `modules` lists modules that may export the value: specifier,
    /// URL, specifier, ….
    fn ask_about(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        modules: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<Option<Answer<'s>>> {
        let undefined = v8::undefined(scope).into();
        let answer = self.classify.call(scope, undefined, &[value, modules]);
        let answer = answer.ok_or(Failure::Thrown)?;
        let object = v8::Local::<v8::Object>::try_from(answer).ok();
        Ok(object.map(|object| Answer { object }))
    }

    fn replacement_of_answer(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        answer: &Answer<'s>,
        origin: &Origin,
    ) -> CaptureResult<Replacement<'s>> {
        match answer.text(scope, "kind").as_str() {
            "resource" => self
                .resource(scope, value, answer, origin)
                .map(Replacement::Captured),
            "value" => {
                let other = answer.get(scope, "value").ok_or(Failure::Thrown)?;
                Ok(Replacement::Value(other))
            }
            _ => {
                let is_secret = answer.get(scope, "isSecret").is_some_and(|it| it.is_true());
                let deferred = Deferred {
                    key: answer.number(scope, "key"),
                    name: answer.text(scope, "name"),
                    is_secret,
                    sources: sources(&answer.texts(scope, "sources")),
                    config_key: Some(answer.text(scope, "configKey")).filter(|it| !it.is_empty()),
                };
                let id = self.add(Captured::Deferred(deferred), origin.clone());
                self.known.insert(value, id);
                Ok(Replacement::Captured(id))
            }
        }
    }

    fn resource(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        answer: &Answer<'s>,
        origin: &Origin,
    ) -> CaptureResult<ValueId> {
        let mut resource = CapturedResource {
            serial: answer.number(scope, "serial"),
            name: answer.text(scope, "name"),
            resource_type: answer.text(scope, "type"),
            client: None,
            bindings: answer.texts(scope, "bindings"),
            members: Vec::new(),
        };
        let id = self.add(Captured::Resource(resource.clone()), origin.clone());
        self.known.insert(value, id);
        for name in answer.texts(scope, "members") {
            if !self.is_mentioned(&name) {
                continue;
            }
            let held = super::objects::object_parts::get(
                scope,
                value.try_into().map_err(|_| Failure::Thrown)?,
                &name,
            );
            let held = held.ok_or(Failure::Thrown)?;
            let held = self.value(scope, held, member(id, format!(".{name}")), Need::All)?;
            resource.members.push((name, held));
        }
        self.capture.values[id.0 as usize] = Captured::Resource(resource.clone());
        if let Some(client) = answer.get(scope, "client").filter(|it| it.is_function()) {
            let client = self.value(scope, client, member(id, ".client"), Need::All)?;
            resource.client = Some(client);
            self.capture.values[id.0 as usize] = Captured::Resource(resource);
        }
        Ok(id)
    }

    /// Whether the code of a captured module reads a member of this name.
    fn is_mentioned(&self, name: &str) -> bool {
        let mut modules = self.capture.modules.iter();
        modules.any(|it| {
            let mut references = it.references.iter();
            references.any(|it| it.path.iter().any(|part| part == name))
        })
    }

    /// The code elsewhere that gives a function of Lumi: an import, a member of one, or the call that made it; `None` if
    /// there is none.
    pub fn reached(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        value: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<Option<Captured>> {
        self.read_all_modules(scope)?;
        if let Some((specifier, imported)) = self.imports.get(value).cloned() {
            return Ok(Some(Captured::Import {
                specifier,
                imported,
            }));
        }
        let Some(answer) = self.ask_how_reached(scope, value)? else {
            return Ok(None);
        };
        Ok(Some(match answer.text(scope, "kind").as_str() {
            "member" => {
                let owner = answer.get(scope, "owner").ok_or(Failure::Thrown)?;
                Captured::MemberOf {
                    object: self.value(scope, owner, member(id, " owner"), Need::All)?,
                    name: answer.text(scope, "name"),
                }
            }
            "call" => {
                let callee = answer.get(scope, "callee").ok_or(Failure::Thrown)?;
                let function = self.value(scope, callee, member(id, " maker"), Need::All)?;
                let mut arguments = Vec::new();
                for (index, argument) in answer.values(scope, "arguments").into_iter().enumerate() {
                    let origin = member(id, format!(" argument {index}"));
                    arguments.push(self.value(scope, argument, origin, Need::All)?);
                }
                Captured::Derived {
                    function,
                    arguments,
                }
            }
            _ => {
                let (specifier, imported) = import_of(scope, &answer);
                Captured::Import {
                    specifier,
                    imported,
                }
            }
        }))
    }

    /// A namespace of Lumi as a public import; `None` if programs cannot import it.
    pub fn exported(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<Option<(String, Imported)>> {
        self.read_all_modules(scope)?;
        if let Some(known) = self.imports.get(value) {
            return Ok(Some(known.clone()));
        }
        let answer = self.ask_how_reached(scope, value)?;
        let answer = answer.filter(|it| it.text(scope, "kind") == "import");
        Ok(answer.map(|it| import_of(scope, &it)))
    }

    fn ask_how_reached(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<Option<Answer<'s>>> {
        let mut modules: Vec<v8::Local<v8::Value>> = Vec::new();
        for (specifier, url) in builtins() {
            modules.push(string(scope, &specifier).into());
            modules.push(string(scope, url).into());
        }
        let modules = v8::Array::new_with_elements(scope, &modules).into();
        self.ask_about(scope, value, modules)
    }
}

fn import_of<'s>(scope: &mut v8::PinScope<'s, '_>, answer: &Answer<'s>) -> (String, Imported) {
    let imported = match answer.text(scope, "name").as_str() {
        "*" => Imported::Namespace,
        "default" => Imported::Default,
        name => Imported::Name(name.to_owned()),
    };
    (answer.text(scope, "specifier"), imported)
}

/// Decodes a flat list of serial, name, type and output of each resource.
fn sources(texts: &[String]) -> Vec<DeferredSource> {
    let (all, _) = texts.as_chunks::<4>();
    let source = |[serial, name, resource_type, output]: &[String; 4]| {
        Some(DeferredSource {
            serial: serial.parse().ok()?,
            name: name.clone(),
            resource_type: resource_type.clone(),
            output: output.clone(),
        })
    };
    all.iter().filter_map(source).collect()
}
