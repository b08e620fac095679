//! Imports of other modules of the program.

use deno_ast::swc::ast::{
    CallExpr, Callee, ExportAll, Expr, ImportDecl, Lit, NamedExport, Str, TsExternalModuleRef,
};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use crate::module_text::{ModuleText, SyntaxFault};

/// The relative specifiers of a module, such as `./site`.
pub fn relative_imports(file: &str, text: &str) -> Result<Vec<String>, SyntaxFault> {
    ModuleText::parse(file, text, |_, module| {
        let mut found = Specifiers(Vec::new());
        module.visit_with(&mut found);
        found.0
    })
}

struct Specifiers(Vec<String>);

impl Specifiers {
    fn add(&mut self, text: &Str) {
        let text = text.value.to_string_lossy();
        if text.starts_with("./") || text.starts_with("../") || text == "." || text == ".." {
            self.0.push(text.into_owned());
        }
    }
}

impl Visit for Specifiers {
    fn visit_import_decl(&mut self, it: &ImportDecl) {
        self.add(&it.src);
    }

    fn visit_named_export(&mut self, it: &NamedExport) {
        if let Some(source) = &it.src {
            self.add(source);
        }
    }

    fn visit_export_all(&mut self, it: &ExportAll) {
        self.add(&it.src);
    }

    fn visit_ts_external_module_ref(&mut self, it: &TsExternalModuleRef) {
        self.add(&it.expr);
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        let is_import = match &call.callee {
            Callee::Import(_) => true,
            Callee::Expr(callee) => matches!(&**callee, Expr::Ident(it) if it.sym == *"require"),
            Callee::Super(_) => false,
        };
        if is_import
            && let Some(first) = call.args.first()
            && let Expr::Lit(Lit::Str(text)) = &*first.expr
        {
            self.add(text);
        }
        call.visit_children_with(self);
    }
}
