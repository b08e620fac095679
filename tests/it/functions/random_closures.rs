//! Closures of random programs: random values in random scopes.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::functions::closures::differences;
use crate::support::lumi::Lumi;

fn value_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(|it| it.to_string()),
        "[a-z \\\\n\"'`$é\u{2028}]{0,6}".prop_map(|it| Value::from(it).to_string()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("undefined".to_owned()),
        Just("-0".to_owned()),
        Just("12345678901234567890n".to_owned()),
        Just("new Date(5)".to_owned()),
        Just("/a\\/b/gi".to_owned()),
        Just("Symbol.iterator".to_owned()),
        Just("new Uint8Array([1, 2])".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner, 0..4);
        let keys = "[a-c]|[0-9]{1,2}|__proto|a-b|class";
        prop_oneof![
            list.clone().prop_map(|it| format!("[{}]", it.join(", "))),
            (list.clone(), prop::collection::vec(keys, 4)).prop_map(|(it, keys)| {
                let pairs = it.iter().zip(keys);
                let text: Vec<String> = pairs.map(|(it, key)| format!("{key:?}: {it}")).collect();
                format!("{{ {} }}", text.join(", "))
            }),
            list.clone().prop_map(|it| {
                let pairs = it.iter().enumerate();
                let text: Vec<String> = pairs.map(|(at, it)| format!("[{at}, {it}]")).collect();
                format!("new Map<any, any>([{}])", text.join(", "))
            }),
            list.prop_map(|it| format!("Object.freeze(new Set<any>([{}]))", it.join(", "))),
        ]
    })
}

/// A scope: its beginning and end, with a variable `v0`, `v1` or `v2`.
fn scope() -> impl Strategy<Value = (String, String)> {
    (0..9_u8, 0..3_u8, value_text()).prop_map(|(kind, variable, value)| {
        let name = format!("v{variable}");
        let (before, after) = match kind {
            0 => (format!("{{ const {name}: any = {value};"), "}".to_owned()),
            1 => (
                format!("{{ let {name}: any = [{value}, 1]; {name} = {name}[0];"),
                "}".to_owned(),
            ),
            2 => (format!("((({name}: any) => {{"), format!("}})({value}));")),
            3 => (
                format!("(function (this: any, {{ x: {name} = {value} }}: any) {{"),
                "}).call({}, {});".to_owned(),
            ),
            4 => (
                format!("for (const {name} of [{value}] as any[]) {{"),
                "}".to_owned(),
            ),
            5 => (
                format!("for (let i = 0, {name}: any = {value}; i < 1; i++) {{"),
                "}".to_owned(),
            ),
            6 => (
                format!("try {{ throw {value}; }} catch ({name}: any) {{"),
                "}".to_owned(),
            ),
            7 => (
                format!("switch (1 as number) {{ default: const {name}: any = {value};"),
                "}".to_owned(),
            ),
            _ => (
                format!("new (class {{ #p: any = {value}; run() {{ const {name} = this.#p;"),
                "} })().run();".to_owned(),
            ),
        };
        (before, after)
    })
}

const SHOW: &str = r#"
const show = (it: any): unknown => {
  if (Array.isArray(it)) return it.map(show);
  if (it instanceof Map) return ["map", ...[...it].map(show)];
  if (it instanceof Set) return ["set", Object.isFrozen(it), ...[...it].map(show)];
  if (it instanceof Date) return ["date", it.getTime()];
  if (it instanceof Uint8Array) return ["bytes", ...it];
  if (it instanceof RegExp) return String(it);
  if (typeof it === "object" && it !== null) return Object.entries(it).map(show);
  return Object.is(it, -0) ? "-0" : typeof it === "string" ? `'${it}'` : String(it);
};
"#;

/// The number of random programs; `LUMI_CLOSURE_CASES` overrides it for a long run.
fn cases() -> u32 {
    let wanted = std::env::var("LUMI_CLOSURE_CASES").ok();
    wanted.and_then(|it| it.parse().ok()).unwrap_or(6)
}

#[test]
fn random_scopes_and_values_arrive() {
    let scopes = prop::collection::vec(prop::collection::vec(scope(), 1..5), 4);
    let mut runner = TestRunner::new(Config {
        cases: cases(),
        failure_persistence: None,
        ..Config::default()
    });
    runner
        .run(&scopes, |programs| {
            let mut text = String::from("import { check } from \"./check.ts\";\n");
            text.push_str(SHOW);
            text.push_str("const v0: any = 0, v2: any = { top: true };\nlet v1: any = 1; v1 = [v1];\nconst found: any[] = [];\n");
            for scopes in &programs {
                for (before, _) in scopes {
                    text.push_str(&format!("{before}\n"));
                }
                text.push_str("{ found.push(() => [v0, v1, v2].map(show)); }\n");
                for (_, after) in scopes.iter().rev() {
                    text.push_str(&format!("{after}\n"));
                }
            }
            for index in 0..programs.len() {
                text.push_str(&format!("await check(\"f{index}\", found[{index}]);\n"));
            }
            let lumi = Lumi::new();
            lumi.file("check.ts", include_str!("../../programs/closures/check.ts"));
            let file = lumi.file("index.ts", &text);
            let out = tempfile::tempdir().unwrap();
            let problems = differences(&file, &[], out.path(), false);
            prop_assert!(problems.is_empty(), "{text}\n{}", problems.join("\n"));
            Ok(())
        })
        .unwrap();
}
