//! How programs end by `process`: `exit`, `exitCode`, and the events before the end.

use crate::support::lumi::Lumi;

#[test]
fn a_program_that_exits_with_a_code_fails() {
    let lumi = Lumi::program(
        "process.on('exit', (code) => console.log('exit', code));\n\
         function fail() { process.exit(3); }\n\
         fail();\n\
         console.log('not reached');\n",
    );
    let answer = lumi.run(&["run"]);
    let text = answer.transcript();
    assert_eq!(answer.code, 1, "{text}");
    assert!(text.contains("exit 3\n"), "{text}");
    assert!(text.contains("process.exit(3)"), "{text}");
    assert!(!text.contains("not reached"), "{text}");
}

#[test]
fn a_nonzero_exit_code_fails_at_the_end() {
    let lumi = Lumi::program("process.exitCode = 2;\nconsole.log('the end');\n");
    let answer = lumi.run(&["run"]);
    let text = answer.transcript();
    assert_eq!(answer.code, 1, "{text}");
    assert!(text.contains("the end\n"), "{text}");
    assert!(text.contains("process.exit(2)"), "{text}");
}

#[test]
fn exiting_with_zero_finishes_a_program_that_has_declared_all() {
    let lumi = Lumi::with_sdk(
        "const r = new lumi.CustomResource('a:b:C', 'r', {});\n\
         r.urn.then(() => setTimeout(() => process.exit(0), 5));\n\
         setTimeout(() => console.log('not reached'), 100_000);\n",
    );
    let answer = lumi.run(&["run"]);
    let text = answer.transcript();
    assert_eq!(answer.code, 0, "{text}");
    assert!(
        text.contains("+ 1 to create") || text.contains("1 to create"),
        "{text}"
    );
    assert!(!text.contains("not reached"), "{text}");
}

#[test]
fn exiting_while_resources_are_declared_is_refused() {
    let lumi = Lumi::with_sdk(
        "const later = new Promise<string>((resolve) => setTimeout(() => resolve('x'), 5));\n\
         new lumi.CustomResource('a:b:C', 'r', { later });\n\
         process.exit();\n",
    );
    let answer = lumi.run(&["run"]);
    let text = answer.transcript();
    assert_eq!(answer.code, 1, "{text}");
    assert!(
        text.contains("while resources are being declared"),
        "{text}"
    );
}

#[test]
fn resources_can_be_declared_before_the_exit() {
    let lumi = Lumi::with_sdk(
        "process.once('beforeExit', () => {\n\
           new lumi.CustomResource('a:b:C', 'late', { it: new Promise((resolve) => setTimeout(() => resolve(1), 5)) });\n\
         });\n\
         process.on('exit', (code) => console.log('exit', code));\n\
         new lumi.CustomResource('a:b:C', 'early', {});\n",
    );
    let answer = lumi.run(&["run"]);
    let text = answer.transcript();
    assert_eq!(answer.code, 0, "{text}");
    assert!(
        text.contains("late") && text.contains("2 to create"),
        "{text}"
    );
    assert_eq!(text.matches("exit 0\n").count(), 1, "{text}");
}

#[test]
fn signals_are_not_sent() {
    let lumi = Lumi::program(
        "for (const action of [() => process.kill(1), () => process.abort()]) {\n\
           try { action(); } catch (error) { console.log((error as { code: string }).code); }\n\
         }\n",
    );
    let text = lumi.run(&["run"]).transcript();
    let code = "ERR_METHOD_NOT_IMPLEMENTED\n";
    assert!(text.contains(&code.repeat(2)), "{text}");
}
