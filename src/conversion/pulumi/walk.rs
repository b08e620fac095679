//! The walk over the syntax of a module.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::offset;

use super::chain::Chain;
use super::conversion::{Conversion, Use};

impl Visit for Conversion<'_> {
    /// Statements that import are replaced as a whole.
    fn visit_import_decl(&mut self, _: &ImportDecl) {}

    fn visit_expr(&mut self, expression: &Expr) {
        if let Some(chain) = Chain::of(expression)
            && self.chain(&chain, Use::Value)
        {
            return;
        }
        match expression {
            Expr::Ident(name) => {
                self.common_js_name(name);
            }
            Expr::Lit(Lit::Str(text)) => self.text_literal(text),
            Expr::Member(member) => self.environment(member),
            _ => {}
        }
        expression.visit_children_with(self);
    }

    fn visit_expr_or_spread(&mut self, argument: &ExprOrSpread) {
        if let Expr::Call(call) = &*argument.expr {
            self.argument = Some(offset(call.span));
        }
        argument.visit_children_with(self);
    }

    /// `new` cannot stand in a decorator.
    fn visit_decorator(&mut self, decorator: &Decorator) {
        match &*decorator.expr {
            Expr::Call(call) if self.sdk_path_of_callee(call).is_some() => {
                let what = "a function of Pulumi's SDK as a decorator".to_owned();
                self.not_converted(offset(decorator.span), what, "call it in the constructor");
                call.args.visit_with(self);
            }
            _ => decorator.visit_children_with(self),
        }
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        if self.expectation(call) {
            return;
        }
        self.other_expectation(call);
        if self.merged_options(call) {
            call.args.visit_with(self);
            return;
        }
        self.call(call);
        let Callee::Expr(callee) = &call.callee else {
            if matches!(call.callee, Callee::Super(_)) {
                self.super_call(call);
            }
            call.visit_children_with(self);
            return;
        };
        let is_known = Chain::of(callee).is_some_and(|it| self.chain(&it, Use::Call));
        if !is_known {
            callee.visit_with(self);
        }
        call.args.visit_with(self);
        call.type_args.visit_with(self);
    }

    fn visit_opt_call(&mut self, call: &OptCall) {
        self.apply_call(&call.callee, &call.args);
        call.visit_children_with(self);
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        self.new_resource(new);
        new.visit_children_with(self);
    }

    fn visit_prop(&mut self, property: &Prop) {
        match property {
            Prop::Shorthand(name) => self.shorthand(name),
            _ => property.visit_children_with(self),
        }
    }

    fn visit_key_value_prop(&mut self, property: &KeyValueProp) {
        if !self.root_parent(property) {
            property.visit_children_with(self);
        }
    }

    fn visit_ts_type_ref(&mut self, reference: &TsTypeRef) {
        self.chain(&Chain::of_type(&reference.type_name), Use::Type);
        reference.type_params.visit_with(self);
    }

    fn visit_ts_type_query(&mut self, query: &TsTypeQuery) {
        match &query.expr_name {
            TsTypeQueryExpr::TsEntityName(name) => {
                self.chain(&Chain::of_type(name), Use::Type);
            }
            TsTypeQueryExpr::Import(import) => import.visit_with(self),
        }
        query.type_args.visit_with(self);
    }

    fn visit_ts_import_type(&mut self, import: &TsImportType) {
        let text = import.arg.value.to_string_lossy();
        if text.starts_with("@pulumi/") {
            let what = format!("`import(\"{text}\")` is a type of Pulumi's packages");
            self.not_converted(offset(import.span), what, "import the type by its name");
        }
    }

    fn visit_ts_import_equals_decl(&mut self, import: &TsImportEqualsDecl) {
        self.import_equals(import);
    }

    fn visit_ts_export_assignment(&mut self, export: &TsExportAssignment) {
        self.export_assignment(export);
        export.visit_children_with(self);
    }

    fn visit_named_export(&mut self, export: &NamedExport) {
        let source = export.src.as_ref();
        let text = source.map(|it| it.value.to_string_lossy().into_owned());
        if let Some(text) = text.filter(|it| it.starts_with("@pulumi/")) {
            let what = format!("it exports names of `{text}`");
            self.not_converted(
                offset(export.span),
                what,
                "import and export them one by one",
            );
            return;
        }
        for specifier in &export.specifiers {
            if let ExportSpecifier::Named(it) = specifier
                && export.src.is_none()
                && let ModuleExportName::Ident(name) = &it.orig
                && self.imported(name).is_some()
            {
                let what = format!("it exports `{}` of a package of Pulumi", name.sym);
                self.not_converted(offset(it.span), what, "export its counterpart");
            }
        }
    }

    fn visit_export_all(&mut self, export: &ExportAll) {
        let text = export.src.value.to_string_lossy();
        if text.starts_with("@pulumi/") {
            let what = format!("it exports all of `{text}`");
            self.not_converted(offset(export.span), what, "export the names that are used");
        }
    }

    fn visit_class(&mut self, class: &Class) {
        self.enter_class(class);
        class.visit_children_with(self);
        self.superclasses.pop();
    }

    fn visit_tpl(&mut self, template: &Tpl) {
        if let Some(first) = template.quasis.first() {
            self.urn_text(offset(template.span()), &first.raw);
        }
        template.visit_children_with(self);
    }
}
