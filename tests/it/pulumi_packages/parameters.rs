//! Packages that a plugin makes of parameters, in projects of Lumi.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::pulumi::node;
use crate::support::lumi::{Answer, Lumi, without_times};

const PROGRAM: &str = "\
    import * as things from 'lumi:things';\n\
    const a = new things.Thing('a', { of: 'you' });\n\
    const mine = new things.Provider('mine', { color: 'red' });\n\
    const b = new things.Thing('b', { of: 'me' }, { provider: mine });\n\
    const pair = new things.Pair('p', { of: 'we' });\n\
    export const says = [a.says, b.says], text = pair.text, said = pair.said({ suffix: '!' }).text;\n\
    export const read = things.get({ of: 'x' }).text;\n";

/// A project with the plugin `adapter` in its folder `bin`.
struct Project(Lumi);

impl Project {
    fn new() -> Option<Self> {
        let lumi = Lumi::new();
        let adapter =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/adapter.js");
        node::install(
            &lumi.folder().join("bin"),
            "adapter",
            &node::packages()?,
            &adapter,
        );
        lumi.file("index.ts", PROGRAM);
        Some(Self(lumi))
    }

    fn run(&self, args: &[&str]) -> Answer {
        self.run_with("2.0.0", args)
    }

    /// Runs a command at the time when a version is the newest one of packages.
    fn run_with(&self, newest: &str, args: &[&str]) -> Answer {
        let mut command = self.0.command(args);
        command
            .env("LUMI_PASSPHRASE", "test")
            .env("ADAPTER_NEWEST", newest)
            .env("HOME", self.0.folder());
        Answer::of(command.output().unwrap(), args, self.0.folder())
    }

    fn succeeds(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer.stdout
    }

    fn fails(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        without_times(&answer.transcript())
    }

    fn add(&self, parameters: &[&str]) {
        let mut args = vec!["add", "./bin/pulumi-resource-adapter", "-y"];
        args.extend(parameters);
        self.succeeds(&args);
    }

    fn outputs(&self) -> Value {
        serde_json::from_str(&self.succeeds(&["stack", "output", "--json"])).unwrap()
    }

    fn log(&self) -> Vec<String> {
        let log = self.0.read("adapter.log");
        let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }
}

#[test]
fn a_package_of_parameters_is_added_typed_locked_and_used() {
    let Some(project) = Project::new() else {
        return;
    };
    project.add(&["hello"]);
    insta::assert_snapshot!(format!(
        "{}---\n{}",
        project.0.read("Lumi.yaml"),
        project.0.read("Lumi.lock")
    ));
    let problems = project.run(&["check"]);
    assert_eq!(problems.code, 0, "{}", problems.transcript());
    project.succeeds(&["up", "-y", "-P"]);
    let expected = json!({
        "says": ["hello you", "hello me"],
        "text": "hello and we",
        "said": "hello!",
        "read": "hello 2.0.0 x",
    });
    assert_eq!(project.outputs(), expected);
    let again = project.succeeds(&["up", "-y", "-P"]);
    assert!(again.contains("nothing to do"), "{again}");
    // The state has the parameters: no package of the project is needed.
    project.succeeds(&["remove", "things"]);
    assert!(!project.0.folder().join("Lumi.lock").exists());
    project.0.file(
        "Lumi.yaml",
        "name: demo\nplugins:\n  adapter: ./bin/pulumi-resource-adapter\n",
    );
    project.0.file("index.ts", "throw new Error();");
    project.succeeds(&["destroy", "-y", "-P"]);
    let expected = [
        "things 2.0.0: create me",
        "things 2.0.0: create you",
        "things 2.0.0: delete hello-me",
        "things 2.0.0: delete hello-you",
    ];
    assert_eq!(project.log(), expected);
}

#[test]
fn other_parameters_are_another_version_of_the_package() {
    let Some(project) = Project::new() else {
        return;
    };
    project.0.file(
        "index.ts",
        "import * as things from 'lumi:things';\nnew things.Thing('a', { of: 'you' });\n",
    );
    project.add(&["hello"]);
    project.succeeds(&["up", "-y", "-P"]);
    project.add(&["bye", "3.0.0"]);
    assert!(!project.0.read("Lumi.yaml").contains("hello"));
    project.0.file(
        "index.ts",
        "import * as things from 'lumi:things';\nnew things.Thing('b', { of: 'all' });\n",
    );
    project.succeeds(&["up", "-y", "-P"]);
    // The old object goes with the parameters that it was made with.
    let expected = [
        "things 2.0.0: create you",
        "things 2.0.0: delete hello-you",
        "things 3.0.0: create all",
    ];
    assert_eq!(project.log(), expected);
    project.succeeds(&["destroy", "-y", "-P"]);
}

#[test]
fn the_lock_matches_the_parameters() {
    let Some(project) = Project::new() else {
        return;
    };
    project.add(&["hello"]);
    let other = project.0.read("Lumi.yaml").replace("hello", "bye");
    project.0.file("Lumi.yaml", &other);
    let told = project.fails(&["preview", "-P"]);
    let expected = "Lumi.lock does not have the package `things` of `bye` yet";
    assert!(
        told.contains(expected) && told.contains("lumi install"),
        "{told}"
    );
    let told = project.fails(&["install", "--frozen"]);
    let expected = "the package `things` of `bye` is not in it";
    assert!(told.contains(expected), "{told}");
    project.succeeds(&["install", "-y"]);
    assert!(project.0.read("Lumi.lock").contains("value: Ynll"));
    project.succeeds(&["install", "--frozen"]);
    project.succeeds(&["up", "-y", "-P"]);
    assert_eq!(project.outputs()["read"], "bye 2.0.0 x");
    project.succeeds(&["destroy", "-y", "-P"]);
}

#[test]
fn an_update_makes_the_package_again() {
    let Some(project) = Project::new() else {
        return;
    };
    project.add(&["hello"]);
    project.run_with("2.5.0", &["install", "-y"]).ok();
    assert!(project.0.read("Lumi.lock").contains("version: 2.0.0"));
    let types = || {
        fs::remove_dir_all(project.0.folder().join(".lumi")).unwrap();
        project.run_with("2.5.0", &["types", "--full", "-P"]).ok();
        project
            .0
            .read(".lumi/types/packages/things/r/index.3aThing.d.ts")
    };
    // The types are those of the package that is locked.
    assert!(!types().contains("later"));
    let told = project.run_with("2.5.0", &["update", "-y"]).transcript();
    assert!(
        told.contains("things: 2.0.0 -> 2.5.0, made by `adapter`"),
        "{told}"
    );
    assert!(project.0.read("Lumi.lock").contains("version: 2.5.0"));
    assert!(types().contains("later"));
    project.succeeds(&["up", "-y", "-P"]);
    assert_eq!(project.outputs()["read"], "hello 2.5.0 x");
    project.succeeds(&["destroy", "-y", "-P"]);
}

/// The form that a plugin gives to parameters decides what it makes of them.
#[test]
fn a_description_belongs_to_the_form_that_is_locked() {
    let Some(project) = Project::new() else {
        return;
    };
    project.add(&["hello"]);
    let types = ["types", "--full", "-P"];
    assert!(!project.succeeds(&types).contains("note:"));
    let lock = project.0.read("Lumi.lock");
    // The base64 of `renamed`, of which the plugin makes a package with another name.
    let other = lock.replace("value: aGVsbG8=", "value: cmVuYW1lZA==");
    assert_ne!(other, lock);
    project.0.file("Lumi.lock", &other);
    let told = project.succeeds(&types);
    assert!(
        told.contains("the plugin has made `others` of them"),
        "{told}"
    );
}

/// Other users have not accepted that the program is started.
#[test]
fn an_update_leaves_out_programs_that_were_not_accepted() {
    let Some(project) = Project::new() else {
        return;
    };
    project.add(&["hello"]);
    // Another program with a path needs another consent.
    let settings = project.0.read("Lumi.yaml");
    let more = format!("{settings}plugins:\n  other: ./bin/pulumi-resource-other\n");
    project.0.file("Lumi.yaml", &more);
    let lock = project.0.read("Lumi.lock");
    let answer = project.run_with("2.5.0", &["update"]);
    let told = answer.transcript();
    assert_eq!(answer.code, 0, "{told}");
    let expected =
        "note: the package `things` is left out: the program that makes it was not accepted";
    assert!(told.contains(expected), "{told}");
    assert!(!told.contains("no packages to install"), "{told}");
    assert_eq!(project.0.read("Lumi.lock"), lock);
    let told = project.fails(&["update", "things"]);
    let expected = "the package `things` is made by a program that was not accepted";
    assert!(told.contains(expected), "{told}");
    let told = project.run_with("2.5.0", &["update", "-y"]).transcript();
    assert!(!told.contains("left out"), "{told}");
    assert!(project.0.read("Lumi.lock").contains("version: 2.5.0"));
}

#[test]
fn parameters_that_make_no_package_are_refused() {
    let Some(project) = Project::new() else {
        return;
    };
    let adapter = "./bin/pulumi-resource-adapter";
    for (args, expected) in [
        (
            vec!["add", adapter, "hello", "--name", "others"],
            "the package of `hello` cannot be called `others`: its types begin with `things`",
        ),
        (
            vec!["add", adapter, "hello", "1.0.0", "std"],
            "`std` is the name of a package that comes with lumi",
        ),
        (
            vec!["add", "hashicorp/random", "hello"],
            "`hashicorp/random` takes no parameters",
        ),
    ] {
        let told = project.fails(&args);
        assert!(told.contains(expected), "{told}");
        assert!(!project.0.folder().join("Lumi.lock").exists());
    }
    let random = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/random.js");
    let packages = node::packages().unwrap();
    node::install(
        &project.0.folder().join("bin"),
        "adapter",
        &packages,
        &random,
    );
    let told = project.fails(&["add", adapter, "hello"]);
    assert!(
        told.contains("the plugin `adapter` makes no package of `hello`"),
        "{told}"
    );
}
