//! The limits of `node:fs` without a permission; its work does not block the program.

use crate::support::lumi::Lumi;

/// Each line of `calls` is a call; the program prints the code of its error, or `done`.
fn codes(calls: &str, flags: &[&str]) -> (Lumi, Vec<String>) {
    let lumi = Lumi::new();
    lumi.file("outside/secret.txt", "hidden");
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/own.txt", "own");
    lumi.file("p/.lumi/key", "key");
    std::fs::create_dir_all(lumi.folder().join("p/out")).unwrap();
    std::os::unix::fs::symlink("../../outside", lumi.folder().join("p/out/link")).unwrap();
    let calls: String = calls
        .lines()
        .map(|line| format!("  async () => {},\n", line.trim()))
        .collect();
    lumi.file(
        "p/index.ts",
        format!(
            "import * as fs from 'node:fs';\n\
             import * as later from 'node:fs/promises';\n\
             const calls: (() => Promise<unknown>)[] = [\n{calls}];\n\
             for (const call of calls) {{\n\
               try {{ await call(); console.log('done'); }}\n\
               catch (error) {{ console.log((error as {{ code: string }}).code); }}\n\
             }}\n"
        ),
    );
    let answer = lumi.run(&[&["run", "p"], flags].concat());
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let lines = answer.stderr.lines().map(str::to_owned).collect();
    (lumi, lines)
}

#[test]
fn nothing_is_changed_without_permission() {
    let calls = "fs.openSync('own.txt', 'r+')
        fs.openSync('own.txt', fs.constants.O_RDONLY | fs.constants.O_TRUNC)
        later.open('new.txt', 'w')
        later.writeFile('own.txt', '')
        later.truncate('own.txt')
        later.chmod('own.txt', 0o777)
        later.utimes('own.txt', 1, 1)
        later.lutimes('own.txt', 1, 1)
        later.chown('own.txt', 0, 0)
        later.lchown('own.txt', 0, 0)
        later.link('own.txt', 'other.txt')
        later.symlink('own.txt', 'other.txt')
        later.rename('own.txt', 'other.txt')
        later.copyFile('own.txt', 'other.txt')
        later.cp('own.txt', 'other.txt')
        later.mkdir('folder', { recursive: true })
        later.mkdtemp('folder')
        later.rm('own.txt')
        later.unlink('own.txt')
        later.rmdir('out')
        later.access('own.txt', fs.constants.W_OK)";
    let (lumi, found) = codes(calls, &[]);
    assert_eq!(found.len(), calls.lines().count());
    assert!(
        found.iter().all(|it| it == "ERR_ACCESS_DENIED"),
        "{found:?}"
    );
    assert_eq!(lumi.read("p/own.txt"), "own");
    assert!(!lumi.folder().join("p/other.txt").exists());
}

#[test]
fn nothing_outside_is_read_without_permission() {
    let calls = "later.readFile('../outside/secret.txt')
        later.readFile('out/link/secret.txt')
        fs.openSync('out/link/secret.txt')
        later.stat('out/link/secret.txt')
        later.lstat('out/link/secret.txt')
        later.readdir('out/link')
        later.opendir('out/link')
        later.realpath('out/link')
        later.access('out/link')
        later.statfs('out/link')
        later.readlink('out/link/none')
        later.copyFile('out/link/secret.txt', 'out/copy')
        later.cp('out/link', 'out/copy', { recursive: true, dereference: true })
        later.link('out/link/secret.txt', 'out/copy')
        later.writeFile('out/link/new.txt', '')
        later.readFile('.lumi/key')
        later.open('.lumi/key')
        later.link('.lumi/key', 'out/copy')
        later.symlink('x', '.lumi/other')
        later.readFile('/proc/self/environ')";
    let (lumi, found) = codes(calls, &["--allow-write=p"]);
    assert_eq!(found.len(), calls.lines().count());
    assert!(
        found.iter().all(|it| it == "ERR_ACCESS_DENIED"),
        "{found:?}"
    );
    assert!(!lumi.folder().join("p/out/copy").exists());
}

/// A symlink that a program makes leads nowhere that it may not read.
#[test]
fn links_of_a_program_open_nothing() {
    let (_lumi, found) = codes(
        "later.symlink('../../outside/secret.txt', 'out/mine')
         later.readFile('out/mine')
         later.readlink('out/mine')
         later.open('out/mine', 'w')
         later.symlink('../own.txt', 'out/inner')
         later.readFile('out/inner')",
        &["--allow-write=p/out"],
    );
    let denied = "ERR_ACCESS_DENIED";
    assert_eq!(found, ["done", denied, "done", denied, "done", "done"]);
}

/// A folder is replaced by a symlink between the check and the work of many operations.
#[test]
fn a_folder_that_becomes_a_link_does_not_lead_out() {
    let lumi = Lumi::new();
    lumi.file("outside/file", "hidden");
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/out/real/file", "open");
    lumi.file(
        "p/index.ts",
        "import * as fs from 'node:fs';\n\
         fs.symlinkSync('../../outside', 'out/link');\n\
         fs.mkdirSync('out/swap');\n\
         fs.writeFileSync('out/swap/file', 'open');\n\
         let found = 0, hidden = 0;\n\
         for (let round = 0; round < 300; round++) {\n\
           const reads = Array.from({ length: 8 }, () => fs.promises.readFile('out/swap/file', 'utf8'));\n\
           fs.renameSync('out/swap', 'out/away');\n\
           fs.renameSync('out/link', 'out/swap');\n\
           for (const it of await Promise.allSettled(reads)) {\n\
             if (it.status === 'fulfilled') { found++; if (it.value !== 'open') hidden++; }\n\
           }\n\
           fs.renameSync('out/swap', 'out/link');\n\
           fs.renameSync('out/away', 'out/swap');\n\
         }\n\
         console.log(hidden, found <= 2400);\n",
    );
    let answer = lumi.run(&["run", "p", "--allow-write=p/out"]);
    assert_eq!(answer.stderr, "0 true\n", "{}", answer.transcript());
}

/// The promise of a large read is pending while the program goes on.
#[test]
fn a_program_goes_on_while_files_are_read() {
    let lumi = Lumi::program(
        "import { readFile } from 'node:fs';\n\
         import * as later from 'node:fs/promises';\n\
         const order: string[] = [];\n\
         const reading = later.readFile('index.ts').then(() => order.push('promise'));\n\
         const called = new Promise<void>((resolve) => readFile('index.ts', () => { order.push('callback'); resolve(); }));\n\
         order.push('program');\n\
         await Promise.resolve();\n\
         order.push('microtask');\n\
         await Promise.all([reading, called]);\n\
         console.log(order.slice(0, 2).join(), order.length);\n",
    );
    let answer = lumi.run(&["run"]);
    assert_eq!(
        answer.stderr,
        "program,microtask 4\n",
        "{}",
        answer.transcript()
    );
}

#[test]
fn an_open_file_permits_what_it_was_opened_for() {
    let changes = "(await later.open('own.txt')).chmod(0o777)
        (await later.open('own.txt')).chown(0, 0)
        (await later.open('own.txt')).utimes(1, 1)
        fs.fchmodSync(fs.openSync('own.txt'), 0o777)
        fs.futimesSync(fs.openSync('out'), 1, 1)";
    let calls = changes.replace(
        "(await later.open('own.txt'))",
        "later.open('own.txt').then((it) => it",
    );
    let calls: Vec<String> = calls
        .lines()
        .map(|line| match line.contains("then") {
            true => format!("{line})"),
            false => line.to_owned(),
        })
        .collect();
    let (_, found) = codes(&calls.join("\n"), &[]);
    assert_eq!(found, ["ERR_ACCESS_DENIED"; 5]);
    let (_, found) = codes(&calls.join("\n"), &["--allow-write=p"]);
    assert_eq!(found, ["done"; 5]);
    let calls = "later.open('../outside/secret.txt', 'a').then((it) => it.stat())
        later.rename('../outside/secret.txt', 'moved.txt')
        later.open('../outside/secret.txt', 'a').then((it) => it.write('x'))";
    let (_, found) = codes(calls, &["--allow-write=p,outside"]);
    assert_eq!(found, ["ERR_ACCESS_DENIED", "ERR_ACCESS_DENIED", "done"]);
}

#[test]
fn a_folder_with_one_of_lumi_is_not_removed() {
    let calls = "later.rm('.', { recursive: true, force: true })
        fs.rmSync('../p', { recursive: true })
        fs.rmdirSync('inner', { recursive: true })";
    let (lumi, found) = codes(calls, &["--allow-write=p"]);
    assert_eq!(found, ["EINVAL", "EACCES", "ENOENT"]);
    assert_eq!(lumi.read("p/.lumi/key"), "key");
    assert_eq!(lumi.read("p/own.txt"), "own");
    let (lumi, found) = codes("later.rm('../p', { recursive: true })", &["--allow-write"]);
    assert!(found == ["done"] || !lumi.folder().join("p/.lumi").exists());
}

#[test]
fn a_watched_folder_tells_nothing_of_other_places() {
    let lumi = Lumi::new();
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/.lumi/key", "key");
    lumi.file("outside/old.txt", "");
    let link = lumi.folder().join("p/link");
    std::os::unix::fs::symlink("../outside", link).unwrap();
    lumi.file(
        "p/index.ts",
        "import * as fs from 'node:fs';\n\
         import { execFileSync } from 'node:child_process';\n\
         const ended = Promise.withResolvers<void>();\n\
         fs.watch('.', { recursive: true }, (_, name) => {\n\
           console.log('saw', name);\n\
           if (name === 'last.txt') ended.resolve();\n\
         });\n\
         execFileSync('touch', ['../outside/new.txt', '.lumi/state', '.lumi/key', 'last.txt']);\n\
         await ended.promise;\n\
         process.exit(0);\n",
    );
    let answer = lumi.run(&["run", "p", "--allow-run=touch"]);
    assert!(
        answer.stderr.contains("saw last.txt"),
        "{}",
        answer.transcript()
    );
    for hidden in ["new.txt", "state", "key"] {
        assert!(!answer.stderr.contains(hidden), "{}", answer.transcript());
    }
    let answer = lumi.run(&["run", "p", "--allow-run=touch", "--allow-read"]);
    assert!(
        answer.stderr.contains("saw .lumi/key"),
        "{}",
        answer.transcript()
    );
}
