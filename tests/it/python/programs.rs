//! Successful Python programs.

use super::Python;
use super::project::repository;
use crate::pulumi::node;

const COMPONENTS: &str = r#"
from lumi import Output, ResourceOptions

class Site(lumi.Component):
    def __init__(self, name, options=None):
        super().__init__("acme:web:Site", name, {}, options)
        page = lumi.CustomResource(
            "std:fs:File",
            f"{name}-page",
            {"path": f"out/{name}.html", "content": Output.format("<h1>{}</h1>", token.hex)},
            ResourceOptions(parent=self),
        )
        self.path = page.path
        self.register_outputs({"path": self.path})

token = lumi.CustomResource("std:random:Id", "token", {"byteLength": 2})
home = Site("home")
inner = Site("inner", ResourceOptions(parent=home, depends_on=home))
lumi.export("length", home.path.apply(len))
lumi.export("token", token.hex.apply(lambda it: len(it)))
lumi.export("same", Output.all(home.output("path"), home.path).apply(lambda it: it[0] == it[1]))
"#;

#[test]
fn components_and_their_children_are_deployed() {
    let Some(python) = Python::program(COMPONENTS) else {
        return;
    };
    insta::assert_snapshot!(python.seen(&["preview"]));
    insta::assert_snapshot!(python.sorted(&["up", "-y"]));
    insta::assert_snapshot!(python.seen(&["up", "-y"]));
    python.write(&COMPONENTS.replace("<h1>", "<h2>"));
    insta::assert_snapshot!(python.sorted(&["up", "-y"]));
    // Resources that the program no longer declares are deleted.
    python.write("");
    let gone = python.seen(&["up", "-y"]);
    assert!(gone.contains("Done: -5 deleted"), "{gone}");
    assert!(!python.lumi.folder().join("out/home.html").exists());
}

const SECRETS: &str = r#"
from lumi import Output

config = lumi.Config()
password = config.require_secret("password")
made = lumi.CustomResource("std:random:Password", "made", {"length": 12})
lumi.CustomResource(
    "std:fs:File",
    "file",
    {"path": "out/secret.txt", "content": Output.concat("password=", password, " ", made.result)},
)
print(repr(password))
lumi.export("password", password)
lumi.export("length", lumi.unsecret(password.apply(len)))
lumi.export("made", made.result.apply(lambda it: len(it)))
"#;

#[test]
fn secrets_are_shown_nowhere() {
    let Some(python) = Python::program(SECRETS) else {
        return;
    };
    let word = "correct-horse-battery";
    let set = ["config", "set", "password", "--secret", word];
    assert_eq!(python.run(&set).code, 0);
    let commands: [&[&str]; 4] = [
        &["run", "--format", "json"],
        &["preview", "--diff"],
        &["up", "-y"],
        &["stack", "output"],
    ];
    for args in commands {
        let seen = python.seen(args);
        assert!(seen.contains("[exit 0]"), "{seen}");
        assert!(!seen.contains(word), "{seen}");
    }
    let file = python.lumi.read("out/secret.txt");
    assert!(
        file.starts_with("password=correct-horse-battery "),
        "{file}"
    );
    insta::assert_snapshot!(python.seen(&["stack", "output"]));
    // The state has the secrets, encrypted.
    for entry in walk(&python.lumi.folder().join(".lumi")) {
        let content = std::fs::read(&entry).unwrap();
        let text = String::from_utf8_lossy(&content);
        assert!(!text.contains(word), "{}", entry.display());
    }
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(walk(&path)),
            false => files.push(path),
        }
    }
    files
}

const SETTINGS: &str = r#"
import sys
config, other = lumi.Config(), lumi.Config("net")
print(lumi.get_project(), lumi.get_stack(), lumi.is_preview(), sys.argv[1:])
print(config.require("name"), config.require_int("port") + 1, config.get_float("ratio"), config.get_bool("on"))
print(config.require_object("list"), config.get("missing"), other.get("zone"))
print("written to the error stream", file=sys.stderr)
lumi.log.debug("not shown")
lumi.log.info("for information")
thing = lumi.CustomResource("acme:index:Thing", "thing")
lumi.log.warning("careful", thing)
print("no end of line", end="")
"#;

#[test]
fn configuration_and_messages_are_those_of_the_stack() {
    let Some(python) = Python::program(SETTINGS) else {
        return;
    };
    python.lumi.file(
        "Lumi.dev.yaml",
        "config:\n  name: web\n  port: 80\n  ratio: 0.5\n  on: true\n  list: [1, two]\n  net:zone: a\n",
    );
    insta::assert_snapshot!(python.seen(&["run", "main.py", "--", "x", "-y"]));
    insta::assert_snapshot!(python.seen(&["run", "-c", "port=high"]));
}

const WAITING: &str = r#"
id = lumi.CustomResource("std:random:Id", "id", {"byteLength": 2})
count = len(id.hex.wait())
for index in range(count // 2):
    lumi.CustomResource("std:fs:File", f"file-{index}", {"path": f"out/{index}", "content": id.hex})
lumi.export("count", count)
"#;

#[test]
fn a_program_may_wait_for_what_only_a_deployment_can_tell() {
    let Some(python) = Python::program(WAITING) else {
        return;
    };
    insta::assert_snapshot!(python.seen(&["preview"]));
    let up = python.seen(&["up", "-y"]);
    assert!(up.contains("Done: +3 created"), "{up}");
    let again = python.seen(&["preview"]);
    assert!(again.contains("Plan: no changes"), "{again}");
}

/// Threads of gRPC respond in any order, but the program's requests are ordered.
#[test]
fn many_resources_have_one_order() {
    let program = r#"
before = None
for index in range(300):
    inputs = {"index": index} if before is None else {"index": index, "before": before.id}
    before = lumi.CustomResource("acme:index:Thing", f"thing-{index}", inputs)
"#;
    let Some(python) = Python::program(program) else {
        return;
    };
    let first = python.run(&["run", "--format", "json"]).ok();
    assert_eq!(first.matches("\"kind\": \"property\"").count(), 299);
    assert_eq!(python.run(&["run", "--format", "json"]).ok(), first);
}

/// Modules next to the program take precedence, and a project may have its own interpreter.
#[test]
fn a_project_has_its_modules_and_its_environment() {
    let program = "import os, tests, parts.one\nprint(os.environ['ENVIRONMENT'], tests.NAME, parts.one.NAME)\n";
    let Some(python) = Python::program(program) else {
        return;
    };
    python.lumi.file("tests.py", "NAME = 'mine'\n");
    python.lumi.file("parts/one.py", "NAME = 'part'\n");
    let real = super::project::interpreter().unwrap();
    let start = format!(
        "#!/bin/sh\nENVIRONMENT=own exec '{}' \"$@\"\n",
        real.display()
    );
    let path = python.lumi.file(".venv/bin/python", start);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).unwrap();
    let seen = python.seen(&["run"]);
    assert!(seen.contains("own mine part\n"), "{seen}");
}

#[test]
fn outputs_that_a_component_does_not_have_are_none() {
    let program = r#"
site = lumi.Component("acme:web:Site", "site")
before = site.output("later")
site.register_outputs({"later": 1})
lumi.export("all", [before, site.output("later"), site.output("missing")])
"#;
    let Some(python) = Python::program(program) else {
        return;
    };
    let seen = python.seen(&["run"]);
    assert!(seen.contains("all: [1, 1, null]"), "{seen}");
    python.write(
        "site = lumi.Component('acme:web:Site', 'site')\nlumi.CustomResource('a:b:C', 'x', {'a': site.output('never')})\n",
    );
    insta::assert_snapshot!(python.seen(&["run"]));
}

const GREETER: &str = r#"
from lumi import ResourceOptions

random = lumi.ProviderResource("random", "mine")
word = lumi.CustomResource("random:index/randomString:RandomString", "word", {"length": 4})
group = lumi.Component("acme:web:Group", "group", None, ResourceOptions(providers=[random]))
greeter = lumi.RemoteComponent(
    "greet:index:Greeter",
    "greeter",
    {"who": word.result, "secret": lumi.secret("hunter2")},
    ResourceOptions(parent=group),
)
lumi.export("text", greeter.text)
lumi.export("code", greeter.code)
lumi.export("none", greeter.none)
lumi.CustomResource("std:fs:File", "after", {"path": "after.txt", "content": greeter.text}, ResourceOptions(depends_on=greeter))
"#;

#[test]
fn components_of_plugins_are_made() {
    let (Some(python), Some(packages)) = (Python::program(GREETER), node::packages()) else {
        return;
    };
    let bin = python.lumi.folder().join("bin");
    let greet = repository().join("tests/programs/pulumi/greet.js");
    node::install_random(&bin, &packages);
    node::install(&bin, "greet", &packages, &greet);
    let preview = python.seen(&["preview"]);
    assert!(preview.contains("Plan: +8 to create"), "{preview}");
    let up = python.seen(&["up", "-y"]);
    assert!(up.contains("Done: +8 created"), "{up}");
    assert!(
        up.contains("code: [secret]") && !up.contains("hunter2"),
        "{up}"
    );
    let text = python.lumi.read("after.txt");
    assert!(
        text.starts_with("hello ") && text.ends_with(", number 4"),
        "{text}"
    );
    let state = python.run(&["stack", "export"]).ok();
    let mine = "index::lumi:providers:random::mine";
    assert!(
        state.contains(mine) && !state.contains("hunter2"),
        "{state}"
    );
    let again = python.seen(&["up", "-y"]);
    assert!(again.contains("nothing to do, 8 unchanged"), "{again}");
}
