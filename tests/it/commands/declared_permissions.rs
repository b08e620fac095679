//! `permissions` of `Lumi.yaml`.

use crate::support::lumi::Lumi;
use crate::support::pseudo_terminal::PseudoTerminal;

/// A program that needs two environment variables.
fn project(permissions: &str) -> Lumi {
    let lumi = Lumi::program(
        "export const first = process.env.LUMI_A;\nexport const second = process.env.LUMI_B;\n",
    );
    lumi.file(
        "Lumi.yaml",
        format!("name: demo\npermissions: {permissions}\n"),
    );
    lumi
}

const BOTH: &str = "{ env: [LUMI_A, LUMI_B] }";
const QUESTION: &str = "Allow this from now on? yes / no / details: ";

fn at_terminal(lumi: &Lumi, args: &[&str]) -> PseudoTerminal {
    let mut command = lumi.command(args);
    command.env("LUMI_A", "one").env("LUMI_B", "two");
    PseudoTerminal::start(&mut command, 100, 30)
}

#[test]
fn without_a_terminal_they_have_to_be_passed() {
    let lumi = project(BOTH);
    let refused = lumi.run(&["run"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    let said = &refused.stderr;
    assert!(
        said.contains("pass -P") && said.contains("--allow-env=LUMI_A,LUMI_B"),
        "{said}"
    );
    lumi.run(&["run", "-P"]).ok();
    lumi.run(&["run", "-A"]).ok();
    // `-P` accepts the permissions for one command.
    assert_eq!(lumi.run(&["run"]).code, 2);
    // Flags replace the declared permissions.
    let less = lumi.run(&["run", "--allow-env=LUMI_A"]);
    assert_eq!(less.code, 1, "{}", less.transcript());
    assert!(
        less.stderr.contains("--allow-env=LUMI_B"),
        "{}",
        less.stderr
    );
    // Commands without a program need no permissions.
    lumi.run(&["stack", "ls"]).ok();
}

#[test]
fn permissions_are_accepted_again_when_they_change() {
    let lumi = project("{ env: LUMI_A }");
    let mut terminal = at_terminal(&lumi, &["run", "--format", "json"]);
    terminal.expect("--allow-env=LUMI_A");
    terminal.expect(QUESTION);
    terminal.type_keys("no\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 4, "{screen}");
    let mut terminal = at_terminal(&lumi, &["run", "--format", "json"]);
    terminal.expect(QUESTION);
    terminal.type_keys("yes\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 1, "{screen}");
    assert!(screen.contains("--allow-env=LUMI_B"), "{screen}");

    lumi.file("Lumi.yaml", format!("name: demo\npermissions: {BOTH}\n"));
    assert_eq!(lumi.run(&["run"]).code, 2);
    let mut terminal = at_terminal(&lumi, &["up", "-y"]);
    terminal.expect("--allow-env=LUMI_A,LUMI_B");
    terminal.expect(QUESTION);
    terminal.type_keys("yes\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(!screen.contains("warning"), "{screen}");
    lumi.run(&["run"]).ok();
    lumi.run(&["up", "-y"]).ok();
    // Fewer permissions than were accepted need no new consent.
    lumi.file("Lumi.yaml", "name: demo\npermissions: { env: LUMI_A }\n");
    assert_eq!(lumi.run(&["run"]).code, 1);
}

/// Files in the project folder cannot accept its permissions.
#[test]
fn accepted_permissions_are_stored_outside_the_project() {
    let lumi = project(BOTH);
    let mut terminal = at_terminal(&lumi, &["run"]);
    terminal.expect(QUESTION);
    terminal.type_keys("yes\n");
    terminal.end();
    let home = lumi.folder().with_file_name("home");
    let accepted: Vec<_> = std::fs::read_dir(home.join(".lumi/permissions"))
        .unwrap()
        .collect();
    assert_eq!(accepted.len(), 1);
    let elsewhere = lumi.folder().with_file_name("copy");
    std::fs::rename(lumi.folder(), &elsewhere).unwrap();
    let moved = lumi
        .command(&["run"])
        .current_dir(&elsewhere)
        .output()
        .unwrap();
    assert_eq!(moved.status.code(), Some(2));
    std::fs::rename(&elsewhere, lumi.folder()).unwrap();
    lumi.run(&["run"]).ok();
}

#[test]
fn paths_are_those_of_the_project() {
    let lumi = Lumi::program(
        "import { writeFileSync } from \"node:fs\";\nwriteFileSync(\"out.txt\", \"1\");\n",
    );
    lumi.file("Lumi.yaml", "name: demo\npermissions: { write: out.txt }\n");
    lumi.file("sub/empty.txt", "");
    let ran = lumi
        .command(&["run", "-P", ".."])
        .current_dir(lumi.folder().join("sub"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(!said.contains("is denied"), "{said}");
}
