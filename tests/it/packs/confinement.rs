//! The rights of a package: none, and no code that is not in it.

use crate::support::lumi::Lumi;

#[test]
fn a_package_has_no_permissions() {
    let lumi = Lumi::program(
        "import fs from \"node:fs\";\nconst calls: Record<string, () => string> = {};\n\
         calls.read = () => fs.readFileSync(\"secret.txt\", \"utf8\");\nexport const keep = (it: any) => it(calls);\nexport const text = calls.read();\n",
    );
    lumi.file("secret.txt", "secret");
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    assert_eq!(lumi.run(&["run"]).code, 0);
    let denied = lumi.run(&["run", "a.lumipack"]);
    assert_eq!(denied.code, 1);
    assert!(
        denied
            .stderr
            .contains("the program of a package has no permissions"),
        "{}",
        denied.stderr
    );
    let flags = lumi.run(&["run", "a.lumipack", "--allow-read"]);
    assert_eq!(flags.code, 2);
}

/// All code of a package is in it: none is made from text, neither by LumiIL nor by a closure.
#[test]
fn a_package_makes_no_code_from_text() {
    let lumi = Lumi::program(
        r#"import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { Config } from "lumi";

const text = "globalThis.made = true";
const key = ["constr", "uctor"].join("");
function computed() { return computed[key](text); }
function pattern() { const { [key]: taken } = pattern; return taken(text); }
function assigned() { let maker; ({ [key]: maker } = assigned); return maker(text); }
function optional() { return optional?.[key](text); }
function written() { const names: Record<string, number> = {}; names[key] = 1; }
// A reviver is given a member that was its own when its object was visited, and is inherited now.
function revived() {
  const heir = Object.assign(Object.create(String), { a: 1, constructor: 2 });
  let found: unknown;
  JSON.parse('{"a":1,"b":2}', function (name, value) {
    if (name === "a" && value === 1) { this.b = heir; heir.a = 3; }
    if (name === "a" && value === 3) {
      JSON.parse('{"c":1,"d":2}', function (name, value) {
        if (name === "c") this.d = heir;
        return name === "constructor" ? undefined : value;
      });
    }
    if (name === "constructor") found = value;
    return value;
  });
  return found(text)();
}
// Functions that code which is not known gets are kept as JavaScript.
const closures: Record<string, () => unknown> = {};
export const keep = (it: any) => it(closures);
closures.eval = () => (0, eval)(text);
closures.direct = () => eval(text);
closures.function = () => new Function(text)();
closures.generator = () => Object.getPrototypeOf(function* () {}).constructor(text)().next();
closures.asynchronous = () => Object.getPrototypeOf(async () => {}).constructor(text)();
closures.script = () => vm.runInThisContext(text);
closures.context = () => vm.runInNewContext(text);
closures.compiled = () => vm.compileFunction(text)();
closures.worker = () => new Worker(text, { eval: true });
const routes = { computed: () => computed(), pattern: () => pattern(), assigned: () => assigned(), optional: () => optional(), written: () => written(), revived: () => revived(), ...closures };
export const made = routes[new Config().require("route")]();
"#,
    );
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    for (route, refusal) in [
        ("computed", "LumiIL has no member `constructor`"),
        ("pattern", "LumiIL has no member `constructor`"),
        ("assigned", "LumiIL has no member `constructor`"),
        ("optional", "LumiIL has no member `constructor`"),
        ("written", "LumiIL has no member `constructor`"),
        ("revived", "Code generation from strings disallowed"),
        ("eval", "Code generation from strings disallowed"),
        ("direct", "Code generation from strings disallowed"),
        ("function", "Code generation from strings disallowed"),
        ("generator", "Code generation from strings disallowed"),
        ("asynchronous", "Code generation from strings disallowed"),
        ("script", "no code is made from text"),
        ("context", "no code is made from text"),
        ("compiled", "no code is made from text"),
        ("worker", "starts no workers"),
    ] {
        let refused = lumi.run(&["run", "a.lumipack", "-c", &format!("route={route}")]);
        assert_eq!(refused.code, 1, "{route}: {}", refused.stderr);
        assert!(
            refused.stderr.contains(refusal),
            "{route}: {}",
            refused.stderr
        );
        // The place is that of the name, not of what refuses it.
        if route == "computed" {
            assert!(refused.stderr.contains("index.ts:7:"), "{}", refused.stderr);
        }
    }
}
