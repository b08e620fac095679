//! Child processes that run beside a program: what they are allowed, what they get, how they end.

use std::thread::sleep;
use std::time::Duration;

use crate::support::lumi::{Lumi, tool};

/// Starts a shell with a process of its own, whose ids are in the files `shell` and `inner`, and
/// waits until both run.
const STARTS: &str = "import { spawn } from 'node:child_process';\n\
     import { existsSync } from 'node:fs';\n\
     const script = 'sleep 300 & echo $! > inner; echo $$ > shell.new; mv shell.new shell; wait';\n\
     const start = async (options: object) => {\n\
       const child = spawn('sh', ['-c', script], { stdio: 'ignore', ...options });\n\
       while (!existsSync('shell')) await new Promise((resolve) => setTimeout(resolve, 5));\n\
       return child;\n\
     };\n";

/// Fails unless the process ends. A zombie is still listed.
fn assert_ends(process: &str) {
    for _ in 0..500 {
        let output = tool("ps")
            .args(["-o", "stat=", "-p", process.trim()])
            .output()
            .unwrap();
        let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("process {process} is still there");
}

#[test]
fn processes_that_a_program_leaves_end_with_it() {
    let endings = [
        ("child.unref();", "", 0),
        (
            "(await start({ detached: true })).unref(); child.unref();",
            "",
            0,
        ),
        ("throw new Error('no');", "", 1),
        ("process.exit(3);", "", 1),
        ("", "--timeout=2s", 1),
    ];
    for (ending, flag, code) in endings {
        let lumi = Lumi::program(&format!(
            "{STARTS}const child = await start({{}});\n{ending}\n"
        ));
        let arguments = ["run", "--allow-run=sh", flag];
        let arguments = arguments.iter().filter(|it| !it.is_empty()).copied();
        let answer = lumi.run(&arguments.collect::<Vec<_>>());
        assert_eq!(answer.code, code, "{ending}: {}", answer.stderr);
        for file in ["shell", "inner"] {
            assert_ends(&lumi.read(file));
        }
    }
}

#[test]
fn a_process_needs_a_permission_for_its_program() {
    let lumi = Lumi::program(
        "import { exec, execFile, spawn } from 'node:child_process';\n\
         const attempts: [string, () => unknown][] = [\n\
           ['other', () => spawn('cat')],\n\
           ['path', () => spawn('/bin/echo', ['a'])],\n\
           ['shell', () => exec('echo a')],\n\
           ['file', () => execFile('cat')],\n\
           ['shell option', () => spawn('echo', ['a'], { shell: true })],\n\
           ['loader', () => spawn('echo', ['a'], { env: { LD_PRELOAD: 'x.so' } })],\n\
           ['another name', () => spawn('echo', ['a'], { argv0: 'sh' })],\n\
           ['allowed', () => spawn('echo', ['a'])],\n\
         ];\n\
         for (const [name, attempt] of attempts) {\n\
           try { attempt(); console.log(name, 'runs'); }\n\
           catch (error) { console.log(name, (error as { code: string }).code, (error as Error).message); }\n\
         }\n",
    );
    let said = lumi.run(&["run", "--allow-run=echo"]).stderr;
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "other ERR_ACCESS_DENIED",
        "path ERR_ACCESS_DENIED",
        "shell ERR_ACCESS_DENIED",
        "file ERR_ACCESS_DENIED",
        "shell option ERR_ACCESS_DENIED",
        "loader ERR_ACCESS_DENIED",
        "another name ERR_ACCESS_DENIED",
        "allowed runs",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{said}");
    }
    assert!(said.contains("--allow-run=/bin/echo"), "{said}");
    assert!(said.contains("--allow-run=sh"), "{said}");
}

#[test]
fn processes_do_not_get_the_passphrase() {
    let lumi = Lumi::program(
        "import { spawn } from 'node:child_process';\n\
         let all = '';\n\
         for await (const chunk of spawn('env').stdout!.setEncoding('utf8')) all += chunk;\n\
         console.log(all);\n",
    );
    let output = lumi
        .command(&["run", "--allow-run=env"])
        .env("LUMI_PASSPHRASE", "open sesame")
        .env("LUMI_KEPT", "as ever")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("as ever") && !said.contains("sesame"),
        "{said}"
    );
}

#[test]
fn inherited_output_is_on_the_console_before_the_end_is_reported() {
    let lumi = Lumi::program(
        "import { spawn } from 'node:child_process';\n\
         const script = 'printf \"caf\\\\303\"; printf \"\\\\251 out\\\\n\"; echo err >&2';\n\
         const child = spawn('sh', ['-c', script], { stdio: ['inherit', 'inherit', 2] });\n\
         await new Promise((resolve) => child.on('exit', resolve));\n\
         console.log('ended', child.stdout);\n",
    );
    let answer = lumi.run(&["run", "--allow-run=sh"]);
    let said = answer.stderr;
    // The two streams have no order between them.
    let (before, after) = said.split_once("err\n").expect(&said);
    let out = format!("{before}{after}");
    assert!(out.contains("caf\u{e9} out\n"), "{said}");
    assert!(said.ends_with("ended null\n"), "{said}");
}

#[test]
fn unavailable_features_of_processes_say_why() {
    let lumi = Lumi::program(
        "import { fork } from 'node:child_process';\n\
         const child = fork('none.mjs', { silent: true });\n\
         for (const attempt of [\n\
           () => fork('none.mjs', { serialization: 'advanced' }),\n\
           () => child.send('text', { handle: true }),\n\
         ]) {\n\
           try { attempt(); } catch (error) { console.log((error as Error).message); }\n\
         }\n",
    );
    lumi.file("none.mjs", "");
    let said = lumi.run(&["run", "-A"]).stderr;
    assert!(said.contains("of another serialization"), "{said}");
    assert!(said.contains("a handle in a message"), "{said}");
}

/// A script that runs as `process.execPath` has the permissions of the program that starts it.
#[test]
fn a_script_has_the_permissions_of_its_program() {
    let lumi = Lumi::program(
        "import { execFileSync, execSync, fork } from 'node:child_process';\n\
         const node = process.execPath;\n\
         console.log(execFileSync(node, ['tried.mjs'], { env: { OWN: '1' } }).toString());\n\
         console.log(execSync(`\"${node}\" -p \"require('./tried.cjs')\"`).toString());\n\
         const child = fork('tried.mjs', { silent: true });\n\
         child.stdout.on('data', (it: Buffer) => console.log(it.toString()));\n",
    );
    lumi.file("own.txt", "own");
    lumi.file(
        "tried.cjs",
        "const { readFileSync, writeFileSync } = require('fs');\n\
         const tried = (run) => { try { return run(); } catch (error) { return error.code; } };\n\
         module.exports = [\n\
           () => readFileSync('own.txt', 'utf8'), () => readFileSync('/etc/passwd', 'utf8'),\n\
           () => writeFileSync('made.txt', ''), () => process.env.HOME,\n\
           () => require('child_process').execFileSync('true').length,\n\
         ].map(tried).join(' ');\n",
    );
    lumi.file(
        "tried.mjs",
        "import it from './tried.cjs';\nprocess.stdout.write(it);\n",
    );
    let answer = lumi.run(&["run", "--allow-run=lumi,sh"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let refused = "own ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED";
    assert_eq!(
        answer.stderr.matches(refused).count(),
        3,
        "{}",
        answer.stderr
    );
    let denied = lumi.run(&["run", "--allow-run=sh"]);
    assert_eq!(denied.code, 1);
    assert!(
        denied.stderr.contains("--allow-run=lumi"),
        "{}",
        denied.stderr
    );
}

#[test]
fn a_script_has_the_limit_of_the_heap() {
    let lumi = Lumi::program(
        "import { spawnSync } from 'node:child_process';\n\
         const fill = 'var kept = []; while (true) kept.push(new Array(1000).fill({}));';\n\
         const { status, stderr } = spawnSync(process.execPath, ['-e', fill]);\n\
         console.log(status, String(stderr));\n",
    );
    let answer = lumi.run(&["run", "--allow-run=lumi", "--heap-limit", "64MiB"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stderr.starts_with("1 "), "{}", answer.stderr);
    assert!(answer.stderr.contains("64"), "{}", answer.stderr);
}
