//! The resources that a function depends on, and its environment variables.

use std::fs;

use serde_json::Value;

use crate::support::lumi::Lumi;

const HEAD: &str = r#"
import * as lumi from "lumi";

class Function extends lumi.CustomResource {
  constructor(name: string, code: (...args: any[]) => unknown, options?: any) {
    super("test:index:Function", name, { code }, options);
  }
}
class Queue extends lumi.CustomResource<{ url: string; arn: string }> {
  static client = lumi.defineClient({
    bindings: ["url"],
    create: (values) => ({ push: (text: string) => `${values.url} ${text}`, drain: () => values.url }),
  });
  constructor(name: string, options?: any) { super("test:index:Queue", name, {}, options); }
}
const jobs: any = new Queue("jobs");
const mails: any = new Queue("mails");
const log = (text: string) => console.log(text);
"#;

/// The entry of the function `f` in `closures.json`, and its code.
fn bundled(program: &str) -> String {
    let lumi = Lumi::program(&format!("{HEAD}{program}"));
    lumi.run(&["closure", "bundle", ".", "--out", "build"]).ok();
    let text = lumi.read("build/closures.json");
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let entry = list.iter().find(|it| it["name"] == "f").unwrap();
    let mut text = String::new();
    for it in entry["dependencies"].as_array().unwrap() {
        let part = |name: &str| it[name].as_str().unwrap();
        let (kind, member) = (part("type"), part("member"));
        text.push_str(&format!("{} {kind} {member}\n", part("resource")));
    }
    for (name, what) in entry["env"].as_object().unwrap() {
        text.push_str(&format!("{name} = {what}\n"));
    }
    let code = fs::read_to_string(lumi.folder().join("build/f/index.mjs")).unwrap();
    let lines = code.lines().filter(|it| it.starts_with("export default"));
    text.push_str(&lines.collect::<Vec<_>>().join("\n"));
    text
}

#[test]
fn a_captured_property_names_its_source() {
    insta::assert_snapshot!(bundled("const url = jobs.url;\nnew Function('f', () => url);"), @r#"
    jobs props url
    LUMI_JOBS_URL = {"resource":"jobs","property":"url"}
    export default ()=>url;
    "#);
    let derived =
        "const both = lumi.interpolate`${jobs.url} ${mails.url}`;\nnew Function('f', () => both);";
    insta::assert_snapshot!(bundled(derived), @r#"
    jobs props *
    mails props *
    LUMI_BOTH = {"resources":["jobs","mails"]}
    export default ()=>both;
    "#);
    let secret = "const token = lumi.secret('t');\nnew Function('f', () => token);";
    insta::assert_snapshot!(bundled(secret), @r#"
    LUMI_TOKEN = {"resources":[],"secret":true}
    export default ()=>token;
    "#);
}

#[test]
fn a_resource_in_a_field_of_a_component_is_itself() {
    let program = r#"
        class Site extends lumi.ComponentResource {
          files: any;
          handler: any;
          constructor(name: string) {
            super("test:index:Site", name);
            this.files = new Queue("files", { parent: this });
            this.handler = new Function("f", () => [this.files.arn, this.files.push("x")], { parent: this });
            this.registerOutputs({});
          }
        }
        new Site("site");
    "#;
    insta::assert_snapshot!(bundled(program), @r#"
    files access push
    files props arn
    LUMI_FILES_ARN = {"resource":"files","property":"arn"}
    LUMI_FILES_URL = {"resource":"files","property":"url"}
    export default ()=>[
    "#);
}

#[test]
fn members_of_object_literals_are_followed() {
    let destructured = "const send = ({ queue, text = 'x' }: any) => queue.push(text);\n\
                        new Function('f', () => send({ queue: jobs }));";
    insta::assert_snapshot!(bundled(destructured), @r#"
    jobs access push
    LUMI_JOBS_URL = {"resource":"jobs","property":"url"}
    export default ()=>send({
    "#);
    let named = "function send(options: any) { return options.to.queue.push(options.text); }\n\
                 new Function('f', () => send({ text: 'x', to: { queue: jobs } }));";
    insta::assert_snapshot!(bundled(named), @r#"
    jobs access push
    LUMI_JOBS_URL = {"resource":"jobs","property":"url"}
    export default ()=>send({
    "#);
    let local = "const second = (it: any) => it.b.drain();\n\
                 new Function('f', () => { const both = { a: jobs, b: mails }; return [both.a.push('x'), second(both)]; });";
    insta::assert_snapshot!(bundled(local), @r#"
    jobs access push
    mails access drain
    LUMI_JOBS_URL = {"resource":"jobs","property":"url"}
    LUMI_MAILS_URL = {"resource":"mails","property":"url"}
    export default ()=>{
    "#);
}

#[test]
fn unanalysable_uses_grant_everything() {
    let spread = "const send = ({ ...rest }: any) => rest.queue.push('x');\n\
                  new Function('f', () => send({ queue: jobs }));";
    assert!(bundled(spread).contains("jobs access *"));
    let method = "new Function('f', () => { const it = { queue: jobs, send() { return this.queue.drain(); } }; return it.send(); });";
    assert!(bundled(method).contains("jobs access *"));
    let returned = "new Function('f', () => ({ queue: jobs }));";
    assert!(bundled(returned).contains("jobs access *"));
}

/// Functions that push to `jobs`, however they come by it; `F` makes a function.
const WAYS: &str = r#"
const a1 = [jobs]; F(() => a1.map((it: any) => it.push('x')));
const a2 = new Map([["a", jobs]]); F(() => a2.get("a").push('x'));
const a3 = new Set([jobs]); F(() => { for (const it of a3) it.push('x'); });
const a4 = { list: [jobs] }; F(() => a4.list.forEach((it: any) => it.push('x')));
const a5 = [[jobs]]; F(() => (a5.flat()[0] as any).push('x'));
class A6 { #q = jobs; send() { return this.#q.push('x'); } } const a6 = new A6(); F(() => a6.send());
const a7 = ((q: any) => q.push('x')).bind(null, jobs); F(() => a7());
const a8 = Promise.resolve([jobs]); await a8; F(async () => (await a8)[0].push('x'));
const a9 = { a: jobs }; F(() => Object.values(a9).map((it: any) => it.push('x')));
const a10 = [jobs]; F(() => a10.at(0).push('x'));
const a11 = [jobs]; F(() => [...a11].map((it: any) => it.push('x')));
const a12 = { get q() { return jobs; } }; F(() => a12.q.push('x'));
const a13 = new Map([[jobs, 1]]); F(() => { for (const [q] of a13) q.push('x'); });
class A14 { static q = jobs; static send() { return this.q.push('x'); } } F(() => A14.send());
function* a15() { yield jobs; } F(() => { for (const q of a15()) q.push('x'); });
F((q = jobs) => q.push('x'));
class A17 { all = [jobs]; send() { return this.all.map((it: any) => it.push('x')); } } const a17 = new A17(); F(() => a17.send());
F((flag: any) => (flag ? jobs : mails).push('x'));
const a19 = 'push'; F(() => jobs[a19]('x'));
F(() => Reflect.apply(jobs.push, jobs, ['x']));
const a21 = new Map([["a", { q: jobs }]]); F(() => a21.get("a")!.q.push('x'));
class A22 extends Array {} const a22 = new A22(); a22.push(jobs); F(() => a22.map((it: any) => it.push('x')));
const a23 = Object.create({ q: jobs }); F(() => a23.q.push('x'));
class A24 { q = jobs; each = (f: any) => f(this.q); } const a24 = new A24(); F(() => a24.each((it: any) => it.push('x')));
const a25 = (q: any) => () => q.push('x'); const s25 = a25(jobs); F(() => s25());
const a26 = [jobs]; F(() => { const [q] = a26; return q.push('x'); });
class A27 { #m = new Map([["a", jobs]]); send(k: string) { return this.#m.get(k).push('x'); } } const a27 = new A27(); F(() => a27.send("a"));
const a28 = new Set([jobs]); F(() => a28.forEach((it: any) => it.push('x')));
const a29 = [jobs]; F(() => { for (const [, q] of a29.entries()) q.push('x'); });
const a30 = ((n: number, { q }: any) => q.push(n)).bind(null, 1, { q: jobs }); F(() => a30());
const a31 = Object.freeze([Object.freeze({ q: jobs })]); F(() => a31.find((it) => it.q)!.q.push('x'));
"#;

/// Those of `ways`, statements that make one function each, whose function does not use `jobs`.
fn unused<T: AsRef<str>>(ways: &[T]) -> Vec<&str> {
    let texts = ways.iter().map(AsRef::as_ref);
    let program = texts.clone().collect::<Vec<_>>().join("\n");
    let lumi = Lumi::program(&format!(
        "{HEAD}let n = 0;\nconst F = (code: any) => new Function(`f${{++n}}`, code);\n{program}"
    ));
    lumi.run(&["closure", "bundle", ".", "--out", "build"]).ok();
    let list: Vec<Value> = serde_json::from_str(&lumi.read("build/closures.json")).unwrap();
    assert_eq!(list.len(), ways.len());
    let is_used = |name: &str| {
        let entry = list.iter().find(|it| it["name"] == name).unwrap();
        let uses = entry["dependencies"].as_array().unwrap();
        uses.iter()
            .any(|it| it["resource"] == "jobs" && it["type"] == "access")
    };
    let numbered = (1..).zip(texts);
    let unused = numbered.filter(|(number, _)| !is_used(&format!("f{number}")));
    unused.map(|it| it.1).collect()
}

#[test]
fn a_resource_is_used_however_the_code_comes_by_it() {
    let ways: Vec<&str> = WAYS.trim().lines().collect();
    let unused = unused(&ways);
    assert!(unused.is_empty(), "{unused:#?}");
}

/// Objects `h` that have `jobs` as their member `q`, of their own or from elsewhere; `N` becomes a number.
const HOLDERS: [&str; 26] = [
    "const h: any = { q: jobs };",
    "const h = Object.create({ q: jobs });",
    "const h = Object.create(Object.create({ q: jobs }));",
    "const h: any = { __proto__: { q: jobs } };",
    "const h: any = { n: 1 }; Object.setPrototypeOf(h, { q: jobs });",
    "const h = Object.create(null, { q: { value: jobs } });",
    "const h = Object.create({ get q() { return jobs; } });",
    "const h: any = { own: jobs, get q() { return this.own; } };",
    "const h: any = Object.create({ get q() { return this.own; } }); h.own = jobs;",
    "class HN { q = jobs; } const h: any = new HN();",
    "class HN { static q = jobs; } const h: any = HN;",
    "class HN { static q = jobs; } class SN extends HN {} const h: any = SN;",
    "class HN { static q = jobs; } class SN extends HN {} class TN extends SN {} const h: any = TN;",
    "class HN { static own = jobs; static get q() { return this.own; } } class SN extends HN {} const h: any = SN;",
    "class HN { own = jobs; get q() { return this.own; } } class SN extends HN {} const h: any = new SN();",
    "class HN {} (HN.prototype as any).q = jobs; const h: any = new HN();",
    "class HN {} (HN.prototype as any).q = jobs; class SN extends HN {} const h: any = new SN();",
    "class HN {} (HN.prototype as any).q = jobs; class SN extends HN {} const h: any = SN.prototype;",
    "class HN {} (HN.prototype as any).q = jobs; class SN extends HN {} const h: any = Object.create(new SN());",
    "function HN() {} HN.prototype.q = jobs; const h: any = new (HN as any)();",
    "function HN() {} HN.prototype.q = jobs; function SN() {} Object.setPrototypeOf(SN.prototype, HN.prototype); const h: any = new (SN as any)();",
    "function HN() {} HN.prototype = { q: jobs }; const h: any = new (HN as any)();",
    "function HN() {} HN.q = jobs; const h: any = HN;",
    "function HN() {} Object.setPrototypeOf(HN, { q: jobs }); const h: any = HN;",
    "const mixN = (base: any) => class extends base { get q() { return this.own; } }; class HN { own = jobs; } const h: any = new (mixN(HN))();",
    "class HN { #own = jobs; get q() { return this.#own; } } class SN extends HN {} const h: any = new SN();",
];

/// Uses of `jobs` through `h`.
const USES: [&str; 20] = [
    "F(() => h.q.push('x'));",
    "F(() => h['q'].push('x'));",
    "F(() => h?.q?.push('x'));",
    "const keyN = 'q'; F(() => h[keyN].push('x'));",
    "F(() => { const { q } = h; return q.push('x'); });",
    "F(() => { const it = h; return it.q.push('x'); });",
    "F(() => { const q = h.q; return q.push('x'); });",
    "const sendN = (it: any) => it.q.push('x'); F(() => sendN(h));",
    "const sendN = ({ q }: any) => q.push('x'); F(() => sendN(h));",
    "function sendN(this: any) { return this.q.push('x'); } F(() => sendN.call(h));",
    "const sendN = function (this: any) { return this.q.push('x'); }.bind(h); F(() => sendN());",
    "F(() => Reflect.get(h, 'q').push('x'));",
    "const withN: any = { h }; F(() => withN.h.q.push('x'));",
    "class UN { h = h; send() { return this.h.q.push('x'); } } const uN = new UN(); F(() => uN.send());",
    "const uN = Object.create(h); F(() => uN.q.push('x'));",
    "const uN: any = { __proto__: h, send() { return this.q.push('x'); } }; F(() => uN.send());",
    "const uN: any = { __proto__: h, send() { return super.q.push('x'); } }; F(() => uN.send());",
    "const uN: any = { __proto__: h, send() { return [1].map(() => super.q.push('x')); } }; F(() => uN.send());",
    "const uN: any = { __proto__: h, send() { return super['q'].push('x'); }, get sent() { return this.send(); } }; F(() => uN.sent);",
    "const uN: any = { __proto__: h, send() { const { q } = this; return q.push('x'); } }; F(() => { const all = [uN]; return all[0].send(); });",
];

/// Classes whose methods use `jobs`, which they have from elsewhere.
const CLASSES: [&str; 14] = [
    "class AN { static q = jobs; } class BN extends AN { static send() { return this.q.push('x'); } } F(() => BN.send());",
    "class AN { static q = jobs; } class BN extends AN { static send() { return super.q.push('x'); } } F(() => (BN as any).send());",
    "class AN { static q = jobs; static send() { return this.q.push('x'); } } class BN extends AN {} F(() => BN.send());",
    "class AN { static send() { return (this as any).q.push('x'); } } class BN extends AN { static q = jobs; } F(() => BN.send());",
    "class AN { q = jobs; } class BN extends AN { send() { return this.q.push('x'); } } const bN = new BN(); F(() => bN.send());",
    "class AN { send() { return (this as any).q.push('x'); } } class BN extends AN { q = jobs; send() { return super.send(); } } const bN = new BN(); F(() => bN.send());",
    "class AN {} (AN.prototype as any).q = jobs; class BN extends AN { send() { return super.q.push('x'); } } const bN: any = new BN(); F(() => bN.send());",
    "class AN {} (AN.prototype as any).q = jobs; class BN extends AN { send() { return this.q.push('x'); } } F(() => new (BN as any)().send());",
    "class AN { q = jobs; send() { return this.q.push('x'); } } F(() => new AN().send());",
    "class AN { static q = jobs; } class BN extends AN { send() { return BN.q.push('x'); } } const bN = new BN(); F(() => bN.send());",
    "class AN { static q = jobs; } class BN extends AN { send() { return (this.constructor as any).q.push('x'); } } const bN = new BN(); F(() => bN.send());",
    "class AN { static q = jobs; } F(() => Object.values(AN).map((it: any) => it.push('x')));",
    "function AN(this: any) {} AN.prototype.send = function () { return this.q.push('x'); }; const aN: any = new (AN as any)(); aN.q = jobs; F(() => aN.send());",
    "const aN: any = {}; Object.defineProperty(aN, 'sent', { get() { return this.q.push('x'); } }); aN.q = jobs; F(() => aN.sent);",
];

/// Holders with each use, and classes.
fn generated_ways() -> Vec<String> {
    let with_uses = |holder: &'static str| USES.iter().map(move |it| format!("{holder} {it}"));
    let held = HOLDERS.into_iter().flat_map(with_uses);
    let all = held.chain(CLASSES.iter().map(|it| (*it).to_owned()));
    let numbered = all.enumerate().map(|(number, way)| {
        let names = [
            "HN", "SN", "TN", "UN", "uN", "AN", "BN", "aN", "bN", "mixN", "keyN", "sendN", "withN",
        ];
        let way = names.iter().fold(way, |way, name| {
            way.replace(name, &format!("{}{number}", name.trim_end_matches('N')))
        });
        format!("{{ {way} }}")
    });
    numbered.collect()
}

#[test]
fn a_resource_is_used_through_prototypes_statics_accessors_and_super() {
    let ways = generated_ways();
    let unused = unused(&ways);
    assert!(
        unused.is_empty(),
        "{} of {}: {unused:#?}",
        unused.len(),
        ways.len()
    );
}

#[test]
fn inherited_members_grant_what_is_called_on_them() {
    let inherited = "class Base { static q = jobs; } class Sub extends Base { static send() { return super.q.push('x'); } }\n\
                     new Function('f', () => [Sub.q.drain(), (Sub as any).send()]);";
    let made = "class Base {} (Base.prototype as any).q = jobs;\n\
                class Sub extends Base { send() { return [this.constructor.name, (this as any).q.push('x')]; } }\n\
                const sub: any = Object.create(new Sub());\n\
                new Function('f', () => [sub.send(), (new Sub() as any).q, sub.q.drain()]);";
    for program in [inherited, made] {
        let text = bundled(program);
        let uses: Vec<&str> = text.lines().filter(|it| it.contains(" access ")).collect();
        assert_eq!(uses, ["jobs access drain", "jobs access push"], "{text}");
    }
}

#[test]
fn methods_that_hand_nothing_out_are_no_use() {
    let program = "const all = [jobs]; const seen = new Set([mails]);\n\
                   class Sender { q: any; m: any; constructor(q: any, m: any) { this.q = q; this.m = m; } send() { return this.q.push('x'); } }\n\
                   const sender = new Sender(jobs, mails);\n\
                   new Function('f', () => [all.includes(1), all.length, seen.has(1), seen.size, sender.send()]);";
    let text = bundled(program);
    let uses: Vec<&str> = text.lines().filter(|it| it.contains(" access ")).collect();
    assert_eq!(uses, ["jobs access push"], "{text}");
}

#[test]
fn a_secret_of_the_configuration_names_its_key() {
    let lumi = Lumi::program(&format!(
        "{HEAD}const token = new lumi.Config().requireSecret(\"token\");\n\
         new Function(\"f\", () => token);\n"
    ));
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    lumi.run(&["closure", "bundle", ".", "--out", "build"]).ok();
    let text = lumi.read("build/closures.json");
    assert!(!text.contains("hunter2"), "{text}");
    let list: Value = serde_json::from_str(&text).unwrap();
    let variables: Vec<&Value> = list[0]["env"].as_object().unwrap().values().collect();
    let expected = serde_json::json!({ "config": "demo:token", "secret": true });
    assert_eq!(variables, [&expected]);
}
