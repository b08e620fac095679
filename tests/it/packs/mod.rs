//! `lumi pack`: a package is its program, where the source is not.

mod assets;
mod confinement;
mod documents;
mod hub;
mod hub_damage;
mod hub_machine;
mod hub_places;
mod hub_publishers;
mod libraries;
mod library_assets;
mod npm_packages;
mod python_libraries;
mod raised_python;
mod schema;
mod stacks;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use tempfile::TempDir;

use crate::support::lumi::{Lumi, command, tool};

/// The examples that LumiIL can say, with the configuration that they need.
/// `site` and `static-site` use modules of Node; `kubernetes` and `webserver` need a package.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("assets", &[]),
    ("component-library", &[]),
    ("computed-dependencies", &[]),
    (
        "config-secrets",
        &[
            "-c",
            "engine=mysql",
            "-c",
            "size=small",
            "-c",
            "databasePassword=abcdefghijklmnop",
            "-c",
            "labels={}",
            "-c",
            "registry:host=localhost",
        ],
    ),
    (
        "rest-api",
        &["-c", "url=http://localhost", "-c", "token=abc"],
    ),
    (
        "secrets",
        &["-c", "host=localhost", "-c", "smtpPassword=abcdefgh"],
    ),
    ("todo-api", &["-c", "adminToken=abcdefgh"]),
    ("two-projects/app", &[]),
    ("two-projects/network", &[]),
];

const PROGRAMS: &[&str] = &["closures", "cluster", "errors", "language", "library"];

/// The values of `case` for which the program `errors` fails.
const FAILURES: &[&str] = &[
    "call",
    "const",
    "construct",
    "index",
    "input",
    "iterate",
    "member",
    "new",
    "other",
    "property",
    "rejected",
    "spread",
    "template",
    "text",
    "throw",
    "twice",
];

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A package of a program, in a folder without its source.
struct Packed {
    program: PathBuf,
    folder: TempDir,
}

impl Packed {
    fn of(program: PathBuf) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let packed = Self { program, folder };
        packed.build(&packed.program, "program.lumipack");
        packed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn build(&self, program: &Path, name: &str) {
        let output = self.lumi(&["pack", "build", program.to_str().unwrap(), "-o", name]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn lumi(&self, arguments: &[&str]) -> Output {
        command()
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    /// The graph and the messages of a run.
    fn run(&self, program: &str, flags: &[&str]) -> (String, String) {
        let output = self.lumi(&[&["run", program, "--format", "json"], flags].concat());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }

    /// That of the source, and that of the package.
    fn both(&self, flags: &[&str]) -> [(String, String); 2] {
        let source = self.program.to_str().unwrap().to_owned();
        [
            self.run(&source, flags),
            self.run("program.lumipack", flags),
        ]
    }

    fn code(&self, name: &str) -> serde_json::Value {
        let output = self.lumi(&["pack", "show", name, "--json"]);
        let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        shown["manifest"]["code"].clone()
    }
}

#[test]
fn the_graph_of_a_package_is_that_of_its_source() {
    let programs = PROGRAMS
        .iter()
        .map(|it| (format!("tests/programs/packs/{it}"), &[][..]));
    let examples = EXAMPLES
        .iter()
        .map(|(name, flags)| (format!("examples/{name}"), *flags));
    for (program, flags) in programs.chain(examples) {
        let packed = Packed::of(repository(&program));
        let [source, pack] = packed.both(flags);
        assert!(source.0.contains("\"vertices\""), "{program}: {}", source.1);
        assert_eq!(pack.0, source.0, "{program}");
        assert_eq!(pack.1, source.1, "{program}");
    }
}

/// The lines of the source, which is not there, are all that messages lack.
#[test]
fn errors_have_the_positions_of_the_source() {
    let packed = Packed::of(repository("tests/programs/packs/errors"));
    for case in FAILURES {
        let [source, pack] = packed.both(&["-c", &format!("case={case}")]);
        assert!(source.1.contains("error"), "{case}: {}", source.1);
        let plain = |text: &str| {
            let is_excerpt = |it: &&str| {
                let line = it.trim_start_matches(|it: char| it.is_ascii_digit() || it == ' ');
                line.starts_with('|')
            };
            let kept = text
                .lines()
                .filter(|it| !is_excerpt(it))
                .map(str::trim_start);
            kept.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(plain(&pack.1), plain(&source.1), "{case}");
        assert!(pack.1.contains(".ts:"), "{case}: {}", pack.1);
        assert_eq!(pack.0, source.0, "{case}");
    }
}

#[test]
fn raised_source_is_the_same_program() {
    let programs = PROGRAMS
        .iter()
        .map(|it| format!("tests/programs/packs/{it}"));
    for program in programs.chain(EXAMPLES.iter().map(|it| format!("examples/{}", it.0))) {
        let packed = Packed::of(repository(&program));
        let output = packed.lumi(&["pack", "raise", "program.lumipack", "-o", "raised"]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        packed.build(&packed.path("raised"), "raised.lumipack");
        assert_eq!(
            packed.code("raised.lumipack"),
            packed.code("program.lumipack"),
            "{program}"
        );
        assert_ne!(packed.code("program.lumipack"), serde_json::Value::Null);
        // A folder with files is not written to.
        let again = packed.lumi(&["pack", "raise", "program.lumipack", "-o", "raised"]);
        assert_eq!(again.status.code(), Some(2));
    }
}

#[test]
fn packages_are_equal_bytes_wherever_the_program_is() {
    let copied = Lumi::new();
    let source = repository("tests/programs/packs/closures");
    for name in ["Lumi.yaml", "index.ts", "greeter.ts"] {
        copied.file(name, fs::read(source.join(name)).unwrap());
    }
    let packed = Packed::of(source);
    packed.build(copied.folder(), "copied.lumipack");
    let bytes = |name: &str| fs::read(packed.path(name)).unwrap();
    assert!(bytes("copied.lumipack") == bytes("program.lumipack"));
}

#[test]
fn a_package_is_deployed_like_a_program() {
    let lumi = Lumi::program(
        "import { Config } from \"lumi\";\nimport { fs } from \"lumi/std\";\n\
         const file = new fs.File(\"a\", { path: \"out/a.txt\", content: new Config().require(\"text\") });\n\
         export const path = file.path;\n",
    );
    lumi.file(
        "Lumi.yaml",
        "name: web\nconfig:\n  text: { type: string, default: hello }\n",
    );
    lumi.run(&["pack", "build"]).ok();
    for name in ["index.ts", "Lumi.yaml"] {
        fs::remove_file(lumi.folder().join(name)).unwrap();
    }
    let pack = "web-0.1.0.lumipack";
    let preview = lumi.run(&["preview", pack]).ok();
    assert!(preview.contains("create"), "{preview}");
    lumi.run(&["up", pack, "-y"]).ok();
    assert_eq!(lumi.read("out/a.txt"), "hello");
    lumi.run(&["up", pack, "-y", "-c", "text=other"]).ok();
    assert_eq!(lumi.read("out/a.txt"), "other");
    lumi.run(&["destroy", pack, "-y"]).ok();
    assert!(!lumi.folder().join("out/a.txt").exists());
}

/// A limit of the size of files, as on a full disk.
#[test]
fn a_package_is_written_whole_or_not_at_all() {
    let lumi = Lumi::program("export const a: number = 1;\n");
    let build = |limit: &str| {
        let mut command = tool("sh");
        let script = format!("ulimit -f {limit}; exec \"$0\" pack build -o a.lumipack");
        command
            .arg("-c")
            .arg(script)
            .arg(env!("CARGO_BIN_EXE_lumi"));
        let output = command.current_dir(lumi.folder()).output().unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let path = lumi.folder().join("a.lumipack");
    let (code, message) = build("0");
    assert_eq!(code, Some(1), "{message}");
    assert!(
        message.contains("a.lumipack") && message.contains("too large"),
        "{message}"
    );
    assert!(!path.exists());
    assert_eq!(build("unlimited").0, Some(0));
    let whole = fs::read(&path).unwrap();
    assert_eq!(build("0").0, Some(1));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_library_is_not_run() {
    let lumi = Lumi::program("export function f(a: number): number { return a + 1; }\n");
    lumi.run(&["pack", "build", "--library", "-o", "f.lumipack"])
        .ok();
    let refused = lumi.run(&["run", "f.lumipack"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("is a library"),
        "{}",
        refused.stderr
    );
    assert!(
        lumi.run(&["pack", "show", "f.lumipack"])
            .ok()
            .contains("library")
    );
}

#[test]
fn packages_are_compared_by_meaning() {
    let lumi = Lumi::program("export const a: number = 1;\n");
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    lumi.file("index.ts", "// The same\nexport const a: number\n  = 1;\n");
    lumi.run(&["pack", "build", "-o", "same.lumipack"]).ok();
    lumi.file(
        "index.ts",
        "export const a: string = 1;\nexport const b = 2;\n",
    );
    lumi.run(&["pack", "build", "-o", "b.lumipack"]).ok();
    lumi.run(&["pack", "diff", "a.lumipack", "same.lumipack"])
        .ok();
    let differs = lumi.run(&["pack", "diff", "a.lumipack", "b.lumipack"]);
    assert_eq!(
        (differs.code, differs.stdout.as_str()),
        (
            1,
            "module index\n  + export b\n  ~ variable a (types alone)\n  + variable b\n"
        )
    );
    let json = lumi.run(&["pack", "diff", "a.lumipack", "b.lumipack", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["sameCode"], false);
    assert_eq!(
        json["changes"][0],
        serde_json::json!({ "module": "index", "part": "export", "name": "b", "change": "added" })
    );
}

#[test]
fn absent_features_of_lumiil_are_reported_with_their_place() {
    let lumi = Lumi::program("const a = Date.now();\nconst b = new Date();\nexport { a, b };\n");
    let refused = lumi.run(&["pack", "build"]);
    assert_eq!(refused.code, 1);
    for text in [
        "LumiIL has no `Date`",
        "index.ts:1:11",
        "LumiIL has no clock and no time zone",
        "index.ts:2:15",
        "2 places",
    ] {
        assert!(refused.stderr.contains(text), "{text}: {}", refused.stderr);
    }
}

#[test]
fn imports_that_lumi_does_not_have_are_refused() {
    let lumi = Lumi::new();
    for (import, expected) in [
        (
            "import { output } from 'lumi';\nexport const v = output(1);\n",
            "does not export a value `output`",
        ),
        (
            "import { nothing } from 'lumi/std';\nexport const v = nothing;\n",
            "does not export a value `nothing`",
        ),
    ] {
        lumi.file("index.ts", import);
        let refused = lumi.run(&["pack", "build"]);
        assert_eq!(refused.code, 1, "{}", refused.transcript());
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    }
    lumi.file("index.ts", "import { type Input, Property } from 'lumi';\nexport const v: Input<number> = new Property(1);\n");
    let built = lumi.run(&["pack", "build", "-o", "p.lumipack"]);
    assert_eq!(built.code, 0, "{}", built.transcript());
    assert_eq!(lumi.run(&["pack", "verify", "p.lumipack"]).code, 0);
}

#[test]
fn damaged_packages_are_refused() {
    let packed = Packed::of(repository("tests/programs/packs/closures"));
    let bytes = fs::read(packed.path("program.lumipack")).unwrap();
    let refusal = |name: &str, bytes: &[u8]| {
        fs::write(packed.path(name), bytes).unwrap();
        for command in [
            &["run", name][..],
            &["pack", "verify", name],
            &["pack", "show", name],
        ] {
            let output = packed.lumi(command);
            let code = output.status.code().unwrap();
            assert!(code == 1 || code == 2, "{command:?}: {code}");
        }
        String::from_utf8(packed.lumi(&["pack", "verify", name]).stdout).unwrap()
    };
    assert!(refusal("empty.lumipack", b"").contains("LP001"));
    assert!(refusal("cut.lumipack", &bytes[..bytes.len() - 30]).contains("LP001"));
    let manifest = "{\"lumipack\":2}".to_owned();
    let files = std::collections::BTreeMap::from([("manifest.json", manifest)]);
    let newer = lumi::closure::zip::ZipWriter::default().zip(&files);
    assert!(refusal("newer.lumipack", &newer).contains("update lumi"));
    assert!(
        packed
            .lumi(&["pack", "verify", "program.lumipack"])
            .status
            .success()
    );
}

/// A run keeps what it has verified, under the hash of the file.
#[test]
fn a_package_is_verified_once() {
    let packed = Packed::of(repository("tests/programs/packs/language"));
    let cache = packed.path("cache");
    let run = || {
        let mut command = command();
        command.args(["run", "program.lumipack", "--format", "json"]);
        command
            .env("LUMI_CACHE", &cache)
            .current_dir(packed.folder.path());
        let output = command.output().unwrap();
        (output.status.success(), output.stdout)
    };
    let entries = || {
        let files = fs::read_dir(cache.join("packages")).into_iter().flatten();
        files.map(|it| it.unwrap().path()).collect::<Vec<_>>()
    };
    let first = run();
    assert!(first.0);
    let [entry] = entries().try_into().unwrap();
    assert_eq!(run(), first);
    // An entry that is damaged is made again.
    let good = fs::read(&entry).unwrap();
    for bad in [&good[..good.len() / 2], b"", b"{}"] {
        fs::write(&entry, bad).unwrap();
        assert_eq!(run(), first);
        assert!(fs::read(&entry).unwrap() == good);
    }
    // Another file is another package, whose entry this is not.
    let mut bytes = fs::read(packed.path("program.lumipack")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(packed.path("program.lumipack"), bytes).unwrap();
    assert!(!run().0);
    assert_eq!(entries().len(), 1);
}
