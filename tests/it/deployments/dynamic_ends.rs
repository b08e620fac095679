//! Calls of dynamic providers that are interrupted or never end.

use std::io::Read as _;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::deployments::dynamic::{project, run, up};
use crate::programs::signals::{interrupt, interrupt_again};
use crate::support::lumi::{Answer, Lumi, read_until};

/// Waits for a file that a child writes.
fn await_file(lumi: &Lumi, name: &str, child: &mut Child) {
    while !lumi.folder().join(name).exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
pub fn an_interrupt_lets_a_create_come_to_its_end() {
    let lumi = Lumi::program(
        "import * as dynamic from 'lumi/dynamic';\nimport * as fs from 'node:fs';\n\
         class Slow extends dynamic.Resource {}\n\
         const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));\n\
         const create = async () => {\n\
           fs.writeFileSync('begun', '');\n\
           while (!fs.existsSync('go')) await sleep(5);\n\
           fs.writeFileSync('done', '');\n\
           return { id: '1' };\n\
         };\n\
         new Slow({ create }, 'a');\n",
    );
    let mut child = lumi
        .command(&["up", "-y", "--allow-write=."])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_file(&lumi, "begun", &mut child);
    interrupt(&child);
    // A separate thread handles the signal.
    read_until(child.stderr.as_mut().unwrap(), "stopping");
    lumi.file("go", "");
    let output = child.wait_with_output().unwrap();
    let answer = Answer::of(output, &["up"], lumi.folder());
    assert_eq!(answer.code, 4, "{}", answer.transcript());
    assert!(lumi.folder().join("done").exists());
    assert!(
        answer.stdout.contains("+1 created"),
        "{}",
        answer.transcript()
    );
}

#[test]
pub fn a_second_interrupt_gives_up_a_create_and_keeps_it_as_pending() {
    let lumi = Lumi::program(
        "import * as dynamic from 'lumi/dynamic';\nimport * as fs from 'node:fs';\n\
         class Slow extends dynamic.Resource {}\n\
         const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));\n\
         const create = async () => {\n\
           fs.writeFileSync('begun', '');\n\
           while (!fs.existsSync('go')) await sleep(5);\n\
           return { id: '1' };\n\
         };\n\
         new Slow({ create }, 'a');\n",
    );
    let mut child = lumi
        .command(&["up", "-y", "--allow-write=."])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_file(&lumi, "begun", &mut child);
    interrupt(&child);
    let mut said = read_until(child.stderr.as_mut().unwrap(), "stopping");
    interrupt_again(&child);
    child
        .stderr
        .as_mut()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let answer = Answer::of(output, &["up"], lumi.folder());
    assert_eq!(answer.code, 4, "{}", answer.transcript());
    assert!(
        answer.stdout.contains("Stopped:") && said.contains("recorded as pending"),
        "{said}{}",
        answer.transcript()
    );
    let pending = lumi.run(&["stack", "pending"]).ok();
    assert!(pending.contains("create"), "{pending}");
}

#[test]
pub fn a_create_that_never_ends_is_given_up() {
    let lumi = project(
        "new Row('a', { kind: 'x', size: 1, how: 'never' }, { customTimeouts: { create: '100ms' } });",
    );
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains("took longer than 100ms"),
        "{}",
        answer.stderr
    );
}

#[test]
pub fn a_delete_that_can_never_end_is_given_up() {
    let text = "import * as dynamic from 'lumi/dynamic';\nclass Stuck extends dynamic.Resource {}\n\
                const provider = { create: () => ({ id: '1' }), delete: () => new Promise<void>(() => {}) };\n";
    let lumi = Lumi::program(&format!("{text}new Stuck(provider, 'a');"));
    up(&lumi);
    lumi.file(
        "index.ts",
        format!("{text}dynamic.register(Stuck, provider);"),
    );
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1);
    let message = "its provider never finishes: it waits for a promise that nothing resolves";
    assert!(answer.stderr.contains(message), "{}", answer.stderr);
}
