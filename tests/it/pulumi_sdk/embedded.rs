//! Programs in the process of lumi, compared with the same ones in a process of node.

use serde_json::{Value, json};

use super::{PLAIN, Project, fixture, plain_graph};

/// A project of TypeScript whose SDK does not check types.
fn typed(files: &[(&str, &str)]) -> Option<Project> {
    let project = Project::text("")?;
    std::fs::remove_file(project.0.folder().join("index.js")).unwrap();
    project
        .0
        .file("Pulumi.yaml", "name: web\nruntime: nodejs\n");
    for (name, text) in files {
        project.0.file(name, text);
    }
    Some(project)
}

/// The plan of a program by each way.
fn plans(project: &Project) -> [Value; 2] {
    ["embedded", "node"].map(|runtime| {
        let args = ["run", "--format", "json", "--runtime", runtime];
        let mut command = project.command(&args);
        command.env("PULUMI_NODEJS_TRANSPILE_ONLY", "true");
        let output = command.output().unwrap();
        let answer = crate::support::lumi::Answer::of(output, &args, project.0.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer.json()
    })
}

/// Programs whose outputs are the texts of functions: how many there are, and how many of them the SDK refuses.
const FUNCTIONS: &[(&str, usize, usize)] = &[("functions.ts", 65, 8), ("captures.ts", 102, 15)];

#[test]
fn functions_have_the_text_that_they_have_on_node() {
    for (file, count, refused) in FUNCTIONS {
        let files = [
            ("index.ts", *file),
            ("helpers.ts", "helpers.ts"),
            ("modern.js", "modern.js"),
        ]
        .map(|(name, source)| (name, fixture(source)));
        let files: Vec<_> = files.iter().map(|(name, text)| (*name, &**text)).collect();
        let Some(project) = typed(&files) else {
            return;
        };
        let [embedded, node] = plans(&project);
        let texts = |it: &Value| it["outputs"]["serialized"].as_object().unwrap().clone();
        let (embedded, node) = (texts(&embedded), texts(&node));
        assert_eq!(node.len(), *count, "{file}");
        let failed = node
            .values()
            .filter(|it| it.as_str().unwrap().starts_with('!'));
        assert!(failed.count() < *refused, "{file}");
        for (name, text) in node {
            assert_eq!(embedded[&name], text, "{file}: {name}");
        }
    }
}

#[test]
fn packages_of_functions_are_those_of_node() {
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   const paths = pulumi.runtime.computeCodePaths({});\n\
                   exports.paths = paths.then((it) => [...it.keys()].sort());\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let manifest =
        "{ \"name\": \"web\", \"dependencies\": { \"semver\": \"*\", \"@pulumi/random\": \"*\" } }";
    project.0.file("package.json", manifest);
    let [embedded, node] = plans(&project);
    assert!(node["outputs"]["paths"][0].as_str().is_some(), "{node:#}");
    assert_eq!(embedded["outputs"], node["outputs"]);
}

/// Programs of TypeScript in the way of CommonJS, each with its files.
const SPELLINGS: &[(&str, &[(&str, &str)])] = &[
    (
        "an import of a member is read when it is used",
        &[
            (
                "index.ts",
                "import { late } from \"./a\";\nexport const value = late();\n",
            ),
            (
                "a.ts",
                "import { name } from \"./b\";\nexport const late = () => name;\nexport const own = 1;\n",
            ),
            (
                "b.ts",
                "import { own } from \"./a\";\nexport const name = `b of ${typeof own}`;\n",
            ),
        ],
    ),
    (
        "export equals",
        &[(
            "index.ts",
            "import path = require(\"path\");\nexport = async () => ({ base: path.basename(__filename), sep: path.sep });\n",
        )],
    ),
    (
        "exports beside imports",
        &[(
            "index.ts",
            "import * as path from \"path\";\nconst os = require(\"os\");\nexports.a = path.sep + typeof os.EOL;\n\
             module.exports.b = __dirname.endsWith(\"x\");\n",
        )],
    ),
    (
        "enumerations, namespaces, parameter properties, decorators",
        &[
            (
                "tsconfig.json",
                "{ \"compilerOptions\": { \"experimentalDecorators\": true, \"target\": \"es2018\", // old\n } }",
            ),
            (
                "index.ts",
                "enum Size { Small, Large = 4 }\nnamespace Inner { export const two = 2; }\nconst seen: string[] = [];\n\
                 function mark(target: any, key: string) { seen.push(key); }\n\
                 class It { count = 1; constructor(readonly name: string) {} @mark run() { return this.name + this.count; } }\n\
                 export const all = [Size[4], Inner.two, new It(\"it\").run(), seen];\n",
            ),
        ],
    ),
    (
        "settings that extend others",
        &[
            (
                "base.json",
                "{ \"compilerOptions\": { \"esModuleInterop\": true, \"target\": \"es2019\" } }",
            ),
            ("tsconfig.json", "{ \"extends\": \"./base\" }"),
            (
                "index.ts",
                "import path from \"path\";\nexport const base = path.basename(\"/a/b\");\n",
            ),
        ],
    ),
    (
        "main of package.json",
        &[
            (
                "package.json",
                "{ \"name\": \"web\", \"main\": \"src/start.ts\" }",
            ),
            (
                "src/start.ts",
                "import { helper } from \"./lib\";\nexport const found = helper;\n",
            ),
            (
                "src/lib/index.ts",
                "export const helper = \"in a folder\";\n",
            ),
        ],
    ),
    (
        "JavaScript comes before TypeScript",
        &[
            (
                "index.ts",
                "import { which } from \"./twin\";\nexport { which };\n",
            ),
            ("twin.js", "exports.which = \"js\";\n"),
            ("twin.ts", "export const which = \"ts\";\n"),
        ],
    ),
    (
        "JSON and a default function",
        &[
            (
                "tsconfig.json",
                "{ \"compilerOptions\": { \"resolveJsonModule\": true, \"esModuleInterop\": true } }",
            ),
            ("data.json", "{ \"list\": [1, 2] }"),
            (
                "index.ts",
                "import data from \"./data.json\";\nexport default data.list;\nexport const size = data.list.length;\n",
            ),
        ],
    ),
];

#[test]
fn typescript_is_compiled_as_on_node() {
    for (what, files) in SPELLINGS {
        let Some(project) = typed(files) else {
            return;
        };
        let [embedded, node] = plans(&project);
        assert_ne!(node["outputs"], json!({}), "{what}");
        assert_eq!(embedded["outputs"], node["outputs"], "{what}");
    }
}

#[test]
fn resources_are_declared_in_the_lines_of_their_source() {
    let program = "import * as pulumi from \"@pulumi/pulumi\";\n\
                   enum Kind { A }\n\n\
                   class Group extends pulumi.ComponentResource {\n  \
                   constructor(name: string, opts?: pulumi.ComponentResourceOptions) {\n    \
                   super(\"acme:web:Group\", name, {}, opts);\n  }\n}\n\
                   const groups = [\"a\", \"b\"].map((it) =>\n  new Group(it + Kind.A));\n\
                   new Group(\"child\", { parent: groups[0] });\n";
    let Some(project) = typed(&[("index.ts", program)]) else {
        return;
    };
    let [embedded, node] = plans(&project);
    assert_eq!(places(&embedded)[2].1["line"], 11);
    assert_eq!(places(&embedded), places(&node));
    assert_eq!(plain_graph(embedded), plain_graph(node));
}

/// The names of resources, and where they are declared.
fn places(graph: &Value) -> Vec<(Value, Value)> {
    let vertices = graph["vertices"].as_array().unwrap().iter();
    vertices
        .map(|it| (it["name"].clone(), it["source"].clone()))
        .collect()
}

#[test]
fn resources_are_declared_in_their_lines_where_a_package_writes_stacks() {
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   const place = (it) => `${it.getFileName()}:${it.getLineNumber()}:${it.getColumnNumber()}`;\n\
                   Error.prepareStackTrace = (error, frames) =>\n  \
                   `${error}\\n${frames.map((it) => `    at ${it.getFunctionName()} (${place(it)})`).join(\"\\n\")}`;\n\
                   class Group extends pulumi.ComponentResource {\n  \
                   constructor(name) {\n    super(\"acme:web:Group\", name);\n  }\n}\n\
                   new Group(\"a\");\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let [embedded, node] = plans(&project);
    assert_eq!(places(&embedded)[0].1["line"], 10);
    assert_eq!(places(&embedded), places(&node));
}

#[test]
fn a_program_needs_no_node_and_has_its_permissions() {
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   exports.home = process.env.HOME !== undefined;\n\
                   exports.out = require(\"child_process\").execSync(\"/bin/echo hi\").toString();\n\
                   exports.name = pulumi.getProject();\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    project.0.file("Pulumi.yaml", PLAIN);
    let run = |args: &[&str]| {
        let mut command = project.command(args);
        command.env("PATH", project.0.folder());
        let output = command.output().unwrap();
        crate::support::lumi::Answer::of(output, args, project.0.folder())
    };
    let answer = run(&["run", "--format", "json"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let outputs = answer.json()["outputs"].take();
    assert_eq!(
        outputs,
        json!({ "home": true, "out": "hi\n", "name": "web" })
    );
    // Flags narrow them.
    let narrow = run(&["run", "--allow-read", "--allow-env"]).transcript();
    assert!(narrow.contains("--allow-run"), "{narrow}");
    // The configuration is the program's own.
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   exports.size = new pulumi.Config().get(\"size\");\n\
                   exports.name = pulumi.getStack();\n";
    project.0.file("index.js", program);
    let narrow = run(&["run", "-c", "size=3", "--allow-read", "--format", "json"]);
    let outputs = narrow.json()["outputs"].take();
    assert_eq!(outputs, json!({ "size": "3", "name": "dev" }));
}

#[test]
fn an_exit_in_the_middle_of_a_registration_is_no_success() {
    // The engine asks the function while it registers the resource.
    let program = "const { File } = require(\"./file\");\n\
                   const transforms = [() => process.exit(0)];\n\
                   new File(\"a\", { path: \"a.txt\", content: \"x\" }, { transforms });\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let seen = project.failure(&["preview"]);
    assert!(seen.contains("process.exit is not available"), "{seen}");
}

#[test]
fn promises_that_never_settle_are_reported_as_on_node() {
    // More promises than are watched before the first look at them.
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   class Id extends pulumi.CustomResource {\n  \
                   constructor(name, keepers) { super(\"std:random:Id\", name, { byteLength: 8, keepers }); }\n}\n\
                   for (let i = 0; i < 200; i++) new Id(`id-${i}`, { index: pulumi.output(`${i}`) });\n\
                   new Id(\"lost\", { index: new Promise(() => {}) });\n";
    for packages in ["pulumi-oldest", "pulumi", "pulumi-newest"] {
        let Some(packages) = crate::pulumi::node::packages_of(packages) else {
            continue;
        };
        let project = Project::with_packages(&packages, program);
        let [embedded, node] = ["embedded", "node"].map(|runtime| {
            let answer = project.run(&["preview", "--runtime", runtime]);
            assert_ne!(answer.code, 0, "{}", answer.transcript());
            let transcript = answer.transcript();
            let report = transcript.split_once("The Pulumi runtime detected");
            let (_, report) = report.unwrap_or_else(|| panic!("{transcript}"));
            report.to_owned()
        });
        assert_eq!(embedded, node);
    }
}

#[test]
fn the_automation_api_names_the_command_line_that_it_needs() {
    let program = "const { LocalWorkspace } = require(\"@pulumi/pulumi/automation\");\n\
                   module.exports = async () => {\n  \
                   const made = LocalWorkspace.create({ workDir: \".\" });\n  \
                   return { told: await made.then(() => \"made\", (error) => `${error.name}: ${error.message}`) };\n};\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let told = |project: &Project| {
        let args = ["run", "--format", "json"];
        let mut command = project.command(&args);
        command.env("PATH", project.0.folder());
        let output = command.output().unwrap();
        let answer = crate::support::lumi::Answer::of(output, &args, project.0.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer.json()["outputs"]["told"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let missing = told(&project);
    assert!(
        missing.starts_with("CommandError: the Automation API runs"),
        "{missing}"
    );
    assert!(missing.contains("`lumi up`"), "{missing}");
    // A command line that is there is asked as always.
    project.0.file("pulumi", "#!/bin/sh\necho nonsense\n");
    let path = project.0.folder().join("pulumi");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).unwrap();
    let found = told(&project);
    assert!(found.contains("ersion"), "{found}");
    assert!(!found.contains("`lumi up`"), "{found}");
    // Older versions run commands in another way.
    let Some(packages) = crate::pulumi::node::packages_of("pulumi-oldest") else {
        return;
    };
    let old = Project::with_packages(&packages, program);
    let missing = told(&old);
    assert!(missing.contains("`lumi up`"), "{missing}");
}
