//! Programs in LumiPy: no Python is needed, and all that takes programs takes them.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::lumi::{Lumi, command};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn project(program: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: snake\n");
    lumi.file("index.py", program);
    lumi
}

fn run(lumi: &Lumi, arguments: &[&str]) -> Output {
    command()
        .args(arguments)
        .current_dir(lumi.folder())
        .output()
        .unwrap()
}

/// A graph without the places of the source.
fn graph(program: &str) -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(program);
    let output = command()
        .args(["run", path.to_str().unwrap(), "--format", "json"])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{program}: {}",
        text(&output.stderr)
    );
    let mut graph = serde_json::from_slice(&output.stdout).unwrap();
    remove_sources(&mut graph);
    graph
}

pub fn remove_sources(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(members) => {
            members.shift_remove("source");
            members.values_mut().for_each(remove_sources);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(remove_sources),
        _ => {}
    }
}

#[test]
fn examples_are_the_same_graph_in_both_languages() {
    let typescript = graph("examples/component-library/index.ts");
    let python = graph("examples/component-library/index.py");
    assert_eq!(python, typescript);
}

#[test]
fn positions_are_those_of_the_python_file() {
    let lumi = project(
        "from lumi.std import fs\n\ndef page(name):\n    return fs.File(name, path=name, content=\"x\")\n\n\
         pages = [page(it) for it in [\"a\", \"b\"]]\n",
    );
    let output = run(&lumi, &["run", "index.py", "--format", "json"]);
    let graph: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let shown = graph.to_string();
    assert!(shown.contains("index.py"), "{shown}");
    assert!(!shown.contains("lumipy/"), "{shown}");
    assert!(
        shown.contains("\"line\":4") || shown.contains("index.py:4"),
        "{shown}"
    );
}

#[test]
fn errors_name_the_line_of_the_python_file() {
    let lumi = project("def f(x):\n    return 1 // x\n\nprint(f(2))\nf(0)\n");
    let output = run(&lumi, &["run", "index.py"]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("ZeroDivisionError: integer division or modulo by zero"),
        "{errors}"
    );
    assert!(errors.contains("index.py:2:12"), "{errors}");
    assert!(errors.contains("return 1 // x"), "{errors}");
    assert!(!errors.contains("lumipy/"), "{errors}");
}

#[test]
fn all_places_that_are_not_lumipy_are_reported() {
    let lumi = project("import subprocess\ntype X = int\n");
    let output = run(&lumi, &["run", "index.py"]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("LumiPy has no module `subprocess` (PY004)"),
        "{errors}"
    );
    assert!(errors.contains("index.py:1:8"), "{errors}");
    assert!(errors.contains("LumiPy has no `type` (PY002)"), "{errors}");
    assert!(errors.contains("index.py:2:1"), "{errors}");
}

/// A function that runs elsewhere has the library of LumiPy with it.
#[test]
fn functions_are_inputs_of_resources() {
    let lumi = project(
        "import json\nimport lumi\n\ngreeting = \"hello\"\nnumbers = {\"a\": 1}\n\n\
         def text(name):\n    return f\"{greeting}, {name}: {numbers['a'] + 1}\"\n\n\
         def handler(event, context=None):\n    more = [it * 2 for it in event[\"items\"]]\n    \
         return {\"body\": json.dumps({\"text\": text(event.get(\"name\")), \"more\": more})}\n\n\
         lumi.CustomResource(\"a:b:C\", \"c\", code=lumi.compute(handler).archive)\n\
         lumi.CustomResource(\"a:b:C\", \"d\", {\"code\": lumi.FunctionAsset(lambda it: it[\"a\"] + 1)})\n",
    );
    let output = run(&lumi, &["closure", "bundle", "--out", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let called = |folder: &str, arguments: &str| {
        let output = run(&lumi, &["closure", "run", folder, "--args", arguments]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).trim().to_owned()
    };
    assert_eq!(
        called("out/c", "[{\"name\":\"you\",\"items\":[1,2]}]"),
        r#"{"body":"{\"text\": \"hello, you: 2\", \"more\": [2, 4]}"}"#
    );
    assert_eq!(called("out/d", "[{\"a\":4}]"), "5");
}

/// A program is kept while the files that it was made of are the same.
#[test]
fn a_program_that_changes_is_compiled_again() {
    let lumi = project("import lumi\nfrom names import name\nlumi.export(\"name\", name)\n");
    lumi.file("names.ts", "export const name = \"a\";\n");
    let cache = lumi.folder().join("cache");
    let shown = || {
        let mut command = command();
        command.args(["run", "--format", "json"]);
        command.env("LUMI_CACHE", &cache).current_dir(lumi.folder());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let graph: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        graph["outputs"]["name"].as_str().unwrap().to_owned()
    };
    let kept = || fs::read_dir(cache.join("packages")).unwrap().count();
    assert_eq!(shown(), "a");
    assert_eq!(kept(), 1);
    assert_eq!(shown(), "a");
    lumi.file("names.ts", "export const name = \"b\";\n");
    assert_eq!(shown(), "b");
    // A file that was not there is found first.
    lumi.file("names.py", "name = \"c\"\n");
    assert_eq!(shown(), "c");
    fs::remove_file(lumi.folder().join("names.py")).unwrap();
    assert_eq!(shown(), "b");
    assert_eq!(kept(), 1);
    let entry = fs::read_dir(cache.join("packages")).unwrap().next();
    fs::write(entry.unwrap().unwrap().path(), "damaged").unwrap();
    assert_eq!(shown(), "b");
}

#[test]
fn an_output_has_no_value_before_deployment() {
    for (code, missing) in [
        ("if file.size:\n    pass", "truth value"),
        ("len(file.path)", "length"),
        ("file.size < 3", "order"),
        ("[it for it in file.path]", "elements"),
        ("\"a\" in file.path", "members"),
        ("file.size + 1", "number"),
        ("2 * file.size", "number"),
        ("-file.size", "number"),
        ("print(file.path)", "text"),
    ] {
        let lumi = project(&format!(
            "from lumi.std import fs\n\nfile = fs.File(\"a\", path=\"a.txt\", content=\"x\")\n{code}\n"
        ));
        let output = run(&lumi, &["run"]);
        let errors = text(&output.stderr);
        let expected =
            format!("TypeError: an output has no {missing} before it is deployed: use apply()");
        assert_eq!(output.status.code(), Some(1), "{code}: {errors}");
        assert!(errors.contains(&expected), "{code}: {errors}");
    }
}

#[test]
fn a_program_is_deployed_packed_and_raised() {
    let lumi = project(
        "import lumi\nfrom lumi.std import fs\n\nfile = fs.File(\"a\", path=\"out/a.txt\", content=f\"{7 / 2:.1f}\")\n\
         lumi.export(\"path\", file.path)\nlumi.export(\"size\", file.size.apply(lambda it: it + 1))\n",
    );
    let output = run(&lumi, &["up", "-y"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        fs::read_to_string(lumi.folder().join("out/a.txt")).unwrap(),
        "3.5"
    );
    let output = run(&lumi, &["preview"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for arguments in [
        &["pack", "build", "-o", "a.lumipack"][..],
        &["pack", "verify", "a.lumipack"],
        &["pack", "raise", "a.lumipack", "-o", "raised"],
    ] {
        let output = run(&lumi, arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
    let [source, pack] =
        ["index.py", "a.lumipack"].map(|it| run(&lumi, &["run", it, "--format", "json"]));
    assert!(
        text(&source.stdout).contains("vertices"),
        "{}",
        text(&source.stderr)
    );
    assert_eq!(text(&pack.stdout), text(&source.stdout));
    assert!(lumi.folder().join("raised/index.ts").is_file());
    let raised = run(&lumi, &["pack", "build", "raised", "-o", "again.lumipack"]);
    assert!(raised.status.success(), "{}", text(&raised.stderr));
    // Raised source is another language, so positions differ, and the graph does not.
    let graph = |program: &str| {
        let output = run(&lumi, &["run", program, "--format", "json"]);
        let mut graph = serde_json::from_slice(&output.stdout).unwrap();
        remove_sources(&mut graph);
        graph
    };
    assert_eq!(graph("again.lumipack"), graph("a.lumipack"));
}

#[test]
fn a_component_in_typescript_is_used_from_python() {
    let lumi = project(
        "import lumi\nfrom site import StaticSite, join_paths\n\n\
         site = StaticSite(\"docs\", index_page=\"<h1>hi</h1>\", opts=lumi.ResourceOptions(protect=True))\n\
         lumi.export(\"url\", f\"see {site.page_path}\")\nlumi.export(\"joined\", join_paths(\"a\", \"b\"))\n",
    );
    lumi.file(
        "site.ts",
        "import { ComponentResource, type ComponentResourceOptions, type Property } from \"lumi\";\n\
         import { fs } from \"lumi/std\";\n\
         export interface SiteArgs { indexPage: string }\n\
         export class StaticSite extends ComponentResource {\n\
           readonly pagePath: Property<string>;\n\
           constructor(name: string, args: SiteArgs, options?: ComponentResourceOptions) {\n\
             super(\"demo:index:StaticSite\", name, {}, options);\n\
             const page = new fs.File(name, { path: `${name}.html`, content: args.indexPage }, { parent: this });\n\
             this.pagePath = page.path;\n\
             this.registerOutputs({});\n\
           }\n\
         }\n\
         export function joinPaths(...parts: string[]): string { return parts.join(\"/\"); }\n",
    );
    let output = run(&lumi, &["run", "index.py"]);
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(shown.contains("demo:index:StaticSite"), "{shown}");
    assert!(shown.contains("see docs.html"), "{shown}");
    assert!(shown.contains("a/b"), "{shown}");
}

/// Modules besides the entry import from Lumi, and objects of components have the values of their classes.
#[test]
fn a_component_of_another_module_has_the_values_of_its_class() {
    let lumi = project(
        "import lumi\nfrom parts import Service, fs\n\
         service = Service(\"web\")\n\
         lumi.export(\"port\", service.default_port)\n\
         lumi.export(\"shown\", f\"{service.port}/{Service.default_port}\")\n\
         fs.File(\"more\", path=\"out/more\", content=str(service.limits[\"cpu\"]))\n",
    );
    lumi.file(
        "parts.py",
        "import lumi\nfrom lumi.std import fs\n\
         class Service(lumi.ComponentResource):\n    \
         default_port = 8080\n    \
         limits = {\"cpu\": 2}\n\n    \
         def __init__(self, name, opts=None):\n        \
         super().__init__(\"demo:parts:Service\", name, {}, opts)\n        \
         self.port = self.default_port + 1\n        \
         fs.File(name, path=f\"out/{name}\", content=f\"{self.default_port}\", opts=lumi.ResourceOptions(parent=self))\n",
    );
    let output = run(&lumi, &["up", "-y"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("port: 8080"), "{shown}");
    assert!(shown.contains("shown: \"8081/8080\""), "{shown}");
    let written = |name: &str| fs::read_to_string(lumi.folder().join(name)).unwrap();
    assert_eq!(
        (written("out/web"), written("out/more")),
        ("8080".to_owned(), "2".to_owned())
    );
    let check = run(&lumi, &["check"]);
    assert!(check.status.success(), "{}", text(&check.stderr));
    let shown = text(&check.stderr);
    assert!(shown.contains("checked 2 modules: no findings"), "{shown}");
    lumi.file(
        "parts.py",
        "class A:\n    def __del__(self):\n        pass\n",
    );
    let check = run(&lumi, &["check"]);
    let shown = text(&check.stderr);
    assert!(shown.contains("parts.py:2:9"), "{shown}");
}

/// Parameters and fields of a library in Python have types in TypeScript.
#[test]
fn a_library_in_python_is_typed() {
    let lumi = Lumi::new();
    lumi.file("pl/Lumi.yaml", "name: pl\n");
    lumi.file(
        "pl/index.py",
        "from dataclasses import dataclass, field\n\
         @dataclass\nclass Policy:\n    name: str\n    required: list[str] = field(default_factory=list)\n    level: int = 1\n\n\
         def tags(owner: str, *more, **named):\n    return [owner, *more, named]\n",
    );
    lumi.file("Lumi.yaml", "name: user\n");
    lumi.file(
        "index.ts",
        "import { Policy, tags } from \"lumi:pl\";\n\
         const policy: Policy = new Policy(\"cost\");\n\
         const name: string = policy.name, level: number = policy.level;\n\
         export const all = [name, level, policy.required, new Policy(\"a\", [\"b\"], 2).level];\n\
         export const made = [tags(\"me\"), (tags as any)(\"me\", \"x\", 2)];\n",
    );
    for arguments in [
        &[
            "-C",
            "pl",
            "pack",
            "build",
            "--library",
            "-o",
            "../pl.lumipack",
        ][..],
        &["add", "./pl.lumipack"],
    ] {
        let output = run(&lumi, arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let output = run(&lumi, &["run", "--format", "json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let graph: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected =
        serde_json::json!({ "all": ["cost", 1, [], 2], "made": [["me", {}], ["me", "x", 2, {}]] });
    assert_eq!(graph["outputs"], expected);
    let output = run(&lumi, &["types"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let types = lumi.folder().join(".lumi/types/packages/pl/index.d.ts");
    let declared = fs::read_to_string(types).unwrap();
    for part in [
        "constructor(name: string, required?: string[], level?: number);",
        "  name: string;",
        "  level: number;",
    ] {
        assert!(declared.contains(part), "{part}\n{declared}");
    }
}

/// Callbacks that only convert values do not make a plan incomplete, as in TypeScript.
#[test]
fn only_callbacks_that_may_declare_make_a_plan_incomplete() {
    let head = "import json\nimport lumi\nfrom lumi.std import fs, random\n\
                a = random.Id('a', byte_length=4)\n\
                def shown(it, more=1):\n    \
                    parts = [x.upper() for x in it]\n    \
                    return json.dumps({'a': ''.join(sorted(parts)), 'b': len(it)})\n\
                def make(it):\n    return fs.File('late', path='late.txt', content=it)\n";
    for (code, is_complete) in [
        ("a.hex.then(lambda it: f'<{it}>')", true),
        ("a.hex.apply(shown)", true),
        (
            "lumi.Output.all(a.hex, a.id).apply(lambda both: ','.join(both))",
            true,
        ),
        ("a.hex.then(lambda it: {'k': it})", true),
        ("a.hex.apply(make)", false),
        ("a.hex.apply(lambda it: make(it).path)", false),
        (
            "a.hex.then(lambda it: fs.File('b', path='b.txt', content=it).path)",
            false,
        ),
    ] {
        let lumi = project(&format!("{head}lumi.export('x', {code})\n"));
        let output = run(&lumi, &["run"]);
        let messages = text(&output.stderr);
        assert!(output.status.success(), "{code}: {messages}");
        assert_eq!(
            !messages.contains("not complete"),
            is_complete,
            "{code}: {messages}"
        );
    }
}
