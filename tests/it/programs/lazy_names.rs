//! Getters of CommonJS packages run only for names that importers ask for.

use crate::support::lumi::Lumi;

/// Notes each read of `a` to `e`; reading `e` fails. The last name begins with an underscore, and no
/// module asks for it by name.
const PACKAGE: &str = "'use strict';
globalThis.reads = [];
const inner = {};
for (const name of ['a', 'b', 'c', 'd', 'f', '_z']) {
  const value = { name };
  Object.defineProperty(inner, name, { get: () => (globalThis.reads.push(name), value) });
}
Object.defineProperty(inner, 'e', { get: () => { globalThis.reads.push('e'); throw new Error('e'); } });
exports.plain = 'plain';
Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return inner.a; } });
Object.defineProperty(exports, 'b', { enumerable: true, get: function () { return inner.b; } });
Object.defineProperty(exports, 'c', { enumerable: true, get: function () { return inner.c; } });
Object.defineProperty(exports, 'd', { enumerable: true, get: function () { return inner.d; } });
Object.defineProperty(exports, 'e', { enumerable: true, get: function () { return inner.e; } });
Object.defineProperty(exports, 'f', { enumerable: true, get: function () { return inner.f; } });
Object.defineProperty(exports, '_z', { enumerable: true, get: function () { return inner._z; } });
";

const REPORT: &str = "const report = (...values: unknown[]) => console.log(...values, '|', (globalThis as any).reads.join(' '));\n";

fn printed(program: &str, files: &[(&str, &str)]) -> String {
    let lumi = Lumi::program(&format!("{program}\n"));
    lumi.file("node_modules/p/index.js", PACKAGE);
    lumi.file("report.ts", format!("export {REPORT}"));
    for (name, text) in files {
        lumi.file(name, text);
    }
    // The second run has what the first one has kept.
    let first = lumi.run(&["run", "-A"]);
    let second = lumi.run(&["run", "-A"]);
    assert_eq!(first.stderr, second.stderr);
    second.stderr
}

#[test]
fn names_of_imports_are_read() {
    let program = "import { a, plain } from 'p';\nimport p from 'p';\nimport { report } from './report';\n\
                   report(a.name, plain, typeof p, p.a === a);";
    assert_eq!(printed(program, &[]), "a plain object true | a a\n");
}

#[test]
fn members_of_a_namespace_are_read() {
    let program = "import * as p from 'p';\nimport { report } from './report';\n\
                   const { b, plain } = p;\nreport(p.a.name, p['c'].name, b.name, plain);";
    assert_eq!(printed(program, &[]), "a c b plain | a b c\n");
}

#[test]
fn all_names_are_read_where_a_namespace_is_a_value() {
    let program = "import * as p from 'p';\nimport { report } from './report';\n\
                   report(Object.keys(p).length, p.e);";
    assert_eq!(
        printed(program, &[]),
        "9 undefined | _z a b c d e f\n",
        "with the default export"
    );
}

#[test]
fn an_export_of_all_asks_for_what_its_importers_ask_for() {
    let program = "import { c } from './star';\nimport * as star from './further';\nimport { report } from './report';\n\
                   report(c.name, star.d.name, star.own, star.default);";
    let files = [
        ("star.ts", "export * from 'p';\nexport default 'default';\n"),
        (
            "further.ts",
            "export * from './star';\nexport { default } from './star';\nexport const own = 'own';\n",
        ),
    ];
    assert_eq!(printed(program, &files), "c d own default | c d\n");
}

#[test]
fn an_entry_that_exports_all_has_all_outputs() {
    let lumi = Lumi::program("export * from 'p';\n");
    lumi.file(
        "node_modules/p/index.js",
        "exports.plain = 1;\nconst m = { b: 2 };\n\
         Object.defineProperty(exports, 'b', { enumerable: true, get: function () { return m.b; } });\n",
    );
    let outputs = lumi.run(&["run"]).ok();
    assert!(
        outputs.contains("plain: 1") && outputs.contains("b: 2"),
        "{outputs}"
    );
}

#[test]
fn modules_that_are_loaded_later_ask_for_more() {
    let program = "import { a } from 'p';\nimport { report } from './report';\nimport { c } from './star';\n\
                   report(a.name, c.name);\n\
                   const later = await import('./later');\n\
                   report(later.found.join(' '));\n\
                   const all = await import('p');\n\
                   report(all.a === a, all.f.name, all.e, 'e' in all);\n\
                   const again = await import('p');\n\
                   const { namespace } = await import('./namespace');\n\
                   const star = await import('./star');\n\
                   report(again === all, namespace === all, star.d === all.d, star.default);";
    let files = [
        ("star.ts", "export * from 'p';\nexport default 'star';\n"),
        (
            "later.ts",
            "import { b } from 'p';\nimport * as p from 'p';\nimport { d } from './star';\nimport name from './star';\n\
             export const found = [b.name, p.plain, d.name, name, p.default.plain];\n",
        ),
        (
            "namespace.ts",
            "import * as p from 'p';\nexport { p as namespace };\n",
        ),
    ];
    insta::assert_snapshot!(printed(program, &files), @r"
    a c | a c
    b plain d star plain | a c b d
    true f undefined true | a c b d _z e f
    true true true star | a c b d _z e f
    ");
}

#[test]
fn a_name_that_is_missing_is_an_error_later_as_well() {
    let program = "import { a } from 'p';\nimport { report } from './report';\nreport(a.name);\n\
                   try { await import('./later'); } catch (error) { report(String(error)); }";
    let files = [(
        "later.ts",
        "import { b, none } from 'p';\nexport const found = [b, none];\n",
    )];
    let text = printed(program, &files);
    assert!(
        text.contains("does not provide an export named 'none'"),
        "{text}"
    );
    assert!(text.ends_with("| a\n"), "{text}");
}

/// Each call takes note of its import once.
#[test]
fn a_module_may_be_imported_any_number_of_times() {
    let program = "import { a } from 'p';\nimport { report } from './report';\nlet same = 0;\n\
                   for (let i = 0; i < 5_000; i++) if ((await import('p')).a === a) same++;\n\
                   report(same);";
    assert_eq!(printed(program, &[]), "5000 | a _z b c d e f\n");
}
