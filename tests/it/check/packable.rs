//! Programs that pass the check can be packed, and each construct that no package has is a finding.

use crate::support::lumi::Lumi;

/// One program in each line.
const CONSTRUCTS: &str = include_str!("../../programs/check/constructs.txt");

/// The codes of the lines of findings.
fn codes(transcript: &str) -> Vec<&str> {
    let lines = transcript.lines();
    let findings = lines.filter_map(|it| it.strip_prefix("error: "));
    findings.filter_map(|it| it.split(' ').next()).collect()
}

#[test]
fn programs_that_pass_the_check_can_be_packed() {
    let lines: Vec<&str> = CONSTRUCTS.lines().collect();
    let judge = |part: &[&str]| -> Vec<String> {
        let lumi = Lumi::new();
        let mut wrong = Vec::new();
        for line in part {
            lumi.file("index.ts", format!("{line}\n"));
            let checked = lumi.run(&["check", "--no-types"]);
            let packed = lumi.run(&["pack", "build"]);
            let text = checked.transcript();
            let has_code = codes(&text).iter().any(|it| it.starts_with("LJ"));
            // What cannot be read at all is an error without a code.
            let is_unreadable = text.contains("the program cannot be checked");
            if checked.code != packed.code || (checked.code != 0 && !has_code && !is_unreadable) {
                wrong.push(format!("{line}\n{text}\n{}", packed.transcript()));
            }
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts = lines.chunks(lines.len().div_ceil(4));
        let running: Vec<_> = parts.map(|it| scope.spawn(|| judge(it))).collect();
        let parts = running.into_iter().map(|it| it.join().unwrap());
        parts.flatten().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_has_one_finding() {
    let lumi = Lumi::program(
        "import { chunk } from \"lodash-es\";\nexport const a = [Math.random(), new Date(), chunk];\nexport class B { static { label: { break label; } } }\n",
    );
    lumi.file(
        "node_modules/lodash-es/package.json",
        r#"{"name":"lodash-es","version":"1.0.0","type":"module","main":"index.js"}"#,
    );
    lumi.file(
        "node_modules/lodash-es/index.js",
        "export const chunk = () => [];",
    );
    insta::assert_snapshot!(lumi.run(&["check", "--no-types"]).transcript(), @r#"
    $ lumi check --no-types
    [exit 1]
    --- stderr
    error: LJ004 random numbers: Math.random
     --> index.ts:2:24
      |
    2 | export const a = [Math.random(), new Date(), chunk];
      |                        ^
    help: use a resource of `random` in "lumi/std", which keeps its value in the state
    error: LJ003 a clock or a timer: new Date()
     --> index.ts:2:34
      |
    2 | export const a = [Math.random(), new Date(), chunk];
      |                                  ^
    help: take the time from the configuration, or from a resource such as those of `time` in "lumi/std"
    error: LJ012 a package that is not a pack: lodash-es
     --> index.ts:2:46
      |
    2 | export const a = [Math.random(), new Date(), chunk];
      |                                              ^
    help: use it in functions that run elsewhere only, or copy what you need into the project
    checked 1 module: 3 findings; `lumi check --explain CODE` says more
    "#);
    lumi.file(
        "index.ts",
        "export const a = Math.random();\nexport class B { static { label: { break label; } } }\n",
    );
    insta::assert_snapshot!(lumi.run(&["check", "--no-types"]).transcript(), @r#"
    $ lumi check --no-types
    [exit 1]
    --- stderr
    error: LJ004 random numbers: Math.random
     --> index.ts:1:23
      |
    1 | export const a = Math.random();
      |                       ^
    help: use a resource of `random` in "lumi/std", which keeps its value in the state
    error: LJ018 LumiIL has no labels of other statements than loops
     --> index.ts:2:27
      |
    2 | export class B { static { label: { break label; } } }
      |                           ^
    help: name a loop, or return from a function
    checked 1 module: 2 findings; `lumi check --explain CODE` says more
    "#);
}
