//! The walk over live values.
//!
//! Uses a queue instead of recursion: nesting is limited only by memory, and a value that is
//! reachable in several ways is found by the shortest path, which makes good messages.

use std::collections::VecDeque;
use std::rc::Rc;

use deno_core::v8;
use rustc_hash::FxHashMap;

use lumi_closure::analysis::Imported;
use lumi_closure::capture::{Capture, Captured, ModuleId, Origin, ValueId};

use lumi_node::string;

use super::additions::ImportedValue;
use super::capture_context::CaptureContext;
use super::cell_index::CellIndex;
use super::constants::{is_same, key_of, string_value};
use super::error::{CaptureError, Failure, Problem};
use super::globals::Globals;
use super::identities::Identities;
use super::method_homes::MethodHomes;
use super::module::{Module, UsedMember};
use super::modules::FunctionOrigin;
use super::objects::plain_data::BulkReader;
use super::reader::Reader;

/// Maximum length of a chain of capture hooks.
const MAX_HOOKS: usize = 100;

/// The state of one capture.
pub struct CaptureBuilder<'s, 'a> {
    pub context: &'a CaptureContext,
    pub reader: &'a Reader,
    pub globals: Rc<Globals>,
    /// Whether `globals` were scanned again during this capture.
    pub are_globals_fresh: bool,
    pub classify: v8::Local<'s, v8::Function>,
    pub names: InternedNames<'s>,
    pub capture: Capture,
    pub known: Identities<'s, ValueId>,
    pub queue: VecDeque<(ValueId, v8::Local<'s, v8::Object>)>,
    primitives: FxHashMap<u64, ValueId>,
    /// Created when the first objects are read.
    pub bulk_reader: Option<BulkReader<'s>>,
    pub module_ids: FxHashMap<*const Module, ModuleId>,
    pub modules: Vec<CapturedModule<'s>>,
    pub cell_index: CellIndex<'s>,
    /// Known scopes of functions that were not captured yet.
    pub scopes: FxHashMap<ValueId, Vec<v8::Local<'s, v8::Object>>>,
    /// Namespaces of modules of the program, with the URL of the module.
    pub namespaces: FxHashMap<ValueId, String>,
    /// Values of which only some members are needed.
    pub wanted: FxHashMap<ValueId, Vec<UsedMember>>,
    /// Exports of foreign modules.
    pub imports: Identities<'s, (String, Imported)>,
    pub import_ids: FxHashMap<(String, Imported), ValueId>,
    pub imported_values: Vec<ImportedValue<'s>>,
    pub method_homes: MethodHomes<'s>,
    pub pending: Vec<v8::Local<'s, v8::Promise>>,
}

/// A module, with the values of its variables at the time of their first capture.
pub struct CapturedModule<'s> {
    pub module: Rc<Module>,
    pub variables: Option<v8::Local<'s, v8::Object>>,
    /// A function of the module.
    pub sample: Option<v8::Local<'s, v8::Function>>,
}

/// Interned names that are read from every object.
pub struct InternedNames<'s> {
    pub constructor: v8::Local<'s, v8::Name>,
    /// `Symbol.for("lumi.capture")`.
    pub hook: v8::Local<'s, v8::Value>,
    pub object_prototype: v8::Local<'s, v8::Value>,
    pub array_prototype: v8::Local<'s, v8::Value>,
}

impl<'s> InternedNames<'s> {
    fn new(scope: &mut v8::PinScope<'s, '_>, reader: &Reader) -> Self {
        Self {
            constructor: string(scope, "constructor").into(),
            hook: v8::Local::new(scope, &reader.hook).into(),
            object_prototype: v8::Local::new(scope, &reader.object_prototype),
            array_prototype: v8::Local::new(scope, &reader.array_prototype),
        }
    }
}

/// The part of a value that is needed.
#[derive(Clone, Copy)]
pub enum Need<'n> {
    All,
    Members(&'n [UsedMember]),
}

pub type CaptureResult<T> = Result<T, Failure>;

impl<'s, 'a> CaptureBuilder<'s, 'a> {
    pub fn new(
        context: &'a CaptureContext,
        reader: &'a Reader,
        globals: Rc<Globals>,
        scope: &mut v8::PinScope<'s, '_>,
        classify: v8::Local<'s, v8::Function>,
    ) -> Self {
        Self {
            context,
            reader,
            globals,
            are_globals_fresh: false,
            classify,
            names: InternedNames::new(scope, reader),
            capture: Capture::default(),
            known: Identities::default(),
            queue: VecDeque::new(),
            primitives: FxHashMap::default(),
            bulk_reader: None,
            module_ids: FxHashMap::default(),
            modules: Vec::new(),
            cell_index: CellIndex::default(),
            scopes: FxHashMap::default(),
            namespaces: FxHashMap::default(),
            wanted: FxHashMap::default(),
            imports: Identities::default(),
            import_ids: FxHashMap::default(),
            imported_values: Vec::new(),
            method_homes: MethodHomes::default(),
            pending: Vec::new(),
        }
    }

    /// Captures everything that is reachable from `root`.
    pub fn run(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        root: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<()> {
        let root = self.value(scope, root, Origin::Root, Need::All)?;
        self.capture.root = Some(root);
        loop {
            while let Some((id, object)) = self.queue.pop_front() {
                match v8::Local::<v8::Function>::try_from(object) {
                    Ok(function) => self.function(scope, id, function)?,
                    Err(_) if self.may_be_data(scope, id, object) => {
                        self.data(scope, id, object)?;
                    }
                    Err(_) => self.object(scope, id, object)?,
                }
            }
            if !self.resolve_methods(scope)? {
                return self.check_additions(scope);
            }
        }
    }

    /// Returns the id of `value`, and queues the value if it is new.
    pub fn value(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        origin: Origin,
        need: Need<'_>,
    ) -> CaptureResult<ValueId> {
        if !value.is_object() {
            return self.primitive(scope, value, origin);
        }
        let mut value = value;
        for _ in 0..MAX_HOOKS {
            if let Some(&id) = self.known.get(value) {
                self.need(value, id, need);
                return Ok(id);
            }
            match self.replaced(scope, value, &origin)? {
                Replacement::None => return self.capture_new(scope, value, origin, need),
                Replacement::Captured(id) => return Ok(id),
                Replacement::Value(other) if !other.is_object() => {
                    let id = self.primitive(scope, other, origin)?;
                    self.known.insert(value, id);
                    return Ok(id);
                }
                Replacement::Value(other) => value = other,
            }
        }
        Err(self.refuse_new(origin, Problem::EndlessHook))
    }

    /// Captures a new object that is not replaced.
    fn capture_new(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        origin: Origin,
        need: Need<'_>,
    ) -> CaptureResult<ValueId> {
        if let Some(id) = self.capture_builtin_or_import(value, &origin) {
            return Ok(id);
        }
        let id = self.add(Captured::Undefined, origin);
        self.known.insert(value, id);
        let Ok(object) = v8::Local::<v8::Object>::try_from(value) else {
            return Ok(id);
        };
        if let Some(class) = self.class_of_prototype(scope, object) {
            let class = self.value(scope, class, member(id, ".constructor"), Need::All)?;
            self.capture.values[id.0 as usize] = Captured::PrototypeOf(class);
            return Ok(id);
        }
        if let Need::Members(members) = need
            && self.is_divisible(scope, object)
        {
            self.wanted.insert(id, members.to_vec());
        }
        self.queue.push_back((id, object));
        Ok(id)
    }

    /// The id of an object that is neither replaced by a hook nor the prototype of a class; the
    /// whole object is captured.
    pub fn capture_plain(
        &mut self,
        value: v8::Local<'s, v8::Value>,
        origin: impl FnOnce() -> Origin,
    ) -> ValueId {
        if let Some(&id) = self.known.get(value) {
            self.need(value, id, Need::All);
            return id;
        }
        let origin = origin();
        if let Some(id) = self.capture_builtin_or_import(value, &origin) {
            return id;
        }
        let id = self.add(Captured::Undefined, origin);
        self.known.insert(value, id);
        if let Ok(object) = value.try_into() {
            self.queue.push_back((id, object));
        }
        id
    }

    /// Captures a built-in object or an import.
    fn capture_builtin_or_import(
        &mut self,
        value: v8::Local<'s, v8::Value>,
        origin: &Origin,
    ) -> Option<ValueId> {
        let id = if let Some(path) = self.globals.path(value) {
            let captured = Captured::Global(path.to_owned());
            self.add(captured, origin.clone())
        } else {
            let (specifier, imported) = self.imports.get(value).cloned()?;
            self.import(specifier, imported, origin.clone())
        };
        self.known.insert(value, id);
        Some(id)
    }

    /// Extends what is needed of a known value.
    fn need(&mut self, value: v8::Local<'s, v8::Value>, id: ValueId, need: Need<'_>) {
        let Some(wanted) = self.wanted.get_mut(&id) else {
            return;
        };
        let is_more = match need {
            Need::All => self.wanted.remove(&id).is_some(),
            Need::Members(members) => {
                let mut is_more = false;
                for member in members {
                    if !wanted.contains(member) {
                        wanted.push(member.clone());
                        is_more = true;
                    }
                }
                is_more
            }
        };
        if is_more && let Ok(object) = value.try_into() {
            self.queue.push_back((id, object));
        }
    }

    pub fn import(&mut self, specifier: String, imported: Imported, origin: Origin) -> ValueId {
        let key = (specifier, imported);
        if let Some(&id) = self.import_ids.get(&key) {
            return id;
        }
        let captured = Captured::Import {
            specifier: key.0.clone(),
            imported: key.1.clone(),
        };
        let id = self.add(captured, origin);
        self.import_ids.insert(key, id);
        id
    }

    fn primitive(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        origin: Origin,
    ) -> CaptureResult<ValueId> {
        let captured = if let Ok(text) = v8::Local::<v8::String>::try_from(value) {
            string_value(scope, text)
        } else if let Ok(number) = v8::Local::<v8::Number>::try_from(value) {
            Captured::Number(number.value())
        } else if value.is_undefined() {
            Captured::Undefined
        } else if value.is_null() {
            Captured::Null
        } else if value.is_boolean() {
            Captured::Bool(value.is_true())
        } else if value.is_big_int() {
            Captured::BigInt(value.to_rust_string_lossy(scope))
        } else if value.is_symbol() {
            return Ok(self.symbol(scope, value, origin));
        } else {
            return Err(self.refuse_new(origin, Problem::Native));
        };
        Ok(self.constant(captured, || origin))
    }

    /// The id of a primitive.
    pub fn constant(&mut self, captured: Captured, origin: impl FnOnce() -> Origin) -> ValueId {
        let key = key_of(&captured);
        if let Some(&known) = self.primitives.get(&key)
            && is_same(&self.capture.values[known.0 as usize], &captured)
        {
            return known;
        }
        let id = self.add(captured, origin());
        self.primitives.insert(key, id);
        id
    }

    fn symbol(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        origin: Origin,
    ) -> ValueId {
        if let Some(&id) = self.known.get(value) {
            return id;
        }
        let captured = if let Some(path) = self.globals.path(value) {
            Captured::Global(path.to_owned())
        } else if let Some(key) = self.reader.registered(scope, value) {
            Captured::RegisteredSymbol(key)
        } else {
            let symbol = v8::Local::<v8::Symbol>::try_from(value).ok();
            let description = symbol.map(|it| it.description(scope));
            let description = description.filter(|it| it.is_string());
            Captured::UniqueSymbol(description.map(|it| it.to_rust_string_lossy(scope)))
        };
        let id = self.add(captured, origin);
        self.known.insert(value, id);
        id
    }

    pub fn add(&mut self, captured: Captured, origin: Origin) -> ValueId {
        let id = ValueId(u32::try_from(self.capture.values.len()).unwrap_or(u32::MAX));
        self.capture.values.push(captured);
        self.capture.origins.push(origin);
        id
    }

    pub fn origin_of(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        function: v8::Local<v8::Function>,
    ) -> FunctionOrigin {
        self.context.modules.of(scope, function)
    }

    /// Scans the global object again for additions.
    pub fn renew_globals(&mut self, scope: &mut v8::PinScope<'s, '_>) -> bool {
        if self.are_globals_fresh {
            return false;
        }
        self.are_globals_fresh = true;
        self.globals = self.context.renew_globals(scope, self.reader);
        true
    }

    pub fn refuse_new(&mut self, origin: Origin, problem: Problem) -> Failure {
        let id = self.add(Captured::Undefined, origin);
        self.refuse(id, problem)
    }

    /// The error for a value that cannot be captured.
    pub fn refuse(&self, value: ValueId, problem: Problem) -> Failure {
        let position = self
            .place(value)
            .map(|(module, offset)| module.source_position(offset));
        Failure::Refused(Box::new(CaptureError {
            chain: self.capture.chain(value),
            position,
            problem,
        }))
    }

    /// The innermost function or variable use on the path to a value.
    fn place(&self, value: ValueId) -> Option<(&Module, usize)> {
        let mut at = value;
        for _ in 0..=self.capture.values.len() {
            if let Captured::Function(function) = &self.capture.values[at.0 as usize] {
                let module = &self.modules.get(function.module.0 as usize)?.module;
                return Some((module, module.analysis.unit(function.unit).span.start));
            }
            match &self.capture.origins[at.0 as usize] {
                Origin::Root => return None,
                Origin::Member(owner, _) => at = *owner,
                Origin::Cell(cell) => {
                    let cell = &self.capture.cells[cell.0 as usize];
                    let Captured::Function(user) = &self.capture.values[cell.used_by.0 as usize]
                    else {
                        return None;
                    };
                    let module = &self.modules.get(user.module.0 as usize)?.module;
                    return Some((module, cell.used_at));
                }
            }
        }
        None
    }
}

/// The replacement of a value.
pub enum Replacement<'s> {
    None,
    Value(v8::Local<'s, v8::Value>),
    Captured(ValueId),
}

/// The origin of a part of `owner`, with `text` as path suffix.
pub fn member(owner: ValueId, text: impl Into<String>) -> Origin {
    Origin::Member(owner, text.into())
}
