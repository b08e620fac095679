//! `lumi run` and its graphs.

use std::process::Stdio;

use crate::support::lumi::Lumi;

const SITE: &str = r#"
class Site extends lumi.ComponentResource {
  constructor(name: string) {
    super("acme:web:Site", name);
    const bucket = new lumi.CustomResource("aws:s3/bucket:Bucket", `${name}-bucket`, {
      tags: { owner: "web" },
    }, { parent: this });
    new lumi.CustomResource("aws:s3/object:Object", `${name}-index`, {
      bucket: bucket.id,
      rules: [{ port: 80, of: lumi.interpolate`arn:${bucket.arn}` }],
      password: lumi.secret("hunter2"),
    }, { parent: this, dependsOn: [bucket] });
    this.registerOutputs({ url: lumi.interpolate`https://${bucket.id}` });
  }
}
const site = new Site("blog");
export const url = (site as any).url;
export const password = lumi.secret("hunter2");
"#;

#[test]
pub fn every_format() {
    let lumi = Lumi::with_sdk(SITE);
    for format in ["tree", "json", "yaml", "dot", "svg", "html"] {
        let text = lumi.run(&["run", "--format", format]).ok();
        assert!(!text.contains("hunter2"), "a secret is shown: {text}");
        insta::assert_snapshot!(format!("site.{format}"), text);
    }
    let shown = lumi
        .run(&["run", "--format", "json", "--show-secrets"])
        .ok();
    assert_eq!(shown.matches("hunter2").count(), 3);
}

#[test]
pub fn the_same_program_gives_the_same_bytes() {
    let lumi = Lumi::with_sdk(SITE);
    let run = || lumi.run(&["run", "--format", "json"]).ok();
    assert_eq!(run(), run());
}

#[test]
fn positions_stay_the_same_when_constructors_are_optimised() {
    let lumi = Lumi::with_sdk(
        "class Thing extends lumi.CustomResource {\n\
         constructor(name: string) { super('a:b:Thing', name, {}); }\n\
         }\n\
         for (let index = 0; index < 12_000; index++)\n\
         new Thing(`thing-${index}`);\n",
    );
    let graph = lumi.run(&["run", "--format", "json"]).json();
    let vertices = graph["vertices"].as_array().unwrap();
    assert_eq!(vertices.len(), 12_000);
    for vertex in vertices {
        assert_eq!(vertex["source"]["line"], 6, "{vertex}");
    }
}

#[test]
pub fn out_writes_a_file_that_can_be_shown_and_compared() {
    let lumi = Lumi::with_sdk(SITE);
    assert_eq!(lumi.run(&["run", "--out", "graph.json"]).ok(), "");
    assert_eq!(lumi.run(&["run", "--out", "graph.yaml"]).ok(), "");
    assert_eq!(
        lumi.read("graph.json"),
        lumi.run(&["run", "--format", "json"]).ok()
    );
    assert_eq!(
        lumi.run(&["graph", "graph.yaml"]).ok(),
        lumi.run(&["run"]).ok()
    );
    assert_eq!(
        lumi.run(&["diff", "--exact", "graph.json", "graph.yaml"])
            .ok(),
        ""
    );
    lumi.file(
        "other.json",
        lumi.read("graph.json")
            .replace("\"port\": 80", "\"port\": 81"),
    );
    insta::assert_snapshot!(lumi.run(&["diff", "graph.json", "other.json"]).transcript());
}

#[test]
pub fn a_failed_run_leaves_the_file_as_it_was() {
    let lumi = Lumi::program("throw new Error('x');");
    lumi.file("graph.json", "before");
    assert_eq!(lumi.run(&["run", "--out", "graph.json"]).code, 1);
    assert_eq!(lumi.read("graph.json"), "before");
    assert_eq!(lumi.run(&["run", "--out", "no/such/folder.json"]).code, 1);
}

#[test]
pub fn json_is_a_stream_of_events() {
    let lumi = Lumi::with_sdk(
        "console.log('hello');\nlumi.log.warn('careful');\n\
         new lumi.CustomResource('acme:fs:File', 'a', {});\nexport const b = 1;\n",
    );
    insta::assert_snapshot!(lumi.run(&["run", "--json"]).transcript());
    lumi.file(
        "index.ts",
        "console.log('first');\nthrow new Error('then');\n",
    );
    insta::assert_snapshot!(
        "json_is_a_stream_of_events_failed",
        lumi.run(&["run", "--json"]).transcript()
    );
}

#[test]
pub fn a_plan_stops_at_an_await_of_what_is_not_there_yet() {
    let lumi = Lumi::with_sdk(
        "const a = new lumi.CustomResource('acme:fs:File', 'a', {});\n\
         const id = await a.id;\n\
         new lumi.CustomResource('acme:fs:File', 'b', { id });\n",
    );
    let answer = lumi.run(&["run"]);
    insta::assert_snapshot!(answer.transcript());
    let graph = lumi.run(&["run", "--format", "json"]).json();
    assert_eq!(graph["complete"], false);
}

#[test]
pub fn a_vertex_behind_a_hole_does_not_stall_the_rest() {
    let lumi = Lumi::with_sdk(
        "const a = new lumi.CustomResource('acme:fs:File', 'a', {});\n\
         async function later() { return `${await a.id}!`; }\n\
         new lumi.CustomResource('acme:fs:File', 'b', { x: later(), y: Promise.all([a.id]) });\n\
         export const out = later();\n",
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
}

#[test]
fn determinism_is_checked() {
    let lumi = Lumi::with_sdk(
        "new lumi.CustomResource('acme:fs:File', 'stable', { a: 1 });\n\
         new lumi.CustomResource('acme:fs:File', 'random', {\n  n: Math.random(),\n});\n",
    );
    let answer = lumi.run(&["run", "--check-determinism"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains("--> index.ts:3:1"),
        "{}",
        answer.stderr
    );
    assert!(answer.stderr.contains("`n`"), "{}", answer.stderr);
    lumi.file("index.ts", "export const a = 1;");
    lumi.run(&["run", "--check-determinism"]).ok();
    lumi.file("index.ts", "export const time = Date.now();");
    assert_eq!(lumi.run(&["run", "--check-determinism"]).code, 1);
}

#[test]
pub fn a_logged_error_fails_the_run() {
    let lumi = Lumi::with_sdk("lumi.log.error('not good');\nlumi.log.debug('hidden');\n");
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let lumi = Lumi::with_sdk(
        "for (let i = 0; i < 3000; i++) new lumi.CustomResource('acme:fs:File', `f${i}`, {});\n",
    );
    let mut child = lumi
        .command(&["run", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn a_failed_run_fails_its_readers() {
    let lumi = Lumi::with_sdk("lumi.log.error('not good');\n");
    for args in [&["run"][..], &["run", "--json"]] {
        let mut child = lumi
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

#[test]
pub fn out_does_not_overwrite_the_program() {
    let lumi = Lumi::program("export const a = 1;");
    assert_eq!(lumi.run(&["run", "--out", "index.ts"]).code, 2);
    assert_eq!(lumi.read("index.ts"), "export const a = 1;");
}

#[test]
pub fn out_keeps_links_and_modes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let lumi = Lumi::program("export const a = 1;");
    let file = lumi.file("real.json", "");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, lumi.folder().join("link.json")).unwrap();
    lumi.run(&["run", "--out", "link.json"]).ok();
    assert!(lumi.folder().join("link.json").is_symlink());
    assert!(lumi.read("real.json").contains("lumigl"));
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
}

#[test]
pub fn configuration_comes_from_files_and_flags() {
    let lumi = Lumi::with_sdk(
        "const config = new lumi.Config();\n\
         export const region = config.require('region');\n\
         export const size = config.getNumber('size');\n\
         export const key = config.requireSecret('key');\n\
         export const other = new lumi.Config('aws').get('profile');\n\
         export const names = [lumi.getProject(), lumi.getStack()];\n",
    );
    lumi.file(
        "Lumi.prod.yaml",
        "config:\n  region: eu\n  size: 3\n  key: { secret: hunter2 }\n  aws:profile: main\n",
    );
    insta::assert_snapshot!(
        lumi.run(&["run", "-s", "prod", "-c", "region=us"])
            .transcript()
    );
}
