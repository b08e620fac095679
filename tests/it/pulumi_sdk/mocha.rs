//! Tests of programs of Pulumi, which are written for Mocha with mocks of the engine, by `lumi test`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Project, packages};
use crate::support::lumi::{Answer, without_times};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// A project with files, each by its path in `tests/programs`.
fn project(files: &[(&str, &str)]) -> Option<Project> {
    let project = Project::with_packages(&packages()?, "throw new Error('it is a program');");
    for (source, name) in files {
        let text = fs::read(programs().join(source)).unwrap();
        project.0.file(name, text);
    }
    Some(project)
}

fn run(project: &Project, args: &[&str]) -> Answer {
    let mut command = project.command(args);
    let folder = project.0.folder();
    // Tests in folders of the project belong to it, unless it is the home folder.
    command.env("HOME", folder.with_file_name("home"));
    Answer::of(command.output().unwrap(), args, folder)
}

/// Without times and the frames of the SDK.
fn stable(answer: &Answer) -> String {
    let text = without_times(&answer.transcript());
    let lines = text.lines().filter(|it| !it.starts_with("    at "));
    lines.map(|it| format!("{it}\n")).collect()
}

#[test]
fn tests_with_mocks_run_as_they_are() {
    let files = [
        ("pulumi_convert/tested/site.ts", "site.ts"),
        ("pulumi_convert/tested/site.spec.ts", "test/site.spec.ts"),
    ];
    let Some(project) = project(&files) else {
        return;
    };
    let answer = run(&project, &["test"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    insta::assert_snapshot!(stable(&answer));
    let passed = run(&project, &["test", "--filter", "URL", "test/site.spec.ts"]);
    let told = passed.transcript();
    assert!(told.contains("tests: 1 passed, 0 failed"), "{told}");
    let refused = run(&project, &["run", "test/site.spec.ts"]).transcript();
    let advice = "`lumi test test/site.spec.ts` runs them";
    assert!(refused.contains(advice), "{refused}");
}

#[test]
fn hooks_run_in_the_order_of_mocha() {
    let files = [("pulumi_sdk/mocha/order.spec.js", "order.spec.js")];
    let Some(project) = project(&files) else {
        return;
    };
    let answer = run(&project, &["test"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    insta::assert_snapshot!(stable(&answer));
}

#[test]
fn failing_hooks_are_reported_and_stop_nothing_else() {
    let files = [("pulumi_sdk/mocha/faults.spec.js", "faults.spec.js")];
    let Some(project) = project(&files) else {
        return;
    };
    let answer = run(&project, &["test", "-A"]);
    let told = answer.transcript();
    assert_eq!(answer.code, 1, "{told}");
    for expected in [
        "this inner sees it ... ok",
        "this inner skips itself ... skipped",
        "hooks inner fails ... FAILED",
        "error: of the test",
        "hooks inner is left out ... FAILED",
        "error: behind all",
        "hooks goes on ... ok",
        "servers one ... ok",
        "servers two ... ok",
        "tests: 4 passed, 2 failed, 1 skipped",
        "said: this inner sees it passed, this inner skips itself pending, second, outer, outer, outer after\n",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    assert!(!told.contains("error: of the hook"), "{told}");
}

#[test]
fn servers_of_hooks_are_closed_after_the_last_test() {
    let files = [("pulumi_sdk/mocha/open.spec.js", "open.spec.js")];
    let Some(project) = project(&files) else {
        return;
    };
    let answer = run(&project, &["test", "-A"]);
    let told = answer.transcript();
    assert_eq!(answer.code, 1, "{told}");
    for expected in [
        "is first ... ok",
        "is last ... FAILED",
        "hooks leave servers open",
        "127.0.0.1:",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
}

/// The name of a host is looked up first, so that the server opens while the first test runs.
#[test]
fn a_server_of_a_hook_that_opens_later_is_none_of_a_test() {
    let Some(project) = project(&[]) else {
        return;
    };
    project.0.file(
        "late.spec.js",
        "const server = require('net').createServer();\n\
         let listens;\n\
         before(() => {\n\
           listens = require('events').once(server, 'listening');\n\
           server.listen(0, 'localhost');\n\
         });\n\
         after((done) => server.close(done));\n\
         it('waits', async () => void await listens);\n\
         it('goes on', () => {});\n",
    );
    let told = run(&project, &["test", "-A"]).transcript();
    assert!(told.contains("tests: 2 passed, 0 failed"), "{told}");
}

#[test]
fn a_hook_that_never_ends_is_not_taken_for_a_test_that_is_left_out() {
    let Some(project) = project(&[]) else {
        return;
    };
    project.0.file(
        "hook.spec.js",
        "after(() => new Promise(() => {}));\n\
         it('runs', () => {});\n\
         it.skip('is left out', () => {});\n",
    );
    let answer = run(&project, &["test"]);
    let told = answer.transcript();
    assert_eq!(answer.code, 1, "{told}");
    assert!(told.contains("is left out ... FAILED"), "{told}");
    assert!(
        told.contains("error: a hook after the test never ends"),
        "{told}"
    );
}

/// ES modules with the global functions, with those of the package, and with those of Lumi.
#[test]
fn tests_are_es_modules() {
    let Some(project) = project(&[]) else {
        return;
    };
    let mocked = "import * as pulumi from '@pulumi/pulumi';\n\
        import assert from 'node:assert';\n\
        const seen = [];\n\
        await pulumi.runtime.setMocks({\n\
          newResource: ({ name, inputs }) => { seen.push(name); return { id: `${name}-id`, state: inputs }; },\n\
          call: ({ inputs }) => inputs,\n\
        });\n\
        let site;\n\
        before(async () => { site = (await import('./site.mjs')).site; });\n\
        describe('a site', () => {\n\
          it('has an id', (done) => { site.id.apply((id) => { assert.equal(id, 'home-id'); done(); }); });\n\
          it('is one', () => assert.deepEqual(seen, ['home']));\n\
          it('fails', () => assert.equal(1, 2));\n\
        });\n";
    let site = "import pulumi from '@pulumi/pulumi';\n\
        export const site = new pulumi.CustomResource('a:b:C', 'home', {});\n";
    project.0.file("site.mjs", site);
    project.0.file("mocked.spec.mjs", mocked);
    let answer = run(&project, &["test", "mocked.spec.mjs"]);
    let told = answer.transcript();
    assert_eq!(answer.code, 1, "{told}");
    for expected in [
        "a site has an id ... ok",
        "a site is one ... ok",
        "a site fails ... FAILED",
        "tests: 2 passed, 1 failed",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    for (file, text) in [
        (
            "imported.spec.mjs",
            "import mocha, { describe, it } from 'mocha';\n\
             describe('a', () => { it('b', () => {}); mocha.it('c', () => {}); });\n",
        ),
        (
            "typed.spec.mts",
            "import { it as declare } from 'mocha';\n\
             const name: string = await Promise.resolve('late');\n\
             declare(name, () => {}); it('global', () => {});\n",
        ),
        (
            "own.spec.mjs",
            "import { test } from 'lumi/testing';\ntest('a', () => {});\ntest('b', () => {});\n",
        ),
    ] {
        project.0.file(file, text);
        let passed = run(&project, &["test", file]).transcript();
        assert!(passed.contains("tests: 2 passed, 0 failed"), "{passed}");
    }
}

/// Their functions come with their own commands, in Node.
#[test]
fn tests_of_other_frameworks_are_refused_by_name() {
    let Some(project) = project(&[]) else {
        return;
    };
    for (file, text, command) in [
        (
            "a.test.mjs",
            "import { test } from 'vitest';\ntest('a', () => {});\n",
            "`npx vitest run`",
        ),
        (
            "a.test.js",
            "const { it } = require('@jest/globals');\nit('a', () => {});\n",
            "`npx jest`",
        ),
        (
            "b.test.js",
            "it('a', () => expect(1).toBe(1));\n",
            "`npx jest`",
        ),
        (
            "c.test.js",
            "beforeAll(() => {});\nit('a', () => {});\n",
            "`npx jest`",
        ),
        (
            "d.test.mjs",
            "const made = vi.fn();\nit('a', () => made());\n",
            "`npx vitest run`",
        ),
    ] {
        project.0.file(file, text);
        let answer = run(&project, &["test", file]);
        let told = answer.transcript();
        assert_eq!(answer.code, 1, "{told}");
        for expected in [command, "`lumi convert` rewrites"] {
            assert!(told.contains(expected), "{file}: {expected}\n{told}");
        }
    }
}

const PROGRAM: &str = "\
    const pulumi = require('@pulumi/pulumi');\n\
    const mocks = { newResource: (it) => ({ id: 'x', state: it.inputs }), call: (it) => it.inputs };\n\
    if (MOCKED) pulumi.runtime.setMocks(mocks);\n\
    new pulumi.dynamic.Resource({ create: async () => ({ id: '1', outs: {} }) }, 'a', {});\n";

/// A program with mocks registers nothing, so that a deployment would delete all that the stack has.
#[test]
fn mocks_do_not_empty_a_stack() {
    let Some(packages) = packages() else {
        return;
    };
    let program = |mocked: &str| PROGRAM.replace("MOCKED", mocked);
    let project = Project::with_packages(&packages, &program("false"));
    project.succeeds(&["up", "-y"]);
    project.0.file("index.js", program("true"));
    for more in [&[][..], &["-f"], &["--runtime", "node"]] {
        let args = [&["up", "-y"][..], more].concat();
        let answer = project.run(&args);
        let told = answer.transcript();
        assert_eq!(answer.code, 1, "{told}");
        assert!(
            told.contains("unknown resource") && !told.contains("deleted"),
            "{told}"
        );
    }
    project.0.file("index.js", program("false"));
    let again = project.succeeds(&["up", "-y"]).transcript();
    assert!(again.contains("nothing to do"), "{again}");
}
