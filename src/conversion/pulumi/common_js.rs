//! Differences between CommonJS, which Pulumi compiles TypeScript to, and ES modules.

use deno_ast::swc::ast::{
    Expr, Ident, MemberExpr, MemberProp, TsExportAssignment, TsImportEqualsDecl, TsModuleRef,
};
use lumi_closure::analysis::{end, offset};

use super::chain::Chain;
use super::conversion::Conversion;

impl Conversion<'_> {
    /// A name that CommonJS gives to each module. Returns whether another text stands for it.
    pub fn common_js_name(&mut self, name: &Ident) -> bool {
        if name.ctxt != self.module.unresolved || !self.is_es_module {
            return false;
        }
        let at = offset(name.span);
        match name.sym.as_str() {
            "__dirname" | "__filename" => {
                let member = name.sym.trim_start_matches('_');
                self.edit(at..end(name.span), format!("import.meta.{member}"));
                return true;
            }
            "require" => {
                let what = "`require` is not in ES modules".to_owned();
                self.not_converted(
                    at,
                    what,
                    "write an import in the original, and convert it again; or `createRequire` of `node:module`",
                );
            }
            "module" | "exports" => {
                let what = format!("`{}` is not in ES modules", name.sym);
                self.not_converted(at, what, "write `export`");
            }
            "fetch" => {
                let what = "the program asks the network".to_owned();
                self.check(
                    at,
                    what,
                    "allow it: `--allow-net=HOST`, or `permissions` of Lumi.yaml",
                );
            }
            _ => {}
        }
        false
    }

    /// A name that CommonJS gives to each module, as a member of an object: `{ __dirname }`.
    pub fn common_js_shorthand(&mut self, name: &Ident) {
        let start = offset(name.span);
        if self.common_js_name(name) {
            self.edit(start..start, format!("{}: ", name.sym));
        }
    }

    /// `process.env.NAME`: programs of Lumi see the variables that they are allowed to.
    pub fn environment(&mut self, member: &MemberExpr) {
        let Expr::Member(inner) = &*member.obj else {
            return;
        };
        let is_process = matches!(&*inner.obj, Expr::Ident(it) if it.sym == *"process");
        let is_env = matches!(&inner.prop, MemberProp::Ident(it) if it.sym == *"env");
        let (true, true, MemberProp::Ident(name)) = (is_process, is_env, &member.prop) else {
            return;
        };
        let what = format!("the program reads the variable {}", name.sym);
        let advice = format!(
            "allow it: `--allow-env={}`, or `permissions` of Lumi.yaml",
            name.sym
        );
        self.check(offset(member.span), what, &advice);
    }

    /// `import name = require("module")`, or `import name = Namespace.member`.
    pub fn import_equals(&mut self, import: &TsImportEqualsDecl) {
        let at = offset(import.span);
        let external = match &import.module_ref {
            TsModuleRef::TsExternalModuleRef(external) => external,
            TsModuleRef::TsEntityName(name) => {
                self.chain(&Chain::of_type(name), super::conversion::Use::Value);
                return;
            }
        };
        let source = external.expr.value.to_string_lossy().into_owned();
        if source.starts_with("@pulumi/") {
            let what = format!("`import … = require(\"{source}\")` is of CommonJS");
            self.not_converted(
                at,
                what,
                "write `import * as …` in the original, and convert it again",
            );
            return;
        }
        let is_builtin = source.starts_with("node:") || BUILTIN.contains(&source.as_str());
        let star = match is_builtin || source.starts_with('.') {
            true => "* as ",
            // What CommonJS exports is the default of a package.
            false => "",
        };
        let text = &self.module.text[at..end(import.span)];
        let ends = if text.ends_with(';') { ";" } else { "" };
        let export = if import.is_export { "export " } else { "" };
        let (name, source) = (import.id.sym.to_string(), self.module.quoted(&source));
        if import.is_export {
            let what = format!("{export}import {name} = require({source})");
            self.not_converted(
                at,
                format!("`{what}` is of CommonJS"),
                "write an import and an export",
            );
            return;
        }
        self.edit(
            at..end(import.span),
            format!("import {star}{name} from {source}{ends}"),
        );
    }

    pub fn export_assignment(&mut self, export: &TsExportAssignment) {
        let what = "`export =` is of CommonJS".to_owned();
        let advice = "write `export const NAME = …` for each output; an asynchronous program has `await` at its top";
        self.not_converted(offset(export.span), what, advice);
    }
}

/// Modules of Node that programs import without `node:`.
const BUILTIN: &[&str] = &[
    "assert",
    "child_process",
    "crypto",
    "events",
    "fs",
    "http",
    "https",
    "net",
    "os",
    "path",
    "process",
    "querystring",
    "stream",
    "timers",
    "tls",
    "url",
    "util",
    "zlib",
];
