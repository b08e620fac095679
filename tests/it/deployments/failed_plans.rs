//! A plan that fails has all errors, in the order of the program, whichever provider answers first.

use std::fmt::Write as _;

use crate::random_graphs::chance::Chance;
use crate::support::lumi::{Answer, Lumi};

/// The number of random programs; `LUMI_FAILED_PLANS` overrides it for a long run.
const CASES: u64 = 3;
/// The orders of answers that each program is planned with.
const ORDERS: [u32; 3] = [1, 2, 5];
const RESOURCES: usize = 9;

/// Resources that take a while to check, which differs with the configured `order`, and that fail if `bad` names them.
const KIT: &str = r#"import { Config, invoke } from "lumi";
import * as dynamic from "lumi/dynamic";
const order = Number(new Config().get("order") ?? "0");
const bad = (new Config().get("bad") ?? "").split("_").map(Number);
class Slow implements dynamic.ResourceProvider {
  async check(_olds: any, news: any) {
    await new Promise((done) => setTimeout(done, ((news.n + 3) * order * 7919) % 31));
    const reasons = bad.includes(news.n) ? ["it is bad", "it is worse"] : [];
    return { inputs: news, failures: reasons.map((reason) => ({ property: "n", reason })) };
  }
  async create(inputs: any) {
    return { id: `id-${inputs.n}`, outs: inputs };
  }
}
class Thing extends dynamic.Resource {
  declare n: any;
  declare from: any;
  constructor(name: string, props: any) {
    super(new Slow(), name, { from: undefined, ...props });
  }
}
const look = (n: number) => bad.includes(n) ? invoke(`std:none:f${n}`, {}) : n;
"#;

/// A random program, whose resources and functions have numbers.
fn program(chance: &mut Chance) -> String {
    let mut text = KIT.to_owned();
    for index in 0..RESOURCES {
        let from = match chance.below(4) {
            _ if index == 0 => "0".to_owned(),
            0 => "1".to_owned(),
            1 => format!("look({})", 100 + index),
            2 => format!("r{}.id", chance.below(index)),
            _ => format!("r{}.n", chance.below(index)),
        };
        let _ = writeln!(
            text,
            "const r{index} = new Thing(\"r{index}\", {{ n: {index}, from: {from} }});"
        );
    }
    let _ = writeln!(text, "export const out = r{}.n;", chance.below(RESOURCES));
    if chance.one_in(2) {
        let _ = writeln!(
            text,
            "async function late() {{\n  await r{}.n;\n  new Thing(\"late\", {{ n: 50 }});\n}}\nlate();",
            chance.below(RESOURCES)
        );
    }
    if chance.one_in(3) {
        let _ = writeln!(text, "await r{}.n;", chance.below(RESOURCES));
    }
    text
}

/// The plan with an order of answers.
fn plan(lumi: &Lumi, command: &str, bad: &str, order: u32) -> Answer {
    let (bad, order) = (format!("bad={bad}"), format!("order={order}"));
    lumi.run(&[command, "-c", &bad, "-c", &order])
}

fn errors(answer: &Answer) -> usize {
    answer.stderr.matches("error: ").count()
}

/// All orders of answers give the same text and the same exit code.
fn is_the_same_in_each_order(lumi: &Lumi, bad: &str) {
    let mut seen: Vec<(String, i32)> = Vec::new();
    for order in ORDERS {
        let answer = plan(lumi, "preview", bad, order);
        let transcript = answer.transcript();
        let counted = format!("{} failed", errors(&answer));
        assert!(transcript.contains(&counted), "{counted}: {transcript}");
        let text = transcript.replace(&format!("order={order}"), "order");
        seen.push((text, answer.code));
    }
    for other in &seen[1..] {
        assert_eq!(seen[0], *other, "{}", lumi.read("index.ts"));
    }
}

#[test]
fn a_random_plan_fails_in_the_same_way_each_time() {
    let cases = std::env::var("LUMI_FAILED_PLANS");
    let cases = cases.ok().and_then(|it| it.parse().ok()).unwrap_or(CASES);
    for seed in 0..cases {
        let mut chance = Chance::new(seed + 1);
        let lumi = Lumi::program(&program(&mut chance));
        let mut numbers: Vec<usize> = Vec::new();
        for _ in 0..2 + chance.below(3) {
            numbers.push(chance.below(RESOURCES));
            numbers.push(100 + chance.below(RESOURCES));
        }
        let bad: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let bad = bad.join("_");
        is_the_same_in_each_order(&lumi, &bad);
        let done = lumi.run(&["up", "-y", "-c", "bad=999"]);
        assert_eq!(done.code, 0, "{}", done.transcript());
        is_the_same_in_each_order(&lumi, &bad);
    }
}

#[test]
fn a_failed_plan_has_what_does_not_depend_on_the_failure() {
    let lumi = Lumi::program(&format!(
        "{KIT}{}",
        r#"
const first = new Thing("first", { n: 1 });
new Thing("bad", { n: 2 });
const found = look(7);
new Thing("worse", { n: 3, from: first.n });
new Thing("fine", { n: 4, from: first.n });
new Thing("behind", { n: 5, from: found });
export const lost = look(8);
export const kept = first.n;
"#
    ));
    let answer = plan(&lumi, "preview", "2_3_7_8", 3);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let told: Vec<&str> = answer
        .stderr
        .lines()
        .filter(|it| it.starts_with("error: "))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    error: would fail to create dynamic:index:Thing "bad": input `n`: it is bad
    error: would fail to create dynamic:index:Thing "worse": input `n`: it is bad
    error: ResourceError: `std:none:f7`: package `std` has no function `std:none:f7`: it has resources only
    error: ResourceError: `std:none:f8`: package `std` has no function `std:none:f8`: it has resources only
    "#);
    insta::assert_snapshot!(answer.stdout, @r"
      Type                 Name
    + dynamic:index:Thing  first
    + dynamic:index:Thing  bad    failed: input `n`: it is bad
    + dynamic:index:Thing  worse  failed: input `n`: it is bad
    + dynamic:index:Thing  fine   unknown: from

    Incomplete plan: +2 to create, 4 failed
    ");
    assert_eq!(answer.stderr, plan(&lumi, "preview", "2_3_7_8", 5).stderr);
}

/// An open server or timer does not keep a failed plan waiting for ever.
#[test]
fn a_failed_plan_ends_although_a_timer_runs() {
    let lumi = Lumi::program(&format!(
        "{KIT}{}",
        r#"
const heart = setInterval(() => {}, 100);
new Thing("lost", { n: 2 }).id.then(() => clearInterval(heart));
"#
    ));
    let answer = plan(&lumi, "preview", "2", 1);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert_eq!(errors(&answer), 1, "{}", answer.transcript());
}
