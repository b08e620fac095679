//! Packages in `node_modules`: small ones written here, and real ones if npm has installed them.

use crate::support::lumi::{Answer, Lumi, command};
use crate::support::peers::node_packages;

/// A project with one package `p` of the given files, and a program.
fn with_package(files: &[(&str, &str)], program: &str) -> Lumi {
    let lumi = Lumi::program(program);
    for (name, text) in files {
        lumi.file(&format!("node_modules/p/{name}"), text);
    }
    lumi
}

#[test]
pub fn commonjs_is_as_in_node() {
    let lumi = with_package(
        &[
            (
                "package.json",
                r#"{ "name": "p", "version": "1.0.0", "main": "main.js" }"#,
            ),
            (
                "main.js",
                "#!/usr/bin/env node\n\
                 'use strict';\n\
                 const a = require('./a');\n\
                 const path = require('path');\n\
                 exports.cycle = [a.done, a.seen, require('./b.js').seen];\n\
                 exports.data = require('./data').list;\n\
                 exports.names = [path.basename(__filename), path.basename(__dirname), module.id === __filename];\n\
                 exports.self = this === module.exports && module.exports === exports;\n\
                 exports.same = require('./a') === a && require.cache[require.resolve('./a')].exports === a;\n\
                 exports.builtin = [require.resolve('node:fs'), require('fs') === require('node:fs'), typeof require('util').inspect];\n\
                 exports.lumi = typeof require('lumi').CustomResource;\n\
                 exports.folder = require('./folder').from;\n\
                 exports.modern = require('./modern.mjs').default + require('./modern.mjs').named;\n\
                 exports.strict = (function () { return this === undefined; })();\n\
                 exports.global = typeof global === 'object' && global === globalThis;\n\
                 exports.parent = require.cache[require.resolve('./a')].parent === module && module.loaded === false;\n\
                 try { require('./none'); } catch (error) { exports.code = error.code; }\n\
                 try { require('none'); } catch (error) { exports.package = error.code; }\n\
                 try { require('./fails'); } catch (error) { exports.first = error.message; }\n\
                 try { require('./fails'); } catch (error) { exports.second = error.message; }\n\
                 exports.later = () => import('./modern.mjs').then((it) => it.named);\n",
            ),
            (
                "a.js",
                "exports.done = false;\nexports.seen = require('./b').seen;\nexports.done = true;\n",
            ),
            ("b.js", "exports.seen = require('./a').done;\n"),
            ("data.json", "{ \"list\": [1, 2] }"),
            ("folder/index.js", "exports.from = 'folder';"),
            (
                "modern.mjs",
                "export default 'default';\nexport const named = 'named';\n",
            ),
            (
                "fails.js",
                "globalThis.times = (globalThis.times ?? 0) + 1;\nthrow new Error('failed ' + globalThis.times);",
            ),
        ],
        "import * as p from 'p';\nimport main, { cycle, later } from 'p';\n\
         const { default: _, later: __, ...rest } = p;\n\
         export const all = rest;\n\
         export const more = [main.cycle === cycle, await later(), import.meta.resolve('p').endsWith('node_modules/p/main.js')];\n",
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
}

#[test]
pub fn names_are_found_in_the_text() {
    let lumi = with_package(
        &[
            ("package.json", r#"{ "main": "main.js" }"#),
            (
                "main.js",
                "'use strict';\n\
                 var __exportStar = function (m, exports) { for (var p in m) if (!(p in exports)) exports[p] = m[p]; };\n\
                 Object.defineProperty(exports, '__esModule', { value: true });\n\
                 exports.late = exports.early = void 0;\n\
                 __exportStar(require('./star'), exports);\n\
                 Object.defineProperty(exports, 'got', { enumerable: true, get: function () { return star.inner; } });\n\
                 var star = require('./star');\n\
                 exports.early = 1;\n\
                 exports.default = 'default';\n",
            ),
            (
                "star.js",
                "module.exports = { inner: 'inner', 'a-b': 2, ...require('./deep') };\n",
            ),
            ("deep.js", "exports.deep = 'deep';"),
            ("number.js", "module.exports = 7;"),
            ("umd.js", "module.exports = require('./universal').main;\n"),
            (
                "universal.js",
                "(function (factory) { factory(exports); })(function (exports) {\n\
                 \x20 exports.main = function main() {};\n\
                 \x20 exports.main.option = 'option';\n\
                 \x20 exports.option = 'of the module';\n\
                 });\n",
            ),
            (
                "function.js",
                "module.exports = function f() { return 'f'; };\nmodule.exports.extra = 'extra';\n",
            ),
        ],
        "import main, { early, late, got, inner, deep, 'a-b' as dashed } from 'p';\n\
         import seven from 'p/number.js';\n\
         import f, { extra } from 'p/function';\n\
         import { option } from 'p/umd.js';\n\
         export const found = [early, late, got, inner, deep, dashed, main.default, seven, f(), extra, option];\n",
    );
    let text = lumi.run(&["run"]).ok();
    let found: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(
        found[2..13].join(" "),
        r#"1 null "inner" "inner" "deep" 2 "default" 7 "f" "extra" "option""#,
        "{text}"
    );
}

/// In a program the text of a promise is a mistake; packages try what a value is by its text.
#[test]
pub fn a_package_may_turn_a_promise_into_text() {
    let text = "exports.text = (value) => `${value}`;\n";
    let program = "import { text } from 'p';\nexport const found = text(Promise.resolve(1));\n";
    let lumi = with_package(&[("index.js", text)], program);
    let answer = lumi.run(&["run"]).ok();
    assert!(answer.contains("[object Promise]"), "{answer}");
}

#[test]
pub fn errors_are_where_they_are_in_the_package() {
    let packages = [
        (
            "thrown",
            "function deep() {\n  throw new TypeError('too deep');\n}\nexports.f = () => deep();\nexports.g = 1;\n",
        ),
        ("early", "const a = 1;\nnull.b;\n"),
        ("syntax", "exports.a = 1;\nconst b = ;\n"),
        (
            "missing",
            "exports.a = 1;\nexports.b = require('nowhere');\n",
        ),
        ("json", "exports.a = require('./broken.json');\n"),
        ("waits", "exports.a = require('./waits.mjs');\n"),
        ("thrower", "exports.a = require('./throws.mjs');\n"),
        ("native", "exports.a = require('./addon.node');\n"),
    ];
    let lumi = Lumi::new();
    for (name, text) in packages {
        lumi.file(&format!("node_modules/{name}/index.js"), text);
        lumi.file(
            &format!("{name}.ts"),
            format!("import * as it from '{name}';\n(it as any).f?.();\nexport const a = 1;\n"),
        );
    }
    lumi.file("node_modules/json/broken.json", "{\n  \"a\": }");
    lumi.file(
        "node_modules/waits/waits.mjs",
        "export const a = await Promise.resolve(1);\n",
    );
    lumi.file(
        "node_modules/thrower/throws.mjs",
        "export const a = 1;\n\nthrow new RangeError('in a module');\n",
    );
    lumi.file("node_modules/native/addon.node", "");
    lumi.file(
        "node_modules/types/package.json",
        r#"{ "types": "index.d.ts" }"#,
    );
    lumi.file("node_modules/types/index.d.ts", "export const a: number;");
    lumi.file(
        "types.ts",
        "import { a } from 'types';\nexport const b = a;\n",
    );
    lumi.file(
        "declared.ts",
        "import { a } from './node_modules/types/index.d.ts';\nexport const b = a;\n",
    );
    lumi.file(
        "absent.ts",
        "import { a } from 'thorwn';\nexport const b = a;\n",
    );
    lumi.file(
        "name.ts",
        "import { none } from 'thrown';\nexport const b = none;\n",
    );
    let mut all = String::new();
    let names = packages.iter().map(|(name, _)| *name);
    for name in names.chain(["types", "declared", "absent", "name"]) {
        let answer = lumi.run(&["run", &format!("{name}.ts")]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        all.push_str(&answer.transcript());
    }
    let outer = lumi
        .folder()
        .parent()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    insta::assert_snapshot!(all.replace(&outer, "[outer]"));
}

#[test]
pub fn modules_of_packages_may_be_of_either_kind() {
    let lumi = with_package(
        &[
            (
                "package.json",
                r#"{ "type": "module", "exports": { ".": { "require": "./c.cjs", "import": "./m.js" }, "./all": "./all.js" } }"#,
            ),
            (
                "m.js",
                "import c from './c.cjs';\nimport { createRequire } from 'module';\n\
                      export const kind = 'module';\nexport const other = c.kind;\n\
                      export const required = createRequire(import.meta.url)('./c.cjs') === c;\n",
            ),
            (
                "c.cjs",
                "exports.kind = 'commonjs';\nexports.file = typeof __filename;",
            ),
            ("all.js", "export * from './c.cjs';\n"),
        ],
        "import { kind, other, required } from 'p';\nimport { file } from 'p/all';\n\
         import own from './own.cjs';\nimport { type T, used } from './typed';\n\
         const value: T = used;\n\
         export const out = [kind, other, required, file, own.kind, value].join(' ');\n",
    );
    lumi.file("own.cjs", "exports.kind = require('p').kind;");
    lumi.file("typed.ts", "export type T = string;\nexport const used: T = 'typed';\nimport type { Nothing } from 'not-installed';\nexport type Again = Nothing;\n");
    let text = lumi.run(&["run"]).ok();
    assert!(
        text.contains("module commonjs true string commonjs typed"),
        "{text}"
    );
}

#[test]
pub fn workspaces_share_what_is_above_them_if_allowed() {
    let lumi = Lumi::new();
    lumi.file("node_modules/hoisted/index.js", "exports.from = 'above';");
    lumi.file("packages/app/Lumi.yaml", "name: app\n");
    lumi.file(
        "packages/app/index.ts",
        "import { from } from 'hoisted';\nexport const out = from;\n",
    );
    let folder = lumi.folder().join("packages/app");
    let run = |args: &[&str]| {
        let output = command().current_dir(&folder).args(args).output().unwrap();
        Answer::of(output, args, lumi.folder())
    };
    let refused = run(&["run"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused.stderr.contains("npm install hoisted"),
        "{}",
        refused.stderr
    );
    let hint = "--allow-read=FOLDER/node_modules";
    assert!(refused.stderr.contains(hint), "{}", refused.stderr);
    let allowed = run(&["run", "--allow-read=../../node_modules"]).ok();
    assert!(allowed.contains("above"), "{allowed}");
}

#[test]
pub fn hidden_variables_are_not_set_for_packages() {
    let lumi = with_package(
        &[(
            "index.js",
            "exports.debug = process.env.DEBUG_P;\nexports.has = 'DEBUG_P' in process.env;\n\
             exports.names = Object.keys(process.env).includes('DEBUG_P');\n",
        )],
        "import p from 'p';\nexport const out = [p.debug ?? 'none', p.has, p.names].join();\n\
         export const own = (() => { try { return process.env.DEBUG_P; } catch (e) { return (e as Error).name; } })();\n",
    );
    let run = |args: &[&str]| {
        let output = lumi.command(args).env("DEBUG_P", "shown").output().unwrap();
        Answer::of(output, args, lumi.folder()).transcript()
    };
    let hidden = run(&["run"]);
    assert!(
        hidden.contains("none,false,false") && hidden.contains("PermissionDenied"),
        "{hidden}"
    );
    let shown = run(&["run", "--allow-env"]);
    assert!(shown.contains("shown,true,true"), "{shown}");
}

#[test]
fn compiled_code_is_cached() {
    let lumi = with_package(
        &[
            (
                "index.js",
                "exports.f = () => 'once';\nexports.g = { ...require('./h') };\n",
            ),
            ("h.js", "exports.h = 'h';"),
        ],
        "import { f, g } from 'p';\nimport { h } from 'p/h';\nexport const out = [f(), g.h, h].join();\n",
    );
    let cache = lumi.folder().join("cache");
    let run = || {
        let args = ["run"];
        let output = lumi
            .command(&args)
            .env("LUMI_CACHE", &cache)
            .output()
            .unwrap();
        Answer::of(output, &args, lumi.folder()).ok()
    };
    let cold = run();
    assert!(cold.contains("once,h,h"), "{cold}");
    assert_eq!(run(), cold);
    // The cache is keyed by the text.
    lumi.file("node_modules/p/h.js", "exports.h = 'i';");
    assert!(run().contains("once,i,i"));
}

#[test]
pub fn a_program_without_packages_looks_for_none() {
    let lumi = Lumi::program("import { a } from './a';\nexport const b = a;\n");
    lumi.file("a.ts", "export const a = 1;");
    // Reading it would be an error.
    lumi.file("node_modules", "no folder");
    lumi.file("sub/package.json", "{");
    assert!(lumi.run(&["run"]).ok().contains("b: 1"));
}

/// Each package has a check in the program.
#[test]
pub fn popular_packages_work() {
    let Some(packages) = node_packages("popular-packages") else {
        return;
    };
    let folder = packages.parent().unwrap();
    let args = ["test", "popular.test.ts"];
    let output = command().current_dir(folder).args(args).output().unwrap();
    let answer = Answer::of(output, &args, folder);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
}

#[test]
pub fn closures_do_not_copy_code_of_packages() {
    let lumi = with_package(
        &[(
            "index.js",
            "class Hidden { go() {} }\nexports.make = () => new Hidden();\n",
        )],
        "import { CustomResource } from 'lumi';\nimport { make } from 'p';\nconst made = make();\n\
         new CustomResource('a:b:C', 'c', { f: () => made.go() });\n",
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
}

/// A class that is exported could be imported, but an object made without its constructor lacks the fields.
#[test]
pub fn closures_do_not_make_private_fields_of_packages() {
    let lumi = with_package(
        &[(
            "index.js",
            "class Box { #n = 1; get n() { return this.#n; } }\nexports.Box = Box;\n",
        )],
        "import { CustomResource } from 'lumi';\nimport { Box } from 'p';\nconst box = new Box();\n\
         new CustomResource('a:b:C', 'c', { f: () => box.n });\n",
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript(), @r#"
    $ lumi run
    [exit 1]
    --- stderr
    error: TypeError: cannot capture f -> box: an object of class Box of package p has #private fields, which only the package itself can make
        at index.ts:4:45
      create the value inside of the function, with what it imports from the package
        while registering a:b:C "c" (index.ts:4:1)
    "#);
}

#[test]
pub fn closures_import_packages_in_the_version_that_is_installed() {
    let lumi = with_package(
        &[
            ("package.json", r#"{ "name": "p", "version": "1.2.3" }"#),
            ("index.js", "exports.twice = (n) => n * 2;"),
        ],
        "import { CustomResource } from 'lumi';\nimport { twice } from 'p';\n\
         new CustomResource('a:b:C', 'c', { f: (n: number) => twice(n) });\n",
    );
    lumi.run(&["closure", "bundle", "index.ts", "--out", "out"])
        .ok();
    let manifest: serde_json::Value =
        serde_json::from_str(&lumi.read("out/c/package.json")).unwrap();
    assert_eq!(
        manifest["dependencies"],
        serde_json::json!({ "p": "1.2.3" })
    );
    assert!(
        lumi.read("out/c/index.mjs")
            .contains("import { twice } from \"p\"")
    );
}

/// TypeScript resolves such names, and no runtime does.
#[test]
pub fn paths_of_tsconfig_are_distinguished_from_packages() {
    let lumi = Lumi::program("import { a } from \"@/lib/a.ts\";\nexport const b = a;\n");
    lumi.file("lib/a.ts", "export const a = 1;\n");
    lumi.file(
        "tsconfig.json",
        "{\n  // Names of our own.\n  \"compilerOptions\": { \"paths\": { \"@/*\": [\"./*\"], \"~lib\": [\"./lib/a.ts\"] } }\n}\n",
    );
    for (specifier, key) in [("@/lib/a.ts", "@/*"), ("~lib", "~lib")] {
        lumi.file("index.ts", format!("export * from \"{specifier}\";\n"));
        let answer = lumi.run(&["run"]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let message = format!(
            "cannot import {specifier:?}: {key:?} in \"paths\" of tsconfig.json is for editors and compilers alone; use \"imports\" of package.json"
        );
        assert!(answer.stderr.contains(&message), "{}", answer.transcript());
    }
    lumi.file(
        "package.json",
        "{ \"imports\": { \"#lib/*\": \"./lib/*\" } }",
    );
    lumi.file("index.ts", "export { a } from \"#lib/a.ts\";\n");
    lumi.run(&["run"]).ok();
}

/// A file of which only the size is looked at: it may be larger than memory.
#[test]
fn a_huge_tsconfig_is_not_read() {
    let lumi = Lumi::program("export * from \"@/a.ts\";\n");
    let path = lumi.file("tsconfig.json", "{ \"paths\": { \"@/*\": [\"./*\"] } }\n");
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_len((512 << 20) + 1).unwrap();
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        !answer.stderr.contains("\"paths\""),
        "{}",
        answer.transcript()
    );
}
