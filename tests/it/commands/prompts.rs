//! Values read from a terminal or a pipe.

use std::io::Write as _;
use std::process::Stdio;

use crate::support::lumi::{Answer, Lumi};
use crate::support::pseudo_terminal::PseudoTerminal;

fn at_terminal(lumi: &Lumi, args: &[&str]) -> PseudoTerminal {
    PseudoTerminal::start(&mut lumi.command(args), 100, 30)
}

fn piped(lumi: &Lumi, args: &[&str], input: &str) -> Answer {
    let mut command = lumi.command(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    process
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    Answer::of(process.wait_with_output().unwrap(), args, lumi.folder())
}

#[test]
fn a_secret_is_asked_for_and_not_shown() {
    let lumi = Lumi::new();
    let mut terminal = at_terminal(&lumi, &["config", "set", "token", "--secret"]);
    terminal.expect("value of token: ");
    terminal.expect_hidden();
    // Keys after Enter are left for the shell.
    terminal.type_keys("hunter3\u{7f}2\r");
    terminal.expect("set token in Lumi.dev.yaml");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(!screen.contains("hunter"), "{screen}");
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter2\n");
    assert!(!lumi.read("Lumi.dev.yaml").contains("hunter2"));
}

/// A terminal marks what is pasted; the shell gets none of it.
#[test]
fn a_pasted_secret_of_several_lines_is_taken_whole() {
    let lumi = Lumi::new();
    let mut terminal = at_terminal(&lumi, &["config", "set", "key", "--secret"]);
    terminal.expect("value of key: ");
    terminal.expect_hidden();
    terminal.expect("\u{1b}[?2004h");
    terminal.type_keys("\u{1b}[200~-----BEGIN KEY-----\rc2VjcmV0\r-----END KEY-----\r\u{1b}[201~");
    terminal.type_keys("\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(
        !screen.contains("c2Vj") && screen.contains("\u{1b}[?2004l"),
        "{screen}"
    );
    let got = lumi.run(&["config", "get", "key"]).ok();
    assert_eq!(got, "-----BEGIN KEY-----\nc2VjcmV0\n-----END KEY-----\n");
}

/// A line of a terminal in canonical mode has at most 4096 bytes.
#[test]
fn a_long_secret_is_taken_whole() {
    let lumi = Lumi::new();
    let secret = "0123456789abcdef".repeat(400);
    let mut terminal = at_terminal(&lumi, &["config", "set", "key", "--secret"]);
    terminal.expect("value of key: ");
    terminal.expect_hidden();
    terminal.type_keys(&secret);
    terminal.type_keys("\r");
    assert_eq!(terminal.end().0, 0);
    let got = lumi.run(&["config", "get", "key"]).ok();
    assert_eq!(got.trim_end(), secret);
}

#[test]
fn another_value_is_shown_while_it_is_typed() {
    let lumi = Lumi::new();
    for args in [
        &["config", "set", "size"][..],
        &["config", "set", "size", "-"],
    ] {
        let mut terminal = at_terminal(&lumi, args);
        terminal.expect("value of size: ");
        terminal.type_keys("3 big\n");
        let (code, screen) = terminal.end();
        assert_eq!(code, 0, "{screen}");
        assert!(screen.contains("value of size: 3 big"), "{screen}");
        assert_eq!(lumi.run(&["config", "get", "size"]).ok(), "3 big\n");
    }
}

#[test]
fn ctrl_c_and_ctrl_d_change_nothing() {
    let lumi = Lumi::new();
    for (keys, expected) in [("abc\u{3}", 4), ("\u{4}", 2), ("\r", 2)] {
        let mut terminal = at_terminal(&lumi, &["config", "set", "token", "--secret"]);
        terminal.expect("value of token: ");
        terminal.expect_hidden();
        terminal.type_keys(keys);
        let (code, screen) = terminal.end();
        assert_eq!(code, expected, "{keys:?}: {screen}");
        assert!(!lumi.folder().join("Lumi.dev.yaml").exists(), "{keys:?}");
    }
}

#[test]
fn a_pipe_is_read_to_its_end() {
    let lumi = Lumi::new();
    for (input, expected) in [
        ("hunter2\n", "hunter2\n"),
        ("hunter2", "hunter2\n"),
        ("a\nb\n", "a\nb\n"),
        ("a\n\n", "a\n\n"),
        ("a\r\n", "a\n"),
    ] {
        piped(&lumi, &["config", "set", "token", "--secret"], input).ok();
        assert_eq!(
            lumi.run(&["config", "get", "token"]).ok(),
            expected,
            "{input:?}"
        );
    }
}

#[test]
fn a_new_passphrase_is_asked_for_twice() {
    let lumi = Lumi::new();
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    let rotate = |second: &str| {
        let mut terminal = at_terminal(&lumi, &["stack", "rotate", "--to-passphrase", "-y"]);
        terminal.expect("new passphrase: ");
        terminal.expect_hidden();
        terminal.type_keys("correct horse\r");
        terminal.expect("the same again: ");
        terminal.expect_hidden();
        terminal.type_keys(second);
        terminal.end()
    };
    let (code, screen) = rotate("correct house\r");
    assert_eq!(code, 2, "{screen}");
    assert!(screen.contains("the two passphrases differ"), "{screen}");
    let (code, screen) = rotate("correct horse\r");
    assert_eq!(code, 0, "{screen}");
    assert!(!screen.contains("correct"), "{screen}");
    let mut get = lumi.command(&["config", "get", "token"]);
    get.env("LUMI_PASSPHRASE", "correct horse");
    assert_eq!(get.output().unwrap().stdout, b"hunter2\n");
}

/// A stack with a secret output and a secret configuration value, under the passphrase "correct
/// horse".
fn protected() -> Lumi {
    let lumi = Lumi::with_sdk("export const token = new lumi.Config().requireSecret(\"token\");\n");
    for args in [
        &["config", "set", "token", "hunter2", "--secret"][..],
        &["up", "-y"],
    ] {
        let mut command = lumi.command(args);
        command.env("LUMI_PASSPHRASE", "correct horse");
        Answer::of(command.output().unwrap(), args, lumi.folder()).ok();
    }
    lumi
}

const QUESTION: &str = "passphrase of the stack dev: ";

#[test]
fn a_missing_passphrase_is_asked_for_once() {
    let lumi = protected();
    for (args, shown) in [
        (&["up", "-y"][..], "nothing to do"),
        (&["preview"], "no changes"),
        (&["run"], "token"),
        (&["config", "get", "token"], "hunter2"),
        (&["stack", "output", "token", "--show-secrets"], "hunter2"),
        (&["stack", "export", "--show-secrets"], "hunter2"),
    ] {
        let mut terminal = at_terminal(&lumi, args);
        terminal.expect(QUESTION);
        terminal.expect_hidden();
        terminal.type_keys("correct horse\r");
        let (code, screen) = terminal.end();
        assert_eq!(code, 0, "{args:?}: {screen}");
        assert!(screen.contains(shown), "{args:?}: {screen}");
        assert_eq!(screen.matches(QUESTION).count(), 1, "{args:?}: {screen}");
        assert!(!screen.contains("horse"), "{args:?}: {screen}");
    }
}

#[test]
fn a_wrong_passphrase_is_asked_for_again() {
    let lumi = protected();
    let get = &["config", "get", "token"];
    let mut terminal = at_terminal(&lumi, get);
    terminal.expect(QUESTION);
    terminal.expect_hidden();
    terminal.type_keys("battery staple\r");
    terminal.expect("wrong passphrase for the stack dev");
    terminal.expect_hidden();
    terminal.type_keys("correct horse\r");
    let (code, screen) = terminal.end();
    assert_eq!((code, screen.contains("hunter2")), (0, true), "{screen}");
    let mut terminal = at_terminal(&lumi, &["up", "-y"]);
    terminal.expect(QUESTION);
    for _ in 0..3 {
        terminal.expect_hidden();
        terminal.type_keys("battery staple\r");
    }
    let (code, screen) = terminal.end();
    assert_eq!(code, 2, "{screen}");
    // The message is folded for the width of the terminal.
    let words: Vec<&str> = screen.split_whitespace().collect();
    let message = words.join(" ");
    assert!(
        message.contains("the passphrase is not the one of the stack"),
        "{screen}"
    );
}

#[test]
fn ctrl_c_at_the_question_for_a_passphrase_stops_the_command() {
    let lumi = protected();
    let mut terminal = at_terminal(&lumi, &["stack", "export"]);
    terminal.expect(QUESTION);
    terminal.expect_hidden();
    terminal.type_keys("abc\u{3}");
    let (code, screen) = terminal.end();
    assert_eq!(code, 4, "{screen}");
}

#[test]
fn without_a_terminal_a_message_says_what_to_set() {
    let lumi = protected();
    for args in [
        &["up", "-y"][..],
        &["config", "get", "token"],
        &["stack", "export"],
    ] {
        let answer = piped(&lumi, args, "correct horse\n");
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("set LUMI_PASSPHRASE"),
            "{}",
            answer.stderr
        );
        assert!(!answer.stderr.contains(QUESTION), "{}", answer.stderr);
    }
}

#[test]
fn a_new_stack_is_made_with_a_yes_only() {
    let lumi = Lumi::program(
        "import { fs } from 'lumi/std';\nnew fs.File('a', { path: 'a.txt', content: 'made' });\n",
    );
    let answered = |keys: &str| {
        let mut terminal = at_terminal(&lumi, &["up", "-s", "new", "--allow-write=."]);
        terminal.expect("yes / no / details: ");
        terminal.type_keys(keys);
        terminal.end()
    };
    for keys in ["no\n", "\u{4}"] {
        let (code, screen) = answered(keys);
        assert_ne!(code, 0, "{keys:?}: {screen}");
        assert!(!lumi.folder().join("a.txt").exists(), "{keys:?}");
        assert_eq!(lumi.run(&["stack", "ls"]).ok(), "", "{keys:?}");
    }
    let (code, screen) = answered("maybe\ndetails\nyes\n");
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("Answer yes, no or details."), "{screen}");
    assert_eq!(lumi.read("a.txt"), "made");
    let stacks = lumi.run(&["stack", "ls"]).ok();
    assert!(stacks.contains("new"), "{stacks}");
}

/// A person at a terminal is asked, whatever `--force` allows.
#[test]
fn a_forced_import_of_a_state_asks_at_a_terminal() {
    let lumi = Lumi::program(
        "import { random } from \"lumi/std\";\nnew random.Id(\"a\", { byteLength: 4 });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    let before = lumi.run(&["stack", "export", "--out", "old.json"]);
    assert_eq!(before.code, 0, "{}", before.transcript());
    lumi.file("index.ts", "");
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        "import { random } from \"lumi/std\";\nnew random.Id(\"b\", { byteLength: 4 });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    let state = lumi.run(&["state", "ls"]).ok();
    let import = ["stack", "import", "old.json", "--force"];
    let mut terminal = at_terminal(&lumi, &import);
    terminal.expect("Replace the state of the stack dev?");
    terminal.type_keys("n\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 4, "{screen}");
    assert!(screen.contains("nothing was imported"), "{screen}");
    assert_eq!(lumi.run(&["state", "ls"]).ok(), state);
    let mut terminal = at_terminal(&lumi, &import);
    terminal.expect("Replace the state of the stack dev?");
    terminal.type_keys("y\r");
    assert_eq!(terminal.end().0, 0);
    assert!(lumi.run(&["state", "ls"]).ok().contains("std:random:Id  a"));
    // A flag answers beforehand.
    let mut terminal = at_terminal(&lumi, &["stack", "import", "old.json", "--force", "-y"]);
    terminal.expect("imported 1 resource");
    assert_eq!(terminal.end().0, 0);
}
