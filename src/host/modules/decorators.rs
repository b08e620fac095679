//! Decorators in the syntax of a module, and the imports that their metadata needs.

use std::collections::BTreeSet;

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{
    MediaType, ParseParams, ParsedSource, ProgramRef, SourceRange, SourceRangedForSpanned as _,
    StartSourcePos,
};
use deno_core::url::Url;
use lumi_closure::analysis::imported_name;

/// Whether JavaScript uses decorators, which V8 lacks; such files are rewritten like TypeScript.
pub fn has_decorators(url: &Url, text: &str) -> bool {
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: url.clone(),
        text: text.into(),
        media_type: MediaType::JavaScript,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    });
    parsed.is_ok_and(|it| is_decorated(&it))
}

/// Whether a module has decorators.
fn is_decorated(parsed: &ParsedSource) -> bool {
    struct Finder(bool);
    impl Visit for Finder {
        fn visit_decorator(&mut self, _: &Decorator) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    visit(parsed, &mut finder);
    finder.0
}

/// The offset of the first decorator of a parameter.
pub fn decorated_parameter(parsed: &ParsedSource) -> Option<usize> {
    struct Finder(Option<usize>);
    impl Finder {
        fn note(&mut self, decorators: &[Decorator]) {
            let first = decorators.first().map(|it| bytes(it.range()).0);
            self.0 = self.0.or(first);
        }
    }
    impl Visit for Finder {
        fn visit_param(&mut self, it: &Param) {
            self.note(&it.decorators);
            it.visit_children_with(self);
        }

        fn visit_ts_param_prop(&mut self, it: &TsParamProp) {
            self.note(&it.decorators);
            it.visit_children_with(self);
        }
    }
    let mut finder = Finder(None);
    visit(parsed, &mut finder);
    finder.0
}

fn visit(parsed: &ParsedSource, visitor: &mut impl Visit) {
    match parsed.program_ref() {
        ProgramRef::Module(it) => it.visit_with(visitor),
        ProgramRef::Script(it) => it.visit_with(visitor),
    }
}

/// A text whose imports for types alone are constants: what a module does not export, such as an interface, is undefined
/// in them, where an import would be an error. Metadata of decorators names the types of members so.
pub fn with_types_as_values(url: &Url, media_type: MediaType, text: &str) -> String {
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: url.clone(),
        text: text.into(),
        media_type,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    });
    let Ok(parsed) = parsed else {
        return text.to_owned();
    };
    let ProgramRef::Module(module) = parsed.program_ref() else {
        return text.to_owned();
    };
    let mut names = Names::default();
    module.visit_with(&mut names);
    let imports = module.body.iter().enumerate().filter_map(|(index, item)| {
        let import = item.as_module_decl()?.as_import()?;
        Some((bytes(import.range()), divided(import, index, text, &names)?))
    });
    let mut edits: Vec<_> = imports.chain(names.others.iter().cloned()).collect();
    edits.sort();
    let mut written = String::with_capacity(text.len());
    let mut end = 0;
    for ((from, to), code) in edits {
        written.push_str(&text[end..from]);
        written.push_str(&code);
        end = to;
    }
    written.push_str(&text[end..]);
    written
}

/// The names that code uses as values, and those of types that metadata of decorators contains.
#[derive(Default)]
struct Names {
    values: BTreeSet<String>,
    types: BTreeSet<String>,
    /// Types in metadata for which the transpiler has no value, and others with the value that TypeScript gives them.
    others: Vec<((usize, usize), String)>,
}

impl Names {
    fn note_params<'a>(&mut self, params: impl Iterator<Item = &'a Pat>) {
        for it in params {
            self.note(type_of(it));
        }
    }

    fn note(&mut self, annotation: Option<&TsTypeAnn>) {
        if let Some(it) = annotation {
            self.note_type(&it.type_ann);
        }
    }

    /// Notes the names that stand for a type when the module runs. Of an array, a function or a type literal, only the
    /// kind is known then.
    fn note_type(&mut self, it: &TsType) {
        match it {
            TsType::TsTypeRef(it) => {
                self.types.insert(first_name(&it.type_name));
            }
            TsType::TsImportType(it) => self.replace(it.range(), "object"),
            TsType::TsLitType(literal) if literal.lit.is_big_int() => {
                self.replace(literal.range(), "bigint");
            }
            TsType::TsParenthesizedType(it) => self.note_type(&it.type_ann),
            TsType::TsConditionalType(it) => {
                self.note_type(&it.true_type);
                self.note_type(&it.false_type);
            }
            TsType::TsUnionOrIntersectionType(it) => {
                let types = match it {
                    TsUnionOrIntersectionType::TsUnionType(it) => &it.types,
                    TsUnionOrIntersectionType::TsIntersectionType(it) => &it.types,
                };
                types.iter().for_each(|it| self.note_type(it));
            }
            _ => {}
        }
    }

    fn replace(&mut self, range: SourceRange, by: &str) {
        self.others.push((bytes(range), by.to_owned()));
    }

    fn note_constructor(&mut self, constructor: &Constructor) {
        for it in &constructor.params {
            match it {
                ParamOrTsParamProp::Param(it) => self.note(type_of(&it.pat)),
                ParamOrTsParamProp::TsParamProp(it) => match &it.param {
                    TsParamPropParam::Ident(it) => self.note(it.type_ann.as_deref()),
                    TsParamPropParam::Assign(it) => self.note(type_of(&it.left)),
                },
            }
        }
    }
}

impl Visit for Names {
    fn visit_import_decl(&mut self, _: &ImportDecl) {}

    fn visit_ident(&mut self, it: &Ident) {
        self.values.insert(it.sym.to_string());
    }

    /// Metadata is that of decorated members, and of the constructor of a decorated class.
    fn visit_class(&mut self, class: &Class) {
        let constructors = || class.body.iter().filter_map(ClassMember::as_constructor);
        if !class.decorators.is_empty() || constructors().any(has_decorated_param) {
            constructors().for_each(|it| self.note_constructor(it));
        }
        for member in &class.body {
            match member {
                ClassMember::Method(it) if is_decorated_method(&it.function) => {
                    self.note_params(it.function.params.iter().map(|it| &it.pat));
                    self.note(it.function.return_type.as_deref());
                }
                ClassMember::ClassProp(it) if !it.decorators.is_empty() => {
                    self.note(it.type_ann.as_deref());
                }
                _ => {}
            }
        }
        class.visit_children_with(self);
    }

    // Names in types are not used as values.
    fn visit_ts_type(&mut self, _: &TsType) {}
    fn visit_ts_type_param_decl(&mut self, _: &TsTypeParamDecl) {}
    fn visit_ts_interface_decl(&mut self, _: &TsInterfaceDecl) {}
    fn visit_ts_type_alias_decl(&mut self, _: &TsTypeAliasDecl) {}
    fn visit_ts_expr_with_type_args(&mut self, _: &TsExprWithTypeArgs) {}
}

fn has_decorated_param(constructor: &Constructor) -> bool {
    constructor.params.iter().any(|it| match it {
        ParamOrTsParamProp::Param(it) => !it.decorators.is_empty(),
        ParamOrTsParamProp::TsParamProp(it) => !it.decorators.is_empty(),
    })
}

fn is_decorated_method(function: &Function) -> bool {
    let mut params = function.params.iter();
    !function.decorators.is_empty() || params.any(|it| !it.decorators.is_empty())
}

fn type_of(pattern: &Pat) -> Option<&TsTypeAnn> {
    match pattern {
        Pat::Ident(it) => it.type_ann.as_deref(),
        Pat::Array(it) => it.type_ann.as_deref(),
        Pat::Rest(it) => it.type_ann.as_deref(),
        Pat::Object(it) => it.type_ann.as_deref(),
        Pat::Assign(it) => type_of(&it.left),
        Pat::Invalid(_) | Pat::Expr(_) => None,
    }
}

/// `a` of `a.b.C`.
fn first_name(name: &TsEntityName) -> String {
    match name {
        TsEntityName::Ident(it) => it.sym.to_string(),
        TsEntityName::TsQualifiedName(it) => first_name(&it.left),
    }
}

/// The statements for an import: one of its values, and a constant for each type; `None` if it has no such type.
fn divided(import: &ImportDecl, index: usize, text: &str, names: &Names) -> Option<String> {
    if import.type_only {
        return None;
    }
    let is_type = |it: &ImportSpecifier| {
        let name = it.local().sym.to_string();
        let named = it.as_named();
        named.is_some_and(|it| !it.is_type_only)
            && names.types.contains(&name)
            && !names.values.contains(&name)
    };
    let (types, values): (Vec<_>, Vec<_>) = import.specifiers.iter().partition(|it| is_type(it));
    if types.is_empty() {
        return None;
    }
    let part = |range: SourceRange| {
        let (from, to) = bytes(range);
        &text[from..to]
    };
    let (_, end) = bytes(import.range());
    let source = text[bytes(import.src.range()).0..end].trim_end_matches(';');
    let mut code = String::new();
    let named = values.iter().filter(|it| it.is_named());
    let named: Vec<&str> = named.map(|it| part(it.range())).collect();
    let whole = values.iter().filter(|it| !it.is_named());
    let mut clauses: Vec<String> = whole.map(|it| part(it.range()).to_owned()).collect();
    if !named.is_empty() {
        clauses.push(format!("{{ {} }}", named.join(", ")));
    }
    if !clauses.is_empty() {
        code.push_str(&format!("import {} from {source}; ", clauses.join(", ")));
    }
    code.push_str(&format!("import * as types_of_{index} from {source};"));
    for it in types {
        let local = &it.local().sym;
        let exported = it
            .as_named()
            .map_or_else(|| local.to_string(), imported_name);
        code.push_str(&format!(" const {local} = types_of_{index}[{exported:?}];"));
    }
    // Lines below stay where they are.
    let (from, to) = bytes(import.range());
    let lines = |it: &str| it.matches('\n').count();
    let missing = lines(&text[from..to]).saturating_sub(lines(&code));
    code.push_str(&"\n".repeat(missing));
    Some(code)
}

fn bytes(range: SourceRange) -> (usize, usize) {
    let start = StartSourcePos::START_SOURCE_POS;
    (
        range.start.as_byte_index(start),
        range.end.as_byte_index(start),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let url = Url::parse("file:///a.ts").unwrap();
        with_types_as_values(&url, MediaType::TypeScript, text)
    }

    #[test]
    fn imports_of_types_alone_become_constants() {
        let text = "import D, { A, B as C, type E } from \"./m.ts\";\nclass X { @d a!: C; b: A = new A(); e?: E; f?: D; }\nD;\n";
        let expected = "import D, { A, type E } from \"./m.ts\"; import * as types_of_0 from \"./m.ts\"; const C = \
             types_of_0[\"B\"];\nclass X { @d a!: C; b: A = new A(); e?: E; f?: D; }\nD;\n";
        assert_eq!(written(text), expected);
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text =
            "import {\n  A,\n} from \"./m.ts\" with { type: \"json\" }\nclass X { @d a!: A; }\n";
        let result = written(text);
        assert_eq!(
            result.lines().nth(3),
            Some("class X { @d a!: A; }"),
            "{result}"
        );
        assert!(
            result.starts_with("import * as types_of_0 from \"./m.ts\" with { type: \"json\" };")
        );
    }

    #[test]
    fn only_types_in_metadata_become_constants() {
        let divided = |text: &str| {
            let written = written(&format!("import {{ A }} from \"./m.ts\";\n{text}\n"));
            written.contains("const A = types_of_0")
        };
        for text in [
            "class X { @d a!: A | null; }",
            "class X { @d a!: A.B; }",
            "class X { @d get a(): (A) { return x; } }",
            "class X { @d f(a: A = b) {} }",
            "class X { f(@d a: string, ...b: A): A {} }",
            "@d class X { constructor(private a: A) {} }",
            "class X { constructor(@d a: string, b: A) {} }",
            "class X { @d a!: A; b!: { A: string }; }",
        ] {
            assert!(divided(text), "{text}");
        }
        for text in [
            "class X { a!: A; @d b!: string; }",
            "class X { f(a: A): A {} @d g() {} }",
            "class X { constructor(a: A) {} @d b!: string; }",
            "@d class X { a!: A; f(a: A) {} }",
            "function f(a: A): A { return <A>a; }\n@d class X {}",
            "class X { @d a!: A[]; @d b!: Map<string, A>; @d c!: () => A; @d d!: { a: A }; }",
        ] {
            assert!(!divided(text), "{text}");
        }
    }

    /// The transpiler panics at both.
    #[test]
    fn types_without_a_value_become_others() {
        let text = "class X { @d a!: import(\"./m.ts\").A | 1n; b!: 1n; }";
        let expected = "class X { @d a!: object | bigint; b!: 1n; }";
        assert_eq!(written(text), expected);
    }

    #[test]
    fn values_stay_as_they_are() {
        for text in [
            "import { A } from \"./m.ts\";\nnew A();\n",
            "import type { A } from \"./m.ts\";\nclass X { @d a!: A; }\n",
            "import { A } from \"./m.ts\";\nexport { A };\nclass X { @d a!: A; }\n",
            "import \"./m.ts\";\n",
        ] {
            assert_eq!(written(text), text);
        }
    }
}
