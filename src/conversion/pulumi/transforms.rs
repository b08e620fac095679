//! Transforms: functions that change the inputs and options of resources.

use std::collections::{HashMap, HashSet};

use deno_ast::swc::ast::{
    ArrowExpr, CallExpr, Callee, Expr, ExprOrSpread, FnDecl, Function, Id, Module, ModuleDecl,
    ModuleItem, NewExpr, ObjectLit, Pat, Prop, PropName, PropOrSpread, TsAsExpr, TsEntityName,
    TsType, TsTypeAnn, TsUnionOrIntersectionType, VarDeclarator,
};
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{end, key_text, offset, untyped};

use super::chain::Chain;
use super::conversion::Conversion;
use super::transform_function::{TransformFunction, Unconverted};

/// The types of transforms, of their arguments, and of options that may have some.
const TRANSFORMS: &[&str] = &["ResourceTransform", "ResourceTransformation"];
const ARGUMENTS: &[&str] = &["ResourceTransformArgs", "ResourceTransformationArgs"];
const OPTIONS: &[&str] = &[
    "ComponentResourceOptions",
    "CustomResourceOptions",
    "ResourceOptions",
];
/// The functions that register a transform.
const REGISTER: &[&str] = &[
    "registerResourceTransform",
    "registerStackTransform",
    "registerStackTransformation",
];

const ADVICE: &str = "write a function that takes and answers `inputs` and `options` at once, in place of `props` and `opts`";

/// The kind of value that a name must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Role {
    Transform,
    /// A function that answers a transform.
    Factory,
    List,
}

/// Names that stand for transforms, with the place of the first use.
type Wanted = HashMap<(Id, Role), usize>;

impl Conversion<'_> {
    /// Converts all transforms of a module.
    pub fn transforms(&mut self, syntax: &Module) {
        let mut search = Search {
            foreign: foreign_names(syntax),
            seen: HashSet::new(),
            wanted: Wanted::new(),
            names: Wanted::new(),
            conversion: self,
        };
        syntax.visit_with(&mut search);
        // A list names functions, and a function answers others.
        while !search.wanted.is_empty() {
            search.names = std::mem::take(&mut search.wanted);
            syntax.visit_with(&mut Definitions(&mut search));
            let unknown: Vec<_> = search.names.drain().collect();
            for ((name, _), at) in unknown {
                let what = format!("`{}` is taken for a transform of Lumi", name.0);
                search.conversion.check(at, what, ADVICE);
            }
        }
    }
}

/// Names of packages, whose classes may have other options.
fn foreign_names(syntax: &Module) -> HashSet<Id> {
    let imports = syntax.body.iter().filter_map(|item| match item {
        ModuleItem::ModuleDecl(ModuleDecl::Import(it)) => Some(it),
        _ => None,
    });
    let foreign = imports.filter(|it| !it.src.value.to_string_lossy().starts_with('.'));
    let names = foreign.flat_map(|it| it.specifiers.iter());
    names.map(|it| it.local().to_id()).collect()
}

struct Search<'c, 'm> {
    conversion: &'c mut Conversion<'m>,
    foreign: HashSet<Id>,
    /// The starts of functions and lists that were looked at, and the names.
    seen: HashSet<(usize, Role)>,
    wanted: Wanted,
    /// The names whose declarations are being looked for.
    names: Wanted,
}

impl Search<'_, '_> {
    fn is_first(&mut self, at: usize, role: Role) -> bool {
        self.seen.insert((at, role))
    }

    fn value(&mut self, value: &Expr, role: Role) {
        let value = untyped(value);
        let at = offset(value.span());
        match (value, role) {
            (Expr::Ident(name), _) if name.sym == *"undefined" => {}
            (Expr::Ident(name), _) if self.conversion.imported(name).is_none() => {
                self.wanted.entry((name.to_id(), role)).or_insert(at);
            }
            (Expr::Arrow(it), Role::Transform | Role::Factory) => {
                self.function(&TransformFunction::of_arrow(it), role);
            }
            (Expr::Fn(it), Role::Transform | Role::Factory) => {
                self.function(&TransformFunction::of_function(&it.function), role);
            }
            (Expr::Call(call), Role::Transform) => match &call.callee {
                Callee::Expr(callee) if matches!(untyped(callee), Expr::Ident(_)) => {
                    self.value(callee, Role::Factory);
                }
                _ => self.computed(at),
            },
            (Expr::Array(list), Role::List) if self.is_first(at, role) => self.list(&list.elems),
            (Expr::Array(_), Role::List) => {}
            _ => self.computed(at),
        }
    }

    fn list(&mut self, elements: &[Option<ExprOrSpread>]) {
        for element in elements.iter().flatten() {
            match element.spread {
                None => self.value(&element.expr, Role::Transform),
                Some(_) => self.value(&element.expr, Role::List),
            }
        }
    }

    fn computed(&mut self, at: usize) {
        let what = "a transform is computed".to_owned();
        self.conversion.not_converted(at, what, ADVICE);
    }

    fn function(&mut self, function: &TransformFunction<'_>, role: Role) {
        if !self.is_first(function.start, role) {
            return;
        }
        if role == Role::Factory {
            function.visit_results(&mut |it| self.value(it, Role::Transform));
            return;
        }
        let conversion = &*self.conversion;
        match function.edits(&|it| conversion.imported(it).is_some()) {
            Ok(renamed) => {
                for edit in renamed.edits {
                    self.conversion.edit(edit.start..edit.end, edit.text);
                }
                for at in renamed.overriding {
                    let what = "these inputs override those before them".to_owned();
                    let advice = "write them first: in Pulumi, an input that is not given is there as `undefined`, and overrides, too";
                    self.conversion.check(at, what, advice);
                }
            }
            Err(Unconverted { at, what }) => self.conversion.not_converted(at, what, ADVICE),
        }
    }

    /// The members `transforms` and `transformations` of the options of a resource.
    fn options(&mut self, options: &ObjectLit) {
        if !self.is_first(offset(options.span), Role::List) {
            return;
        }
        let mut has_transforms = false;
        for member in &options.props {
            let PropOrSpread::Prop(property) = member else {
                continue;
            };
            let (key, at) = match &**property {
                Prop::Shorthand(it) => (it.sym.to_string(), offset(it.span)),
                Prop::KeyValue(it) if !matches!(it.key, PropName::Computed(_)) => {
                    (key_text(&it.key), offset(it.key.span()))
                }
                Prop::Method(it) => (key_text(&it.key), offset(it.key.span())),
                _ => continue,
            };
            if key != "transforms" && key != "transformations" {
                continue;
            }
            if has_transforms {
                let what = "a resource has both `transforms` and `transformations`".to_owned();
                let advice = "write one list of `transforms`: `transformations` come first";
                self.conversion.not_converted(at, what, advice);
                continue;
            }
            has_transforms = true;
            self.option(property, &key, at);
        }
    }

    fn option(&mut self, property: &Prop, key: &str, at: usize) {
        let is_former = key == "transformations";
        match property {
            Prop::KeyValue(it) => {
                if is_former {
                    let range = at..end(it.key.span());
                    self.conversion.edit(range, "transforms");
                }
                self.value(&it.value, Role::List);
            }
            Prop::Shorthand(name) if self.conversion.imported(name).is_none() => {
                if is_former {
                    self.conversion.edit(at..at, "transforms: ");
                }
                self.wanted.entry((name.to_id(), Role::List)).or_insert(at);
            }
            _ => self.computed(at),
        }
    }

    fn options_of(&mut self, argument: Option<&ExprOrSpread>) {
        if let Some(argument) = argument
            && let Expr::Object(options) = untyped(&argument.expr)
        {
            self.options(options);
        }
    }

    /// Whether a type is one of these names of the SDK.
    fn is_type(&self, annotation: Option<&TsTypeAnn>, names: &[&str]) -> bool {
        annotation.is_some_and(|it| self.is_one_of(&it.type_ann, names))
    }

    fn is_one_of(&self, of: &TsType, names: &[&str]) -> bool {
        match of {
            TsType::TsTypeRef(it) => self.is_named(&it.type_name, names),
            TsType::TsUnionOrIntersectionType(it) => match it {
                TsUnionOrIntersectionType::TsUnionType(it) => {
                    it.types.iter().any(|it| self.is_one_of(it, names))
                }
                TsUnionOrIntersectionType::TsIntersectionType(_) => false,
            },
            _ => false,
        }
    }

    fn is_named(&self, name: &TsEntityName, names: &[&str]) -> bool {
        let path = self.conversion.sdk_path(&Chain::of_type(name));
        path.is_some_and(|it| matches!(it.as_slice(), [it] if names.contains(&it.as_str())))
    }

    fn typed_function(&mut self, function: &TransformFunction<'_>, result: Option<&TsTypeAnn>) {
        let parameter = match function.parameter() {
            Some(Pat::Ident(it)) => it.type_ann.as_deref(),
            Some(Pat::Object(it)) => it.type_ann.as_deref(),
            _ => None,
        };
        if self.is_type(parameter, ARGUMENTS) {
            self.function(function, Role::Transform);
        }
        if self.is_type(result, TRANSFORMS) {
            self.function(function, Role::Factory);
        }
    }
}

/// Looks for places where transforms are given.
impl Visit for Search<'_, '_> {
    fn visit_new_expr(&mut self, new: &NewExpr) {
        let args = new.args.as_deref().unwrap_or_default();
        if let Some(chain) = Chain::of(&new.callee) {
            let is_of_pulumi = self.conversion.imported(chain.root).is_some();
            let is_of_program = !self.foreign.contains(&chain.root.to_id());
            // Classes of the program may have options as their second parameter.
            if is_of_pulumi && args.len() > 2 || is_of_program && args.len() > 1 {
                self.options_of(args.last());
            }
        }
        new.visit_children_with(self);
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        if matches!(call.callee, Callee::Super(_)) && call.args.len() > 2 {
            self.options_of(call.args.last());
        }
        let path = self.conversion.sdk_path_of_callee(call).unwrap_or_default();
        match path
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice()
        {
            ["runtime", name] if REGISTER.contains(name) => {
                if let Some(first) = call.args.first().filter(|it| it.spread.is_none()) {
                    self.value(&first.expr, Role::Transform);
                }
            }
            ["mergeOptions"] => {
                for argument in &call.args {
                    self.options_of(Some(argument));
                }
            }
            _ => {}
        }
        call.visit_children_with(self);
    }

    fn visit_var_declarator(&mut self, variable: &VarDeclarator) {
        if let (Pat::Ident(name), Some(init)) = (&variable.name, &variable.init) {
            let of = name.type_ann.as_deref();
            if self.is_type(of, TRANSFORMS) {
                self.value(init, Role::Transform);
            }
            if let Expr::Object(options) = untyped(init)
                && self.is_type(of, OPTIONS)
            {
                self.options(options);
            }
        }
        variable.visit_children_with(self);
    }

    fn visit_ts_as_expr(&mut self, typed: &TsAsExpr) {
        if let Expr::Object(options) = untyped(&typed.expr)
            && self.is_one_of(&typed.type_ann, OPTIONS)
        {
            self.options(options);
        }
        typed.visit_children_with(self);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.typed_function(
            &TransformFunction::of_arrow(arrow),
            arrow.return_type.as_deref(),
        );
        arrow.visit_children_with(self);
    }

    fn visit_function(&mut self, function: &Function) {
        self.typed_function(
            &TransformFunction::of_function(function),
            function.return_type.as_deref(),
        );
        function.visit_children_with(self);
    }
}

/// Looks for the declarations of names that stand for transforms.
struct Definitions<'s, 'c, 'm>(&'s mut Search<'c, 'm>);

impl Definitions<'_, '_, '_> {
    /// The roles of a name that is declared here.
    fn roles(&mut self, name: &Id) -> Vec<Role> {
        let roles = [Role::Transform, Role::Factory, Role::List].into_iter();
        roles
            .filter(|it| self.0.names.remove(&(name.clone(), *it)).is_some())
            .collect()
    }
}

impl Visit for Definitions<'_, '_, '_> {
    fn visit_var_declarator(&mut self, variable: &VarDeclarator) {
        if let (Pat::Ident(name), Some(init)) = (&variable.name, &variable.init) {
            for role in self.roles(&name.id.to_id()) {
                // A name that stands for itself, by way of others.
                let at = offset(init.span());
                if !matches!(untyped(init), Expr::Ident(_)) || self.0.is_first(at, role) {
                    self.0.value(init, role);
                }
            }
        }
        variable.visit_children_with(self);
    }

    fn visit_fn_decl(&mut self, declared: &FnDecl) {
        for role in self.roles(&declared.ident.to_id()) {
            let function = TransformFunction::of_function(&declared.function);
            match role {
                Role::List => self.0.computed(function.start),
                _ => self.0.function(&function, role),
            }
        }
        declared.visit_children_with(self);
    }
}
