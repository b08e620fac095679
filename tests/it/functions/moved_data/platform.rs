//! `lumi platform export` and `import`: what a platform holds moves into another one, whole and once.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::functions::served::{Functions, queue, wait};

/// A platform that was stopped with values, objects, a delayed message and dead ones.
fn stopped() -> Functions {
    let fns = Functions::new();
    let trigger = r#"{ "type": "queue", "queue": "jobs", "attempts": 1 }"#;
    fns.add("work", trigger, "() => { throw new Error('not yet'); }");
    let it = fns.serve(&[]);
    it.platform("PUT", "kv/counts/a%2Fb", "1");
    it.platform("PUT", "kv/counts/short?ttl=100000", "2");
    it.platform("PUT", "buckets/photos/large", "x".repeat(300_000));
    it.platform("POST", "queues/jobs", "0");
    it.wait_for_log("gave up message");
    it.platform("POST", "queues/jobs?delay=100000", "3");
    it.platform("POST", "queues/waiting?key=k", "1");
    it.platform("POST", "queues/waiting?key=k", "2");
    it.kill();
    fns
}

/// A command for the platform in a folder; its messages.
fn run(fns: &Functions, args: &[&str], folder: &str) -> (i32, String) {
    let all = [&["platform"], args, &["--folder", folder]].concat();
    let run = fns.lumi.run(&all);
    (run.code, run.stderr)
}

fn listed(fns: &Functions, folder: &str) -> String {
    let args = ["platform", "queue", "--folder", folder, "ls"];
    fns.lumi.run(&args).ok()
}

#[test]
fn a_platform_moves_into_another_one() {
    let fns = stopped();
    let exported = run(&fns, &["export", "all.data"], "fns");
    assert_eq!(
        exported,
        (
            0,
            "exported 2 values, 1 object, 3 messages, 1 dead message (300.4 kB) to all.data\n\
             note: all.data is not encrypted: the stack has no secrets, and so no key\n"
                .to_owned()
        )
    );
    fs::create_dir_all(fns.lumi.folder().join("new/.data")).unwrap();
    let imported = "imported 2 values, 1 object, 3 messages, 1 dead message (300.4 kB)\n";
    assert_eq!(
        run(&fns, &["import", "all.data"], "new"),
        (0, imported.to_owned())
    );
    let queues = "jobs     1 waiting, 1 dead\nwaiting  2 waiting, 0 dead\n";
    assert_eq!(listed(&fns, "new"), queues);
    let again = run(&fns, &["import", "all.data"], "new");
    assert_eq!(
        again,
        (
            0,
            "nothing to do: the platform has had all of this file\n".to_owned()
        )
    );
    assert_eq!(listed(&fns, "new"), queues);

    fns.lumi.file(
        "new/take/index.mjs",
        "export default (n) => console.log(`took ${n}`);",
    );
    let definition = format!(
        r#"{{ "name": "take", "triggers": [{}] }}"#,
        queue("waiting")
    );
    fns.lumi.file("new/take/function.json", definition);
    let it = crate::functions::served::Served::start(&fns.lumi, "new", &[]);
    it.wait_for_log("took 2");
    let log = it.log();
    assert!(log.find("took 1") < log.find("took 2"), "{log}");
    assert_eq!(it.platform("GET", "kv/counts/a%2Fb", "").text(), "1");
    assert_eq!(it.platform("GET", "kv/counts/short", "").text(), "2");
    assert_eq!(
        it.platform("GET", "buckets/photos/large", "").body.len(),
        300_000
    );
    wait(|| it.queue("waiting") == (0, 0), || it.log());

    // What runs is left alone.
    for args in [["export", "more.data"], ["import", "all.data"]] {
        let (code, text) = run(&fns, &args, "new");
        assert!(
            code == 1 && text.contains("runs, and its functions change what it holds"),
            "{text}"
        );
    }
    drop(it);
    let removed = run(&fns, &["export", "all.data", "--remove"], "fns");
    assert_eq!(
        removed,
        (0, "removed 7 of them from the platform\n".to_owned())
    );
    assert_eq!(
        listed(&fns, "fns"),
        "jobs     0 waiting, 0 dead\nwaiting  0 waiting, 0 dead\n"
    );
}

/// Runs a command, and kills it after a time that grows from run to run, until a run ends before.
pub fn killed_until_done(command: impl Fn() -> Command) {
    let mut time = Duration::from_millis(20);
    loop {
        let mut child = command().stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(time);
        // A run before may have been killed after all was done.
        if child.try_wait().unwrap().is_some() {
            return;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        time = time.mul_f64(1.2);
    }
}

#[test]
fn commands_that_are_killed_go_on() {
    let fns = stopped();
    let it = fns.serve(&[]);
    for number in 0..200 {
        let body = format!("{number}").repeat(2000);
        it.platform("PUT", &format!("buckets/more/{number}"), body);
    }
    it.kill();
    fs::create_dir_all(fns.lumi.folder().join("new/.data")).unwrap();
    for command in [["export", "all.data", "fns"], ["import", "all.data", "new"]] {
        let [name, file, folder] = command;
        let args = ["platform", name, file, "--folder", folder];
        killed_until_done(|| fns.lumi.command(&args));
        let (code, text) = run(&fns, &[name, file], folder);
        let is_done = text.contains("exists already") || text.contains("nothing to do");
        assert!(is_done, "{code} {text}");
    }
    let export = |folder: &str, file: &str| {
        assert_eq!(run(&fns, &["export", file], folder).0, 0);
        fs::read(fns.lumi.folder().join(file)).unwrap()
    };
    let (old, new) = (export("fns", "old.data"), export("new", "new.data"));
    // The files differ in their random ids alone.
    let id = br#"{"id":""#;
    let at = old.windows(id.len()).position(|it| it == id).unwrap() + id.len() + 32;
    assert!(old[at..] == new[at..]);
}

#[test]
fn a_stack_with_secrets_has_encrypted_files() {
    let fns = stopped();
    fns.lumi.file("Lumi.yaml", "name: shop\n");
    fns.lumi.file("index.ts", "export {};\n");
    fns.lumi
        .run(&["config", "set", "password", "correct-horse", "--secret"])
        .ok();
    fns.lumi.run(&["config", "set", "local:folder", "fns"]).ok();
    let exported = fns.lumi.run(&["platform", "export", "all.data"]);
    assert_eq!(exported.code, 0, "{}", exported.stderr);
    assert!(
        !exported.stderr.contains("not encrypted"),
        "{}",
        exported.stderr
    );
    let bytes = fs::read(fns.lumi.folder().join("all.data")).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("counts"));
    fns.lumi.run(&["config", "set", "local:folder", "new"]).ok();
    fs::create_dir_all(fns.lumi.folder().join("new/.data")).unwrap();
    let imported = fns.lumi.run(&["platform", "import", "all.data"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    assert_eq!(listed(&fns, "new"), listed(&fns, "fns"));
}
