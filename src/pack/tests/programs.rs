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

/// In .mts files they could be JSX.
#[test]
fn generic_arrows_and_casts_are_typescript() {
    let text = "const same = <T>(it: T): T => it;\nexport const one = same(<number>1);\n";
    let pack = verify(&built_text(text).bytes).unwrap();
    let raised = &pack.sources()[0].1;
    assert_eq!(
        *raised,
        "const same = <T>(it: T): T => it;\n\nexport const one = same(1);\n"
    );
    assert_eq!(
        verify(&built_text(raised).bytes).unwrap().manifest.code,
        pack.manifest.code
    );
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

#[test]
fn all_exports_of_a_module_are_named() {
    let mut files = Texts::of(&[
        (
            "index.ts",
            "export * from \"./a.ts\"; export * from \"./b.ts\"; export * from \"./effects.ts\"; export const own = 1;",
        ),
        (
            "a.ts",
            "export * from \"./c.ts\"; export const a = 1, own = 2, two = 3; export interface T {} export default 1;",
        ),
        (
            "b.ts",
            "export * from \"./c.ts\"; export const b = 1, two = 4; export * as all from \"./c.ts\";",
        ),
        ("c.ts", "export const c = 1; export function d() {}"),
        ("effects.ts", "const e = [].length;"),
    ]);
    let compiled = compiled(&mut files).unwrap();
    let pack = verify(&built(&compiled).bytes).unwrap();
    let exports = |name: &str| {
        let entry = pack.manifest.modules.iter().find(|it| it.name == name);
        entry.unwrap().exports.join(" ")
    };
    // What two modules mean by `two` differs; `c` is that of one module.
    assert_eq!(exports("index"), "a all b c d own");
    assert_eq!(exports("a"), "a c d default own two");
    assert_eq!(exports("b"), "all b c d two");
    let index = pack.scripts().into_iter().find(|it| it.file == "index.ts");
    assert_eq!(
        index.unwrap().code,
        "export { a, c, d } from \"./a.ts\";\nexport { all, b } from \"./b.ts\";\nimport \"./effects.ts\";\n\nexport const own = 1;\n"
    );
    let mut raised = Texts(pack.sources().into_iter().collect());
    let again = built(&super::compiled(&mut raised).unwrap());
    assert_eq!(again.manifest.code, pack.manifest.code);
    let mut circle = Texts::of(&[
        ("index.ts", "export const a = 1;\nexport * from \"./a.ts\";"),
        ("a.ts", "export * from \"./index.ts\";"),
    ]);
    let problems = super::compiled(&mut circle).unwrap_err();
    assert_eq!(
        problems[0].to_string(),
        "a.ts:1:1: LumiIL has no `export *` of modules that export each other"
    );
}

#[test]
fn one_name_may_be_exported_twice() {
    for (index, code) in [
        (
            "export * from \"./b.ts\"; export { v as w, v as x } from \"./b.ts\";",
            "export { u, v, v as w, v as x } from \"./b.ts\";",
        ),
        (
            "export { v as w } from \"./b.ts\"; export * from \"./b.ts\"; export { v as default } from \"./b.ts\";",
            "export { v as default, v, v as w, u } from \"./b.ts\";",
        ),
        (
            "export { default } from \"./b.ts\"; export { u } from \"./b.ts\"; export { default as d } from \"./b.ts\";",
            "export { default as d, default, u } from \"./b.ts\";",
        ),
    ] {
        let module = "export const u = 1, v = 2; export default 3;";
        let mut files = Texts::of(&[("index.ts", index), ("b.ts", module)]);
        let pack = verify(&built(&compiled(&mut files).unwrap()).bytes).unwrap();
        let scripts = pack.scripts();
        let script = scripts.iter().find(|it| it.file == "index.ts");
        assert_eq!(script.unwrap().code.trim_end(), code);
        let mut raised = Texts(pack.sources().into_iter().collect());
        let again = built(&compiled(&mut raised).unwrap());
        assert_eq!(again.manifest.code, pack.manifest.code, "{index}");
    }
}

/// The functions of a program that are kept as JavaScript.
fn kept(text: &str) -> usize {
    built_text(&format!(
        "import {{ CustomResource }} from \"lumi\";\n{text}"
    ))
    .manifest
    .closures
    .len()
}

#[test]
fn functions_that_the_program_alone_calls_are_lumiil() {
    for text in [
        "const sizes = { small: () => 1, large(a) { return a; } }; export const b = sizes.small() + sizes[\"large\"](2);",
        "const make = (a) => (b) => a + b; const add = make(1); export const c = add(2) + make(3)(4);",
        "function twice(f, a) { return f(f(a)); } export const b = twice((it) => it + 1, 1);",
        "function twice(f, a) { return f(f(a)); } function next(a) { return a + 1; } export const b = twice(next, 1);",
        "const steps = [(a) => a + 1, (a) => a * 2]; let a = 1; for (const step of steps) { a = step(a); } export { a };",
        "const steps = [(a) => a + 1]; export const b = steps.map((step) => step(1)), c = steps.reduce((a, step) => step(a), 1) + 1;",
        "const { small, large: [big] } = { small: () => 1, large: [() => 2] }; export const c = small() + big();",
        "const t = { f: () => 1 }; const { f } = t; const g = t.f; export const b = f() + g();",
        "let f = () => 1; if (f() > 0) { f = () => 2; } export const b = f();",
        "export const a = await new Promise((resolve) => resolve(1)); export const b = (() => 1)();",
        "const pick = (a) => a ? () => 1 : () => 2; export const b = pick(true)();",
        "const f = (a) => a; new CustomResource(\"a:b:C\", \"c\", { a: f(1), b: [1].map((it) => f(it)) });",
        "const sizes = { small: () => 1 }; new CustomResource(\"a:b:C\", \"c\", { a: sizes.small() });",
    ] {
        assert_eq!(kept(text), 0, "{text}");
    }
}

/// However a function gets into a resource, it is kept.
#[test]
fn functions_that_resources_get_are_javascript() {
    let resource = "new CustomResource(\"a:b:C\", \"c\", { run: VALUE });";
    for (text, value) in [
        ("const f = () => 1;", "f"),
        ("const t = { f: () => 1 };", "t"),
        ("const t = { f: () => 1 };", "t.f"),
        ("const t = { a: { f() { return 1; } } };", "t.a[\"f\"]"),
        ("const t = { f: () => 1 }; const { f } = t;", "f"),
        ("const { a: [f] } = { a: [() => 1] };", "f"),
        ("const make = () => () => 1;", "make()"),
        (
            "function make() { return () => 1; } const g = make;",
            "[g()]",
        ),
        (
            "const make = () => ({ f: () => 1 }); const t = make();",
            "t.f",
        ),
        ("const t = { make: () => () => 1 };", "t.make()"),
        ("const make = () => () => () => 1;", "make()()"),
        ("const t = [() => 1];", "t.at(0)"),
        ("const t = [() => 1];", "t.map((it) => it)"),
        ("const t = [() => 1];", "t.filter(Boolean)[0]"),
        (
            "let g; const t = [() => 1]; t.forEach((it) => { g = it; });",
            "g",
        ),
        ("let g; for (const it of [() => 1]) { g = it; }", "g"),
        ("let g; g = () => 1;", "g"),
        ("const id = (a) => a;", "id(() => 1)"),
        (
            "function id(a) { const b = a; return { b }; }",
            "id(() => 1).b",
        ),
        ("const g = true ? () => 1 : null;", "g"),
        ("const g = null ?? (() => 1);", "g"),
        ("class K { f = () => 1; }", "new K().f"),
        ("const t = {}; t.f = () => 1;", "t.f"),
        ("const t = []; t.push(() => 1);", "t"),
        ("const t = new Map([[\"f\", () => 1]]);", "t.get(\"f\")"),
        ("const t = { ...{ f: () => 1 } };", "t"),
        ("const f = () => 1; const t = { f };", "t"),
        ("const f = () => 1; const g = f.bind(null);", "g"),
        ("const t = Object.values({ f: () => 1 });", "t"),
        ("const g = (f = () => 1) => f;", "g()"),
        ("const g = (...f) => f[0];", "g(() => 1)"),
        ("const g = ({ f }) => f;", "g({ f: () => 1 })"),
        ("const p = Promise.resolve(() => 1);", "p"),
        ("const g = (await (async () => () => 1)());", "g"),
        ("const t = { f: () => 1 };", "() => t.f()"),
        ("const t = { f: () => 1 }; const g = () => t;", "() => g()"),
    ] {
        let text = format!("{text}\n{}", resource.replace("VALUE", value));
        assert!(kept(&text) > 0, "{text}");
    }
    assert_eq!(kept("export const t = { f: () => 1 };"), 1);
    assert_eq!(kept("const t = { f: () => 1 }; export { t };"), 1);
    assert_eq!(kept("const t = [() => 1]; export default t;"), 1);
}

/// Modules hand functions to each other under other names.
#[test]
fn functions_of_other_modules_are_followed() {
    let kept = |index: &str| {
        let module = "export const f = () => 1;\nexport const t = { f: () => 2 };\nexport const make = () => () => 3;";
        let mut files = Texts::of(&[("index.ts", index), ("m.ts", module)]);
        built(&compiled(&mut files).unwrap())
            .manifest
            .closures
            .len()
    };
    let import = "import { CustomResource } from \"lumi\"; import { f as g, t, make as m } from \"./m.ts\"; import * as all from \"./m.ts\";";
    let with = |value: &str| {
        kept(&format!(
            "{import} new CustomResource(\"a:b:C\", \"c\", {{ a: {value} }});"
        ))
    };
    for value in ["g()", "t.f()", "m()()", "all.f()", "all.t.f()"] {
        assert_eq!(with(value), 0, "{value}");
    }
    for value in [
        "g",
        "t",
        "t.f",
        "m()",
        "all.f",
        "all.t",
        "() => g()",
        "() => all.f()",
        "() => m()",
    ] {
        assert!(with(value) > 0, "{value}");
    }
}

/// A default export has another name wherever it is imported.
#[test]
fn default_exports_are_followed() {
    let kept = |module: &str, value: &str| {
        let index = format!(
            "import {{ CustomResource }} from \"lumi\"; import f, {{ default as g }} from \"./m.ts\";\
             new CustomResource(\"a:b:C\", \"c\", {{ a: {value} }});"
        );
        let mut files = Texts::of(&[("index.ts", &index), ("m.ts", module)]);
        let built = built(&compiled(&mut files).unwrap());
        built.manifest.closures.len()
    };
    for module in [
        "export default function f() { return 1; }",
        "export default function () { return 1; }",
        "export default () => 1;",
        "const f = () => 1; export default f;",
        "function f() { return 1; } export { f as default };",
    ] {
        assert_eq!(kept(module, "f()"), 0, "{module}");
        for value in ["f", "g", "[f]"] {
            assert!(kept(module, value) > 0, "{module} {value}");
        }
        assert!(kept(module, "() => f()") > 1, "{module}");
    }
    for module in [
        "export default class A { a() { return 1; } }",
        "class A { a() { return 1; } } export { A as default };",
    ] {
        assert_eq!(kept(module, "new f().a()"), 0, "{module}");
        assert_eq!(kept(module, "() => 1"), 1, "{module}");
        assert_eq!(kept(module, "() => new f().a()"), 2, "{module}");
        assert_eq!(kept(module, "new f()"), 1, "{module}");
    }
}

#[test]
fn types_stand_in_angles() {
    built_text("export const id = <T>(it: T) => it; export const a = <string>id(\"a\");");
    let refused = compiled(&mut Texts::of(&[(
        "index.mts",
        "export const id = <T>(it: T) => it;",
    )]));
    assert!(refused.is_err());
}

/// The members of an enumeration are names in it, and texts have no member that leads back.
#[test]
fn members_of_enumerations_are_names_in_their_values() {
    let text = "enum Bits { A = 1, B = A << 1, C = A | B, D, E = Bits.D + [1].map((A) => A)[0] }\n\
                const enum Names { A = \"a\", B = A, C = `${A}b`, D = A + \"c\", E = \"d\" + 1 }\n\
                export const all = [Object.entries(Bits), Object.entries(Names)];\n";
    let pack = verify(&built_text(text).bytes).unwrap();
    let code = &pack.scripts()[0].code;
    for part in [
        "Bits[Bits[\"B\"] = Bits.A << 1] = \"B\"",
        "Bits[Bits[\"C\"] = Bits.A | Bits.B] = \"C\"",
        "[1].map((A) => A)",
        "\n  Names[\"B\"] = Names.A;",
        "\n  Names[\"D\"] = Names.A + \"c\";",
        "\n  Names[\"E\"] = \"d\" + 1;",
    ] {
        let flat = |it: &str| it.replace(['\n', ' '], "");
        assert!(flat(code).contains(&flat(part)), "{part}\n{code}");
    }
    let raised = &pack.sources()[0].1;
    assert_eq!(
        built_text(raised).manifest.code,
        pack.manifest.code,
        "{raised}"
    );
}

#[test]
fn objects_can_be_iterated_over() {
    let text = "class A { *[Symbol.iterator]() { yield 1; } async *[Symbol.asyncIterator]() { yield 2; } }\n\
                export const a = [...new A()];\nfor await (const it of new A()) { a.push(it); }\n";
    let pack = verify(&built_text(text).bytes).unwrap();
    assert_eq!(
        built_text(&pack.sources()[0].1).manifest.code,
        pack.manifest.code
    );
    let text = "export const a = Symbol.for(\"a\");";
    let problems = compiled(&mut Texts::of(&[("index.ts", text)])).err();
    assert!(problems.unwrap()[0].to_string().contains("Symbol"));
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
        "function* g(a = 1) { const b = yield a; yield* [b, (yield) ?? 1]; return yield; } export const a = [...g()];",
        "const o = { *g() { yield 1; } }; class K { *g() { yield (yield 1) + 1; } async *h() { yield await 1; } } export const a = [...o.g()];",
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

#[test]
fn ambiguous_expressions_are_in_parentheses() {
    // A call with a type to TypeScript, and a pattern of parameters to V8.
    let text = "export const a = [1, 2, 3];\n\
                export const b = (a[0] < a[1]) as unknown as number > (a[2]);\n\
                export let c: number[] = [];\n\
                export const d = Math.max(...[-1], ...([...c] = a));\n\
                export const e = String([-1], ([...c] = a));\n";
    let pack = verify(&built_text(text).bytes).unwrap();
    let raised = &pack.sources()[0].1;
    for part in ["(a[0] < a[1])", "...([...c] = a))", ", ([...c] = a))"] {
        assert!(raised.contains(part), "{part} is not in {raised}");
    }
    let again = verify(&built_text(raised).bytes).unwrap();
    assert_eq!(again.sources()[0].1, *raised);
}
