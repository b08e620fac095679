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
