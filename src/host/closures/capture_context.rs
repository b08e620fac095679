//! State that the captures of one run share, created on first use.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use deno_core::v8;

use crate::inspector::SharedInspector;
use crate::modules::ModuleLoader;

use super::globals::Globals;
use super::inspector::Inspector;
use super::modules::Modules;
use super::reader::Reader;

pub struct CaptureContext {
    pub modules: Modules,
    reader: OnceCell<Option<Reader>>,
    globals: RefCell<Option<Rc<Globals>>>,
    inspector: RefCell<Option<Rc<Inspector>>>,
    /// The inspector that debuggers share.
    shared_inspector: RefCell<Option<SharedInspector>>,
}

impl CaptureContext {
    pub fn new(loader: Rc<ModuleLoader>) -> Self {
        Self {
            modules: Modules::new(loader),
            reader: OnceCell::new(),
            globals: RefCell::default(),
            inspector: RefCell::default(),
            shared_inspector: RefCell::default(),
        }
    }

    /// Makes captures use the inspector of debuggers. Must be called before the first capture.
    pub fn share_inspector(&self, inspector: Option<SharedInspector>) {
        *self.shared_inspector.borrow_mut() = inspector;
    }

    /// `None` if the program broke the built-in objects.
    pub fn reader(&self, scope: &mut v8::PinScope<'_, '_>) -> Option<&Reader> {
        self.reader.get_or_init(|| Reader::new(scope)).as_ref()
    }

    pub fn globals(&self, scope: &mut v8::PinScope<'_, '_>, reader: &Reader) -> Rc<Globals> {
        if let Some(known) = &*self.globals.borrow() {
            return Rc::clone(known);
        }
        self.renew_globals(scope, reader)
    }

    /// Scans the globals again: web APIs are created on first use.
    pub fn renew_globals(&self, scope: &mut v8::PinScope<'_, '_>, reader: &Reader) -> Rc<Globals> {
        let globals = Rc::new(Globals::new(scope, reader));
        *self.globals.borrow_mut() = Some(Rc::clone(&globals));
        globals
    }

    pub fn inspector(&self, scope: &mut v8::PinScope<'_, '_>) -> Option<Rc<Inspector>> {
        if let Some(known) = &*self.inspector.borrow() {
            return Some(Rc::clone(known));
        }
        let inspector = Rc::new(Inspector::new(
            scope,
            self.shared_inspector.borrow().clone(),
        )?);
        *self.inspector.borrow_mut() = Some(Rc::clone(&inspector));
        Some(inspector)
    }

    /// Releases the objects inspected during a capture.
    pub fn release(&self) {
        if let Some(inspector) = &*self.inspector.borrow() {
            inspector.release();
        }
    }

    /// Must be called before the isolate is dropped.
    pub fn close(&self, scope: &mut v8::PinScope<'_, '_>) {
        if let Some(inspector) = self.inspector.borrow_mut().take() {
            inspector.close(scope);
        }
        self.shared_inspector.borrow_mut().take();
    }
}
