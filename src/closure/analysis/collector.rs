//! The walk over a module's syntax that finds variables, units and references.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{Span, Spanned};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{ParsedSource, ProgramRef};

use super::binding::{Binding, BindingId, BindingKind, Imported};
use super::block::{Block, BlockEnd};
use super::patterns::names;
use super::reference::{Reference, Role, Root};
use super::unit::{Traits, Unit, UnitId, UnitKind};

/// What was found.
#[derive(Default)]
pub struct Collector {
    pub bindings: Vec<Binding>,
    pub ids: Vec<Id>,
    pub units: Vec<Unit>,
    pub references: Vec<Reference>,
    pub blocks: Vec<Block>,
    known: HashMap<Id, BindingId>,
    /// The unit that the walk is in.
    unit: Option<UnitId>,
    /// The block whose end is that of the variables declared now.
    block: Option<usize>,
    /// The block that `var` belongs to.
    function_block: Option<usize>,
    /// References by name, until every declaration is known.
    mentions: Vec<Mention>,
    /// Private names that classes around the walk declare, each with the unit around the class.
    private_names: Vec<(Option<UnitId>, BTreeSet<String>)>,
}

struct Mention {
    unit: Option<UnitId>,
    root: MentionRoot,
    path: Vec<String>,
    role: MentionRole,
    offset: usize,
}

#[derive(Clone)]
enum MentionRoot {
    Name(Id),
    This,
}

enum MentionRole {
    Read,
    Call,
    Write,
    Computed,
    Alias(Id),
    Argument {
        callee: MentionRoot,
        callee_path: Vec<String>,
        index: usize,
    },
}

/// A chain of members with constant names: `a.b["c"]`.
struct Chain {
    root: MentionRoot,
    path: Vec<String>,
    offset: usize,
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

    fn resolve(&mut self) {
        let unresolved: Vec<Mention> = std::mem::take(&mut self.mentions);
        for mention in unresolved {
            let root = match &mention.root {
                MentionRoot::This => Some(Root::This),
                MentionRoot::Name(id) => self.known.get(id).copied().map(Root::Binding),
            };
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

    fn role(&self, role: MentionRole) -> Role {
        let root = |it: &MentionRoot| match it {
            MentionRoot::This => Some(Root::This),
            MentionRoot::Name(id) => self.known.get(id).copied().map(Root::Binding),
        };
        match role {
            MentionRole::Read => Role::Read,
            MentionRole::Call => Role::Call,
            MentionRole::Write => Role::Write,
            MentionRole::Computed => Role::Computed,
            MentionRole::Alias(id) => self
                .known
                .get(&id)
                .map_or(Role::Read, |&it| Role::Alias(it)),
            MentionRole::Argument {
                callee,
                callee_path,
                index,
            } => root(&callee).map_or(Role::Read, |callee| Role::Argument {
                callee,
                callee_path,
                index,
            }),
        }
    }

    /// Every unit between the reference and the declaration has the variable free.
    fn use_binding(&mut self, id: BindingId, mention: &Mention) {
        let declared_in = self.bindings[id.0 as usize].declared_in;
        let is_write = matches!(mention.role, MentionRole::Write) && mention.path.is_empty();
        let mut at = mention.unit;
        let mut is_captured = false;
        while at != declared_in
            && let Some(unit_id) = at
        {
            let unit = &mut self.units[unit_id.0 as usize];
            if !unit.free.contains(&id) {
                unit.free.push(id);
            }
            if is_write {
                unit.written.insert(id);
            }
            is_captured = true;
            at = unit.parent;
        }
        let binding = &mut self.bindings[id.0 as usize];
        binding.is_captured |= is_captured;
        binding.is_assigned |= is_write;
    }

    fn use_global(&mut self, name: &str, unit: Option<UnitId>) {
        let mut at = unit;
        while let Some(id) = at {
            let unit = &mut self.units[id.0 as usize];
            if !unit.globals.insert(name.to_owned()) {
                return;
            }
            at = unit.parent;
        }
    }

    fn declare(&mut self, id: Id, kind: BindingKind) {
        let is_var = matches!(kind, BindingKind::Var | BindingKind::Parameter);
        let block = if is_var {
            self.function_block
        } else {
            self.block
        };
        if let Some(&known) = self.known.get(&id) {
            // `var a; var a;` and a parameter that is declared again are one variable.
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
        });
        self.ids.push(id.clone());
        self.known.insert(id, index);
    }

    fn declare_pattern(&mut self, pattern: &Pat, kind: &BindingKind) {
        let mut found = Vec::new();
        names(pattern, &mut found);
        for id in found {
            self.declare(id, kind.clone());
        }
    }

    fn declare_parameter(&mut self, pattern: &Pat) {
        self.declare_pattern(pattern, &BindingKind::Parameter);
        let name = match pattern {
            Pat::Ident(ident) => Some(ident.to_id()),
            Pat::Assign(assign) => assign.left.as_ident().map(|it| it.to_id()),
            _ => None,
        };
        let binding = name.and_then(|it| self.known.get(&it).copied());
        if let Some(id) = self.unit {
            self.units[id.0 as usize].parameters.push(binding);
        }
    }

    fn mention(&mut self, chain: Chain, role: MentionRole) {
        if matches!(chain.root, MentionRoot::This) {
            self.note(|traits| traits.uses_this = true);
        }
        self.mentions.push(Mention {
            unit: self.unit,
            root: chain.root,
            path: chain.path,
            role,
            offset: chain.offset,
        });
    }

    fn mention_ident(&mut self, ident: &Ident, role: MentionRole) {
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

    fn note(&mut self, change: impl FnOnce(&mut Traits)) {
        if let Some(id) = self.unit {
            change(&mut self.units[id.0 as usize].traits);
        }
    }

    /// Walks a unit: `walk` visits what is inside of it.
    fn enter(&mut self, unit: Unit, block: Option<BlockEnd>, walk: impl FnOnce(&mut Self)) {
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

    fn add_block(&mut self, end: BlockEnd) -> usize {
        self.blocks.push(Block { end });
        self.blocks.len() - 1
    }

    fn in_block(&mut self, end: BlockEnd, walk: impl FnOnce(&mut Self)) {
        let block = self.add_block(end);
        let outer = self.block.replace(block);
        walk(self);
        self.block = outer;
    }

    fn new_unit(&self, kind: UnitKind, span: Range<usize>, head_end: usize, name: &str) -> Unit {
        Unit {
            kind,
            parent: self.unit,
            span,
            head_end,
            name: name.to_owned(),
            is_async: false,
            is_generator: false,
            parameters: Vec::new(),
            free: Vec::new(),
            written: BTreeSet::new(),
            globals: BTreeSet::new(),
            traits: Traits::default(),
            once: Vec::new(),
        }
    }

    fn function(
        &mut self,
        kind: UnitKind,
        span: Span,
        name: &str,
        own_name: Option<&Ident>,
        function: &Function,
    ) {
        let body = function.body.as_ref();
        let head_end = body.map_or(end(span), |it| offset(it.span));
        let mut unit = self.new_unit(kind, offset(span)..end(span), head_end, name);
        unit.is_async = function.is_async;
        unit.is_generator = function.is_generator;
        let block = body.map(brace).unwrap_or(BlockEnd::None);
        self.enter(unit, Some(block), |this| {
            if let Some(ident) = own_name {
                this.declare(ident.to_id(), BindingKind::Function);
            }
            for parameter in &function.params {
                this.declare_parameter(&parameter.pat);
            }
            for parameter in &function.params {
                this.pattern(&parameter.pat, false);
            }
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
    }

    fn accessor(
        &mut self,
        kind: UnitKind,
        span: Span,
        key: &PropName,
        param: Option<&Pat>,
        body: Option<&BlockStmt>,
    ) {
        let head_end = body.map_or(end(span), |it| offset(it.span));
        let unit = self.new_unit(kind, offset(span)..end(span), head_end, &key_text(key));
        let block = body.map(brace).unwrap_or(BlockEnd::None);
        self.enter(unit, Some(block), |this| {
            if let Some(param) = param {
                this.declare_pattern(param, &BindingKind::Parameter);
                this.pattern(param, false);
            }
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
    }

    fn class(&mut self, span: Span, ident: Option<&Ident>, is_declaration: bool, class: &Class) {
        if is_declaration && let Some(ident) = ident {
            self.declare(ident.to_id(), BindingKind::Class);
        }
        let start = offset(span);
        let name = ident.map_or(String::new(), |it| it.sym.to_string());
        // V8 gives a class without a constructor the place of the word `class`.
        let unit = self.new_unit(
            UnitKind::Class { is_declaration },
            start..end(span),
            start + 5,
            &name,
        );
        let unit = Unit {
            once: evaluated_once(class),
            ..unit
        };
        self.private_names.push((self.unit, private_names(class)));
        self.enter(unit, None, |this| {
            if !is_declaration && let Some(ident) = ident {
                this.declare(ident.to_id(), BindingKind::Class);
            }
            if let Some(superclass) = &class.super_class {
                superclass.visit_with(this);
            }
            let is_derived = class.super_class.is_some();
            for member in &class.body {
                this.class_member(member, is_derived);
            }
        });
        self.private_names.pop();
    }

    fn class_member(&mut self, member: &ClassMember, is_derived: bool) {
        match member {
            ClassMember::Constructor(it) => self.constructor(it, is_derived),
            ClassMember::Method(it) => {
                it.key.visit_with(self);
                let kind = method_kind(it.kind, it.is_static);
                self.function(kind, it.span, &key_text(&it.key), None, &it.function);
            }
            ClassMember::PrivateMethod(it) => {
                let kind = method_kind(it.kind, it.is_static);
                self.function(
                    kind,
                    it.span,
                    &format!("#{}", it.key.name),
                    None,
                    &it.function,
                );
            }
            ClassMember::ClassProp(it) => {
                it.key.visit_with(self);
                self.field(it.is_static, it.value.as_deref(), &key_text(&it.key));
            }
            ClassMember::PrivateProp(it) => {
                self.field(
                    it.is_static,
                    it.value.as_deref(),
                    &format!("#{}", it.key.name),
                );
            }
            ClassMember::AutoAccessor(it) => {
                if let Key::Public(key) = &it.key {
                    key.visit_with(self);
                }
                self.field(it.is_static, it.value.as_deref(), "");
            }
            ClassMember::StaticBlock(it) => {
                let span = offset(it.span)..end(it.span);
                let unit = self.new_unit(UnitKind::StaticBlock, span, offset(it.span), "");
                self.enter(unit, Some(brace(&it.body)), |this| {
                    this.statements(&it.body.stmts)
                });
            }
            ClassMember::TsIndexSignature(_) | ClassMember::Empty(_) => {}
        }
    }

    fn constructor(&mut self, constructor: &Constructor, is_derived: bool) {
        let span = constructor.span;
        let body = constructor.body.as_ref();
        let head_end = body.map_or(end(span), |it| offset(it.span));
        let kind = UnitKind::Constructor { is_derived };
        let unit = self.new_unit(kind, offset(span)..end(span), head_end, "constructor");
        let block = body.map(brace).unwrap_or(BlockEnd::None);
        self.enter(unit, Some(block), |this| {
            for parameter in &constructor.params {
                if let ParamOrTsParamProp::Param(it) = parameter {
                    this.declare_pattern(&it.pat, &BindingKind::Parameter);
                    this.pattern(&it.pat, false);
                }
            }
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
    }

    fn field(&mut self, is_static: bool, value: Option<&Expr>, name: &str) {
        let Some(value) = value else { return };
        let span = value.span();
        // Its function is never a value, so no position may find it.
        let unit = self.new_unit(
            UnitKind::Field { is_static },
            offset(span)..end(span),
            offset(span),
            name,
        );
        self.enter(unit, Some(BlockEnd::None), |this| value.visit_with(this));
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            statement.visit_with(self);
        }
    }

    /// Visits what a pattern evaluates, and mentions what it assigns to if it declares nothing.
    fn pattern(&mut self, pattern: &Pat, is_assignment: bool) {
        match pattern {
            Pat::Ident(ident) if is_assignment => self.mention_ident(&ident.id, MentionRole::Write),
            Pat::Ident(_) | Pat::Invalid(_) => {}
            Pat::Array(array) => {
                for element in array.elems.iter().flatten() {
                    self.pattern(element, is_assignment);
                }
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(pair) => {
                            pair.key.visit_with(self);
                            self.pattern(&pair.value, is_assignment);
                        }
                        ObjectPatProp::Assign(it) => {
                            if is_assignment {
                                self.mention_ident(&it.key.id, MentionRole::Write);
                            }
                            it.value.visit_with(self);
                        }
                        ObjectPatProp::Rest(rest) => self.pattern(&rest.arg, is_assignment),
                    }
                }
            }
            Pat::Assign(assign) => {
                self.pattern(&assign.left, is_assignment);
                assign.right.visit_with(self);
            }
            Pat::Rest(rest) => self.pattern(&rest.arg, is_assignment),
            Pat::Expr(expr) => expr.visit_with(self),
        }
    }

    /// `const { name, url: u } = bucket` reads members, each of which gets a name.
    fn destructured(&mut self, pattern: &Pat, value: &Expr) -> bool {
        let Some(chain) = chain(value) else {
            return false;
        };
        match pattern {
            Pat::Ident(ident) => {
                self.mention(chain, MentionRole::Alias(ident.to_id()));
                true
            }
            Pat::Object(object) if object.props.iter().all(is_plain_member) => {
                for property in &object.props {
                    let (key, alias) = match property {
                        ObjectPatProp::Assign(it) => (it.key.sym.to_string(), it.key.to_id()),
                        ObjectPatProp::KeyValue(pair) => match &*pair.value {
                            Pat::Ident(ident) => (key_text(&pair.key), ident.to_id()),
                            _ => continue,
                        },
                        ObjectPatProp::Rest(_) => continue,
                    };
                    let mut path = chain.path.clone();
                    path.push(key);
                    let member = Chain {
                        root: chain.root.clone(),
                        path,
                        offset: chain.offset,
                    };
                    self.mention(member, MentionRole::Alias(alias));
                }
                true
            }
            _ => false,
        }
    }

    fn arguments(&mut self, callee: Option<&Chain>, arguments: &[ExprOrSpread]) {
        for (index, argument) in arguments.iter().enumerate() {
            match (callee, chain(&argument.expr)) {
                (Some(callee), Some(passed)) if argument.spread.is_none() => {
                    let role = MentionRole::Argument {
                        callee: callee.root.clone(),
                        callee_path: callee.path.clone(),
                        index,
                    };
                    self.mention_chain(passed, role);
                }
                _ => argument.expr.visit_with(self),
            }
        }
    }

    fn mention_chain(&mut self, chain: Chain, role: MentionRole) {
        if let MentionRoot::Name(id) = &chain.root
            && &*id.0 == "arguments"
            && !self.known.contains_key(id)
        {
            self.note(|traits| traits.uses_arguments = true);
            return;
        }
        self.mention(chain, role);
    }

    fn call(&mut self, callee: &Expr, arguments: &[ExprOrSpread]) {
        if let Expr::Ident(ident) = callee
            && &*ident.sym == "eval"
        {
            self.note(|traits| traits.calls_eval = true);
        }
        let called = chain(callee);
        match chain(callee) {
            Some(it) => self.mention_chain(it, MentionRole::Call),
            None => callee.visit_with(self),
        }
        self.arguments(called.as_ref(), arguments);
    }

    fn loop_scope(&mut self, body: &Stmt, walk: impl FnOnce(&mut Self)) {
        let end = match body {
            Stmt::Block(block) => brace(block),
            _ => BlockEnd::None,
        };
        self.in_block(end, walk);
    }

    fn for_each(&mut self, left: &ForHead, right: &Expr, body: &Stmt) {
        right.visit_with(self);
        self.loop_scope(body, |this| {
            match left {
                ForHead::VarDecl(it) => it.visit_with(this),
                ForHead::UsingDecl(it) => it.visit_with(this),
                ForHead::Pat(pattern) => this.pattern(pattern, true),
            }
            body.visit_with(this);
        });
    }

    fn member(&mut self, member: &MemberExpr) {
        match &member.prop {
            MemberProp::Computed(it) => {
                match chain(&member.obj) {
                    Some(chain) => self.mention_chain(chain, MentionRole::Computed),
                    None => member.obj.visit_with(self),
                }
                it.expr.visit_with(self);
            }
            MemberProp::PrivateName(name) => {
                member.obj.visit_with(self);
                self.private_name(name);
            }
            MemberProp::Ident(_) => member.obj.visit_with(self),
        }
    }

    /// Every unit between the use and the class that declares the name needs that class.
    fn private_name(&mut self, name: &PrivateName) {
        let declared = self
            .private_names
            .iter()
            .rfind(|(_, names)| names.contains(&*name.name));
        let Some(&(outside, _)) = declared else {
            return;
        };
        let mut at = self.unit;
        while let Some(id) = at
            && self.units[id.0 as usize].parent != outside
        {
            let unit = &mut self.units[id.0 as usize];
            unit.traits.uses_private = true;
            at = unit.parent;
        }
    }
}

impl Visit for Collector {
    fn visit_module(&mut self, module: &Module) {
        for item in &module.body {
            item.visit_with(self);
        }
    }

    fn visit_import_decl(&mut self, import: &ImportDecl) {
        let source = import.src.value.to_string_lossy().into_owned();
        for specifier in &import.specifiers {
            let (local, imported) = match specifier {
                ImportSpecifier::Named(it) => (&it.local, named(it)),
                ImportSpecifier::Default(it) => (&it.local, Imported::Default),
                ImportSpecifier::Namespace(it) => (&it.local, Imported::Namespace),
            };
            let specifier = source.clone();
            self.declare(
                local.to_id(),
                BindingKind::Import {
                    specifier,
                    imported,
                },
            );
        }
    }

    fn visit_named_export(&mut self, _: &NamedExport) {}

    fn visit_export_default_decl(&mut self, export: &ExportDefaultDecl) {
        match &export.decl {
            DefaultDecl::Fn(it) => {
                if let Some(ident) = &it.ident {
                    self.declare(ident.to_id(), BindingKind::Function);
                }
                let name = it
                    .ident
                    .as_ref()
                    .map_or(String::new(), |it| it.sym.to_string());
                let span = it.function.span;
                self.function(UnitKind::Declaration, span, &name, None, &it.function);
            }
            DefaultDecl::Class(it) => {
                self.class(
                    it.class.span,
                    it.ident.as_ref(),
                    it.ident.is_some(),
                    &it.class,
                );
            }
            DefaultDecl::TsInterfaceDecl(_) => {}
        }
    }

    fn visit_var_decl(&mut self, declaration: &VarDecl) {
        let kind = match declaration.kind {
            VarDeclKind::Var => BindingKind::Var,
            VarDeclKind::Let => BindingKind::Let,
            VarDeclKind::Const => BindingKind::Const,
        };
        for declarator in &declaration.decls {
            self.declare_pattern(&declarator.name, &kind);
        }
        for declarator in &declaration.decls {
            self.pattern(&declarator.name, false);
            if let Some(init) = &declarator.init
                && !(kind == BindingKind::Const && self.destructured(&declarator.name, init))
            {
                init.visit_with(self);
            }
        }
    }

    fn visit_using_decl(&mut self, declaration: &UsingDecl) {
        for declarator in &declaration.decls {
            self.declare_pattern(&declarator.name, &BindingKind::Const);
            declarator.init.visit_with(self);
        }
    }

    fn visit_fn_decl(&mut self, declaration: &FnDecl) {
        self.declare(declaration.ident.to_id(), BindingKind::Function);
        let name = declaration.ident.sym.to_string();
        let span = declaration.function.span;
        self.function(
            UnitKind::Declaration,
            span,
            &name,
            None,
            &declaration.function,
        );
    }

    fn visit_fn_expr(&mut self, expression: &FnExpr) {
        let own = expression.ident.as_ref();
        let name = own.map_or(String::new(), |it| it.sym.to_string());
        let span = expression.function.span;
        self.function(UnitKind::Expression, span, &name, own, &expression.function);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let span = arrow.span;
        let (head_end, block) = match &*arrow.body {
            BlockStmtOrExpr::BlockStmt(body) => (offset(body.span), brace(body)),
            BlockStmtOrExpr::Expr(body) => {
                let (start, end) = (offset(body.span()), end(body.span()));
                (start, BlockEnd::Expression { start, end })
            }
        };
        let mut unit = self.new_unit(UnitKind::Arrow, offset(span)..end(span), head_end, "");
        unit.is_async = arrow.is_async;
        self.enter(unit, Some(block), |this| {
            for parameter in &arrow.params {
                this.declare_parameter(parameter);
            }
            for parameter in &arrow.params {
                this.pattern(parameter, false);
            }
            match &*arrow.body {
                BlockStmtOrExpr::BlockStmt(body) => this.statements(&body.stmts),
                BlockStmtOrExpr::Expr(body) => body.visit_with(this),
            }
        });
    }

    fn visit_method_prop(&mut self, method: &MethodProp) {
        method.key.visit_with(self);
        let kind = UnitKind::Method { is_static: false };
        let span = method
            .span()
            .with_lo(method.key.span().lo.min(method.function.span.lo));
        self.function(kind, span, &key_text(&method.key), None, &method.function);
    }

    fn visit_getter_prop(&mut self, getter: &GetterProp) {
        getter.key.visit_with(self);
        let kind = UnitKind::Getter { is_static: false };
        self.accessor(kind, getter.span, &getter.key, None, getter.body.as_ref());
    }

    fn visit_setter_prop(&mut self, setter: &SetterProp) {
        setter.key.visit_with(self);
        let kind = UnitKind::Setter { is_static: false };
        self.accessor(
            kind,
            setter.span,
            &setter.key,
            Some(&setter.param),
            setter.body.as_ref(),
        );
    }

    fn visit_class_decl(&mut self, declaration: &ClassDecl) {
        self.class(
            declaration.class.span,
            Some(&declaration.ident),
            true,
            &declaration.class,
        );
    }

    fn visit_class_expr(&mut self, expression: &ClassExpr) {
        self.class(
            expression.class.span,
            expression.ident.as_ref(),
            false,
            &expression.class,
        );
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.in_block(brace(block), |this| this.statements(&block.stmts));
    }

    fn visit_switch_stmt(&mut self, switch: &SwitchStmt) {
        switch.discriminant.visit_with(self);
        let end = match switch.cases.is_empty() {
            true => BlockEnd::None,
            false => BlockEnd::Brace(end(switch.span) - 1),
        };
        self.in_block(end, |this| switch.cases.visit_with(this));
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause) {
        self.in_block(brace(&clause.body), |this| {
            if let Some(parameter) = &clause.param {
                this.declare_pattern(parameter, &BindingKind::Caught);
                this.pattern(parameter, false);
            }
            this.statements(&clause.body.stmts);
        });
    }

    fn visit_for_stmt(&mut self, statement: &ForStmt) {
        self.loop_scope(&statement.body, |this| {
            statement.init.visit_with(this);
            statement.test.visit_with(this);
            statement.update.visit_with(this);
            statement.body.visit_with(this);
        });
    }

    fn visit_for_in_stmt(&mut self, statement: &ForInStmt) {
        self.for_each(&statement.left, &statement.right, &statement.body);
    }

    fn visit_for_of_stmt(&mut self, statement: &ForOfStmt) {
        self.for_each(&statement.left, &statement.right, &statement.body);
    }

    fn visit_assign_expr(&mut self, assignment: &AssignExpr) {
        match &assignment.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(ident)) => {
                self.mention_ident(&ident.id, MentionRole::Write);
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                match chain(&Expr::Member(member.clone())) {
                    Some(chain) => self.mention_chain(chain, MentionRole::Write),
                    None => self.member(member),
                }
            }
            AssignTarget::Simple(other) => other.visit_with(self),
            AssignTarget::Pat(pattern) => self.pattern(&pattern.clone().into(), true),
        }
        assignment.right.visit_with(self);
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        match chain(&update.arg) {
            Some(chain) => self.mention_chain(chain, MentionRole::Write),
            None => update.arg.visit_with(self),
        }
    }

    fn visit_prop(&mut self, property: &Prop) {
        match property {
            Prop::Shorthand(ident) => self.mention_ident(ident, MentionRole::Read),
            other => other.visit_children_with(self),
        }
    }

    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => self.call(callee, &call.args),
                Callee::Super(_) => {
                    self.note(|traits| traits.uses_super = true);
                    self.arguments(None, &call.args);
                }
                Callee::Import(_) => {
                    let is_package = call.args.first().is_some_and(|it| is_package(&it.expr));
                    if !is_package {
                        self.note(|traits| traits.imports_file = true);
                    }
                    self.arguments(None, &call.args);
                }
            },
            Expr::OptChain(optional) if let OptChainBase::Call(call) = &*optional.base => {
                self.call(&call.callee, &call.args);
            }
            _ => match (chain(expression), expression) {
                (Some(chain), _) => self.mention_chain(chain, MentionRole::Read),
                (None, Expr::Member(member)) => self.member(member),
                (None, Expr::OptChain(optional)) => match &*optional.base {
                    OptChainBase::Member(member) => self.member(member),
                    OptChainBase::Call(call) => self.call(&call.callee, &call.args),
                },
                _ => expression.visit_children_with(self),
            },
        }
    }

    fn visit_private_name(&mut self, name: &PrivateName) {
        self.private_name(name);
    }

    fn visit_super_prop_expr(&mut self, expression: &SuperPropExpr) {
        self.note(|traits| {
            traits.uses_super = true;
            traits.uses_this = true;
        });
        expression.visit_children_with(self);
    }

    fn visit_meta_prop_expr(&mut self, expression: &MetaPropExpr) {
        match expression.kind {
            MetaPropKind::NewTarget => self.note(|traits| traits.uses_new_target = true),
            MetaPropKind::ImportMeta => self.note(|traits| traits.uses_import_meta = true),
        }
    }
}

fn chain(expression: &Expr) -> Option<Chain> {
    let mut path = Vec::new();
    let mut at = expression;
    loop {
        let (object, property) = match at {
            Expr::Ident(ident) => {
                path.reverse();
                return Some(Chain {
                    root: MentionRoot::Name(ident.to_id()),
                    path,
                    offset: offset(ident.span),
                });
            }
            Expr::This(this) => {
                path.reverse();
                return Some(Chain {
                    root: MentionRoot::This,
                    path,
                    offset: offset(this.span),
                });
            }
            Expr::Paren(paren) => {
                at = &paren.expr;
                continue;
            }
            Expr::Await(it) if !path.is_empty() => {
                // `(await x).y`: what is awaited may be anything.
                let _ = it;
                return None;
            }
            Expr::Member(member) => (&member.obj, &member.prop),
            Expr::OptChain(optional) => match &*optional.base {
                OptChainBase::Member(member) => (&member.obj, &member.prop),
                OptChainBase::Call(_) => return None,
            },
            _ => return None,
        };
        path.push(match property {
            MemberProp::Ident(name) => name.sym.to_string(),
            MemberProp::Computed(computed) => match &*computed.expr {
                Expr::Lit(Lit::Str(text)) => text.value.to_string_lossy().into_owned(),
                Expr::Lit(Lit::Num(number)) => number.value.to_string(),
                _ => return None,
            },
            MemberProp::PrivateName(_) => return None,
        });
        at = object;
    }
}

fn named(specifier: &ImportNamedSpecifier) -> Imported {
    let name = match &specifier.imported {
        Some(ModuleExportName::Ident(ident)) => ident.sym.to_string(),
        Some(ModuleExportName::Str(text)) => text.value.to_string_lossy().into_owned(),
        None => specifier.local.sym.to_string(),
    };
    match name.as_str() {
        "default" => Imported::Default,
        _ => Imported::Name(name),
    }
}

fn is_plain_member(property: &ObjectPatProp) -> bool {
    match property {
        ObjectPatProp::Assign(it) => it.value.is_none(),
        ObjectPatProp::KeyValue(pair) => {
            matches!(&*pair.value, Pat::Ident(_)) && !matches!(pair.key, PropName::Computed(_))
        }
        ObjectPatProp::Rest(_) => false,
    }
}

fn is_package(specifier: &Expr) -> bool {
    match specifier {
        Expr::Lit(Lit::Str(text)) => {
            let text = text.value.to_string_lossy();
            !text.starts_with(['.', '/']) && !text.starts_with("file:")
        }
        _ => false,
    }
}

fn method_kind(kind: MethodKind, is_static: bool) -> UnitKind {
    match kind {
        MethodKind::Method => UnitKind::Method { is_static },
        MethodKind::Getter => UnitKind::Getter { is_static },
        MethodKind::Setter => UnitKind::Setter { is_static },
    }
}

/// Keys of fields are no such parts, for a new instance needs them, too.
fn evaluated_once(class: &Class) -> Vec<Range<usize>> {
    let superclass = class.super_class.iter().map(|it| it.span());
    let keys = class.body.iter().filter_map(|member| match member {
        ClassMember::Method(it) => computed(&it.key),
        ClassMember::ClassProp(it) if it.is_static => computed(&it.key),
        // `[_key = key]` leaves the key in a variable.
        ClassMember::ClassProp(it) => match &it.key {
            PropName::Computed(key) => match &*key.expr {
                Expr::Assign(it) if it.left.as_ident().is_some() => Some(it.right.span()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    superclass
        .chain(keys)
        .map(|it| offset(it)..end(it))
        .collect()
}

fn computed(key: &PropName) -> Option<Span> {
    matches!(key, PropName::Computed(_)).then(|| key.span())
}

fn private_names(class: &Class) -> BTreeSet<String> {
    let names = class.body.iter().filter_map(|member| match member {
        ClassMember::PrivateMethod(it) => Some(it.key.name.to_string()),
        ClassMember::PrivateProp(it) => Some(it.key.name.to_string()),
        ClassMember::AutoAccessor(it) => match &it.key {
            Key::Private(name) => Some(name.name.to_string()),
            Key::Public(_) => None,
        },
        _ => None,
    });
    names.collect()
}

/// The name of a property as far as the source tells it.
pub fn key_text(key: &PropName) -> String {
    match key {
        PropName::Ident(name) => name.sym.to_string(),
        PropName::Str(text) => text.value.to_string_lossy().into_owned(),
        PropName::Num(number) => number.value.to_string(),
        PropName::BigInt(number) => number.value.to_string(),
        PropName::Computed(_) => String::new(),
    }
}

fn brace(block: &BlockStmt) -> BlockEnd {
    BlockEnd::Brace(end(block.span).saturating_sub(1))
}

/// Byte offset in the text: swc counts from 1.
pub fn offset(span: Span) -> usize {
    (span.lo.0 as usize).saturating_sub(1)
}

pub fn end(span: Span) -> usize {
    (span.hi.0 as usize).saturating_sub(1)
}
