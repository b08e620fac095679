//! Random programs, of which some contain disguised violations: a program whose graphs differ has a finding, and one
//! without a finding gives equal graphs.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::lumi::Lumi;

/// Values, each with what it stands for in a program: whether two evaluations differ in it.
const VALUES: &[(&str, bool)] = &[
    ("[3, 1, 2].sort((a, b) => a - b).join()", false),
    ("new Date(0).toISOString()", false),
    ("Object.keys({ b: 1, a: 2 }).join()", false),
    ("new Map([[\"a\", 1]]).get(\"a\")", false),
    ("`${[1, 2].map((it) => it * 2)}`", false),
    (
        "createHash(\"sha256\").update(\"a\").digest(\"hex\")",
        false,
    ),
    ("({ random: () => 4 }).random()", false),
    ("own.now()", false),
    ("Math.random()", true),
    ("Date.now()", true),
    ("new Date().toISOString()", true),
    ("crypto.randomUUID()", true),
    ("randomBytes(4).toString(\"hex\")", true),
    ("readdirSync(\"files\").join()", true),
    ("new Date(1e12).getHours()", true),
    ("new Date(2026, 0, 1).toISOString()", true),
    ("`${new Date(0)}`", true),
    ("Date.parse(\"2026-01-01T00:00\")", true),
    (
        "[\"z\", \"t\"].sort((a, b) => a.localeCompare(b)).join()",
        true,
    ),
    ("(1234.5).toLocaleString()", true),
    ("\"i\".toLocaleUpperCase()", true),
    ("new Intl.NumberFormat().format(1234.5)", true),
    ("new Date(Date.UTC(2026, 0, 1)).getUTCDay()", false),
    ("Date.parse(\"2026-01-01T00:00Z\")", false),
    ("new Date(\"2026-01-01\").getTime()", false),
    ("globalThis[\"Ma\" + \"th\"].random()", true),
    ("(({ now }) => now)(Date)()", true),
    ("[Math].map((it) => it.random())[0]", true),
    (
        "new (class { m = Math; get() { return this.m.random(); } })().get()",
        true,
    ),
    ("(await (async () => Date)()).now()", true),
    ("new Map([[\"m\", Math]]).get(\"m\").random()", true),
    ("[...new Set([Date])][0].now()", true),
    ("Object.values({ m: Math })[0].random()", true),
];

/// How a value gets into a resource.
const PLACES: &[&str] = &[
    "new CustomResource(\"a:b:C\", \"r#\", { value: $ });",
    "const f# = async () => $; new CustomResource(\"a:b:C\", \"r#\", { value: await f#() });",
    "const o# = { get it() { return $; } }; new CustomResource(\"a:b:C\", \"r#\", { value: [{ a: o#.it }] });",
    "class C# extends ComponentResource { constructor(v) { super(\"a:b:D\", \"c#\"); new CustomResource(\"a:b:C\", \"r#\", { v }, { parent: this }); } } new C#($);",
    "new CustomResource(\"a:b:C\", \"r#\", { value: all([$]).then(([it]) => it) });",
    "export const out# = $;",
];

const HEAD: &str = "import { all, ComponentResource, CustomResource } from \"lumi\";\n\
                    import { createHash, randomBytes } from \"node:crypto\";\n\
                    import { readdirSync } from \"node:fs\";\n\
                    const own = { now: () => 4 };\n";

#[test]
fn checked_programs_give_equal_graphs_despite_disturbances() {
    let statement = (prop::sample::select(PLACES), prop::sample::select(VALUES));
    // Most programs have few statements, so that about half of them are deterministic.
    let program = prop::collection::vec(statement, 1..4);
    let cases = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(12);
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 8,
        ..Config::default()
    };
    let judged = TestRunner::new(config).run(&program, |statements| {
        let mut text = HEAD.to_owned();
        for (n, (place, (value, _))) in statements.iter().enumerate() {
            text.push_str(&place.replace('#', &n.to_string()).replace('$', value));
            text.push('\n');
        }
        let differs = statements.iter().any(|(_, (_, differs))| *differs);
        let lumi = Lumi::new();
        lumi.file("index.js", &text);
        for n in 0..6 {
            lumi.file(&format!("files/{n}"), "");
        }
        let run = lumi.run(&["run", "--check-determinism", "--allow-read"]);
        let check = lumi.run(&["check", "--no-types"]);
        prop_assert_eq!(run.code != 0, differs, "{}\n{}", text, run.transcript());
        prop_assert_eq!(check.code != 0, differs, "{}\n{}", text, check.transcript());
        Ok(())
    });
    judged.unwrap();
}

/// Callbacks that change what others see, each in a way of its own; `k` is a value that only a deployment knows.
const RACES: &[(&str, &str)] = &[
    (
        "class Seq { #n = 0; next() { return ++this.#n; } } const s = new Seq();",
        "k + s.next()",
    ),
    (
        "class Seq { n = 0; get next() { return this.n++; } } const s = new Seq();",
        "k + s.next",
    ),
    (
        "function* count() { let n = 0; while (true) yield n++; } const g = count();",
        "k + g.next().value",
    ),
    (
        "const it = [1, 2][Symbol.iterator]();",
        "k + it.next().value",
    ),
    (
        "const pool = [1, 2]; const take = () => pool.pop();",
        "k + take()",
    ),
    ("const re = /-/g;", "k + re.test(k)"),
    (
        "const t = { order: \"\" }; const note = (t, k) => t.order += k;",
        "note(t, k)",
    ),
    (
        "const o = {}; const fill = (o, k) => { o[k] = 1; return Object.keys(o).join(); };",
        "fill(o, k)",
    ),
];

#[test]
fn callbacks_that_race_are_found_by_both_checks() {
    let head = "import { random } from \"lumi/std\";\n\
                const [a, b] = [\"a\", \"b\"].map((name) => new random.Id(name, { byteLength: 1 }));\n";
    let result = "export const v = [a, b].map((x) => x.hex.then((k) => $));\n";
    let races = RACES
        .iter()
        .map(|(state, value)| format!("{head}{state}\n{}", result.replace('$', value)));
    for text in races {
        let lumi = Lumi::new();
        lumi.file("index.js", &text);
        let run = lumi.run(&["run", "--check-determinism"]);
        assert_eq!(run.code, 1, "{text}\n{}", run.transcript());
        assert!(
            run.transcript()
                .contains("the order in which outputs become known"),
            "{}",
            run.transcript()
        );
        let check = lumi.run(&["check", "--no-types"]);
        assert_eq!(check.code, 1, "{text}\n{}", check.transcript());
        assert!(
            check.transcript().contains("LJ007"),
            "{}",
            check.transcript()
        );
    }
    for value in [
        "k.toUpperCase()",
        "[k].map((it) => it + 1).join()",
        "JSON.stringify({ k })",
    ] {
        let lumi = Lumi::new();
        lumi.file("index.js", format!("{head}{}", result.replace('$', value)));
        let run = lumi.run(&["run", "--check-determinism"]);
        assert_eq!(run.code, 0, "{value}\n{}", run.transcript());
    }
    // No made-up value is JSON, is one of known names, or ends what the program waits for.
    for value in [
        "JSON.parse(k)",
        "process.exit(3)",
        "new Promise(() => {})",
        "{ Promise.reject(new Error(\"a\")); throw new Error(\"b\"); }",
    ] {
        let lumi = Lumi::new();
        lumi.file("index.js", format!("{head}{}", result.replace('$', value)));
        let run = lumi.run(&["run", "--check-determinism"]);
        assert_eq!(run.code, 0, "{value}\n{}", run.transcript());
        assert!(
            run.transcript().contains("not tried"),
            "{value}\n{}",
            run.transcript()
        );
    }
}
