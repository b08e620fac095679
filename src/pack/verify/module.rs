//! Verifies one module: its scopes, and where each of its parts may stand.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use lumi_closure::node_members::is_pure_node_member;

use crate::closure_text::{captured_names, declared_name, is_plain};
use crate::il::{
    At, Capture, Captured, Closure, ClosureShape, ExportTarget, Module, Slot, Statement,
    StatementKind, Token,
};
use crate::intrinsics::{is_identifier, is_intrinsic, is_variable_name};
use crate::print::bound;

use super::step::{Step, path_text};
use super::violation::{Rule, Violation};

/// More violations of one package are not shown.
pub const MAX_VIOLATIONS: usize = 100;

/// The facts that modules of a package know of each other.
pub struct World<'a> {
    pub exports: HashMap<&'a str, HashMap<&'a str, &'a ExportTarget>>,
    pub data: HashSet<&'a str>,
    pub packages: HashSet<&'a str>,
    pub texts: &'a BTreeMap<String, String>,
}

/// The kinds of code that may stand at a place.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub in_function: bool,
    pub may_await: bool,
    pub may_yield: bool,
    pub in_loop: bool,
    pub in_switch: bool,
    pub in_method: bool,
    pub in_derived_constructor: bool,
    pub is_top: bool,
}

pub struct ModuleVerifier<'a> {
    pub module: &'a Module,
    pub world: &'a World<'a>,
    file: &'a str,
    scopes: Vec<HashMap<&'a str, Slot>>,
    declared: Vec<bool>,
    aliases: HashMap<&'a str, &'a Token>,
    tokens: HashSet<&'a Token>,
    pub private_names: Vec<HashSet<&'a str>>,
    pub labels: Vec<&'a str>,
    path: Vec<Step>,
    pub at: At,
    pub place: Place,
    pub defaults: usize,
    pub violations: Vec<Violation>,
}

impl<'a> ModuleVerifier<'a> {
    pub fn new(module: &'a Module, file: &'a str, world: &'a World<'a>) -> Self {
        Self {
            module,
            world,
            file,
            scopes: Vec::new(),
            declared: vec![false; module.locals.len()],
            aliases: HashMap::new(),
            tokens: HashSet::new(),
            private_names: Vec::new(),
            labels: Vec::new(),
            path: Vec::new(),
            at: At::default(),
            place: Place::default(),
            defaults: 0,
            violations: Vec::new(),
        }
    }

    pub fn verify(mut self) -> Vec<Violation> {
        self.imports();
        self.place = Place {
            may_await: true,
            is_top: true,
            ..Place::default()
        };
        self.types();
        let module = self.module;
        self.scope(|this| {
            this.declare_all(&module.body);
            this.within(Step::Member("body"), |this| this.statements(&module.body));
            this.exports();
        });
        if let Some(slot) = self.declared.iter().position(|it| !it) {
            self.broken(Rule::Slots, format!("the slot {slot} is declared nowhere"));
        }
        self.violations
    }

    pub fn broken(&mut self, rule: Rule, message: impl Into<String>) {
        if self.violations.len() >= MAX_VIOLATIONS {
            return;
        }
        let position =
            (self.at.line > 0).then(|| (self.file.to_owned(), self.at.line, self.at.column));
        self.violations.push(Violation {
            rule,
            module: Some(self.module.name.clone()),
            node: path_text(&self.path),
            position,
            message: message.into(),
        });
    }

    pub fn within<T>(&mut self, step: Step, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = work(self);
        self.path.pop();
        result
    }

    pub fn at_place<T>(&mut self, place: Place, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let result = work(self);
        self.place = before;
        result
    }

    pub fn scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let result = work(self);
        self.scopes.pop();
        result
    }

    fn imports(&mut self) {
        let module = self.module;
        for (index, import) in module.imports.iter().enumerate() {
            self.path = vec![Step::Member("imports"), Step::Index(index)];
            self.resolve(&import.token, import.is_type);
            if import.alias.is_empty() {
                continue;
            }
            if !is_variable_name(&import.alias) {
                self.broken(
                    Rule::Names,
                    format!(
                        "`{}` is not a name of an import",
                        import.alias.escape_debug()
                    ),
                );
            }
            if !import.is_type {
                self.tokens.insert(&import.token);
            }
            if self.aliases.insert(&import.alias, &import.token).is_some() {
                self.broken(
                    Rule::Names,
                    format!("two imports have the name `{}`", import.alias),
                );
            }
        }
        self.path.clear();
    }

    /// A token of an import or export must be one of a member that is there.
    fn resolve(&mut self, token: &Token, is_type: bool) {
        if !token.is_whole()
            || !token
                .text()
                .chars()
                .all(|it| !it.is_control() && it != '\\' && it != '"')
        {
            return self.broken(
                Rule::Tokens,
                format!("`{}` is not a token", token.text().escape_debug()),
            );
        }
        let name_is_plain = token.is_namespace() || is_identifier(token.name());
        if !name_is_plain {
            return self.broken(Rule::Tokens, format!("`{token}` does not name a member"));
        }
        if !token.is_own() {
            let is_known = matches!(token.package(), "lumi" | "node")
                || self.world.packages.contains(token.package());
            if !is_known {
                self.broken(
                    Rule::Dependencies,
                    format!(
                        "`{token}` is of the package {}, on which this one does not depend",
                        token.package()
                    ),
                );
            }
            return;
        }
        let is_data = self.world.data.contains(token.module());
        let is_member = match self.world.exports.get(token.module()) {
            Some(exports) => token.is_namespace() || is_type || exports.contains_key(token.name()),
            None => is_data && matches!(token.name(), "default" | "*"),
        };
        // Types alone may come from modules that are not evaluated.
        if !is_member && !is_type {
            self.broken(
                Rule::Tokens,
                format!("`{token}` does not exist in this package"),
            );
        }
    }

    /// Declares what statements declare in their block.
    pub fn declare_all(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Variable { pattern, .. } => {
                    let mut slots = Vec::new();
                    bound(pattern, &mut slots);
                    slots.into_iter().for_each(|it| self.declare(it));
                }
                StatementKind::Function { slot, .. }
                | StatementKind::Class { slot, .. }
                | StatementKind::Closure { slot, .. }
                | StatementKind::Enum { slot, .. } => self.declare(*slot),
                _ => {}
            }
        }
    }

    pub fn declare(&mut self, slot: Slot) {
        let module = self.module;
        let Some(local) = module.locals.get(slot as usize) else {
            return self.broken(Rule::Slots, format!("the slot {slot} does not exist"));
        };
        let name = local.name.as_str();
        if std::mem::replace(&mut self.declared[slot as usize], true) {
            self.broken(
                Rule::Slots,
                format!("the slot {slot} (`{name}`) is declared twice"),
            );
        }
        if !is_variable_name(name) {
            self.broken(
                Rule::Names,
                format!("`{}` is not a name of a variable", name.escape_debug()),
            );
        }
        let is_top = self.scopes.len() == 1;
        if is_top && self.aliases.contains_key(name) {
            self.broken(Rule::Names, format!("`{name}` is an import, too"));
        }
        let is_taken = self
            .scopes
            .last_mut()
            .is_some_and(|it| it.insert(name, slot).is_some());
        if is_taken {
            self.broken(Rule::Names, format!("`{name}` is declared twice here"));
        }
    }

    /// A block of a function may not declare the names of its parameters again.
    pub fn not_in_outer_scope(&mut self, statements: &[Statement]) {
        let Some(outer) = self.scopes.last() else {
            return;
        };
        let mut slots = Vec::new();
        for statement in statements {
            match &statement.kind {
                StatementKind::Variable { pattern, .. } => bound(pattern, &mut slots),
                StatementKind::Function { slot, .. }
                | StatementKind::Class { slot, .. }
                | StatementKind::Closure { slot, .. }
                | StatementKind::Enum { slot, .. } => slots.push(*slot),
                _ => {}
            }
        }
        let names = slots
            .iter()
            .filter_map(|it| self.module.locals.get(*it as usize));
        let taken = names
            .map(|it| it.name.as_str())
            .find(|it| outer.contains_key(it));
        if let Some(name) = taken {
            let message = format!("`{name}` is declared as a parameter and in the block");
            self.broken(Rule::Names, message);
        }
    }

    fn visible(&self, name: &str) -> Option<Slot> {
        self.scopes
            .iter()
            .rev()
            .find_map(|it| it.get(name).copied())
    }

    pub fn local(&mut self, slot: Slot) {
        let Some(local) = self.module.locals.get(slot as usize) else {
            return self.broken(Rule::Slots, format!("the slot {slot} does not exist"));
        };
        match self.visible(&local.name) {
            Some(it) if it == slot => {}
            Some(_) => self.broken(
                Rule::Names,
                format!("`{}` is another variable here", local.name),
            ),
            None => self.broken(
                Rule::Slots,
                format!("the slot {slot} (`{}`) is not declared here", local.name),
            ),
        }
    }

    /// The token of an expression must be imported, under a name that no variable hides.
    pub fn token(&mut self, token: &Token) {
        if token.package() == "node" && !is_pure_node_member(token.module(), token.name()) {
            return self.broken(Rule::Tokens, format!("`{token}` is for closures alone"));
        }
        self.imported(token);
    }

    /// A token must be imported, under a name that no variable hides.
    pub fn imported(&mut self, token: &Token) {
        let module = self.module;
        let find = |wanted: &Token| {
            let mut imports = module.imports.iter();
            let found =
                imports.find(|it| it.token == *wanted && !it.alias.is_empty() && !it.is_type);
            found.map(|it| it.alias.as_str())
        };
        let direct = match self.tokens.contains(token) {
            true => find(token),
            false => None,
        };
        let alias = direct.or_else(|| find(&token.sibling("*")));
        match alias {
            None => self.broken(Rule::Tokens, format!("`{token}` is not imported")),
            Some(alias) if self.visible(alias).is_some() => {
                self.broken(
                    Rule::Names,
                    format!("`{alias}` is a variable here, not the import"),
                );
            }
            Some(_) if direct.is_none() => self.resolve(token, false),
            Some(_) => {}
        }
    }

    pub fn intrinsic(&mut self, name: &str) {
        if !is_intrinsic(name) {
            return self.broken(
                Rule::Intrinsics,
                format!("`{}` is not an intrinsic", name.escape_debug()),
            );
        }
        self.hidden(name.split('.').next().unwrap_or(name));
    }

    /// A name that means an intrinsic must not be one of the module.
    pub fn hidden(&mut self, object: &str) {
        if self.visible(object).is_some() || self.aliases.contains_key(object) {
            self.broken(
                Rule::Names,
                format!("`{object}` is a variable here, not the intrinsic"),
            );
        }
    }

    /// The text of a closure is one function or class, and captures what it says.
    pub fn closure(&mut self, closure: &'a Closure, declares: Option<Slot>) {
        self.at = closure.at;
        let world = self.world;
        let Some(text) = world.texts.get(&closure.text) else {
            return self.broken(Rule::Closures, "the text of the closure is missing");
        };
        let free = match captured_names(text, closure.shape) {
            Ok(free) => free,
            Err(message) => {
                return self.broken(
                    Rule::Closures,
                    format!("the text of the closure is refused: {message}"),
                );
            }
        };
        if !is_plain(text, closure.shape) {
            let message =
                "the text of the closure has more than a function or a class in JavaScript";
            self.broken(Rule::Closures, message);
        }
        match (closure.shape, declares) {
            (ClosureShape::Declaration, Some(slot)) => {
                let name = self
                    .module
                    .locals
                    .get(slot as usize)
                    .map(|it| it.name.as_str());
                if declared_name(text) != name {
                    self.broken(
                        Rule::Closures,
                        "the text of the closure declares another name",
                    );
                }
            }
            (ClosureShape::Declaration, None) | (_, Some(_)) => {
                self.broken(Rule::Closures, "a closure of this shape cannot stand here");
            }
            (ClosureShape::Expression | ClosureShape::Method, None) => {}
        }
        self.captures(closure, &free);
    }

    /// The free names of the text that mean something here are captured, and nothing else is.
    fn captures(&mut self, closure: &'a Closure, free: &BTreeSet<String>) {
        for Capture { name, value } in &closure.captures {
            if !free.contains(name) {
                self.broken(
                    Rule::Closures,
                    format!("the closure does not use `{}`", name.escape_debug()),
                );
            }
            let is_bound = match value {
                Captured::Local(slot) => self.visible(name) == Some(*slot),
                Captured::Token(token) => {
                    self.visible(name).is_none() && self.aliases.get(name.as_str()) == Some(&token)
                }
            };
            if !is_bound {
                self.broken(
                    Rule::Closures,
                    format!("`{}` is not what the closure captures", name.escape_debug()),
                );
            }
        }
        let captured: HashSet<&str> = closure.captures.iter().map(|it| it.name.as_str()).collect();
        let secret = free.iter().find(|it| {
            let is_visible = self.visible(it).is_some() || self.aliases.contains_key(it.as_str());
            is_visible && !captured.contains(it.as_str())
        });
        if let Some(name) = secret {
            self.broken(
                Rule::Closures,
                format!("the closure uses `{name}`, and does not say so"),
            );
        }
    }

    fn exports(&mut self) {
        let module = self.module;
        if !module.exports.is_sorted_by(|a, b| a.name < b.name) {
            self.broken(
                Rule::Exports,
                "the exports are not sorted, or one is there twice",
            );
        }
        let mut has_default = false;
        for (index, export) in module.exports.iter().enumerate() {
            self.path = vec![Step::Member("exports"), Step::Index(index)];
            self.at = At::default();
            if !is_identifier(&export.name) {
                self.broken(
                    Rule::Exports,
                    format!(
                        "`{}` is not a name of an export",
                        export.name.escape_debug()
                    ),
                );
            }
            match &export.value {
                ExportTarget::Local(slot) => self.local(*slot),
                ExportTarget::Token(token) => {
                    if !module
                        .imports
                        .iter()
                        .any(|it| it.token == *token && !it.is_type)
                    {
                        self.broken(
                            Rule::Exports,
                            format!("`{token}` is exported, and not imported"),
                        );
                    }
                }
                ExportTarget::Default => has_default = export.name == "default",
            }
        }
        self.path.clear();
        if self.defaults != usize::from(has_default) {
            self.broken(
                Rule::Exports,
                "the module must have one default value if it exports one",
            );
        }
    }
}
