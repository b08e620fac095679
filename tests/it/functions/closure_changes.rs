//! Sizes and changes of deployed functions.

use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"
import * as lumi from "lumi";
import * as dynamic from "lumi/dynamic";

class Provider {
  async create(inputs: any) { return { id: "x", outs: {} }; }
  async update() { return { outs: {} }; }
}
class Thing extends dynamic.Resource {
  constructor(name: string, inputs: any) { super(new Provider(), name, inputs); }
}
const token = lumi.secret("hunter" + 2);
const greeting = "hello";
const prices = { tea: [1, 2], coffee: { small: 3, large: "four and a half euros, which is a lot of money for one" } };
const polite = (name: string) => `dear ${name}`;
new Thing("t", { handler: (name: string) => [greeting, prices, polite(name), token] });
"#;

fn preview(change: impl Fn(&str) -> String) -> String {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    lumi.file("index.ts", change(PROGRAM));
    let shown = lumi.run(&["preview", "--diff"]).ok();
    assert!(!shown.contains("hunter"), "{shown}");
    let lines = shown.lines().filter(|it| it.starts_with("    "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn captured_values_and_code_are_compared_apart() {
    insta::assert_snapshot!(preview(|it| it.replace("\"hello\"", "\"good day\"")), @r#"    ~ captured greeting: "hello" -> "good day""#);
    insta::assert_snapshot!(preview(|it| {
        it.replace("large: \"four", "large: \"five")
            .replace("[greeting, prices", "[prices")
            .replace("dear", "dearest")
            .replace("\"hunter\" + 2", "\"hunter\" + 3")
    }), @r#"
    - captured greeting: "hello"
    ~ captured prices:
      |   {
      |     tea: [1, 2],
      | -   coffee: { small: 3, large: "four and a half euros, which is a lot of money for one" }
      | +   coffee: { small: 3, large: "five and a half euros, which is a lot of money for one" }
      |   }
    | … 7 equal lines
    |     }
    |   };
    | - const polite = (name)=>`dear ${name}`;
    | + const polite = (name)=>`dearest ${name}`;
    |   const token = environment("LUMI_TOKEN");
    |   export default { handler: (name)=>[
    | -     greeting,
    |       prices,
    |       polite(name),
    | … 3 equal lines
    "#);
}

#[test]
fn a_large_capture_is_warned_about() {
    let program = r#"
        import * as lumi from "lumi";
        const words = { small: ["a"], table: "x".repeat(11_000_000) };
        const helpers = { find: (n: number) => words.table[n] ?? words.small };
        new lumi.CustomResource("test:index:Function", "f", { code: (n: number) => helpers.find(n) });
    "#;
    let lumi = Lumi::program(program);
    let answer = lumi.run(&["closure", "bundle", ".", "--out", "build"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let lines = answer.stderr.lines().filter(|it| it.contains("MB"));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r#"warning: the code of its function `code` has 11.0 MB, most of it code -> helpers.find -> words.table (11.0 MB); platforms refuse code that is too large: read data from where it is kept when it is needed, or allow more with --closure-limit (test:index:Function "f")"#);
    for flags in [["--closure-limit", "0"], ["--closure-limit", "12MB"]] {
        let answer =
            lumi.run(&[&["closure", "bundle", ".", "--out", "build"], &flags[..]].concat());
        assert!(!answer.stderr.contains("MB"), "{}", answer.stderr);
    }
}
