//! Captures the variables of functions.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::analysis::{Analysis, Binding, BindingId, BindingKind, Imported, UnitId};
use lumi_closure::capture::{Cell, CellId, ModuleId, Origin, ValueId};
use lumi_closure::instrument::cell_name;
use lumi_node::string;

use super::capture_builder::{CaptureBuilder, CaptureResult, CapturedModule, Need};
use super::cell_index::CellKey;
use super::error::Problem;
use super::module::{Module, Use};
use super::modules::{FunctionOrigin, Source};
use super::variable_reader::Variable;

/// A function whose variables are captured.
pub struct Closure<'s> {
    pub id: ValueId,
    pub function: v8::Local<'s, v8::Function>,
    pub module: ModuleId,
    /// Its scopes without the module scope, innermost first; `None` until needed.
    pub scopes: Option<Vec<v8::Local<'s, v8::Object>>>,
    /// Whether the scopes were read from V8.
    pub is_read: bool,
}

/// The members that are used of a variable with one value, or the whole value.
fn needed_part<'u>(used: &'u Use, kind: &BindingKind) -> Need<'u> {
    match (&used.members, kind) {
        (Some(members), BindingKind::Const | BindingKind::Import { .. }) => Need::Members(members),
        _ => Need::All,
    }
}

/// The declaration of a variable.
enum VariableHome<'m> {
    /// In a module that the emitted one imports: its specifier, and what it exports.
    Import(&'m str, &'m Imported),
    /// At the top of a captured module.
    Module { key: CellKey, is_assigned: bool },
    /// In a function or a block.
    Function,
}

impl<'s> Closure<'s> {
    /// `scopes` are those shared with a function inspected before.
    pub fn new(
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
        module: ModuleId,
        scopes: Option<Vec<v8::Local<'s, v8::Object>>>,
    ) -> Self {
        Self {
            id,
            function,
            module,
            scopes,
            is_read: false,
        }
    }
}

impl<'s> CaptureBuilder<'s, '_> {
    pub fn module_id(
        &mut self,
        module: &Rc<Module>,
        sample: Option<v8::Local<'s, v8::Function>>,
    ) -> ModuleId {
        let key = Rc::as_ptr(module);
        if let Some(&id) = self.module_ids.get(&key) {
            let seen = &mut self.modules[id.0 as usize];
            seen.sample = seen.sample.or(sample);
            return id;
        }
        let id = ModuleId(u32::try_from(self.modules.len()).unwrap_or(u32::MAX));
        self.module_ids.insert(key, id);
        self.modules.push(CapturedModule {
            module: Rc::clone(module),
            variables: None,
            sample,
        });
        self.capture.modules.push(module.analysis.clone());
        id
    }

    fn analysis(&self, module: ModuleId) -> &Analysis {
        &self.modules[module.0 as usize].module.analysis
    }

    /// The cells of a function's free variables.
    pub fn cells(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        unit: UnitId,
    ) -> CaptureResult<Vec<(BindingId, CellId)>> {
        let module = Rc::clone(&self.modules[closure.module.0 as usize].module);
        let uses = module.uses(unit);
        let mut cells = Vec::with_capacity(uses.len());
        for used in uses.iter() {
            let cell = self.cell(scope, closure, &module, used)?;
            cells.push((used.binding, cell));
        }
        Ok(cells)
    }

    fn cell(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        module: &Rc<Module>,
        used: &Use,
    ) -> CaptureResult<CellId> {
        let binding = module.analysis.binding(used.binding);
        if module.analysis.is_require(used.binding) {
            let id = self.new_cell(closure, &binding.name, false, used.offset);
            return Err(self.refuse_new(Origin::Cell(id), Problem::Requires));
        }
        let (key, is_assigned) = match self.home(closure, module, used) {
            VariableHome::Import(specifier, imported) => {
                return self.import_cell(scope, closure, used, specifier, imported);
            }
            VariableHome::Module { key, is_assigned } => (Some(key), is_assigned),
            VariableHome::Function => (None, binding.is_assigned),
        };
        let need = match is_assigned {
            true => Need::All,
            false => needed_part(used, &binding.kind),
        };
        if let Some(key) = &key
            && let Some(known) = self.cell_index.get(key)
        {
            let value = self.capture.cells[known.0 as usize].value;
            if self.wanted.contains_key(&value)
                && let Variable::Value(it) = self.variable(scope, closure, &binding.name, true)?
            {
                self.value(scope, it, Origin::Cell(known), need)?;
            }
            return Ok(known);
        }
        let id = self.new_cell(closure, &binding.name, is_assigned, used.offset);
        let found = self.variable(scope, closure, &binding.name, key.is_some())?;
        let found = found.known(&binding.name);
        let found = found.map_err(|problem| self.refuse_new(Origin::Cell(id), problem))?;
        let value = self.value(scope, found, Origin::Cell(id), need)?;
        self.note_scopes(scope, closure, binding, found, value);
        let key = match key {
            Some(key) => key,
            None if !is_assigned => CellKey::Constant(closure.module, used.binding, value),
            None => self.entry(scope, closure, used.binding, binding.block)?,
        };
        if let Some(known) = self.cell_index.get(&key) {
            // The new cell has no references: the value was already known.
            self.capture.cells.pop();
            return Ok(known);
        }
        self.capture.cells[id.0 as usize].value = value;
        self.cell_index.insert(key, id);
        if let Some(url) = self.context.modules.namespace(module, &binding.kind) {
            self.namespaces.insert(value, url);
        }
        Ok(id)
    }

    /// The identity of a variable before its value is known.
    fn home<'m>(
        &mut self,
        closure: &Closure<'s>,
        module: &'m Rc<Module>,
        used: &Use,
    ) -> VariableHome<'m> {
        let binding = module.analysis.binding(used.binding);
        let own = VariableHome::Module {
            key: CellKey::Module(closure.module, used.binding),
            is_assigned: binding.is_assigned,
        };
        match &binding.kind {
            BindingKind::Import {
                specifier,
                imported,
            } => match self.context.modules.source(module, used.binding) {
                Source::Outside => VariableHome::Import(specifier, imported),
                Source::Variable(source, variable) => VariableHome::Module {
                    is_assigned: source.analysis.binding(variable).is_assigned,
                    key: CellKey::Module(self.module_id(&source, None), variable),
                },
                Source::Value => own,
            },
            _ if binding.declared_in.is_none() && binding.block.is_none() => own,
            _ => VariableHome::Function,
        }
    }

    /// Records the scopes of a constant that holds a function: they are the enclosing function's
    /// scopes from the declaration outwards. This saves an inspector request, the slowest part of a
    /// capture.
    fn note_scopes(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &Closure<'s>,
        binding: &Binding,
        value: v8::Local<'s, v8::Value>,
        id: ValueId,
    ) {
        let (Some(unit), Some(scopes)) = (binding.function, &closure.scopes) else {
            return;
        };
        let Ok(function) = v8::Local::<v8::Function>::try_from(value) else {
            return;
        };
        let FunctionOrigin::Program(module, found) = self.origin_of(scope, function) else {
            return;
        };
        let seen = &self.modules[closure.module.0 as usize];
        if found != unit || !Rc::ptr_eq(&module, &seen.module) {
            return;
        }
        let name = string(scope, &binding.name).into();
        let mut variables = scopes.iter();
        let at = variables.position(|it| it.has_own_property(scope, name) == Some(true));
        if let Some(at) = at {
            self.scopes.insert(id, scopes[at..].to_vec());
        }
    }

    /// The cell of a reassigned variable that `owner`, a namespace, exports. Returns whether the
    /// cell is new, so that its value must still be captured.
    pub fn live_cell(
        &mut self,
        owner: ValueId,
        (module, variable): (Rc<Module>, BindingId),
    ) -> (CellId, bool) {
        let name = module.analysis.binding(variable).name.clone();
        let key = CellKey::Module(self.module_id(&module, None), variable);
        if let Some(known) = self.cell_index.get(&key) {
            return (known, false);
        }
        let id = CellId(u32::try_from(self.capture.cells.len()).unwrap_or(u32::MAX));
        self.capture.cells.push(Cell {
            name,
            is_assigned: true,
            value: owner,
            used_by: owner,
            used_at: 0,
        });
        self.cell_index.insert(key, id);
        (id, true)
    }

    fn new_cell(
        &mut self,
        closure: &Closure<'s>,
        name: &str,
        is_assigned: bool,
        used_at: usize,
    ) -> CellId {
        let id = CellId(u32::try_from(self.capture.cells.len()).unwrap_or(u32::MAX));
        self.capture.cells.push(Cell {
            name: name.to_owned(),
            is_assigned,
            value: closure.id,
            used_by: closure.id,
            used_at,
        });
        id
    }

    fn import_cell(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        used: &Use,
        specifier: &str,
        imported: &Imported,
    ) -> CaptureResult<CellId> {
        let key = CellKey::Module(closure.module, used.binding);
        if let Some(known) = self.cell_index.get(&key) {
            return Ok(known);
        }
        let name = self
            .analysis(closure.module)
            .binding(used.binding)
            .name
            .clone();
        let id = self.new_cell(closure, &name, false, used.offset);
        let value = self.import(specifier.to_owned(), imported.clone(), Origin::Cell(id));
        self.capture.cells[id.0 as usize].value = value;
        self.cell_index.insert(key, id);
        self.keep_import_value(scope, closure, &name, value, specifier)?;
        Ok(id)
    }

    /// The block entry that a reassigned variable belongs to.
    fn entry(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        binding: BindingId,
        block: Option<usize>,
    ) -> CaptureResult<CellKey> {
        let own = CellKey::Own(closure.module, binding, closure.id);
        let Some(block) = block else {
            return Ok(own);
        };
        let marker = cell_name(block);
        let Variable::Value(marker) = self.variable(scope, closure, &marker, false)? else {
            return Ok(own);
        };
        let entry = self.cell_index.entry(marker);
        Ok(CellKey::Entry(closure.module, binding, entry))
    }
}
