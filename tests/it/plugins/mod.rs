//! Providers as separate processes.

mod endings;
mod large_inputs;
mod listing;
mod rollback;
mod scripted;
mod secrets;
mod variables;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use crate::support::lumi::{Answer, Lumi, without_times};
use crate::support::pseudo_terminal::PseudoTerminal;

/// A project with plugins in a folder `bin` on PATH.
struct Project(Lumi);

impl Project {
    fn new(program: &str) -> Self {
        let project = Self(Lumi::with_sdk(program));
        project.plugin("");
        project
    }

    /// Installs the plugin `scripted`, whose script runs `setup` first.
    fn plugin(&self, setup: &str) {
        scripted::install(&self.bin(), "scripted", setup);
    }

    /// Installs a plugin that is only a script.
    fn script(&self, package: &str, script: &str) -> PathBuf {
        let path = self.bin().join(format!("lumi-resource-{package}"));
        fs::create_dir_all(self.bin()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn bin(&self) -> PathBuf {
        self.0.folder().join("bin")
    }

    fn command(&self, args: &[&str]) -> std::process::Command {
        let mut command = self.0.command(args);
        let path = format!("{}:/usr/bin:/bin", self.bin().display());
        command.env("PATH", path).env("HOME", self.0.folder());
        command.env("LUMI_PASSPHRASE", "test");
        command
    }

    /// The output of `lumi ARGS…`, without times.
    fn run(&self, args: &[&str]) -> String {
        let output = self.command(args).output().unwrap();
        let text = without_times(&Answer::of(output, args, self.0.folder()).transcript());
        // Log lines have no order.
        let is_log = |it: &&str| !it.starts_with("note: scripted: ");
        text.split_inclusive('\n').filter(is_log).collect()
    }

    /// The numbers of plugin processes that were started, and that ended orderly.
    fn processes(&self) -> (usize, usize) {
        let count = |name: &str| {
            let text = fs::read_to_string(self.0.folder().join(name)).unwrap_or_default();
            text.lines().count()
        };
        (count("starts"), count("ends"))
    }

    /// The stored state.
    fn state(&self) -> String {
        self.run(&["stack", "export"])
    }

    fn object(&self, id: &str) -> Option<String> {
        fs::read_to_string(self.0.folder().join(format!("objects/{id}.json"))).ok()
    }
}

fn thing(name: &str, inputs: &str) -> String {
    format!(
        "export const {name} = new lumi.CustomResource(\"scripted:index:Thing\", \"{name}\", {inputs});\n"
    )
}

#[test]
fn a_plugin_does_not_learn_what_opens_the_secrets() {
    let project = Project::new(&thing("a", "{ value: \"one\" }"));
    project.plugin("[ -z \"${LUMI_PASSPHRASE+x}\" ] || exit 9");
    let answer = project.run(&["up", "--yes"]);
    assert!(answer.contains("[exit 0]"), "{answer}");
}

#[test]
fn a_plugin_is_a_provider_like_others() {
    let program = |value: &str| {
        let thing = thing("a", &format!("{{ value: \"{value}\" }}"));
        format!(
            "{thing}export const size = a.size;\nexport const token = a.token;\n\
             export const found = lumi.invoke(\"scripted:index:echo\", {{ x: [1] }});\n"
        )
    };
    let project = Project::new(&program("one"));
    insta::assert_snapshot!(project.run(&["preview"]), @r#"
    $ lumi preview
    [exit 0]
    --- stdout
      Type                  Name
    + scripted:index:Thing  a

    Outputs:
      + a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id [unknown]
      + found:
        + x: [1]
      + size: [unknown]
      + token: [unknown]

    Plan: +1 to create
    --- stderr
    Previewing stack dev of demo
    "#);
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"
      found: {
        x: [1]
      }
      size: 3
      token: [secret]

    Done: +1 created, in [time] s
    --- stderr
    Updating stack dev of demo
    +  scripted:index:Thing "a"  creating
    +  scripted:index:Thing "a"  created ([time] s)
    note: added the stack's encrypted key to `Lumi.dev.yaml`; commit it: with it and the passphrase, others can read the secrets
    "#);
    assert_eq!(project.object("id-a").unwrap(), "{\"value\":\"one\"}");
    project.0.file(
        "index.ts",
        format!("import * as lumi from \"lumi\";\n{}", program("three")),
    );
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"
      found: {
        x: [1]
      }
      size: 5
      token: [secret]

    Done: ~1 updated, in [time] s
    --- stderr
    Updating stack dev of demo
    ~  scripted:index:Thing "a"  updating
    ~  scripted:index:Thing "a"  updated ([time] s)
    "#);
    insta::assert_snapshot!(project.run(&["refresh", "-y"]), @r"
    $ lumi refresh -y
    [exit 0]
    --- stdout
    Done: nothing to do, 1 unchanged, in [time] s
    --- stderr
    Refreshing stack dev of demo
    ");
    insta::assert_snapshot!(project.run(&["destroy", "-y"]), @r#"
    $ lumi destroy -y
    [exit 0]
    --- stdout
    Done: -1 deleted, in [time] s
    --- stderr
    Destroying stack dev of demo
    -  scripted:index:Thing "a"  deleting
    -  scripted:index:Thing "a"  deleted ([time] s)
    "#);
    assert_eq!(project.object("id-a"), None);
    // One for each command, and all ended on request.
    assert_eq!(project.processes(), (5, 5));
}

#[test]
fn each_configuration_has_a_process() {
    let provider = |name: &str, region: &str| {
        format!(
            "const {name} = new lumi.ProviderResource(\"scripted\", \"{name}\", {{ region: \"{region}\" }});\n\
             export const in_{name} = new lumi.CustomResource(\"scripted:index:Thing\", \"in-{name}\", \
             {{ value: \"x\" }}, {{ provider: {name} }}).region;\n"
        )
    };
    let program = [provider("p", "north"), provider("q", "south")].concat();
    let project = Project::new(&program);
    let seen = project.run(&["up", "-y"]);
    let outputs = seen.split("--- stderr").next().unwrap();
    insta::assert_snapshot!(outputs, @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      in_p: "north"
      in_q: "south"

    Done: +4 created, in [time] s
    "#);
    assert_eq!(project.processes(), (2, 2));
}

#[test]
fn partially_created_resources_are_repaired() {
    let project = Project::new(&thing("a", "{ value: \"x\", fault: \"partial\" }"));
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 1]
    --- stdout
    Failed: 1 failed, in [time] s
    --- stderr
    Updating stack dev of demo
    +  scripted:index:Thing "a"  creating
    +  scripted:index:Thing "a"  failed ([time] s)
    error: cannot create scripted:index:Thing "a": it exists, but is not ready: it does not answer; it is red
     --> index.ts:2:18
      |
    2 | export const a = new lumi.CustomResource("scripted:index:Thing", "a", { value: "x", fault: "partia…
      |                  ^
    note: added the stack's encrypted key to `Lumi.dev.yaml`; commit it: with it and the passphrase, others can read the secrets
    "#);
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"

    Done: ~1 updated, in [time] s
    --- stderr
    Updating stack dev of demo
    ~  scripted:index:Thing "a"  updating: it is incomplete: it does not answer
    ~  scripted:index:Thing "a"  updated ([time] s): it is incomplete: it does not answer
    "#);
}

#[test]
fn after_a_crash_the_object_is_looked_up() {
    let program = [
        thing("a", "{ value: \"x\", fault: \"crash\" }"),
        thing("b", "{ value: a.value }"),
    ];
    let project = Project::new(&program.concat());
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 1]
    --- stdout
    Failed: 1 failed, in [time] s
    --- stderr
    Updating stack dev of demo
    +  scripted:index:Thing "a"  creating
    +  scripted:index:Thing "a"  failed ([time] s)
    error: cannot create scripted:index:Thing "a": the plugin `scripted` ended in the middle of `Create`: exit code 9
     --> index.ts:2:18
      |
    2 | export const a = new lumi.CustomResource("scripted:index:Thing", "a", { value: "x", fault: "crash"…
      |                  ^
    help: the outcome is unknown; it is recorded as pending, and the next run looks the object up
    "#);
    insta::assert_snapshot!(project.run(&["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      a: "urn:lumi:dev::demo::index::scripted:index:Thing::a" id "id-a"
      b: "urn:lumi:dev::demo::index::scripted:index:Thing::b" id "id-b"

    Done: +1 created, 1 unchanged, in [time] s
    --- stderr
    Updating stack dev of demo
    note: scripted:index:Thing "a": the create that an interrupted run started had succeeded
    +  scripted:index:Thing "b"  creating
    +  scripted:index:Thing "b"  created ([time] s)
    note: added the stack's encrypted key to `Lumi.dev.yaml`; commit it: with it and the passphrase, others can read the secrets
    "#);
    insta::assert_snapshot!(project.run(&["preview"]), @r"
    $ lumi preview
    [exit 0]
    --- stdout
    Plan: no changes, 2 unchanged
    --- stderr
    Previewing stack dev of demo
    ");
}

#[test]
fn inputs_that_cannot_be_used_are_named() {
    let project = Project::new(&thing("a", "{ value: \"bad\" }"));
    insta::assert_snapshot!(project.run(&["preview"]), @r#"
    $ lumi preview
    [exit 1]
    --- stdout
      Type                  Name
    + scripted:index:Thing  a     failed: input `value`: it must be good

    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of demo
    error: would fail to create scripted:index:Thing "a": input `value`: it must be good
     --> index.ts:2:73
      |
    2 | export const a = new lumi.CustomResource("scripted:index:Thing", "a", { value: "bad" });
      |                                                                         ^
    "#);
}

#[test]
fn output_of_a_plugin_is_shown_with_its_name() {
    let project = Project::new(&thing("a", "{ value: \"x\" }"));
    let output = project.command(&["up", "-y"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("note: scripted: creating a\n"), "{said}");
}

#[test]
fn a_plugin_that_only_listens_is_reported() {
    let project = Project::new(&thing("a", "{}"));
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = socket.local_addr().unwrap().port();
    project.script("scripted", &format!("echo {port}; cat"));
    let answer = project.run(&["preview"]);
    let says = "the plugin `scripted` listens, but did not answer `Handshake` within 30s";
    assert!(answer.contains(says), "{answer}");
}

#[test]
fn an_output_that_stays_unknown_is_not_kept() {
    let project = Project::new(&thing("a", "{ value: \"unknown\" }"));
    let answer = project.run(&["up", "-y"]);
    assert!(answer.contains("[exit 1]"), "{answer}");
    let says = "it exists, but its provider returned no value for its output `size`";
    assert!(answer.contains(says), "{answer}");
    let state = project.state();
    assert!(
        state.contains("id-a") && !state.contains("\"size\""),
        "{state}"
    );
}

#[test]
fn plugins_that_cannot_be_used_are_explained() {
    let project = Project::new("");
    project.script("noisy", "echo 'Listening on port 80'");
    project.script("ending", "echo 'no licence' >&2; exit 3");
    project.script("other", "exec \"$(dirname \"$0\")/lumi-resource-scripted\"");
    project.0.file("bin/lumi-resource-text", "not executable");
    project.0.file(
        "Lumi.yaml",
        "name: demo\nplugins:\n  scripted: '1.3'\n  away: ./nowhere\n",
    );
    let packages = [
        "noisy", "ending", "other", "text", "scripted", "away", "missing",
    ];
    let errors = packages.map(|package| {
        let program = format!(
            "import * as lumi from \"lumi\";\nnew lumi.CustomResource(\"{package}:index:Thing\", \"a\", {{}});\n"
        );
        project.0.file("index.ts", program);
        let output = project.command(&["preview", "-P"]).output().unwrap();
        let answer = Answer::of(output, &["preview", "-P"], project.0.folder());
        let error = answer.stderr.split(" --> ").next().unwrap().trim().to_owned();
        format!("[{}] {error}", answer.code)
    });
    insta::assert_snapshot!(errors.join("\n"), @r#"
    [1] Previewing stack dev of demo
    error: would fail to create noisy:index:Thing "a": the plugin `noisy` printed `Listening on port 80` instead of its port number; the first line on standard output must be the port
    [1] Previewing stack dev of demo
    note: ending: no licence
    error: would fail to create ending:index:Thing "a": the plugin `ending` ended before it listened: exit code 3
        no licence
    [1] Previewing stack dev of demo
    error: would fail to create other:index:Thing "a": the plugin `other` says that it is for the package `scripted`
    [1] Previewing stack dev of demo
    error: would fail to create text:index:Thing "a": the plugin `text` at [folder]/bin/lumi-resource-text is not executable; allow it with `chmod +x [folder]/bin/lumi-resource-text`
    [1] Previewing stack dev of demo
    error: would fail to create scripted:index:Thing "a": the plugin `scripted` is version 1.2.3, but 1.3 is wanted; install that, or change `plugins` of the project
    [1] Previewing stack dev of demo
    error: would fail to create away:index:Thing "a": `plugins` of the project says that the plugin `away` is at [folder]/nowhere, but there is no executable file
    [1] Previewing stack dev of demo
    error: would fail to create missing:index:Thing "a": there is no package `missing` that could manage this resource; there are `dynamic`, `lumi`, `pulumi` and `std`
      if a plugin manages it, run `lumi add NAMESPACE/missing` (Terraform) or `lumi add pulumi:missing` (Pulumi), or put `lumi-resource-missing` or `pulumi-resource-missing` on PATH (searched: PATH, ~/.lumi/plugins, ~/.pulumi/plugins)
    "#);
}

/// Plugins in `Lumi.yaml` are listed and inspected as a run would start them.
#[test]
fn plugins_of_the_project_are_listed_and_described() {
    let project = Project::new("");
    let file = project.bin().join("lumi-resource-scripted");
    fs::create_dir(project.0.folder().join("own")).unwrap();
    fs::rename(file, project.0.folder().join("own/plugin")).unwrap();
    let manifest =
        "name: demo\nplugins:\n  scripted: ./own/plugin\n  away: ./nowhere\n  aws: '7.1'\n";
    project.0.file("Lumi.yaml", manifest);
    let mut terminal = PseudoTerminal::start(&mut project.command(&["preview"]), 100, 30);
    terminal.expect("Start them from now on? yes / no / details: ");
    terminal.type_keys("yes\n");
    assert_eq!(terminal.end().0, 0);
    let commands = [
        vec!["plugin", "ls"],
        vec!["plugin", "ls", "--json"],
        vec!["plugin", "schema", "scripted"],
        vec!["plugin", "schema", "away"],
        vec!["plugin", "schema", "other"],
    ];
    let seen = commands.map(|it| project.run(&it));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn plugins_are_installed_listed_and_removed() {
    let project = Project::new(&thing("a", "{ value: \"x\" }"));
    let file = project.bin().join("lumi-resource-scripted");
    let moved = project.0.folder().join("lumi-resource-scripted");
    fs::rename(&file, &moved).unwrap();
    let install = project.run(&["plugin", "install", "lumi-resource-scripted"]);
    insta::assert_snapshot!(install, @r"
    $ lumi plugin install lumi-resource-scripted
    [exit 0]
    --- stderr
    installed scripted 1.2.3 in [folder]/.lumi/plugins/scripted-v1.2.3
    ");
    insta::assert_snapshot!(project.run(&["plugin", "ls"]), @r"
    $ lumi plugin ls
    [exit 0]
    --- stdout
    scripted  1.2.3  gets no secrets  installed  [folder]/.lumi/plugins/scripted-v1.2.3
    ");
    assert!(project.run(&["up", "-y"]).contains("1 created"));
    fs::rename(&moved, &file).unwrap();
    insta::assert_snapshot!(project.run(&["plugin", "ls", "--json"]), @r#"
    $ lumi plugin ls --json
    [exit 0]
    --- stdout
    [{"package":"scripted","version":"1.2.3","keepsSecrets":false,"protocol":"lumi","source":"PATH","path":"[folder]/bin/lumi-resource-scripted","problem":null},{"package":"scripted","version":"1.2.3","keepsSecrets":false,"protocol":"lumi","source":"installed","path":"[folder]/.lumi/plugins/scripted-v1.2.3","problem":null}]
    "#);
    insta::assert_snapshot!(project.run(&["plugin", "rm", "scripted@1.0.0"]), @r"
    $ lumi plugin rm scripted@1.0.0
    [exit 2]
    --- stderr
    error: the plugin scripted@1.0.0 is not installed
    help: versions that are: 1.2.3
    ");
    insta::assert_snapshot!(project.run(&["plugin", "rm", "scripted"]), @r"
    $ lumi plugin rm scripted
    [exit 0]
    --- stderr
    removed scripted 1.2.3
    ");
    insta::assert_snapshot!(project.run(&["plugin", "rm", "scripted"]), @r"
    $ lumi plugin rm scripted
    [exit 2]
    --- stderr
    error: the plugin scripted is not installed
    help: `lumi plugin ls` shows what is
    ");
    // A failed installation leaves nothing behind.
    project.script("broken", "exit 1");
    insta::assert_snapshot!(project.run(&["plugin", "install", "bin/lumi-resource-broken"]), @r"
    $ lumi plugin install bin/lumi-resource-broken
    [exit 1]
    --- stderr
    error: [folder]/bin/lumi-resource-broken cannot be installed: the plugin `broken` ended before it listened: exit code 1
    ");
    insta::assert_snapshot!(project.run(&["plugin", "install", "index.ts"]), @r"
    $ lumi plugin install index.ts
    [exit 2]
    --- stderr
    error: `index.ts` is not a plugin: it is neither called `lumi-resource-PACKAGE` nor a .tar.gz or .zip
    ");
    let store = project.0.folder().join(".lumi/plugins");
    assert_eq!(fs::read_dir(store).unwrap().count(), 0);
}
