//! Functions that the program put into objects which a bundle has from elsewhere: packages, modules of Node and
//! built-in objects. A bundle imports these as they are installed, without what the program did to them.
//!
//! Only functions show that they are the program's. Data that the program changed there, such as settings of a package, look
//! like the package's own.

use std::rc::Rc;

use deno_core::v8;
use rustc_hash::FxHashSet;

use lumi_closure::capture::{Captured, ValueId};

use super::capture_builder::{CaptureBuilder, CaptureResult, member};
use super::error::Problem;
use super::identities::Identities;
use super::modules::FunctionOrigin;
use super::variable_reader::Variable;
use super::variables::Closure;

/// Maximum number of keys in a path such as `kit.defaults.parse`.
const MAX_KEYS: usize = 4;

/// An import with its value in the program.
pub struct ImportedValue<'s> {
    id: ValueId,
    specifier: String,
    value: v8::Local<'s, v8::Value>,
}

/// The words in the text of the captured functions.
#[derive(Default)]
struct Words {
    all: FxHashSet<String>,
    /// Those behind a dot or a quotation mark: names of members. Any other word may be a variable.
    members: FxHashSet<String>,
}

impl Words {
    fn add(&mut self, text: &str) {
        let is_end = |it: char| !it.is_alphanumeric() && !matches!(it, '_' | '$');
        let mut before = None;
        for part in text.split_inclusive(is_end) {
            let word = part.trim_end_matches(is_end);
            if matches!(before, Some('.' | '"' | '\'' | '`')) && !self.members.contains(word) {
                self.members.insert(word.to_owned());
            }
            if !self.all.contains(word) {
                self.all.insert(word.to_owned());
            }
            before = part.chars().next_back();
        }
    }
}

impl<'s> CaptureBuilder<'s, '_> {
    /// Keeps the value of an import for [`check_additions`](Self::check_additions).
    pub fn keep_import_value(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        name: &str,
        id: ValueId,
        specifier: &str,
    ) -> CaptureResult<()> {
        // The objects of Lumi's modules are frozen, or belong to resources.
        if specifier == "lumi" || specifier.starts_with("lumi/") || specifier.starts_with("lumi:") {
            return Ok(());
        }
        if let Variable::Value(value) = self.variable(scope, closure, name, true)? {
            self.imported_values.push(ImportedValue {
                id,
                specifier: specifier.to_owned(),
                value,
            });
        }
        Ok(())
    }

    /// Refuses functions that name what the program put into imported and built-in objects.
    pub fn check_additions(&mut self, scope: &mut v8::PinScope<'s, '_>) -> CaptureResult<()> {
        let imports = std::mem::take(&mut self.imported_values);
        let globals = Rc::clone(&self.globals);
        if imports.is_empty() && globals.of_program().is_empty() {
            return Ok(());
        }
        let words = self.words();
        for (path, function) in globals.of_program() {
            let name = path.rsplit('.').next().unwrap_or(path);
            let function = v8::Local::new(scope, function);
            if words.members.contains(name) && self.is_of_program(scope, function.into()) {
                let root = self.capture.root.unwrap_or(ValueId(0));
                let problem = Problem::AddedToBuiltin(path.clone());
                return Err(self.refuse(root, problem));
            }
        }
        for import in imports {
            if let Some(path) = self.addition(scope, import.value, &words.all) {
                let path: String = path.iter().map(|it| format!(".{it}")).collect();
                let problem = Problem::AddedToImport(import.specifier);
                return Err(self.refuse_new(member(import.id, path), problem));
            }
        }
        Ok(())
    }

    /// The path to a function of the program in an object that is not the program's. All keys but `prototype` are words of
    /// the captured functions.
    fn addition(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        root: v8::Local<'s, v8::Value>,
        words: &FxHashSet<String>,
    ) -> Option<Vec<String>> {
        let mut seen = Identities::default();
        seen.insert(root, ());
        let mut waiting = vec![(root, Vec::new())];
        while let Some((value, path)) = waiting.pop() {
            let object = v8::Local::<v8::Object>::try_from(value).ok();
            let object = object.filter(|it| !it.is_proxy() && path.len() < MAX_KEYS);
            let members = object.and_then(|it| self.reader.members(scope, it));
            for raw in members.map(|it| it.1).unwrap_or_default() {
                let key = raw.key.to_rust_string_lossy(scope);
                let is_named = raw.key.is_string() && (key == "prototype" || words.contains(&key));
                let is_known =
                    seen.get(raw.value).is_some() || self.globals.path(raw.value).is_some();
                if !is_named || is_known || !raw.value.is_object() || key == "constructor" {
                    continue;
                }
                seen.insert(raw.value, ());
                let path: Vec<String> = path.iter().cloned().chain([key]).collect();
                if self.is_of_program(scope, raw.value) || self.is_of_program(scope, raw.setter) {
                    return Some(path);
                }
                if !raw.is_accessor() {
                    waiting.push((raw.value, path));
                }
            }
        }
        None
    }

    /// Whether a value is a function of the program.
    pub fn is_of_program(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
    ) -> bool {
        let function = v8::Local::<v8::Function>::try_from(value);
        function.is_ok_and(|it| matches!(self.origin_of(scope, it), FunctionOrigin::Program(..)))
    }

    fn words(&self) -> Words {
        let functions = self.capture.values.iter().filter_map(|it| match it {
            Captured::Function(function) => Some(function),
            _ => None,
        });
        let mut words = Words::default();
        for function in functions {
            let analysis = &self.capture.modules[function.module.0 as usize];
            let text = &analysis.code[analysis.unit(function.unit).span.clone()];
            words.add(text);
        }
        words
    }
}
