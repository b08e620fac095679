//! The text of closures: JavaScript, and the names that it captures.

use std::collections::BTreeSet;
use std::ops::Range;

use deno_ast::swc::ast::{Decl, Expr, Module, ModuleItem, Prop, PropOrSpread, Stmt};
use deno_ast::{
    MediaType, ModuleSpecifier, ParseParams, ProgramRef, SourceRangedForSpanned as _,
    StartSourcePos, TypeStripOptions,
};
use lumi_closure::analysis::free_names;
use lumi_closure::nesting::{Jsx, deeply};

use crate::il::ClosureShape;

/// The text around a closure with which it is a module of its own.
fn frame(shape: ClosureShape) -> (&'static str, &'static str) {
    match shape {
        ClosureShape::Expression => ("(", "\n)"),
        ClosureShape::Declaration => ("", "\n"),
        ClosureShape::Method => ("({", "\n})"),
    }
}

/// JavaScript without the types of TypeScript; lines and columns stay.
pub fn without_types(text: &str, shape: ClosureShape) -> Result<String, String> {
    let (before, after) = frame(shape);
    let framed = format!("{before}{text}{after}");
    let url = ModuleSpecifier::parse("file:///module.ts").expect("BUG: a constant URL is one");
    let options = TypeStripOptions { module: Some(true) };
    let stripped = deeply(&framed, Jsx::No, |_| {
        deno_ast::type_strip(&url, framed.clone(), options).map_err(|error| error.to_string())
    });
    let stripped = stripped.map_err(|error| error.to_string())??;
    let inner = stripped
        .strip_prefix(before)
        .and_then(|it| it.strip_suffix(after));
    inner
        .map(str::to_owned)
        .ok_or_else(|| "its types cannot be removed".to_owned())
}

/// The names that the text of a closure uses and does not declare, those of globals included. Text that is more
/// than one function or class is refused.
pub fn captured_names(text: &str, shape: ClosureShape) -> Result<BTreeSet<String>, String> {
    let (before, after) = frame(shape);
    let accepts = match shape {
        ClosureShape::Expression => is_expression,
        ClosureShape::Declaration => is_declaration,
        ClosureShape::Method => is_method,
    };
    free_names(&format!("{before}{text}{after}"), accepts)
}

/// Whether a text is what the front end takes from a source: one function or class without types, and nothing around it.
/// Raised source with any other text would be another package.
pub fn is_plain(text: &str, shape: ClosureShape) -> bool {
    if without_types(text, shape).as_deref() != Ok(text) {
        return false;
    }
    let (before, after) = frame(shape);
    let framed = format!("{before}{text}{after}");
    let whole = before.len()..before.len() + text.len();
    deeply(&framed, Jsx::No, |_| range(&framed, shape)) == Ok(Some(whole))
}

/// The bytes of the function or class in a text with its frame.
fn range(framed: &str, shape: ClosureShape) -> Option<Range<usize>> {
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: ModuleSpecifier::parse("file:///module.js").ok()?,
        text: framed.into(),
        media_type: MediaType::Mjs,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    });
    let parsed = parsed.ok()?;
    let ProgramRef::Module(module) = parsed.program_ref() else {
        return None;
    };
    let range = match shape {
        ClosureShape::Expression => in_parentheses(module)?.range(),
        ClosureShape::Declaration => module.body.first()?.range(),
        ClosureShape::Method => in_parentheses(module)?.as_object()?.props.first()?.range(),
    };
    Some(range.as_byte_range(StartSourcePos::START_SOURCE_POS))
}

fn in_parentheses(module: &Module) -> Option<&Expr> {
    let [ModuleItem::Stmt(Stmt::Expr(statement))] = module.body.as_slice() else {
        return None;
    };
    Some(&statement.expr.as_paren()?.expr)
}

fn is_expression(module: &Module) -> bool {
    let expression = in_parentheses(module);
    expression.is_some_and(|it| matches!(it, Expr::Fn(_) | Expr::Arrow(_) | Expr::Class(_)))
}

fn is_declaration(module: &Module) -> bool {
    let [ModuleItem::Stmt(Stmt::Decl(declaration))] = module.body.as_slice() else {
        return false;
    };
    matches!(declaration, Decl::Fn(_) | Decl::Class(_))
}

fn is_method(module: &Module) -> bool {
    let object = in_parentheses(module).and_then(|it| it.as_object());
    let Some([PropOrSpread::Prop(property)]) = object.map(|it| it.props.as_slice()) else {
        return false;
    };
    matches!(
        &**property,
        Prop::Method(_) | Prop::Getter(_) | Prop::Setter(_)
    )
}

/// The name that a declaration declares.
pub fn declared_name(text: &str) -> Option<&str> {
    let mut words =
        text.split(|it: char| it.is_whitespace() || matches!(it, '(' | '{' | '<' | '*'));
    let name = words.find(|it| !matches!(*it, "" | "async" | "function" | "class"))?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_leave_lines_and_columns() {
        let text = "async (a: string,\n  b?: Map<string, number>) => a + (b as any)";
        let plain = without_types(text, ClosureShape::Expression).unwrap();
        assert_eq!(plain.lines().count(), 2);
        assert_eq!(plain.rfind("=> a +"), text.rfind("=> a +"));
        assert!(!plain.contains("string"));
        let method =
            without_types("put(key: string) { return x(key); }", ClosureShape::Method).unwrap();
        let names = captured_names(&method, ClosureShape::Method).unwrap();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["x"]);
    }

    #[test]
    fn plain_texts_have_nothing_around_them() {
        use ClosureShape::{Declaration, Expression, Method};
        for (text, shape) in [
            ("(a) => a", Expression),
            ("async function f() { /* b */ }", Declaration),
            ("get a() { return 1; }", Method),
            ("() => { return f < 1; }", Expression),
        ] {
            assert!(is_plain(text, shape), "{text}");
        }
        for (text, shape) in [
            (" (a) => a", Expression),
            ("(a) => a // b", Expression),
            ("/* b */ (a) => a", Expression),
            ("(a) => a\n", Expression),
            ("function f() {}\n// }", Declaration),
            ("/**/function f() {}", Declaration),
            ("function f() {};", Declaration),
            ("a() {},", Method),
            ("/* b */ a() {}", Method),
            // TypeScript has types where JavaScript compares.
            ("() => f<a>(b)", Expression),
        ] {
            assert!(!is_plain(text, shape), "{text}");
        }
    }

    #[test]
    fn a_text_is_one_function() {
        for (text, shape) in [
            ("x => 1), (evil()", ClosureShape::Expression),
            ("1 + 1", ClosureShape::Expression),
            ("function f() {} evil()", ClosureShape::Declaration),
            ("a() {}, ...evil()", ClosureShape::Method),
            ("a() {} }), ({ b() {}", ClosureShape::Method),
        ] {
            assert!(captured_names(text, shape).is_err(), "{text}");
        }
        assert_eq!(declared_name("async function f(a) {}"), Some("f"));
        assert_eq!(declared_name("class K{}"), Some("K"));
        assert_eq!(declared_name("function* g() {}"), Some("g"));
        assert_eq!(declared_name("async function *g() {}"), Some("g"));
    }
}
