//! Programs become packages, and source again.

use super::*;
use crate::verify;

const PROGRAMS: [&str; 3] = ["language", "closures", "errors"];

#[test]
fn equal_programs_are_equal_bytes() {
    for name in PROGRAMS {
        let bytes = || built(&compiled(&mut Texts::read(name)).unwrap()).bytes;
        assert!(bytes() == bytes(), "{name}");
    }
}

#[test]
fn raised_source_has_the_same_code() {
    for name in PROGRAMS {
        let first = built(&compiled(&mut Texts::read(name)).unwrap());
        let pack = verify(&first.bytes).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let mut raised = Texts(pack.sources().into_iter().collect());
        raised.0.extend(
            pack.data()
                .map(|(file, text)| (file.to_owned(), text.to_owned())),
        );
        let again =
            built(&compiled(&mut raised).unwrap_or_else(|error| panic!("{name}: {error:?}")));
        assert_eq!(
            again.manifest.code,
            first.manifest.code,
            "{name}: {:?}",
            pack.sources()
        );
        // Raised once more, the text is the same: it is the form of this code.
        let twice = verify(&again.bytes).unwrap();
        assert_eq!(twice.sources(), pack.sources(), "{name}");
    }
}

#[test]
fn raised_source_is_formatted_and_has_types() {
    let text = "import { CustomResource as Resource, type Input } from \"lumi\";\n\
                export interface Args<T = string> { readonly name: Input<T>; size?: number }\n\
                export function make({ name, size = 1 }: Args, ...rest: string[]): Resource {\n\
                return new Resource(\"a:b:C\", name as string, { size, tags: rest.map(tag => ({ tag })) }) }";
    let pack = verify(&built_text(text).bytes).unwrap();
    assert_eq!(
        pack.sources()[0].1,
        "import { CustomResource as Resource, type Input } from \"lumi\";\n\
         \n\
         export interface Args<T = string> {\n\
         \x20 readonly name: Input<T>;\n\
         \x20 size?: number;\n\
         }\n\
         \n\
         export function make({ name, size = 1 }: Args, ...rest: string[]): Resource {\n\
         \x20 return new Resource(\"a:b:C\", name, { size, tags: rest.map((tag) => ({ tag })) });\n\
         }\n"
    );
}

#[test]
fn code_has_the_positions_of_its_source() {
    let text = "import { CustomResource } from \"lumi\";\n\nconst names = [\"ä\", \"b\"];\n\
                for (const name of names) {\n    new CustomResource(\"a:b:C\",    name);\n}\n";
    let pack = verify(&built_text(text).bytes).unwrap();
    let script = &pack.scripts()[0];
    let map = deno_ast::swc::sourcemap::SourceMap::from_slice(script.map.as_bytes()).unwrap();
    let line = script
        .code
        .lines()
        .position(|it| it.contains("new CustomResource"))
        .unwrap();
    let column = script.code.lines().nth(line).unwrap().find("new").unwrap();
    let token = map.lookup_token(line as u32, column as u32).unwrap();
    assert_eq!((token.get_src_line(), token.get_src_col()), (4, 4));
}

#[test]
fn unused_imports_do_not_load_modules() {
    let mut files = Texts::of(&[
        (
            "index.ts",
            "import { Shape } from \"./types.ts\";\nexport const a = (it: Shape) => it;\nexport const b = 1;",
        ),
        (
            "types.ts",
            "export interface Shape { a: string }\nthrow new Error(\"evaluated\");",
        ),
    ]);
    let compiled = compiled(&mut files).unwrap();
    assert_eq!(compiled.modules.len(), 1);
    let pack = verify(&built(&compiled).bytes).unwrap();
    assert!(
        !pack.scripts()[0].code.contains("import"),
        "{}",
        pack.scripts()[0].code
    );
}

#[test]
fn modules_may_import_each_other() {
    let mut files = Texts::of(&[
        (
            "index.ts",
            "import { b } from \"./b.ts\";\nexport function a(): number { return 1; }\nexport const c = b();",
        ),
        (
            "b.ts",
            "import { a } from \"./index.ts\";\nexport const b = () => a() + 1;",
        ),
    ]);
    let pack = verify(&built(&compiled(&mut files).unwrap()).bytes).unwrap();
    assert_eq!(pack.manifest.entry, "index");
    assert_eq!(pack.scripts().len(), 2);
}

/// A resource may capture these, so they are kept as they are written.
#[test]
fn functions_that_are_values_are_kept_as_javascript() {
    let kept = |text: &str| built_text(text).manifest.closures.len();
    assert_eq!(
        kept("const f = (a) => a; export const b = f(1) + [1].map((it) => it + 1).length;"),
        0
    );
    assert_eq!(kept("export const handler = { run: (a) => fetch(a) };"), 1);
    assert_eq!(
        kept("const f = (a) => helper(a); function helper(a) { return a; } export const b = [f];"),
        2
    );
    assert_eq!(
        kept("class K { m() {} } const f = () => 1; export const b = [f, new K()];"),
        2
    );
    assert_eq!(
        kept("class K { m() { return 1; } } export const b = new K().m();"),
        0
    );
    let provider = "import { Resource } from \"lumi/dynamic\"; class P { create() {} } new Resource(new P(), \"a\", {});";
    assert_eq!(kept(provider), 1);
}

/// Code that could be read otherwise stands in parentheses.
#[test]
fn code_is_read_as_it_was() {
    for text in [
        "for (let a = (\"x\" in {} ? 1 : 2), b = 0; a < 3; a++) { b += a; }",
        "let a; for (a = (\"x\" in {}); a;) { a = false; }",
        "export default (function named() { return 1; });",
        "export default (class Named {});",
        "export default (function () { return 1; })();",
        "export const a = (() => ({ b: 1 }))().b + -(-1) - -1 + +(+\"1\") + (-2) ** 2;",
        "const o = { f: () => 1 }; export const b = new (o.f().constructed ?? Map)();",
        "const o = { a: 1 }; export const b = (o?.a).toFixed(), c = (null ?? (0 || 1)), d = ((1, 2), 3);",
        "const f = (x) => x; export const a = `${`${f(\"`\")}`} \\${x} $ \\\\`;",
        "export const a = async () => { (await f)[0] = 1; await (await f); }; const f = [];",
        "({}).toString(); (function () {})(); (class {}).name;",
        "export const a = typeof (() => 1), b = !(1 in [2]), c = (1 < 2) === true, d = 2 ** (3 ** 2), e = (2 ** 3) ** 2;",
        "if (1) { if (2) { a(); } } else { b(); } function a() {} function b() {}",
    ] {
        let first = built_text(text);
        let pack = verify(&first.bytes).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let raised = &pack.sources()[0].1;
        let again = built_text(raised);
        assert_eq!(again.manifest.code, first.manifest.code, "{text}\n{raised}");
        let script = &pack.scripts()[0].code;
        lumi_closure::analysis::free_names(script, |_| true)
            .unwrap_or_else(|error| panic!("{error}: {script}"));
    }
}
