//! Configuration declared in `Lumi.yaml`: types, defaults, secrets.

use crate::support::lumi::Lumi;

const PROGRAM: &str = "const config = new lumi.Config();\n\
    export const size = config.requireNumber(\"size\");\n\
    export const token = config.getSecret(\"token\");\n";

fn project() -> Lumi {
    let lumi = Lumi::with_sdk(PROGRAM);
    lumi.file(
        "Lumi.yaml",
        "name: demo\nconfig:\n  size: { type: integer, default: 3 }\n  token: { secret: true }\n",
    );
    lumi
}

#[test]
fn defaults_apply_until_a_stack_says_otherwise() {
    let lumi = project();
    let size = |flags: &[&str]| {
        let args = [&["run", "--format", "json"], flags].concat();
        lumi.run(&args).json()["outputs"]["size"].clone()
    };
    assert_eq!(size(&[]), 3);
    assert_eq!(size(&["-c", "size=4"]), 4);
    lumi.run(&["config", "set", "size", "5"]).ok();
    assert_eq!(size(&[]), 5);
    assert_eq!(size(&["-c", "size=4"]), 4);
}

/// Tests have the defaults, and nothing of a stack.
#[test]
fn defaults_apply_in_tests() {
    let lumi = project();
    lumi.run(&["config", "set", "size", "5"]).ok();
    lumi.file(
        "a.test.ts",
        "import { Config } from 'lumi';\nimport { assertEquals, run, test } from 'lumi/testing';\n\
         const size = () => new Config().getNumber('size');\n\
         test('default', () => assertEquals(size(), 3));\n\
         test('own', { config: { size: 4 } }, () => assertEquals(size(), 4));\n\
         test('program', async () => {\n\
           const result = await run(() => import('./index.ts'), { project: 'other' });\n\
           assertEquals(result.outputs.size, 3);\n\
         });\n",
    );
    lumi.run(&["test"]).ok();
}

#[test]
fn a_declared_secret_is_secret() {
    let lumi = project();
    for args in [&["run"][..], &["run", "-c", "token=hunter2"]] {
        lumi.file("Lumi.dev.yaml", "config:\n  token: hunter2\n");
        let shown = lumi.run(args).transcript();
        assert!(
            !shown.replace("token=hunter2", "").contains("hunter2"),
            "{shown}"
        );
    }
    for args in [&["config", "ls"][..], &["config", "ls", "--json"]] {
        let shown = lumi.run(args).ok();
        assert!(!shown.contains("hunter2"), "{shown}");
    }
    lumi.run(&["config", "set", "token", "hunter2"]).ok();
    assert!(!lumi.read("Lumi.dev.yaml").contains("hunter2"));
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter2\n");
}

/// Names of parts of a secret may be secret themselves, such as those of users.
#[test]
fn names_of_parts_are_proposed_unless_they_are_secret() {
    let lumi = Lumi::with_sdk(PROGRAM);
    lumi.file(
        "Lumi.yaml",
        "name: demo\nconfig:\n  tags: { default: { team: web } }\n  token: { secret: true }\n  \
         users: { secret: true, default: { hunter2: a } }\n",
    );
    lumi.file(
        "Lumi.dev.yaml",
        "config:\n  token: { hunter2: a }\n  open: { inner: 1 }\n",
    );
    for (path, expected) in [
        ("open.iner", "did you mean `open.inner`?"),
        ("token.hunter3", "does not set `token.hunter3`"),
        ("users.hunter3", "does not set `users.hunter3`"),
    ] {
        for command in ["get", "rm"] {
            let answer = lumi.run(&["config", command, "--path", path]);
            let told = answer.transcript();
            assert_ne!(answer.code, 0, "{told}");
            assert!(told.contains(expected), "{told}");
            assert!(!told.contains("hunter2"), "{told}");
        }
    }
    // A default can be read, and cannot be removed.
    let told = lumi.run(&["config", "get", "--path", "tags.taem"]);
    let told = told.transcript();
    assert!(told.contains("did you mean `tags.team`?"), "{told}");
    for path in ["tags.taem", "tags.team", "token.x", "open.inner.x"] {
        let answer = lumi.run(&["config", "rm", "--path", path]);
        let told = answer.transcript();
        assert_ne!(answer.code, 0, "{told}");
        for proposal in ["`tags`", "`tags.team`", "`token`", "`open`"] {
            let proposal = format!("did you mean {proposal}");
            assert!(!told.contains(&proposal), "{told}");
        }
    }
}

/// YAML, JSON and programs read other spellings of a whole number in different ways.
#[test]
fn a_whole_number_is_plain_digits() {
    let lumi = project();
    for value in [" 4", "007", "4.0", "1e3", "+4"] {
        for args in [
            &["config", "set", "size", value][..],
            &["run", "-c", &format!("size={value}")],
        ] {
            let answer = lumi.run(args);
            assert_eq!(answer.code, 2, "{}", answer.transcript());
            let reason = "must be a whole number in plain digits";
            assert!(answer.stderr.contains(reason), "{}", answer.transcript());
        }
    }
    lumi.run(&["config", "set", "size", "-4"]).ok();
}

#[test]
fn values_of_another_type_are_refused_where_they_are() {
    let lumi = project();
    lumi.file("Lumi.dev.yaml", "config:\n  size: many\n");
    for args in [&["run"][..], &["up", "-y"], &["destroy", "-y"]] {
        let answer = lumi.run(args);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("must be a whole number"),
            "{}",
            answer.stderr
        );
        assert!(
            answer.stderr.contains("Lumi.dev.yaml:2:9"),
            "{}",
            answer.stderr
        );
    }
    let answer = lumi.run(&["run", "-c", "size=0.5"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert_eq!(lumi.run(&["config", "set", "size", "few"]).code, 2);
    lumi.run(&["config", "set", "size", "7"]).ok();
    lumi.run(&["run"]).ok();
}

#[test]
fn an_undeclared_key_is_a_warning() {
    let lumi = project();
    lumi.file("Lumi.dev.yaml", "config:\n  szie: 4\n  aws:region: eu\n");
    let answer = lumi.run(&["run"]);
    assert!(
        answer.stderr.contains("sets `szie`") && answer.stderr.contains("did you mean `size`?"),
        "{}",
        answer.stderr
    );
    assert!(!answer.stderr.contains("aws:region"), "{}", answer.stderr);
}

/// Without declarations, the error for a missing key names the similar one that is set.
#[test]
fn a_required_key_says_which_one_is_nearly_the_same() {
    let lumi = Lumi::with_sdk("export const port = new lumi.Config().require(\"port\");\n");
    lumi.file(
        "Lumi.dev.yaml",
        "config:\n  prot: 4\n  region: eu\n  aws:part: eu\n",
    );
    let answer = lumi.run(&["run"]);
    assert!(
        answer
            .stderr
            .contains("missing configuration \"demo:port\"; did you mean \"prot\", which is set?"),
        "{}",
        answer.stderr
    );
    lumi.file("Lumi.dev.yaml", "config:\n  region: eu\n");
    let answer = lumi.run(&["run"]);
    assert!(!answer.stderr.contains("did you mean"), "{}", answer.stderr);
}

#[test]
fn a_key_that_is_not_declared_is_warned_about_when_it_is_set() {
    let lumi = project();
    insta::assert_snapshot!(lumi.seen(&["config", "set", "sizs", "4"]), @"
    $ lumi config set sizs 4
    set sizs in Lumi.dev.yaml
    warning: Lumi.dev.yaml sets `sizs`, which `config` of Lumi.yaml does not declare
    help: did you mean `size`?
    [exit 0]
    ");
    // Each key is warned about once, when it is set.
    let declared = lumi.run(&["config", "set", "size", "4"]);
    assert!(
        !declared.stderr.contains("warning"),
        "{}",
        declared.transcript()
    );
    let free = Lumi::with_sdk(PROGRAM);
    let free = free.run(&["config", "set", "sizs", "4"]);
    assert!(!free.stderr.contains("warning"), "{}", free.transcript());
}

/// Scripts for other tools ask for a secret with a flag.
#[test]
fn a_value_is_shown_with_and_without_a_flag() {
    let lumi = project();
    lumi.run(&["config", "set", "token", "hunter2"]).ok();
    for args in [
        &["config", "get", "token"][..],
        &["config", "get", "token", "--show-secrets"],
    ] {
        assert_eq!(lumi.run(args).ok(), "hunter2\n");
    }
}
