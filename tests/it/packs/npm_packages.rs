//! Libraries that are made of packages of npm.

use crate::support::lumi::Lumi;

fn package(lumi: &Lumi, name: &str, manifest: &str, code: &str) {
    let folder = format!("node_modules/{name}");
    lumi.file(&format!("{folder}/package.json"), manifest);
    lumi.file(&format!("{folder}/lib/index.js"), code);
}

fn installed() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: web\n");
    package(
        &lumi,
        "@acme/names",
        r#"{"name":"@acme/names","version":"2.1.0","type":"module","description":"Names","license":"MIT",
            "exports":{".":{"import":"./lib/index.js"}},"dependencies":{"joined":"1"}}"#,
        "import join, { SEPARATOR as mark } from 'joined';\n\
         export * from './more.js';\n\
         var made = 0;\n\
         export default function name(...parts) { made++; return join(parts); }\n\
         export function count() { return made + mark.length; }\n",
    );
    lumi.file(
        "node_modules/@acme/names/lib/more.js",
        "export const upper = (it) => it.toUpperCase();\n",
    );
    package(
        &lumi,
        "joined",
        r#"{"name":"joined","version":"1.4.0","type":"module","main":"lib/index.js"}"#,
        "export const SEPARATOR = '-';\n\
         export default function join(parts) { for (var at = 0, text = ''; at < parts.length; at++) text += (at ? SEPARATOR : '') + parts[at]; return text; }\n",
    );
    package(
        &lumi,
        "old",
        r#"{"name":"old","version":"1.0.0","main":"lib/index.js"}"#,
        "module.exports = () => 1;\n",
    );
    package(
        &lumi,
        "random-names",
        r#"{"name":"random-names","version":"1.0.0","type":"module","main":"lib/index.js"}"#,
        "import old from 'old';\nexport default () => old() + Math.random();\n",
    );
    lumi
}

#[test]
fn a_package_and_what_it_needs_is_one_library() {
    let lumi = installed();
    let built = lumi.run(&["pack", "build", "npm:@acme/names"]);
    insta::assert_snapshot!(built.transcript(), @"
    $ lumi pack build npm:@acme/names
    [exit 0]
    --- stderr
    wrote acme-names-2.1.0.lumipack, 41ee65f14851970ac7aa43f6586884d48bf13663c1513541a2c6e925fea00f53
    ");
    lumi.run(&["add", "./acme-names-2.1.0.lumipack"]).ok();
    std::fs::remove_dir_all(lumi.folder().join("node_modules")).unwrap();
    lumi.file(
        "index.ts",
        "import name, { count, upper } from \"lumi:acme-names\";\n\
         export const first = upper(name(\"a\", \"b\", \"c\"));\n\
         export const counted = count();\n",
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript(), @r#"
    $ lumi run
    [exit 0]
    --- stdout
    Outputs:
      counted: 2
      first: "A-B-C"

    Resources: none
    "#);
    let shown = lumi.run(&["pack", "show", "acme-names-2.1.0.lumipack"]);
    insta::assert_snapshot!(shown.transcript(), @"
    $ lumi pack show acme-names-2.1.0.lumipack
    [exit 0]
    --- stdout
    name         acme-names 2.1.0
    description  Names
    licence      MIT
    kind         library
    hash         41ee65f14851970ac7aa43f6586884d48bf13663c1513541a2c6e925fea00f53
    code         4b40fb012ed1104e8590716e8973ab31bb5d895ab70359209502eba10bb86783

    module node_modules/joined/lib/index, 1.2 KiB
      exports SEPARATOR, default
    module node_modules/@acme/names/lib/more, 404 B
      exports upper
    module node_modules/@acme/names/lib/index (entry), 1.1 KiB
      exports count, default, upper
    ");
    lumi.run(&["check"]).ok();
    lumi.run(&["pack", "build"]).ok();
}

#[test]
fn places_that_keep_a_package_from_being_a_library_are_named() {
    let lumi = installed();
    let transcripts = [
        "npm:old",
        "npm:random-names",
        "npm:none",
        "npm:",
        "npm:../old",
    ]
    .map(|it| lumi.run(&["pack", "build", it]).transcript());
    insta::assert_snapshot!(transcripts.join("\n"), @"
    $ lumi pack build npm:old
    [exit 1]
    --- stderr
    error: the package `old` of npm has no main module: node_modules/old/lib/index.js is a CommonJS module

    $ lumi pack build npm:random-names
    [exit 1]
    --- stderr
    error: node_modules/old/lib/index.js is a CommonJS module
     --> node_modules/random-names/lib/index.js:1:17
      |
    1 | import old from 'old';
      |                 ^
    error: the program cannot be packed, because of one place

    $ lumi pack build npm:none
    [exit 1]
    --- stderr
    error: the package `none` of npm is not installed for [folder]
    help: install it: `npm install none`

    $ lumi pack build npm:
    [exit 1]
    --- stderr
    error: `` is not the name of a package of npm

    $ lumi pack build npm:../old
    [exit 1]
    --- stderr
    error: `../old` is not the name of a package of npm
    ");
}
