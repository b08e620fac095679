//! Secrets are sent to plugins that declare support for them, or that the user trusts.

use super::{Project, thing};

const SECRET: &str = "{ value: \"open\", login: { password: lumi.secret(\"hunter2\") } }";

fn program() -> String {
    format!("{}export const login = a.login;\n", thing("a", SECRET))
}

#[test]
fn a_plugin_that_declares_nothing_gets_no_secret() {
    let project = Project::new(&program());
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 1]
    --- stdout
      Type                  Name
    + scripted:index:Thing  a     failed: the input `login.password` is secret, and the plugin `scripted` does not declare…

    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of demo
    error: cannot create scripted:index:Thing "a": the input `login.password` is secret, and the plugin `scripted` does not declare that it protects secrets (`keeps_secrets`); use a version that does, or, if you trust it with secrets, write `plugins: { scripted: { secrets: allow } }` in Lumi.yaml
     --> index.ts:2:18
      |
    2 | export const a = new lumi.CustomResource("scripted:index:Thing", "a", { value: "open", login: { pa…
      |                  ^
    The plan has errors; nothing was done.
    "#);
    assert_eq!(project.object("id-a"), None);
    let config = "config:\n  scripted:token:\n    secret: abc\n";
    project.0.file("Lumi.dev.yaml", config);
    project.0.file(
        "index.ts",
        format!("import * as lumi from \"lumi\";\n{}", thing("b", "{}")),
    );
    let seen = project.run(&["preview"]);
    insta::assert_snapshot!(seen.split("--- stderr").nth(1).unwrap(), @r#"
    Previewing stack dev of demo
    error: would fail to create scripted:index:Thing "b": the configuration `token` is secret, and the plugin `scripted` does not declare that it protects secrets (`keeps_secrets`); use a version that does, or, if you trust it with secrets, write `plugins: { scripted: { secrets: allow } }` in Lumi.yaml
     --> index.ts:2:18
      |
    2 | export const b = new lumi.CustomResource("scripted:index:Thing", "b", {});
      |                  ^
    "#);
    let invoke = "lumi.invoke(\"scripted:index:echo\", { x: lumi.secret(1) })";
    let project = Project::new(&format!("export const x = {invoke};\n"));
    let seen = project.run(&["preview"]);
    insta::assert_snapshot!(seen.split("--- stderr").nth(1).unwrap(), @r#"
    Previewing stack dev of demo
    error: ResourceError: `scripted:index:echo`: the argument `x` is secret, and the plugin `scripted` does not declare that it protects secrets (`keeps_secrets`); use a version that does, or, if you trust it with secrets, write `plugins: { scripted: { secrets: allow } }` in Lumi.yaml
     --> index.ts:2:23
      |
    2 | export const x = lumi.invoke("scripted:index:echo", { x: lumi.secret(1) });
      |                       ^
    "#);
}

#[test]
fn a_plugin_that_keeps_secrets_gets_them_as_such() {
    let project = Project::new(&program());
    project.plugin("export KEEPS_SECRETS=1");
    let first = project.run(&["up", "-y"]);
    insta::assert_snapshot!(first.split("--- stderr").next().unwrap(), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"
      login: [secret]

    Done: +1 created, in [time] s
    "#);
    insta::assert_snapshot!(project.object("id-a").unwrap(), @r#"{"value":"open","login":{"password":{"$lumi":"secret","value":"hunter2"}}}"#);
    // An unchanged input in the response is not a change, and stays secret.
    let again = project.run(&["up", "-y"]);
    insta::assert_snapshot!(again.split("--- stderr").next().unwrap(), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"
      login: [secret]

    Done: nothing to do, 1 unchanged, in [time] s
    "#);
    let refreshed = project.run(&["refresh", "-y"]);
    insta::assert_snapshot!(refreshed.split("--- stderr").next().unwrap(), @r"
    $ lumi refresh -y
    [exit 0]
    --- stdout
    Done: nothing to do, 1 unchanged, in [time] s
    ");
    assert!(!project.state().contains("hunter2"));
    let gone = project.run(&["destroy", "-y"]);
    insta::assert_snapshot!(gone.split("--- stderr").next().unwrap(), @r"
    $ lumi destroy -y
    [exit 0]
    --- stdout
    Done: -1 deleted, in [time] s
    ");
}

#[test]
fn a_plugin_that_the_user_trusts_gets_plain_values() {
    let project = Project::new(&program());
    let manifest = "name: demo\nplugins:\n  scripted: { secrets: allow }\n";
    project.0.file("Lumi.yaml", manifest);
    let first = project.run(&["up", "-y"]);
    insta::assert_snapshot!(first.split("--- stderr").next().unwrap(), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"
      login: [secret]

    Done: +1 created, in [time] s
    "#);
    insta::assert_snapshot!(project.object("id-a").unwrap(), @r#"{"value":"open","login":{"password":"hunter2"}}"#);
    assert!(!project.state().contains("hunter2"));
    // After the permission is revoked, no secret is sent to the plugin.
    project.0.file("Lumi.yaml", "name: demo\n");
    let refused = project.run(&["destroy", "-y"]);
    insta::assert_snapshot!(refused, @r#"
    $ lumi destroy -y
    [exit 1]
    --- stdout
    Failed: 1 failed, in [time] s
    --- stderr
    Destroying stack dev of demo
    -  scripted:index:Thing "a"  deleting
    -  scripted:index:Thing "a"  failed ([time] s)
    error: cannot delete scripted:index:Thing "a": the input `login.password` is secret, and the plugin `scripted` does not declare that it protects secrets (`keeps_secrets`); use a version that does, or, if you trust it with secrets, write `plugins: { scripted: { secrets: allow } }` in Lumi.yaml
    "#);
}
