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
fn in_node(program: &Path) -> Option<String> {
    let Ok(output) = tool("node").arg(program).output() else {
        skip("node", "the package manager of the system");
        return None;
    };
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {problem}", program.display());
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The output of a program in Lumi: standard output belongs to the plan, so the console is standard
/// error.
fn in_lumi(program: &Path) -> String {
    let output = command().args(["run", "-A"]).arg(program).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn programs_print_the_same() {
    let mut differences = String::new();
    for program in programs() {
        let Some(expected) = in_node(&program) else {
            return;
        };
        let found = in_lumi(&program);
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
