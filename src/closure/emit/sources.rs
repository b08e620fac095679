//! A cache of the modules that functions come from, shared by the closures of a program.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deno_ast::swc::sourcemap::SourceMap;

use crate::analysis::{Analysis, UnitId};
use crate::capture::ModuleId;

use super::code::Code;
use super::slice::Replacements;
use super::syntax::{Syntax, find};

/// Modules by identity.
#[derive(Default)]
pub struct Sources(HashMap<usize, Source>);

/// A module with cached texts.
pub struct Source {
    analysis: Arc<Analysis>,
    syntax: HashMap<UnitId, Option<Arc<Syntax>>>,
    /// The latest text of each function at each depth, which is usually the next one, too.
    texts: HashMap<(UnitId, usize), (Replacements, Code)>,
    /// The map from the analysed text to the user's file, if they differ.
    pub map: Option<SourceMap>,
    /// Names of variables in functions.
    pub inner: Arc<HashSet<String>>,
}

impl Sources {
    pub fn of(&mut self, analysis: &Arc<Analysis>) -> &mut Source {
        // The address is not reused while the entry holds the analysis.
        let address = Arc::as_ptr(analysis).addr();
        self.0
            .entry(address)
            .or_insert_with(|| Source::new(analysis))
    }
}

impl Source {
    fn new(analysis: &Arc<Analysis>) -> Self {
        let map = analysis.map.as_ref();
        // Captured code accesses variables of the module only through cells.
        let inner = analysis
            .bindings
            .iter()
            .filter(|it| it.declared_in.is_some())
            .map(|it| it.name.clone());
        Self {
            analysis: Arc::clone(analysis),
            syntax: HashMap::new(),
            texts: HashMap::new(),
            map: map.and_then(|it| SourceMap::from_slice(it.as_bytes()).ok()),
            inner: Arc::new(inner.collect()),
        }
    }

    pub fn syntax(&mut self, unit: UnitId) -> Option<Arc<Syntax>> {
        let syntax = self
            .syntax
            .entry(unit)
            .or_insert_with(|| find(&self.analysis, unit).map(Arc::new));
        syntax.clone()
    }

    /// The text of a function, with marks for `module`. `indent` is the depth of all lines but the
    /// first.
    pub fn text(
        &mut self,
        module: ModuleId,
        unit: UnitId,
        replacements: Replacements,
        indent: usize,
    ) -> Code {
        let place = (unit, indent);
        if let Some((known, code)) = self.texts.get(&place)
            && *known == replacements
        {
            let mut code = code.clone();
            code.marks.iter_mut().for_each(|it| it.module = module);
            return code;
        }
        let Some(syntax) = self.syntax(unit) else {
            unreachable!("BUG: a unit of the analysis has its syntax")
        };
        let mut syntax = Syntax::clone(&syntax);
        syntax.replace(&replacements);
        let code = syntax.print(module, indent);
        self.texts.insert(place, (replacements, code.clone()));
        code
    }
}
