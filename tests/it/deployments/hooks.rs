//! Hooks of programs of Lumi, options that replace, and values that stay: what Pulumi's programs know as well.

use crate::support::lumi::Lumi;

/// Things that write each call to `calls.txt`.
pub const THINGS: &str = r#"
import * as dynamic from "lumi/dynamic";
import { appendFileSync } from "node:fs";
import type { CustomResourceOptions, Property } from "lumi";

export const say = (line: string) => appendFileSync("calls.txt", `${line}\n`);

class ThingProvider implements dynamic.ResourceProvider {
  constructor(private readonly name: string) {}
  async diff(_id: string, olds: any, news: any) {
    return { changes: olds.value !== news.value || olds.key !== news.key, replaces: olds.key === news.key ? [] : ["key"] };
  }
  async create(inputs: any) {
    say(`create ${this.name}`);
    if (inputs.value === "broken") throw new Error("it is broken");
    return { id: crypto.randomUUID(), outs: { ...inputs, name: this.name } };
  }
  async read(id: string, props: any) {
    return { id, props };
  }
  async update(_id: string, _olds: any, news: any) {
    say(`update ${this.name}`);
    if (news.value === "broken") throw new Error("it is broken");
    return { outs: { ...news, name: this.name } };
  }
  async delete(_id: string, props: any) {
    say(`delete ${props.name}`);
  }
}

export class Thing extends dynamic.Resource {
  declare readonly key: Property<string>;
  declare readonly value: Property<string>;
  constructor(name: string, inputs: { key?: string; value?: any } = {}, options?: CustomResourceOptions) {
    super(new ThingProvider(name), name, { key: "k", ...inputs }, options);
  }
}
"#;

/// A project of things.
pub fn project(text: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("thing.ts", THINGS);
    program(&lumi, text);
    lumi
}

pub fn program(lumi: &Lumi, text: &str) {
    let head = "import * as lumi from \"lumi\";\nimport { say, Thing } from \"./thing.ts\";\n";
    lumi.file("index.ts", format!("{head}{text}"));
}

/// A command, with the access to files that things need.
pub fn allowed<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &["--allow-read", "--allow-write"]].concat()
}

/// The calls since the last time, in one line.
fn calls(lumi: &Lumi) -> String {
    let file = lumi.folder().join("calls.txt");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let _ = std::fs::remove_file(file);
    text.trim_end().replace('\n', ", ")
}

/// The same in alphabetic order, for what happens at the same time.
pub fn sorted_calls(lumi: &Lumi) -> String {
    let calls = calls(lumi);
    let mut calls: Vec<&str> = calls.split(", ").collect();
    calls.sort_unstable();
    calls.join(", ")
}

const HOOKED: &str = r#"
const step = new lumi.Config().require("step");
const told = (what: string) => (args: lumi.ResourceHookArgs) => {
  const { urn, name, type, id, oldInputs, newInputs, oldOutputs, newOutputs } = args;
  if (!urn.endsWith(`::${type}::${name}`)) throw new Error(urn);
  const values = [oldInputs, newInputs, oldOutputs, newOutputs].map((it) => it?.value ?? "-");
  say(`${what} ${id === undefined ? "new" : "known"} ${name} ${values.join(" ")}`);
};
const gone = new lumi.ResourceHook("gone", told("after delete of"));
const going = new lumi.ResourceHook("going", told("before delete of"));
const seen = new lumi.ResourceHook("seen", told("planned"), { onDryRun: true });
const hooks = {
  beforeCreate: [told("before create of"), seen], afterCreate: [told("after create of")],
  beforeUpdate: [told("before update of")], afterUpdate: [told("after update of")],
  beforeDelete: [going], afterDelete: [gone],
};
if (step !== "none") new Thing("a", { value: lumi.secret(step) }, { hooks });
"#;

#[test]
pub fn hooks_run_before_and_after_steps() {
    let lumi = project(HOOKED);
    let mut seen = Vec::new();
    for args in [
        &["preview", "-c", "step=one"][..],
        &["up", "-y", "-c", "step=one"],
        &["up", "-y", "-c", "step=one"],
        &["up", "-y", "-c", "step=two"],
        &["up", "-y", "-c", "step=none"],
        &["up", "-y", "-c", "step=one"],
        &["destroy", "-y", "-c", "step=one"],
        &["destroy", "-y", "-c", "step=one", "--run-program"],
    ] {
        let answer = lumi.run(&allowed(args));
        seen.push(format!(
            "{} {}: {}",
            args.join(" "),
            answer.code,
            calls(&lumi)
        ));
    }
    insta::assert_snapshot!(seen.join("\n"), @"
    preview -c step=one 0: planned new a - one - -
    up -y -c step=one 0: planned new a - one - -, before create of new a - one - -, planned new a - one - -, create a, after create of known a - one - one
    up -y -c step=one 0: 
    up -y -c step=two 0: before update of known a one two one -, update a, after update of known a one two one two
    up -y -c step=none 0: before delete of known a two - two -, delete a, after delete of known a two - two -
    up -y -c step=one 0: planned new a - one - -, before create of new a - one - -, planned new a - one - -, create a, after create of known a - one - one
    destroy -y -c step=one 1: 
    destroy -y -c step=one --run-program 0: before delete of known a one - one -, delete a, after delete of known a one - one -
    ");
}

#[test]
pub fn hooks_decide_about_steps() {
    let lumi = project(
        r#"
const step = new lumi.Config().require("step");
const careless = new lumi.ResourceHook("careless", () => { throw new Error("never mind"); }, { ignoreErrors: true });
const twice = new lumi.ErrorHook("twice", ({ failedOperation, errors }) => {
  say(`${failedOperation} failed ${errors.length} times`);
  return errors.length < 2;
});
class Group extends lumi.ComponentResource {
  constructor(name: string, hooks: lumi.ResourceHooks) {
    super("test:index:Group", name, {}, { hooks });
    new Thing("child", {}, { parent: this });
    this.registerOutputs({ size: 1 });
  }
}
switch (step) {
  case "refused":
    new Thing("a", {}, { hooks: { beforeCreate: [() => { throw new Error("not on a Friday"); }] } });
    break;
  case "ignored":
    new Thing("a", {}, { hooks: { beforeCreate: [careless] } });
    break;
  case "late":
    new Thing("b", {}, { hooks: { afterCreate: [async () => { throw new Error("too late"); }] } });
    break;
  case "repeated":
    new Thing("c", { value: "broken" }, { hooks: { onError: [twice] } });
    break;
  case "component":
    new Group("g", { beforeCreate: [({ name }) => say(`${name} begins`)],
      afterCreate: [({ newOutputs }) => say(`it has ${JSON.stringify(newOutputs)}`)] });
}
"#,
    );
    let mut seen = Vec::new();
    for step in ["refused", "ignored", "late", "repeated", "component"] {
        let set = format!("step={step}");
        let answer = lumi.run(&allowed(&["up", "-y", "-c", &set]));
        seen.push(format!("{step}: {}", sorted_calls(&lumi)));
        let is_of_hook = |it: &&str| it.contains("its hook") || it.contains("cannot create");
        let said = answer.stderr.lines().filter(is_of_hook);
        seen.extend(said.map(str::to_owned));
        assert_eq!(answer.code == 0, ["ignored", "component"].contains(&step));
    }
    insta::assert_snapshot!(seen.join("\n"), @r#"
    refused: 
    error: cannot create dynamic:index:Thing "a": its hook `urn:lumi:dev::demo::index::dynamic:index:Thing::a::beforeCreate[0]` failed: not on a Friday
    ignored: create a
    warning: dynamic:index:Thing "a": its hook `careless` failed: never mind
    late: create b
    error: dynamic:index:Thing "b": its hook `urn:lumi:dev::demo::index::dynamic:index:Thing::b::afterCreate[0]` failed: too late
    error: ResourceError: its hook `urn:lumi:dev::demo::index::dynamic:index:Thing::b::afterCreate[0]` failed: too late
    repeated: create c, create c, create failed 1 times, create failed 2 times
    error: cannot create dynamic:index:Thing "c": it is broken
    component: create child, delete a, delete b, g begins, it has {"size":1}
    "#);
}

#[test]
pub fn mistakes_with_hooks_are_named() {
    let mut seen = Vec::new();
    for text in [
        "new lumi.ResourceHook(\"a\", () => {}); new lumi.ErrorHook(\"a\", () => true);",
        "new lumi.ResourceHook(\"a\", 1 as any);",
        "new lumi.ResourceHook(\"a\", () => {}, { onDryrun: true } as any);",
        "new Thing(\"a\", {}, { hooks: { afterDelete: [() => {}] } as any });",
        "new Thing(\"a\", {}, { hooks: { afterDestroy: [] } as any });",
        "new Thing(\"a\", {}, { hooks: [] as any });",
        "new Thing(\"a\", {}, { replaceWith: [1 as any] });",
        "class G extends lumi.ComponentResource { constructor() { super(\"a:b:C\", \"g\", {}, {}); } }\n\
         new Thing(\"a\", {}, { replaceWith: [new G()] });",
        "class G extends lumi.ComponentResource { constructor() { super(\"a:b:C\", \"g\", {}, { replacementTrigger: 1 } as any); } }\n\
         new G();",
        "new Thing(\"a\", {}, { replacementTrigger: Symbol(\"x\") });",
    ] {
        let lumi = project(text);
        let failed = lumi.run(&["preview"]);
        assert_eq!(failed.code, 1, "{}", failed.transcript());
        let line = failed.stderr.lines().find(|it| it.starts_with("error"));
        seen.push(line.unwrap_or_default().to_owned());
    }
    insta::assert_snapshot!(seen.join("\n"), @r#"
    error: TypeError: there is a hook "a" already; each needs its own name
    error: TypeError: ResourceHook "a" takes a function, not number
    error: TypeError: ResourceHook "a" has the options onDryRun and ignoreErrors, which are true or false
    error: TypeError: "afterDelete" in option "hooks" of resource "a" (dynamic:index:Thing) must be a list of ResourceHook: a delete knows them by name
    error: TypeError: "afterDestroy" in option "hooks" of resource "a" (dynamic:index:Thing) is none of beforeCreate, afterCreate, beforeUpdate, afterUpdate, beforeDelete, afterDelete, onError
    error: TypeError: option "hooks" of resource "a" (dynamic:index:Thing) must be an object such as { afterCreate: [...] }
    error: TypeError: option "replaceWith" of resource "a" (dynamic:index:Thing) must be a resource, not a value of type number
    error: TypeError: option "replaceWith" of resource "a" (dynamic:index:Thing) names resource "g" (a:b:C), a component, which is never replaced; name the resources in it
    error: TypeError: option "replacementTrigger" of resource "g" (a:b:C) has no meaning for a component; give it to its children
    error: TypeError: option "replacementTrigger" of resource "a" (dynamic:index:Thing) is a symbol; pass its description instead
    "#);
}

#[test]
pub fn partners_and_triggers_replace() {
    let lumi = project(
        r#"
const config = new lumi.Config();
const a = new Thing("a", { key: config.get("key") ?? "k", value: config.get("value") });
new Thing("partner", {}, { replaceWith: [a] });
const trigger = config.getBoolean("untriggered") ? undefined : { of: [a.value, lumi.secret("hush")] };
new Thing("triggered", {}, { replacementTrigger: trigger });
new Thing("last", { value: "1" });
"#,
    );
    let mut seen = Vec::new();
    for args in [
        &["-c", "value=1"][..],
        &["-c", "value=1"],
        // The trigger is an output that changes.
        &["-c", "value=2"],
        &["-c", "value=2", "-c", "key=other"],
        &["-c", "value=3", "-c", "key=other", "-c", "untriggered=true"],
        &[
            "-c",
            "value=3",
            "-c",
            "key=other",
            "-c",
            "untriggered=false",
        ],
        &["-c", "value=4", "-c", "key=other"],
    ] {
        let args = [&["up", "-y"][..], args].concat();
        let shown = lumi.run(&allowed(&args)).ok();
        assert!(!shown.contains("hush"), "{shown}");
        seen.push(format!("{}: {}", args[2..].join(" "), sorted_calls(&lumi)));
    }
    insta::assert_snapshot!(seen.join("\n"), @"
    -c value=1: create a, create last, create partner, create triggered
    -c value=1: 
    -c value=2: create triggered, delete triggered, update a
    -c value=2 -c key=other: create a, create partner, delete a, delete partner
    -c value=3 -c key=other -c untriggered=true: update a
    -c value=3 -c key=other -c untriggered=false: 
    -c value=4 -c key=other: create triggered, delete triggered, update a
    ");
    let state = lumi.run(&["stack", "export"]).ok();
    assert!(!state.contains("hush"), "{state}");
}

#[test]
pub fn a_stash_keeps_the_value_of_its_first_deployment() {
    let lumi = project(
        r#"
const config = new lumi.Config();
const first = new lumi.Stash("first", { input: { at: config.require("at"), key: lumi.secret("hush") } },
  { replacementTrigger: config.get("renewed") });
export const kept = first.output;
export const now = first.input.at;
"#,
    );
    let mut seen = Vec::new();
    for args in [
        &["-c", "at=1", "-c", "renewed=a"][..],
        &["-c", "at=2", "-c", "renewed=a"],
        &["-c", "at=3", "-c", "renewed=b"],
    ] {
        let shown = lumi.run(&[&["up", "-y"][..], args].concat()).ok();
        assert!(!shown.contains("hush"), "{shown}");
        seen.push(lumi.run(&["stack", "output", "--show-secrets"]).ok());
    }
    insta::assert_snapshot!(seen.join("\n"), @r#"
    kept: {
      at: "1"
      key: "hush"
    }
    now: "1"

    kept: {
      at: "1"
      key: "hush"
    }
    now: "2"

    kept: {
      at: "3"
      key: "hush"
    }
    now: "3"
    "#);
    lumi.run(&["destroy", "-y", "-c", "at=3"]).ok();
}

/// Values as Pulumi's `recover` and `deferredOutput` make them.
#[test]
pub fn failed_and_late_values_have_others_in_their_place() {
    let lumi = project(
        r#"
const late = lumi.Property.pending<string>();
new Thing("user", { value: late.property });
const broken = new Thing("broken", { value: "broken" });
late.resolve(broken.value.then(undefined, (error: Error) => `instead: ${error.message.includes("broken")}`));
export const value = late.property;
"#,
    );
    let shown = lumi.seen(&allowed(&["up", "-y", "--continue-on-error"]));
    insta::assert_snapshot!(format!("{shown}\n{}", calls(&lumi)), @r#"
    $ lumi up -y --continue-on-error --allow-read --allow-write
    Updating stack dev of demo
    +  dynamic:index:Thing "broken"  creating
    +  dynamic:index:Thing "broken"  failed ([time] s)
    error: cannot create dynamic:index:Thing "broken": it is broken
      at ThingProvider.create (thing.ts:15:42): if (inputs.value === "broken") throw new Error("it is broken");
     --> index.ts:6:16
      |
    6 | const broken = new Thing("broken", { value: "broken" });
      |                ^
    +  dynamic:index:Thing "user"  creating
    +  dynamic:index:Thing "user"  created ([time] s)
    Outputs:
      value: "instead: true"

    Failed: +1 created, 1 failed, in [time] s
    note: wrote the key for secrets to `[folder]/.lumi/key`; keep a copy of it in a safe place, without it the secrets of this project cannot be read
    Completed changes are saved. Fix the cause and run `lumi up` again to continue.
    [exit 1]

    create broken, create user
    "#);
}
