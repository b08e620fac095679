//! Packages that cannot work say why, with the place that asked for them.

use crate::support::lumi::Lumi;

/// The files of each package, below node_modules.
const FILES: &[(&str, &str)] = &[
    // Native addons, in the ways in which packages load theirs.
    (
        "prebuilt/index.js",
        "module.exports = require('find-addon')(__dirname);\n",
    ),
    ("prebuilt/prebuilds/addon.node", ""),
    (
        "find-addon/index.js",
        "module.exports = (folder) => require(folder + '/prebuilds/addon.node');\n",
    ),
    (
        "opened/index.js",
        "process.dlopen({ exports: {} }, __dirname + '/addon.node');\n",
    ),
    ("opened/addon.node", ""),
    (
        "exported/package.json",
        r#"{ "name": "exported", "type": "module", "exports": "./addon.node" }"#,
    ),
    ("exported/addon.node", ""),
    // Packages that need others.
    (
        "peer/package.json",
        r#"{ "name": "peer", "peerDependencies": { "host-of-peer": "^2.0.0" } }"#,
    ),
    (
        "peer/index.js",
        "exports.a = 1;\nexports.host = require('host-of-peer');\n",
    ),
    (
        "peers/package.json",
        r#"{ "name": "peers", "type": "module", "peerDependencies": { "host-of-peer": ">=2 <4 || 7" } }"#,
    ),
    (
        "peers/index.js",
        "import host from 'host-of-peer/part';\nexport const a = host;\n",
    ),
    (
        "depends/package.json",
        r#"{ "name": "depends", "dependencies": { "absent": "1" } }"#,
    ),
    ("depends/index.js", "exports.a = require('absent');\n"),
    // Broken exports.
    (
        "x-missing/package.json",
        r#"{ "name": "x-missing", "exports": "./gone.js" }"#,
    ),
    (
        "x-null/package.json",
        r#"{ "name": "x-null", "version": "1.0.0", "exports": { ".": null } }"#,
    ),
    (
        "x-part/package.json",
        r#"{ "name": "x-part", "version": "1.0.0", "exports": { "./other": "./index.js" } }"#,
    ),
    (
        "x-mixed/package.json",
        r#"{ "name": "x-mixed", "exports": { ".": "./index.js", "import": "./index.js" } }"#,
    ),
    (
        "x-bare/package.json",
        r#"{ "name": "x-bare", "exports": "index.js" }"#,
    ),
    (
        "x-up/package.json",
        r#"{ "name": "x-up", "exports": { ".": "./../x-bare/index.js" } }"#,
    ),
    (
        "x-number/package.json",
        r#"{ "name": "x-number", "exports": { ".": 7 } }"#,
    ),
    (
        "x-conditions/package.json",
        r#"{ "name": "x-conditions", "version": "1.0.0", "exports": { "browser": "./index.js" } }"#,
    ),
    (
        "x-folder/package.json",
        r#"{ "name": "x-folder", "exports": "./lib" }"#,
    ),
    ("x-folder/lib/index.js", ""),
    (
        "x-main/package.json",
        r#"{ "name": "x-main", "main": "./gone.js" }"#,
    ),
    (
        "x-json/package.json",
        "{\n  \"name\": \"x-json\",\n  \"main\": }",
    ),
    (
        "x-itself/package.json",
        r##"{ "name": "x-itself", "type": "module", "exports": "./index.js", "imports": { "#a": "#a" } }"##,
    ),
    ("x-itself/index.js", "import '#a';\n"),
    // Circles.
    (
        "early/package.json",
        r#"{ "name": "early", "type": "module", "exports": "./index.js" }"#,
    ),
    (
        "early/index.js",
        "import { b } from 'early-too';\nexport const a = b;\n",
    ),
    (
        "early-too/package.json",
        r#"{ "name": "early-too", "type": "module", "exports": "./index.js" }"#,
    ),
    (
        "early-too/index.js",
        "import { a } from 'early';\nexport const b = typeof a;\n",
    ),
    (
        "named/package.json",
        r#"{ "name": "named", "type": "module", "exports": "./index.js" }"#,
    ),
    ("named/index.js", "export { a } from './other.js';\n"),
    ("named/other.js", "export { a } from './index.js';\n"),
    (
        "itself/package.json",
        r#"{ "name": "itself", "type": "module", "exports": "./index.js" }"#,
    ),
    (
        "itself/index.js",
        "import { createRequire } from 'node:module';\nexport const a = createRequire(import.meta.url)('./index.js').a;\n",
    ),
];

#[test]
fn errors_of_bad_packages_name_the_package_and_the_place() {
    let lumi = Lumi::new();
    let mut names: Vec<&str> = Vec::new();
    for (file, text) in FILES {
        lumi.file(&format!("node_modules/{file}"), text);
        let name = file.split('/').next().unwrap();
        if !names.contains(&name) && name != "find-addon" {
            names.push(name);
        }
    }
    let mut all = String::new();
    for name in names {
        lumi.file(
            "index.ts",
            format!("import * as it from '{name}';\nexport const a = Object.keys(it);\n"),
        );
        let answer = lumi.run(&["run", "-A"]);
        assert_eq!(answer.code, 1, "{name}: {}", answer.transcript());
        all += &format!("== {name}\n{}", answer.stderr);
    }
    insta::assert_snapshot!(all.replace(&*lumi.folder().to_string_lossy(), "[folder]"));
}

/// As in Node: such packages have a way around.
#[test]
fn packages_can_do_without_addons_peers_and_members_in_circles() {
    let lumi = Lumi::program(
        "import optional from 'optional';\nimport { host } from 'optional-peer';\nimport { b } from 'circle';\nimport { c } from 'stars';\n\
         export const found = [optional.kind, optional.code, host, b(), c].join(' ');\n",
    );
    let files = [
        (
            "optional/index.js",
            "let native;\ntry { native = require('./addon.node'); }\n\
             catch (error) { native = { kind: 'script', code: error.code }; }\nmodule.exports = native;\n",
        ),
        ("optional/addon.node", ""),
        (
            "optional-peer/package.json",
            r#"{ "name": "optional-peer", "type": "module", "exports": "./index.js", "peerDependencies": { "host-of-peer": "1" },
                "peerDependenciesMeta": { "host-of-peer": { "optional": true } } }"#,
        ),
        (
            "optional-peer/index.js",
            "export const host = await import('host-of-peer').catch((error) => error.code);\n",
        ),
        (
            "circle/index.js",
            "exports.first = 'first';\nconst other = require('./other');\nexports.second = 'second';\nexports.b = () => other.seen();\n",
        ),
        (
            "circle/other.js",
            "const circle = require('.');\nconst { first, second } = circle;\nexports.seen = () => [first, second, circle.second].join('-');\n",
        ),
        (
            "stars/package.json",
            r#"{ "name": "stars", "type": "module", "exports": "./index.js" }"#,
        ),
        ("stars/index.js", "export * from './other.js';\n"),
        (
            "stars/other.js",
            "export * from './index.js';\nexport const c = 'c';\n",
        ),
    ];
    for (name, text) in files {
        lumi.file(&format!("node_modules/{name}"), text);
    }
    let answer = lumi.run(&["run"]);
    let output = "script ERR_DLOPEN_FAILED ERR_MODULE_NOT_FOUND first--second c";
    assert!(answer.stdout.contains(output), "{}", answer.transcript());
    let warning =
        "Accessing non-existent property 'second' of module exports inside circular dependency";
    assert!(answer.stderr.contains(warning), "{}", answer.transcript());
}
