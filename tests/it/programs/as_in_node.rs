//! Programs of `tests/programs/as_in_node` print the same in Node and in Lumi.

use std::path::{Path, PathBuf};

use crate::support::lumi::{Lumi, command, tool};
use crate::support::peers::skip;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/as_in_node");
    let mut programs: Vec<PathBuf> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "mjs"))
        .collect();
    programs.sort();
    programs
}

/// The output of a program in Node; `None` where Node is missing.
fn in_node(program: &Path, variables: &[(&str, &str)]) -> Option<String> {
    let mut node = tool("node");
    node.arg(program).envs(variables.iter().copied());
    let Ok(output) = node.output() else {
        skip("node", "the package manager of the system");
        return None;
    };
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {problem}", program.display());
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The output of a program in Lumi: standard output belongs to the plan, so the console is standard
/// error.
fn in_lumi(program: &Path, variables: &[(&str, &str)]) -> String {
    let mut lumi = command();
    lumi.args(["run", "-A"]).arg(program);
    let output = lumi.envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn programs_print_the_same() {
    let mut differences = String::new();
    for program in programs() {
        let Some(expected) = in_node(&program, &[]) else {
            return;
        };
        let found = in_lumi(&program, &[]);
        if found != expected {
            differences += &format!(
                "== {}\n-- in Node\n{expected}-- in Lumi\n{found}",
                program.file_name().unwrap().display()
            );
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// The console as docs/language.md has it: standard output has the plan.
#[test]
fn the_console_writes_to_standard_error_with_double_quotes() {
    let lumi = Lumi::program("console.log({ a: 'x' }, 'y');\n");
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.stderr, "{ a: \"x\" } y\n");
    assert!(!answer.stdout.contains("y\n"), "{}", answer.transcript());
}

#[test]
fn the_priority_is_that_of_the_process() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "import os from 'node:os';\n\
         console.log(os.getPriority(), os.getPriority(process.pid));\n\
         try { os.getPriority(process.pid + 1); } catch (error) { console.log((error as { code: string }).code); }\n",
    );
    let own = command();
    let output = tool("nice")
        .args(["-n", "5"])
        .arg(own.get_program())
        .args(["run", "index.ts"])
        .envs(
            own.get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .current_dir(lumi.folder())
        .output()
        .unwrap();
    let seen = String::from_utf8(output.stderr).unwrap();
    // The tests themselves may have a priority of their own.
    let nice = tool("nice").args(["-n", "5", "nice"]).output().unwrap();
    let nice = String::from_utf8(nice.stdout).unwrap();
    let nice = nice.trim();
    assert_eq!(seen, format!("{nice} {nice}\nERR_METHOD_NOT_IMPLEMENTED\n"));
}

/// Variables that name the folder of temporary files, as a developer's or a build's machine may have them.
const TEMPORARY_FOLDERS: [&[(&str, &str)]; 9] = [
    &[("TMPDIR", "/var/tmp")],
    &[("TMPDIR", "/var/tmp/")],
    &[("TMPDIR", "/var/tmp//")],
    &[("TMPDIR", "/")],
    &[("TMPDIR", "//")],
    &[("TMPDIR", "builds/ü")],
    &[("TMPDIR", ""), ("TMP", "/of-tmp/"), ("TEMP", "/of-temp")],
    &[("TMPDIR", ""), ("TMP", ""), ("TEMP", "/of-temp")],
    &[("TMPDIR", ""), ("TMP", ""), ("TEMP", "")],
];

#[test]
fn the_folder_of_temporary_files_is_that_of_node() {
    let programs = Lumi::new();
    let print = programs.file(
        "print.mjs",
        "import os from 'node:os';\n\
         console.log(os.tmpdir(), `${os.tmpdir}`);\n\
         for (const value of ['/own/', undefined, '']) {\n\
           process.env.TMPDIR = value;\n\
           console.log(os.tmpdir());\n\
         }\n\
         delete process.env.TMPDIR;\n\
         console.log(os.tmpdir());\n",
    );
    for variables in TEMPORARY_FOLDERS {
        let Some(expected) = in_node(&print, variables) else {
            return;
        };
        assert_eq!(in_lumi(&print, variables), expected, "{variables:?}");
    }
}

#[test]
fn the_folder_of_temporary_files_is_one_that_the_sandbox_lets_a_program_know() {
    let lumi = Lumi::program(
        "import { tmpdir } from 'node:os';\n\
         import { Worker } from 'node:worker_threads';\n\
         console.log(tmpdir());\n\
         new Worker(\"console.log(require('os').tmpdir())\", { eval: true });\n",
    );
    let variables = [("TMPDIR", "/of-tmpdir/"), ("TEMP", "/of-temp")];
    for (flags, expected) in [
        (&[][..], "/tmp"),
        (&["--allow-env=TMP"][..], "/tmp"),
        (&["--allow-env=TEMP"][..], "/of-temp"),
        (&["--allow-env=TMPDIR"][..], "/of-tmpdir"),
        (&["--allow-env"][..], "/of-tmpdir"),
    ] {
        let arguments = [&["run"], flags].concat();
        let mut run = lumi.command(&arguments);
        let output = run.envs(variables).output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!(printed, format!("{expected}\n{expected}\n"), "{flags:?}");
    }
}
