//! The imports in the syntax of a module.

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::Analysis;

/// An import of a module, by its name in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Request {
    pub specifier: String,
    /// Whether the file is imported as JSON, text or bytes.
    pub is_data: bool,
}

/// All imports of a module whose names are constant, in order.
pub fn requests(analysis: &Analysis) -> Vec<Request> {
    let mut finder = Finder(Vec::new());
    analysis.with_syntax(|module| module.visit_with(&mut finder));
    finder.0
}

struct Finder(Vec<Request>);

impl Finder {
    fn found(&mut self, source: &Str, attributes: Option<&ObjectLit>) {
        self.add(
            source.value.to_string_lossy().into_owned(),
            attributes.is_some_and(has_type),
        );
    }

    fn add(&mut self, specifier: String, is_data: bool) {
        let request = Request { specifier, is_data };
        if !self.0.contains(&request) {
            self.0.push(request);
        }
    }
}

impl Visit for Finder {
    fn visit_import_decl(&mut self, import: &ImportDecl) {
        self.found(&import.src, import.with.as_deref());
    }

    fn visit_named_export(&mut self, export: &NamedExport) {
        if let Some(source) = &export.src {
            self.found(source, export.with.as_deref());
        }
    }

    fn visit_export_all(&mut self, export: &ExportAll) {
        self.found(&export.src, export.with.as_deref());
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        call.visit_children_with(self);
        let Callee::Import(_) = call.callee else {
            return;
        };
        let mut arguments = call.args.iter().map(|it| &*it.expr);
        let Some(specifier) = arguments.next().and_then(constant) else {
            return;
        };
        let options = arguments.next().and_then(Expr::as_object);
        self.add(
            specifier,
            options.is_some_and(|it| it.props.iter().any(is_attributes)),
        );
    }
}

fn constant(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(Lit::Str(it)) => Some(it.value.to_string_lossy().into_owned()),
        Expr::Paren(it) => constant(&it.expr),
        Expr::Tpl(it) if it.exprs.is_empty() => {
            let only = it.quasis.first()?.cooked.as_ref()?;
            Some(only.to_string_lossy().into_owned())
        }
        _ => None,
    }
}

/// Whether the attributes of an import have a type: there are no types of code.
fn has_type(attributes: &ObjectLit) -> bool {
    let keys = attributes
        .props
        .iter()
        .filter_map(|it| it.as_prop()?.as_key_value());
    keys.map(|it| &it.key).any(|key| match key {
        PropName::Ident(it) => &*it.sym == "type",
        PropName::Str(it) => it.value.to_string_lossy() == "type",
        _ => false,
    })
}

/// Whether a member of the options of `import()` is `with: { type: … }`.
fn is_attributes(member: &PropOrSpread) -> bool {
    let Some(member) = member.as_prop().and_then(|it| it.as_key_value()) else {
        return false;
    };
    let is_with = matches!(&member.key, PropName::Ident(it) if &*it.sym == "with");
    is_with && member.value.as_object().is_some_and(has_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_all_kinds_are_found() {
        let text = "import a from \"./a\";\nimport b from \"./b.json\" with { type: \"json\" };\n\
                    export * from \"./c\";\nexport { d } from \"./d\";\nimport \"./a\";\n\
                    const e = () => import(`./e`);\nimport(\"./f\", { with: { type: \"text\" } });\nimport(e());\n";
        let analysis = Analysis::new("a.js", text.into(), None).unwrap();
        let found: Vec<(String, bool)> = requests(&analysis)
            .into_iter()
            .map(|it| (it.specifier, it.is_data))
            .collect();
        let expected = [
            ("./a", false),
            ("./b.json", true),
            ("./c", false),
            ("./d", false),
            ("./e", false),
            ("./f", true),
        ];
        assert_eq!(
            found,
            expected.map(|(name, is_data)| (name.to_owned(), is_data))
        );
    }
}
