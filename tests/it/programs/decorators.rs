//! Decorators: the kind that tsconfig.json asks for, and the metadata of the older kind.

use crate::support::lumi::{Answer, Lumi};

/// The name of a case, its files, and whether decorators are of the older kind.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], bool);

/// The kind of decorators follows tsconfig.json, through each form of `extends`.
#[test]
fn decorators_are_of_the_kind_that_tsconfig_asks_for() {
    let program = "const seen: unknown[] = [];\n\
                   function d(...all: unknown[]): any { seen.push(typeof all[0], typeof all[1]); }\n\
                   class A { @d field = 1; @d method() {} }\n\
                   new A();\nexport const out = seen.join();\n";
    let old = "{ // the older kind\n \"compilerOptions\": { \"experimentalDecorators\": true, }, }";
    let cases: &[Case] = &[
        ("none", &[], false),
        ("own", &[("tsconfig.json", old)], true),
        (
            "mark",
            &[(
                "tsconfig.json",
                "\u{feff}{\"compilerOptions\": {\"experimentalDecorators\": true}}",
            )],
            true,
        ),
        (
            "file",
            &[
                ("tsconfig.json", "{\"extends\": \"./base\"}"),
                ("base.json", old),
            ],
            true,
        ),
        (
            "package",
            &[
                ("tsconfig.json", "{\"extends\": \"@base/cfg\"}"),
                (
                    "node_modules/@base/cfg/package.json",
                    "{\"name\": \"@base/cfg\"}",
                ),
                ("node_modules/@base/cfg/tsconfig.json", old),
            ],
            true,
        ),
        (
            "list",
            &[
                (
                    "tsconfig.json",
                    "{\"extends\": [\"./none.json\", \"./base.json\", \"./empty.json\"]}",
                ),
                ("base.json", old),
                ("empty.json", "{}"),
            ],
            true,
        ),
        (
            "later wins",
            &[
                (
                    "tsconfig.json",
                    "{\"extends\": [\"./base.json\", \"./off.json\"]}",
                ),
                ("base.json", old),
                (
                    "off.json",
                    "{\"compilerOptions\": {\"experimentalDecorators\": false}}",
                ),
            ],
            false,
        ),
        (
            "circle",
            &[("tsconfig.json", "{\"extends\": \"./tsconfig.json\"}")],
            false,
        ),
    ];
    for (name, files, is_old) in cases {
        let lumi = Lumi::new();
        lumi.file("index.ts", program);
        for (file, text) in *files {
            lumi.file(file, text);
        }
        let run = lumi.run(&["run"]);
        let expected = match is_old {
            true => "object,string,object,string",
            false => "function,object,undefined,object",
        };
        assert!(
            run.transcript().contains(expected),
            "{name}: {}",
            run.transcript()
        );
    }
}

#[test]
fn metadata_of_decorators_names_types() {
    let lumi = Lumi::new();
    lumi.file(
        "tsconfig.json",
        "{\"compilerOptions\": {\"experimentalDecorators\": true, \"emitDecoratorMetadata\": true}}",
    );
    lumi.file(
        "shapes.ts",
        "export interface Shape { a: 1 }\nexport class Klass {}\n",
    );
    lumi.file(
        "index.ts",
        "import { Shape, Klass } from \"./shapes.ts\";\n\
         const got: string[] = [];\n\
         (Reflect as any).metadata = (key: string, it: any) => () => { got.push(`${key}:${it.name ?? it.map((it: any) => it.name)}`); };\n\
         function d(..._: any[]): any {}\n\
         class A { @d a!: string; @d b!: Shape; @d c!: Klass; constructor(@d _x: number) {} }\n\
         @d class B { constructor(_k: Klass) {} }\n\
         export const out = got.join();\n",
    );
    let run = lumi.run(&["run"]);
    let shown = run.transcript();
    assert!(
        shown.contains("design:type:String,design:type:Object,design:type:Klass"),
        "{shown}"
    );
    assert!(shown.contains("design:paramtypes:Klass"), "{shown}");
}

/// The check follows decorators, which no package has: these are the only findings.
#[track_caller]
fn assert_lacks(check: &Answer, constructs: &[&str]) {
    let lines = check.stderr.lines();
    let findings: Vec<&str> = lines.filter_map(|it| it.strip_prefix("error: ")).collect();
    let expected: Vec<String> = constructs
        .iter()
        .map(|it| format!("LJ018 LumiIL has no {it}"))
        .collect();
    assert_eq!(findings, expected, "{}", check.transcript());
}

/// Decorators of all kinds, also of parameters, which only the older kind has.
#[test]
fn programs_with_decorators_are_checked() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "function d(value: any, _context: any): any { return value; }\n\
         const made = (name: string) => d;\n\
         @d class A { @d m() { return 1; } @made(\"s\") static s() {} @d get g() { return 2; } @d accessor b = 3; @(made(\"c\")) c: number = 4; }\n\
         export const v = [new A().m(), new A().g];\n",
    );
    let check = lumi.run(&["check", "--no-types"]);
    let decorators = ["decorators"; 4];
    assert_lacks(
        &check,
        &[&decorators[..], &["`accessor` fields", "decorators"]].concat(),
    );
    lumi.file("index.ts", "function d(..._: any[]): any {}\nclass A { constructor(@d readonly x: string) {} }\nexport const v = new A(\"a\").x;\n");
    let check = lumi.run(&["check", "--no-types"]);
    assert!(
        check.transcript().contains("experimentalDecorators"),
        "{}",
        check.transcript()
    );
    lumi.file(
        "tsconfig.json",
        "{ \"compilerOptions\": { \"experimentalDecorators\": true } }",
    );
    let check = lumi.run(&["check", "--no-types"]);
    assert_lacks(&check, &["decorators"]);
    let run = lumi.run(&["run"]);
    assert!(
        run.transcript().contains("v: \"a\""),
        "{}",
        run.transcript()
    );
}
