//! Paths mean to `node:fs` what they mean in Node, and lead to nothing outside of what the sandbox permits.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::support::lumi::{Lumi, command, tool};
use crate::support::peers::installed;

/// Calls whose outcomes are not those of Node: the name of a function, a part of the call with Node's outcome, and the reason.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("rm", "(\"lds/\"", FORMS),
    ("rm", "(\"lcd/\"", FORMS),
    ("rm", "(\"loop", "a loop is ELOOP, with and without force"),
    ("rm", "/in/..\"", PARENT),
    ("rmdir", "(\"lds/\"", FORMS),
    ("rmdir", "(\"lcd/\"", FORMS),
    ("rmdir", "/in/..\"", PARENT),
    (
        "copyFile",
        "! EISDIR copyfile",
        "a folder is no file, and what is in the way of the copy stays",
    ),
    (
        "symlink",
        "(\"\", \"f/x\"",
        "of two faults, that of the path is named",
    ),
    (
        "cp",
        "! ENOENT stat ln",
        "a link to nowhere is replaced as other links are",
    ),
    (
        "cp",
        "! ELOOP stat d/here",
        "what is copied before the fault comes in another order",
    ),
    (
        "mkdtemp",
        "(\"\")",
        "a folder without a prefix is one of the working folder",
    ),
    ("realpath", "(undefined)", TEXT),
    ("realpath", "(null)", TEXT),
    ("realpath", "(true)", TEXT),
    ("realpath", "({})", TEXT),
    ("realpath", "([\"f\"])", TEXT),
    ("realpath", "…4", LENGTH),
    ("realpath.native", "…4", LENGTH),
    (
        "readdir",
        "(\"ld/..\"",
        "Node looks for folders in the text of the path",
    ),
    (
        "readdir",
        "(\"lcd/..\"",
        "Node looks for folders in the text of the path",
    ),
    (
        "readdir",
        "(bytes 100,47, {",
        "Node takes the name of a folder for text",
    ),
    (
        "readdir",
        "(\"lout/..\"",
        "Node looks for folders in the text of the path",
    ),
    (
        "opendir",
        "(bytes 100,47",
        "Node takes the name of a folder for text",
    ),
    (
        "mkdtemp",
        "(bytes )",
        "a prefix of no bytes is none, as an empty text",
    ),
    (
        "mkdir",
        "(\"lns/..\"",
        "a link to nowhere is missing in all forms",
    ),
    (
        "mkdir",
        "(\"ln/x",
        "a link to nowhere is missing in all forms",
    ),
];
/// Node's synchronous form says ENOTDIR, the others say that the folder is removed, and do nothing.
const FORMS: &str = "a link with a slash is no folder that can be removed, in all forms";
const TEXT: &str = "what is no path is refused, where Node makes a text of it";
const LENGTH: &str = "no path is longer than the kernel's, where Node's C library takes it apart";
const PARENT: &str = "a folder is not removed by its `..`, as little as by its `.`";

/// Each call of the program, with what comes of it.
type Outcomes = BTreeMap<String, String>;

/// Of all calls, or of the share that `LUMI_TEST_SHARE` names.
fn outcomes(mut program: std::process::Command, folder: &Path) -> Outcomes {
    fs::create_dir_all(folder).unwrap();
    let text = include_str!("../../programs/file_paths/calls.mjs");
    fs::write(folder.join("calls.mjs"), text).unwrap();
    fs::write(folder.join("Lumi.yaml"), "name: q\n").unwrap();
    let file = folder.with_file_name("out.txt");
    let run = program
        .current_dir(folder)
        .args(["calls.mjs", "--"])
        .arg(format!("--out={}", file.display()));
    let run = match share() {
        Some(share) => run.arg(format!("--share={share}")),
        None => run,
    };
    let output = run.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let lines = fs::read_to_string(file).unwrap();
    let outcome = |line: &str| {
        let (call, outcome) = line.split_once("\t").unwrap();
        (call.to_owned(), outcome.to_owned())
    };
    lines.lines().map(outcome).collect()
}

fn share() -> Option<String> {
    let share = std::env::var("LUMI_TEST_SHARE").ok();
    share.filter(|it| it.contains('/'))
}

/// Whether both fail at a look at one of two paths. Node's asynchronous `cp` looks at both at once, and names the one
/// that fails first: of two faults, either may be named.
fn is_race(call: &str, expected: &str, found: &str) -> bool {
    let is_look = |outcome: &str| {
        let mut words = outcome.split(' ').skip(2);
        outcome.starts_with("! E") && words.next().is_some_and(|it| it == "stat" || it == "lstat")
    };
    let is_asynchronous = call.starts_with("promise cp(") || call.starts_with("callback cp(");
    is_asynchronous && is_look(expected) && is_look(found)
}

/// Each call in a fresh copy of one tree, with results, codes of errors, and what is in the tree then.
#[test]
fn paths_mean_what_they_mean_in_node() {
    if !installed("node", "--version") {
        return;
    }
    let lumi = Lumi::new();
    let folder = |name: &str| lumi.folder().join(name).join("a/b/q");
    let expected = outcomes(tool("node"), &folder("node"));
    let mut own = command();
    own.args(["run", "--allow-read", "--allow-write"]);
    let found = outcomes(own, &folder("lumi"));
    assert!(found.len() > 4000, "{}", found.len());
    let mut seen = BTreeSet::new();
    let mut unknown = String::new();
    for (call, expected) in &expected {
        let found = found.get(call).map_or("nothing", String::as_str);
        if found == expected || is_race(call, expected, found) {
            continue;
        }
        let known = DIFFERENCES.iter().position(|(name, part, _)| {
            let function = call.split('(').next().unwrap_or_default();
            function.ends_with(name) && format!("{call}\t{expected}").contains(part)
        });
        match known {
            Some(known) => drop(seen.insert(known)),
            None => unknown += &format!("{call}\n  Node: {expected}\n  Lumi: {found}\n"),
        }
    }
    assert!(unknown.is_empty(), "{unknown}");
    // A share may have no call that shows a difference.
    let differences = DIFFERENCES.iter().enumerate();
    for (index, difference) in differences.filter(|_| share().is_none()) {
        assert!(seen.contains(&index), "no difference: {difference:?}");
    }
}

/// The files below a folder with their texts and targets.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let facts = path.symlink_metadata().unwrap();
            let text = if facts.is_symlink() {
                path.read_link().unwrap().display().to_string()
            } else if facts.is_dir() {
                folders.push(path.clone());
                String::new()
            } else {
                fs::read_to_string(&path).unwrap()
            };
            let text = format!(
                "{text} {:?} {:?}",
                facts.modified().unwrap(),
                facts.permissions()
            );
            found.insert(path.display().to_string(), text);
        }
    }
    found
}

/// A program that makes links and tries paths. `secrets` says whether there is something outside.
fn attack(flags: &[&str], has_secrets: bool) -> String {
    let lumi = Lumi::new();
    fs::create_dir_all(lumi.folder().join("outside")).unwrap();
    if has_secrets {
        lumi.file("outside/secret", "hidden");
        lumi.file("outside/folder/inner", "hidden");
    }
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/own.txt", "own");
    lumi.file("p/.lumi/key", "hidden");
    lumi.file("p/sub/file", "own");
    lumi.file(
        "p/attack.mjs",
        include_str!("../../programs/file_paths/attack.mjs"),
    );
    symlink("../outside", lumi.folder().join("p/out")).unwrap();
    symlink("../outside/secret", lumi.folder().join("p/out_file")).unwrap();
    symlink("../../outside/folder", lumi.folder().join("p/sub/out")).unwrap();
    symlink("../nowhere", lumi.folder().join("p/sub/up")).unwrap();
    let outside = tree(&lumi.folder().join("outside"));
    let kept = tree(&lumi.folder().join("p/.lumi"));
    let own = lumi.read("p/own.txt");
    let answer = lumi.run(&[&["run"], flags, &["p/attack.mjs"]].concat());
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(answer.stderr.contains("tried"), "{}", answer.transcript());
    assert!(!answer.stderr.contains("hidden"), "{}", answer.transcript());
    assert_eq!(tree(&lumi.folder().join("outside")), outside);
    assert_eq!(tree(&lumi.folder().join("p/.lumi")), kept);
    assert_eq!(lumi.read("p/own.txt"), own);
    answer
        .stderr
        .replace(&*lumi.folder().to_string_lossy(), "[folder]")
}

/// Neither reads nor changes what is outside, nor learns whether there is something.
#[test]
fn links_and_dots_lead_no_program_out() {
    for flags in [&[][..], &["--allow-write=p/sub"]] {
        let (with, without) = (attack(flags, true), attack(flags, false));
        let differing = with.lines().zip(without.lines()).filter(|(a, b)| a != b);
        let differing: Vec<_> = differing.take(20).collect();
        assert!(differing.is_empty(), "{flags:?}: {differing:#?}");
    }
}

/// Moving to a folder does not change what paths mean, nor what errors say.
#[test]
fn a_program_in_another_folder_names_paths_as_it_wrote_them() {
    let lumi = Lumi::new();
    lumi.file("sub/file", "own");
    lumi.file(
        "index.ts",
        "import fs from 'node:fs';\n\
         import process from 'node:process';\n\
         process.chdir('sub');\n\
         const said = (run: () => unknown) => {\n\
           try { console.log(run()); } catch (error) { console.log((error as Error).message); }\n\
         };\n\
         said(() => fs.readFileSync('file', 'utf8'));\n\
         said(() => fs.readFileSync('', 'utf8'));\n\
         said(() => fs.existsSync(''));\n\
         said(() => fs.readFileSync('file/', 'utf8'));\n",
    );
    let answer = lumi.run(&["run", "--allow-read", "index.ts"]);
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "own",
            "ENOENT: no such file or directory, open ''",
            "false",
            "ENOTDIR: not a directory, open 'file/'"
        ]
    );
}

/// An empty path is nothing, not the project.
#[test]
fn an_empty_path_is_nowhere() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "import { execSync } from 'node:child_process';\n\
         import { FileArchive, FileAsset } from 'lumi';\n\
         const said = (run: () => unknown) => {\n\
           try { console.log(run()); } catch (error) { console.log((error as Error).message.split('\\n')[0]); }\n\
         };\n\
         said(() => execSync('pwd', { cwd: '' }));\n\
         said(() => new FileArchive(''));\n\
         said(() => new FileAsset(''));\n",
    );
    let answer = lumi.run(&["run", "--allow-run=sh", "index.ts"]);
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "spawnSync /bin/sh ENOENT",
            "the path of a FileArchive must not be empty; write \".\" for the project folder",
            "the path of a FileAsset must not be empty; write \".\" for the project folder",
        ]
    );
}

#[test]
fn an_archive_with_a_link_to_nowhere_names_the_link() {
    let lumi = Lumi::with_sdk(
        "import { fs } from 'lumi/std';\n\
         new fs.Directory('d', { path: 'out', source: new lumi.FileArchive('in') });\n",
    );
    lumi.file("in/file", "own");
    symlink("nowhere", lumi.folder().join("in/broken")).unwrap();
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer
            .stderr
            .contains("in/broken\": it is a link to \"nowhere\", which does not exist"),
        "{}",
        answer.transcript()
    );
}

/// A path that may be written may be removed and made again, whatever other paths there are.
#[test]
fn a_permitted_path_can_be_made_again() {
    for other in ["", ",missing.txt"] {
        let lumi = Lumi::program(
            "import fs from 'node:fs';\n\
             fs.rmSync('build', { recursive: true, force: true });\n\
             fs.mkdirSync('build');\n\
             fs.writeFileSync('build/new', 'new');\n\
             fs.unlinkSync('file');\n\
             fs.writeFileSync('file', fs.readFileSync('build/new', 'utf8'));\n\
             try { fs.writeFileSync('index.ts', ''); } catch (error) { console.log((error as { code: string }).code); }\n",
        );
        lumi.file("build/deep/old", "old");
        lumi.file("file", "old");
        let answer = lumi.run(&["run", &format!("--allow-write=build,file{other}")]);
        assert_eq!(
            answer.stderr,
            "ERR_ACCESS_DENIED\n",
            "{}",
            answer.transcript()
        );
        assert_eq!(lumi.read("file"), "new");
        assert!(!lumi.folder().join("build/deep").exists());
    }
}

/// Values of `--allow-net` that can never match are refused, also in `Lumi.yaml`.
#[test]
fn permissions_that_match_nothing_are_refused() {
    let lumi = Lumi::program("");
    for value in ["http://localhost:1", "10.0.0.0/8", "localhost:99999", "a b"] {
        let answer = lumi.run(&["run", &format!("--allow-net={value}")]);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        lumi.file(
            "Lumi.yaml",
            format!("name: demo\npermissions:\n  net: [\"{value}\"]\n"),
        );
        let answer = lumi.run(&["run", "-P"]);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("permits nothing"),
            "{}",
            answer.transcript()
        );
        lumi.file("Lumi.yaml", "name: demo\n");
    }
}
