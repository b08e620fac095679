//! A module with all modules that it calls.

use std::path::Path;

use indexmap::IndexMap;

use crate::syntax::{BodySchema, Diagnostic, Diagnostics};

use super::module::Module;
use super::module_call::ModuleCall;
use super::module_packages::{ModulePackages, NoPackages};
use super::module_reader::read_module;
use super::reading::unplaced;
use super::resource::Repetition;
use super::settings::implied_source;
use super::tree_calls::PendingModule;

/// A configuration with more modules than this is refused: folders that call each other twice would have no end.
const MOST_MODULES: usize = 10_000;

/// A module in a tree.
#[derive(Clone, Debug)]
pub struct ModuleNode {
    /// The names of the calls that lead to it.
    pub path: Vec<String>,
    pub parent: Option<usize>,
    pub module: Module,
    /// The modules that it calls, by the names of the calls.
    pub children: IndexMap<String, usize>,
}

/// The modules of a configuration; the first one is the root module, and callers come before what they call.
#[derive(Clone, Debug, Default)]
pub struct ModuleTree {
    pub nodes: Vec<ModuleNode>,
}

impl ModuleTree {
    /// Reads the module in a folder and those in folders that it calls; as much as can be read, and what is wrong with
    /// them.
    pub fn load(folder: &Path) -> (Self, Diagnostics) {
        Self::load_with(folder, &NoPackages)
    }

    /// Reads the module in a folder and all that it calls.
    pub fn load_with(folder: &Path, packages: &dyn ModulePackages) -> (Self, Diagnostics) {
        let mut tree = Self::default();
        let mut diagnostics = Diagnostics::default();
        let mut pending = std::collections::VecDeque::from([PendingModule::root(folder)]);
        while let Some(next) = pending.pop_front() {
            if tree.nodes.len() == MOST_MODULES {
                let detail = format!("a configuration has at most {MOST_MODULES} modules");
                diagnostics.push(unplaced("there are too many modules", detail));
                break;
            }
            pending.extend(tree.add(next, packages, &mut diagnostics));
        }
        for node in &tree.nodes {
            for (name, child) in &node.children {
                if let (Some(call), Some(child)) =
                    (node.module.calls.get(name), tree.nodes.get(*child))
                {
                    check_call(call, &child.module, &mut diagnostics);
                    check_passed(call, &node.module, &child.module, &mut diagnostics);
                }
            }
        }
        tree.check_repeated(&mut diagnostics);
        (tree, diagnostics)
    }

    /// Reads one module, and answers its calls.
    fn add(
        &mut self,
        next: PendingModule,
        packages: &dyn ModulePackages,
        diagnostics: &mut Diagnostics,
    ) -> Vec<PendingModule> {
        let index = self.nodes.len();
        let (module, found) = read_module(&next.folder, &next.shown_folder);
        diagnostics.extend(found);
        if let Some((parent, name)) = next.parent.zip(next.path.last())
            && let Some(parent) = self.nodes.get_mut(parent)
        {
            parent.children.insert(name.clone(), index);
        }
        let mut calls = Vec::new();
        for call in module.calls.values() {
            calls.extend(next.called(index, call, packages, diagnostics));
        }
        self.nodes.push(ModuleNode {
            path: next.path,
            parent: next.parent,
            module,
            children: IndexMap::new(),
        });
        calls
    }

    /// Checks that modules with providers of their own are called once, as are all modules around them.
    fn check_repeated(&self, diagnostics: &mut Diagnostics) {
        for node in &self.nodes {
            let Some(provider) = node.module.providers.values().next() else {
                continue;
            };
            let mut path = node.path.as_slice();
            let mut parent = node.parent;
            while let (Some((name, above)), Some(caller)) =
                (path.split_last(), parent.and_then(|it| self.nodes.get(it)))
            {
                if let Some(call) = caller.module.calls.get(name).filter(|it| is_repeated(it)) {
                    repeated(call, &provider.name, diagnostics);
                }
                path = above;
                parent = caller.parent;
            }
        }
    }

    pub fn root(&self) -> Option<&Module> {
        self.nodes.first().map(|it| &it.module)
    }
}

/// Checks the arguments of a call, and the providers of its module.
fn check_call(call: &ModuleCall, child: &Module, diagnostics: &mut Diagnostics) {
    let names: Vec<String> = child
        .variables
        .values()
        .map(|it| match it.default.is_none() {
            true => format!("{}!", it.name),
            false => it.name.clone(),
        })
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (_, found) = call.body.content(&BodySchema::new(&names, &[]));
    diagnostics.extend(found);
    let passed = |key: &(String, Option<String>)| {
        let all = call.providers.iter().flatten();
        all.map(|it| it.in_child.key()).any(|it| it == *key)
    };
    for required in child.settings.required_providers.values() {
        for alias in required.aliases.iter().filter(|it| !passed(&it.key())) {
            let detail = format!("the module needs `{}` in `providers`", alias.text());
            diagnostics.push(Diagnostic::error(
                "a provider is not passed",
                detail,
                &call.span,
            ));
        }
    }
}

fn is_repeated(call: &ModuleCall) -> bool {
    !matches!(call.repetition, Repetition::Once) || !call.depends_on.is_empty()
}

fn repeated(call: &ModuleCall, provider: &str, diagnostics: &mut Diagnostics) {
    let detail = format!(
        "the module, or one that it calls, has a block `provider \"{provider}\"` of its own, so that it cannot have \
         `count`, `for_each`, `enabled` and `depends_on`: move the block to the caller"
    );
    diagnostics.push(Diagnostic::error(
        "a module cannot be repeated",
        detail,
        &call.span,
    ));
}

/// Checks that a module has the providers that are passed to it, from the same source.
fn check_passed(call: &ModuleCall, caller: &Module, child: &Module, diagnostics: &mut Diagnostics) {
    let source = |module: &Module, name: &str| {
        let required = module.settings.required_providers.get(name);
        required.map_or_else(|| implied_source(name), |it| it.source.clone())
    };
    for passed in call.providers.iter().flatten() {
        let (inner, outer) = (&passed.in_child, &passed.in_parent);
        let required = child.settings.required_providers.get(&inner.name);
        let is_declared = inner.alias.is_none()
            || required.is_some_and(|it| it.aliases.iter().any(|it| it.key() == inner.key()));
        if !is_declared {
            let detail = format!(
                "the module does not declare `{}` in `configuration_aliases`",
                inner.text()
            );
            diagnostics.push(Diagnostic::error(
                "a provider cannot be passed",
                detail,
                &inner.span,
            ));
        }
        let (expected, actual) = (source(child, &inner.name), source(caller, &outer.name));
        if expected != actual {
            let detail = format!(
                "`{}` is `{expected}` in the module, and `{}` is `{actual}` here",
                inner.text(),
                outer.text()
            );
            diagnostics.push(Diagnostic::error(
                "a provider cannot be passed",
                detail,
                &inner.span,
            ));
        }
    }
}
