//! Wrong flags, files and settings, and unusual but valid input.

use crate::support::lumi::{Answer, Lumi, tool};

fn transcripts(lumi: &Lumi, runs: &[&[&str]]) -> String {
    let all: Vec<String> = runs
        .iter()
        .map(|args| lumi.run(args).transcript())
        .collect();
    all.join("\n")
}

#[test]
fn programs_that_are_not_there() {
    let lumi = Lumi::new();
    lumi.file("server.ts", "");
    lumi.file("data/notes.txt", "");
    insta::assert_snapshot!(transcripts(
        &lumi,
        &[
            &["run", "sever.ts"],
            &["run", "data"],
            &["run", "/dev/null"],
            &["run", "nowhere/x.ts"]
        ]
    ));
}

#[test]
fn files_that_are_no_programs() {
    let lumi = Lumi::new();
    lumi.file("binary.ts", [0x7f, b'E', b'L', b'F', 0, 0xff, 0xfe]);
    lumi.file("latin.ts", b"const a = 1;\nconst b = \"caf\xe9\";\n");
    lumi.file("nul.ts", b"const a = \"\0\";");
    lumi.file("notes.txt", "hello");
    insta::assert_snapshot!(transcripts(
        &lumi,
        &[
            &["run", "binary.ts"],
            &["run", "latin.ts"],
            &["run", "nul.ts"],
            &["run", "notes.txt"]
        ]
    ));
}

#[test]
fn strange_but_right() {
    let lumi = Lumi::new();
    lumi.file("empty.ts", "");
    lumi.file("bom.ts", "\u{feff}export const a = 1;");
    lumi.file(
        "crlf.ts",
        "export const a = 1;\r\nexport const b: string = \"x\";\r\n",
    );
    lumi.file("bare", "export const a = 1;");
    insta::assert_snapshot!(transcripts(
        &lumi,
        &[
            &["run", "empty.ts"],
            &["run", "bom.ts"],
            &["run", "crlf.ts"],
            &["run", "bare"]
        ]
    ));
}

#[test]
fn positions_in_strange_files_are_right() {
    let lumi = Lumi::new();
    lumi.file("bom.ts", "\u{feff}throw new Error(\"x\");");
    lumi.file(
        "crlf.ts",
        "const a: number = 1;\r\nthrow new Error(`${a}`);\r\n",
    );
    lumi.file(
        "wide.ts",
        "const s: string = \"😀日本\"; throw new Error(s);",
    );
    insta::assert_snapshot!(transcripts(
        &lumi,
        &[&["run", "bom.ts"], &["run", "crlf.ts"], &["run", "wide.ts"]]
    ));
}

#[test]
fn flags() {
    let lumi = Lumi::program("");
    insta::assert_snapshot!(transcripts(
        &lumi,
        &[
            &["run", "--fromat", "json"],
            &["run", "--format", "xml"],
            &["run", "--timeout", "soon"],
            &["run", "--heap-limit", "1"],
            &["run", "-c", "region"],
            &["run", "-c", "=x"],
            &["run", "-c", "a b=x"],
            &["run", "-s", "../prod"],
            &["run", "-C", "nowhere"],
            &["rum"],
        ]
    ));
}

#[test]
fn settings() {
    let cases: &[(&str, &str)] = &[
        ("unknown key", "name: demo\ndescripton: x\n"),
        ("not YAML", "name: [demo\n"),
        ("wrong type", "name: [demo]\n"),
        ("twice", "name: a\nname: b\n"),
        ("no such main", "name: demo\nmain: src/app.ts\n"),
        ("main outside", "name: demo\nmain: ../app.ts\n"),
        ("bad name", "name: \"a::b\"\n"),
    ];
    let mut all = String::new();
    for (what, text) in cases {
        let lumi = Lumi::program("");
        lumi.file("Lumi.yaml", text);
        all.push_str(&format!("## {what}\n{}\n", lumi.run(&["run"]).transcript()));
    }
    let lumi = Lumi::program("");
    lumi.file("Lumi.dev.yaml", "config:\n  region: eu\nconfg: {}\n");
    all.push_str(&format!(
        "## stack file\n{}",
        lumi.run(&["run"]).transcript()
    ));
    insta::assert_snapshot!(all);
}

#[test]
fn big_inputs_work() {
    let lumi = Lumi::with_sdk(
        r#"
        new lumi.CustomResource("acme:fs:File", "text", { content: "y".repeat(50e6) });
        const tags: Record<string, number> = {};
        for (let i = 0; i < 100_000; i++) tags["key" + i] = i;
        new lumi.CustomResource("acme:fs:File", "keys", { tags });
        const strange = '{"__proto__": {"x": 1}, "constructor": 2, "toString": 3, "$lumi": "unknown"}';
        new lumi.CustomResource("acme:fs:File", "names", JSON.parse(strange));
        "#,
    );
    let graph = lumi.run(&["run", "--format", "json"]).json();
    let inputs = |index: usize| &graph["vertices"][index]["inputs"];
    assert_eq!(inputs(0)["content"].as_str().unwrap().len(), 50_000_000);
    assert_eq!(inputs(1)["tags"].as_object().unwrap().len(), 100_000);
    // A user's own `$lumi` key is data, and so are keys with a meaning in JavaScript.
    assert_eq!(
        inputs(2).to_string(),
        r#"{"$lumi":"object","value":{"__proto__":{"x":1},"constructor":2,"toString":3,"$lumi":"unknown"}}"#
    );
}

#[test]
fn outputs_of_every_kind() {
    let lumi = Lumi::with_sdk(
        r#"
        export const nothing = null, missing = undefined, yes = true, one = 1, nan = NaN, zero = -0;
        export const text = "x\u001b[31m\n", list = [1, [2], {}], object = { a: { b: [] } };
        export const date = new Date(0), bytes = new Uint8Array([1, 2]);
        export const asset = new lumi.StringAsset("x"), secret = lumi.secret({ a: 1 });
        export const resource = new lumi.CustomResource("acme:fs:File", "r", {}), id = resource.id;
        export const later = Promise.resolve(3), derived = resource.id.then((it) => it + 1);
        export default { fromDefault: 1 };
        "#,
    );
    insta::assert_snapshot!(transcripts(
        &lumi,
        &[
            &["run"],
            &["run", "--format", "json", "--show-secrets"],
            &["run", "--format", "yaml"]
        ]
    ));
}

/// Endless devices are read up to a limit.
#[test]
pub fn files_without_an_end_are_refused() {
    let lumi = Lumi::program("export const a = 1;");
    let problem = "it is not a regular file";
    let cases: [&[&str]; 4] = [
        &["graph", "/dev/zero"],
        &["up", "-y", "--plan", "/dev/zero"],
        &["stack", "import", "/dev/zero"],
        &["stack", "rotate", "-y", "--to-passphrase=/dev/zero"],
    ];
    assert_eq!(lumi.run(&["up", "-y"]).code, 0);
    for arguments in cases {
        let answer = lumi.run(arguments);
        assert!(
            answer.code != 0 && answer.stderr.contains(problem),
            "{}",
            answer.transcript()
        );
    }
    let mut command = lumi.command(&["preview"]);
    command.env("LUMI_PASSPHRASE_FILE", "/dev/zero");
    let answer = Answer::of(command.output().unwrap(), &["preview"], lumi.folder());
    assert!(
        answer.code != 0 && answer.stderr.contains(problem),
        "{}",
        answer.transcript()
    );
}

/// Lumi sets the number of threads itself, whatever the library's variable says.
#[test]
pub fn a_wrong_number_of_threads_in_the_environment_is_no_panic() {
    let lumi = Lumi::program("export const a = 1;");
    for wrong in ["none", "0"] {
        let mut command = lumi.command(&["up", "-y"]);
        command.env("TOKIO_WORKER_THREADS", wrong);
        let answer = Answer::of(command.output().unwrap(), &["up"], lumi.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    }
}

/// Documents from others may be nested arbitrarily deep: each reader reports its limit.
#[test]
fn deeply_nested_files_are_refused() {
    const LEVELS: usize = 100_000;
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nnew fs.File(\"a\", { path: \"a\", content: \"DEEP\" });\n\
         export const a = \"DEEP\";\n",
    );
    lumi.run(&["preview", "--save", "plan.json"]).ok();
    let graph = lumi.run(&["run", "--format", "json"]).ok();
    let plan = lumi.read("plan.json");
    lumi.run(&["up", "-y"]).ok();
    let export = lumi.run(&["stack", "export"]).ok();
    let arrays = ["[".repeat(LEVELS), "]".repeat(LEVELS)].concat();
    let objects = ["{\"a\":".repeat(LEVELS), "1".to_owned(), "}".repeat(LEVELS)].concat();
    let rows = format!("{}1", "- ".repeat(LEVELS));
    for deep in [&arrays, &objects] {
        lumi.file("graph.json", graph.replace("\"DEEP\"", deep));
        lumi.file("plan.json", plan.replace("\"DEEP\"", deep));
        lumi.file("export.json", export.replace("\"DEEP\"", deep));
        for args in [
            &["graph", "graph.json"][..],
            &["diff", "graph.json", "graph.json"],
            &["up", "--plan", "plan.json"],
            &["stack", "import", "export.json", "-s", "other"],
        ] {
            let answer = lumi.run(args);
            let said = &answer.stderr;
            assert!(
                [1, 2].contains(&answer.code) && said.contains("nested deeper than 500 levels"),
                "{args:?}: {} {said}",
                answer.code
            );
        }
    }
    for (file, text) in [
        ("Lumi.dev.yaml", format!("config:\n  a:\n    {rows}\n")),
        ("Lumi.dev.yaml", format!("config:\n  a: {arrays}\n")),
        (
            "package.json",
            format!("{{\"name\":\"x\",\"a\":{objects}}}"),
        ),
        ("Lumi.yaml", format!("name: demo\nconfig: {objects}\n")),
    ] {
        lumi.file(file, &text);
        let answer = lumi.run(&["preview"]);
        let said = &answer.stderr;
        let has_limit =
            said.contains("nested too deeply") || said.contains("is too large for settings");
        assert!(
            answer.code == 2 && said.contains(file) && has_limit,
            "{file}: {} {said}",
            answer.code
        );
        lumi.file("Lumi.dev.yaml", "");
        lumi.file("package.json", "{}");
    }
}

/// A saved plan can be applied, however deep its values are.
#[test]
fn a_plan_of_the_deepest_values_is_applied() {
    let lumi = Lumi::program(
        "import { exec } from \"lumi/std\";\nlet a: any = 1;\n\
         for (let i = 0; i < 490; i++) a = i % 2 ? [a] : { a };\n\
         new exec.Command(\"c\", { create: \"true\", triggers: [a] });\n",
    );
    lumi.run(&["preview", "--save", "plan.json"]).ok();
    lumi.run(&["up", "--plan", "plan.json"]).ok();
    lumi.run(&["preview", "--expect-no-changes"]).ok();
}

/// A path that cannot be read as a small file is refused at once, with a sentence.
#[test]
fn pipes_devices_folders_and_huge_files_are_refused() {
    let lumi = Lumi::with_sdk("export const token = new lumi.Config().requireSecret('token');");
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    lumi.run(&["up", "-y"]).ok();
    let state = |name: &str| format!(".lumi/stacks/demo/dev/{name}");
    let up = ["up", "-y"];
    let planned = ["up", "-y", "--plan", "plan.json"];
    let cases: [(&str, &[&str], Option<&str>); 12] = [
        (".lumi/key", &up, None),
        (".lumi/selected", &up, None),
        ("Lumi.yaml", &up, None),
        ("Lumi.dev.yaml", &up, None),
        (&state("snapshot.json"), &up, None),
        (&state("journal"), &up, None),
        (&state("lock"), &up, None),
        (&state("keys.json"), &up, None),
        (&state("guard"), &up, None),
        (".lumi/moved/demo/dev.json", &up, None),
        ("passphrase", &up, Some("passphrase")),
        ("plan.json", &planned, None),
    ];
    for (name, args, passphrase) in cases {
        let path = lumi.folder().join(name);
        let before = std::fs::read(&path).ok();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        for kind in ["pipe", "device", "folder", "huge file"] {
            let _ = std::fs::remove_file(&path);
            match kind {
                "pipe" => drop(tool("mkfifo").arg(&path).status().unwrap()),
                "device" => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
                "folder" => std::fs::create_dir(&path).unwrap(),
                _ => std::fs::File::create(&path)
                    .unwrap()
                    .set_len(10 << 30)
                    .unwrap(),
            }
            // The guard of the lock is never read.
            let is_harmless = name.ends_with("guard") && kind == "huge file";
            let mut command = lumi.command(args);
            if let Some(file) = passphrase {
                command.env("LUMI_PASSPHRASE_FILE", file);
            }
            let answer = Answer::of(command.output().unwrap(), args, lumi.folder());
            let says = [
                "it is not a regular file",
                "it is a folder",
                "it is larger than",
                "is too large for settings",
                "leads out of the project folder",
            ];
            let is_told = says.iter().any(|it| answer.stderr.contains(it));
            let is_refused = (answer.code != 0 && is_told) || is_harmless;
            assert!(is_refused, "{kind} {name}: {}", answer.transcript());
            match kind {
                "folder" => std::fs::remove_dir(&path).unwrap(),
                _ => std::fs::remove_file(&path).unwrap(),
            }
        }
        if let Some(before) = before {
            std::fs::write(&path, before).unwrap();
        }
    }
    lumi.run(&["up", "-y"]).ok();
}

#[test]
fn packages_without_their_peers_name_what_is_missing() {
    let lumi = Lumi::new();
    for (kind, import) in [("commonjs", "require('peer')"), ("module", "import 'peer'")] {
        let manifest = format!(
            "{{\"name\":\"of-{kind}\",\"type\":\"{kind}\",\"main\":\"i.js\",\"peerDependencies\":{{\"peer\":\"^2\"}}}}"
        );
        lumi.file(&format!("node_modules/of-{kind}/package.json"), manifest);
        lumi.file(&format!("node_modules/of-{kind}/i.js"), import);
        let entry = format!("{kind}.ts");
        lumi.file(&entry, format!("import 'of-{kind}';"));
        let answer = lumi.run(&["run", &entry]);
        let place = format!("node_modules/of-{kind}/i.js:1:");
        assert_eq!(answer.code, 1);
        assert!(
            answer.stderr.contains("cannot import \"peer\""),
            "{}",
            answer.stderr
        );
        assert!(answer.stderr.contains("npm install"), "{}", answer.stderr);
        assert!(answer.stderr.contains(&place), "{}", answer.stderr);
    }
}

/// Its time grows with its size: a development build needs about a second for each megabyte.
#[test]
#[ignore = "takes a minute"]
fn a_bundle_of_fifty_megabytes_runs() {
    let lumi = Lumi::new();
    let mut bundle = String::with_capacity(51 << 20);
    for number in 0.. {
        bundle += &format!(
            "function f{number}(a, b) {{ const c = a + b + {number}; return c > 5 ? [c, 'text {number}'] : {{ c }}; }}\n"
        );
        if bundle.len() > 50 << 20 {
            break;
        }
    }
    bundle += "console.log(JSON.stringify(f1(1, 2)));\n";
    lumi.file("bundle.js", bundle);
    let answer = lumi.run(&["run", "bundle.js"]);
    assert_eq!(answer.stderr, "{\"c\":4}\n");
}
