//! The walk over a module's syntax that finds variables, units and references.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::VisitWith;
use deno_ast::{ParsedSource, ProgramRef};

use super::binding::{Binding, BindingId, BindingKind};
use super::block::{Block, BlockEnd};
use super::member_chain::{Chain, MentionRoot};
use super::patterns::{names, plain_members};
use super::reference::{Reference, Role, Root};
use super::syntax::offset;
use super::unit::{Traits, Unit, UnitId, UnitKind};

/// Results and state of the walk.
#[derive(Default)]
pub struct Collector {
    pub bindings: Vec<Binding>,
    pub ids: Vec<Id>,
    pub units: Vec<Unit>,
    pub references: Vec<Reference>,
    pub blocks: Vec<Block>,
    pub known: HashMap<Id, BindingId>,
    /// The current unit.
    pub unit: Option<UnitId>,
    /// The block of the variables declared at this point.
    pub block: Option<usize>,
    /// The block of `var` declarations.
    pub function_block: Option<usize>,
    /// The units and the free variables that they have.
    used: HashSet<(UnitId, BindingId)>,
    /// References by name, resolved once all declarations are known.
    mentions: Vec<Mention>,
    /// Private names that enclosing classes declare, each with the unit around the class.
    pub private_names: Vec<(Option<UnitId>, BTreeSet<String>)>,
}

struct Mention {
    pub unit: Option<UnitId>,
    root: MentionRoot,
    path: Vec<String>,
    role: MentionRole,
    offset: usize,
}

#[derive(Clone)]
pub enum MentionRole {
    Read,
    Call,
    Write,
    Computed,
    Construct,
    Alias(Id),
    Argument {
        callee: MentionRoot,
        callee_path: Vec<String>,
        index: usize,
    },
    Member {
        path: Vec<String>,
        of: Box<MentionRole>,
    },
}

impl Collector {
    pub fn collect(parsed: &ParsedSource) -> Self {
        let mut collector = Self::default();
        if let ProgramRef::Module(module) = parsed.program_ref() {
            module.visit_with(&mut collector);
        }
        collector.resolve();
        collector
    }

    pub fn resolve(&mut self) {
        let unresolved: Vec<Mention> = std::mem::take(&mut self.mentions);
        for mention in unresolved {
            let root = self.root(&mention.root);
            match (root, &mention.root) {
                (Some(Root::Binding(binding)), _) => self.use_binding(binding, &mention),
                (None, MentionRoot::Name(id)) => self.use_global(&id.0, mention.unit),
                _ => {}
            }
            if let Some(root) = root {
                let role = self.role(mention.role);
                self.references.push(Reference {
                    unit: mention.unit,
                    root,
                    path: mention.path,
                    role,
                    offset: mention.offset,
                });
            }
        }
    }

    /// `None` for a name without a declaration in the module.
    fn root(&self, root: &MentionRoot) -> Option<Root> {
        match root {
            MentionRoot::This => Some(Root::This),
            MentionRoot::Super => Some(Root::Super),
            MentionRoot::Name(id) => self.known.get(id).copied().map(Root::Binding),
        }
    }

    pub fn role(&self, role: MentionRole) -> Role {
        match role {
            MentionRole::Read => Role::Read,
            MentionRole::Call => Role::Call,
            MentionRole::Write => Role::Write,
            MentionRole::Computed => Role::Computed,
            MentionRole::Construct => Role::Construct,
            MentionRole::Alias(id) => self
                .known
                .get(&id)
                .map_or(Role::Read, |&it| Role::Alias(it)),
            MentionRole::Argument {
                callee,
                callee_path,
                index,
            } => self
                .root(&callee)
                .map_or(Role::Read, |callee| Role::Argument {
                    callee,
                    callee_path,
                    index,
                }),
            MentionRole::Member { path, of } => match self.role(*of) {
                Role::Read => Role::Read,
                of => Role::Member {
                    path,
                    of: Box::new(of),
                },
            },
        }
    }

    /// Adds the variable to the free variables of every unit between the reference and the
    /// declaration.
    fn use_binding(&mut self, id: BindingId, mention: &Mention) {
        let declared_in = self.bindings[id.0 as usize].declared_in;
        let is_write = matches!(mention.role, MentionRole::Write) && mention.path.is_empty();
        let mut at = mention.unit;
        let mut is_captured = false;
        while at != declared_in
            && let Some(unit_id) = at
        {
            is_captured = true;
            let unit = &mut self.units[unit_id.0 as usize];
            let is_new = self.used.insert((unit_id, id));
            if is_new {
                unit.free.push(id);
            }
            // The units around this one have what it has.
            if !((is_write && unit.written.insert(id)) || is_new) {
                break;
            }
            at = unit.parent;
        }
        let binding = &mut self.bindings[id.0 as usize];
        binding.is_captured |= is_captured;
        binding.is_assigned |= is_write;
    }

    pub fn use_global(&mut self, name: &str, unit: Option<UnitId>) {
        let mut at = unit;
        while let Some(id) = at {
            let unit = &mut self.units[id.0 as usize];
            if !unit.globals.insert(name.to_owned()) {
                return;
            }
            at = unit.parent;
        }
    }

    pub fn declare(&mut self, id: Id, kind: BindingKind) {
        let is_var = matches!(kind, BindingKind::Var | BindingKind::Parameter);
        let block = if is_var {
            self.function_block
        } else {
            self.block
        };
        if let Some(&known) = self.known.get(&id) {
            // `var a; var a;` and a redeclared parameter are one variable.
            self.bindings[known.0 as usize].is_assigned = true;
            return;
        }
        let index = BindingId(u32::try_from(self.bindings.len()).unwrap_or(u32::MAX));
        self.bindings.push(Binding {
            name: id.0.to_string(),
            kind,
            declared_in: self.unit,
            is_assigned: false,
            is_captured: false,
            block,
            function: None,
        });
        self.ids.push(id.clone());
        self.known.insert(id, index);
    }

    /// Called before the initialiser is visited, when the unit of its function comes next.
    pub fn note_function(&mut self, declarator: &VarDeclarator) {
        let mut init = declarator.init.as_deref();
        while let Some(Expr::Paren(paren)) = init {
            init = Some(&paren.expr);
        }
        if let (Some(Expr::Arrow(_) | Expr::Fn(_)), Pat::Ident(name)) = (init, &declarator.name)
            && let Some(&binding) = self.known.get(&name.to_id())
        {
            let next = u32::try_from(self.units.len()).unwrap_or(u32::MAX);
            self.bindings[binding.0 as usize].function = Some(UnitId(next));
        }
    }

    pub fn declare_pattern(&mut self, pattern: &Pat, kind: &BindingKind) {
        let mut found = Vec::new();
        names(pattern, &mut found);
        for id in found {
            self.declare(id, kind.clone());
        }
    }

    pub fn declare_parameter(&mut self, pattern: &Pat) {
        self.declare_pattern(pattern, &BindingKind::Parameter);
        let name = match pattern {
            Pat::Ident(ident) => Some(ident.to_id()),
            Pat::Assign(assign) => assign.left.as_ident().map(|it| it.to_id()),
            _ => None,
        };
        let binding = name.and_then(|it| self.known.get(&it).copied());
        if let Some(id) = self.unit {
            let unit = &mut self.units[id.0 as usize];
            let is_counted = !matches!(pattern, Pat::Assign(_) | Pat::Rest(_));
            unit.length += usize::from(is_counted && unit.length == unit.parameters.len());
            unit.parameters.push(binding);
        }
        self.destructured_parameter(pattern);
    }

    /// `({ queue, name: n = 1 }) => …`: destructured members of an argument.
    fn destructured_parameter(&mut self, pattern: &Pat) {
        let pattern = match pattern {
            Pat::Assign(assign) => &assign.left,
            other => other,
        };
        let (Pat::Object(object), Some(unit)) = (pattern, self.unit) else {
            return;
        };
        let Some(members) = plain_members(object) else {
            return;
        };
        let members = members
            .into_iter()
            .filter_map(|(key, id)| Some((key, *self.known.get(&id)?)))
            .collect();
        let unit = &mut self.units[unit.0 as usize];
        unit.patterns.insert(unit.parameters.len() - 1, members);
    }

    pub fn mention(&mut self, chain: Chain, role: MentionRole) {
        match chain.root {
            MentionRoot::This => self.note(|traits| traits.uses_this = true),
            MentionRoot::Super => self.note(|traits| {
                traits.uses_super = true;
                traits.uses_this = true;
            }),
            MentionRoot::Name(_) => {}
        }
        self.mentions.push(Mention {
            unit: self.unit,
            root: chain.root,
            path: chain.path,
            role,
            offset: chain.offset,
        });
    }

    pub fn mention_ident(&mut self, ident: &Ident, role: MentionRole) {
        let name = ident.to_id();
        if &*ident.sym == "arguments" && !self.known.contains_key(&name) {
            self.note(|traits| traits.uses_arguments = true);
            return;
        }
        self.mention(
            Chain {
                root: MentionRoot::Name(name),
                path: Vec::new(),
                offset: offset(ident.span),
            },
            role,
        );
    }

    pub fn note(&mut self, change: impl FnOnce(&mut Traits)) {
        if let Some(id) = self.unit {
            change(&mut self.units[id.0 as usize].traits);
        }
    }

    /// Enters a unit: `walk` visits its contents.
    pub fn enter(&mut self, unit: Unit, block: Option<BlockEnd>, walk: impl FnOnce(&mut Self)) {
        let id = UnitId(u32::try_from(self.units.len()).unwrap_or(u32::MAX));
        let is_lexical = unit.kind.is_lexical();
        self.units.push(unit);
        let (outer, outer_block, outer_function) = (self.unit, self.block, self.function_block);
        self.unit = Some(id);
        if let Some(end) = block {
            let block = self.add_block(end);
            (self.block, self.function_block) = (Some(block), Some(block));
        }
        walk(self);
        (self.unit, self.block, self.function_block) = (outer, outer_block, outer_function);
        let traits = self.units[id.0 as usize].traits;
        self.note(|outer| outer.absorb(traits, is_lexical));
    }

    pub fn add_block(&mut self, end: BlockEnd) -> usize {
        self.blocks.push(Block { end });
        self.blocks.len() - 1
    }

    pub fn in_block(&mut self, end: BlockEnd, walk: impl FnOnce(&mut Self)) {
        let block = self.add_block(end);
        let outer = self.block.replace(block);
        walk(self);
        self.block = outer;
    }

    pub fn new_unit(
        &self,
        kind: UnitKind,
        span: Range<usize>,
        head_end: usize,
        name: &str,
    ) -> Unit {
        Unit {
            kind,
            parent: self.unit,
            span,
            head_end,
            name: name.to_owned(),
            is_async: false,
            is_generator: false,
            parameters: Vec::new(),
            patterns: BTreeMap::new(),
            length: 0,
            free: Vec::new(),
            written: BTreeSet::new(),
            globals: BTreeSet::new(),
            traits: Traits::default(),
            once: Vec::new(),
        }
    }
}
