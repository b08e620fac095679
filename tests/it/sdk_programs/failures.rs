//! Mistakes of programs are shown where they are.

use super::SdkProgram;

fn go(body: &str) -> Option<SdkProgram> {
    SdkProgram::go(&format!(
        "package main\n\nimport (\n\t\"errors\"\n\n\t\"lumi.example/sdk/go/lumi\"\n)\n\nvar errWrong = errors.New(\"wrong\")\n\n\
         func main() {{ lumi.Run(program) }}\n\nfunc program(ctx *lumi.Context) error {{\n{body}\n\treturn nil\n}}\n"
    ))
}

fn node(body: &str) -> Option<SdkProgram> {
    SdkProgram::node(&format!("import * as lumi from \"lumi-sdk\";\n{body}\n"))
}

#[test]
fn mistakes_in_go_are_shown_where_they_are() {
    let cases: [(&str, &[&str]); 11] = [
        ("\tx := 1", &["declared and not used: x", "main.go:14:2"]),
        (
            "\tpanic(\"at the disco\")",
            &["panic: at the disco", "main.go:14:2"],
        ),
        (
            "\tctx.Config().Require(\"size\")",
            &["missing configuration \"demo:size\"", "main.go:14:2"],
        ),
        ("\treturn errWrong", &["error: wrong"]),
        (
            "\tlumi.NewResource(ctx, \"a:b:C\", \"a\", lumi.Map{\"f\": func() {}})",
            &["`f` is a func(), which is no data", "main.go:14:2"],
        ),
        (
            "\tfor range 2 {\n\t\tlumi.NewResource(ctx, \"a:b:C\", \"a\", nil)\n\t}",
            &["two resources have the URN", "main.go:15:3"],
        ),
        (
            "\tlumi.Apply(lumi.Secret(ctx, \"hunter\"+\"2\"), func(text string) (string, error) { return \"\", errors.New(text) })",
            &["may quote a secret", "main.go:14:2"],
        ),
        (
            "\tlumi.Apply(lumi.Secret(ctx, \"hunter\"+\"2\"), func(text string) (string, error) { panic(text) })\n\t_ = errWrong",
            &["may quote the secret", "main.go:14:"],
        ),
        (
            "\tlumi.Apply(lumi.Secret(ctx, \"hunter\"+\"2\"), func(text string) (any, error) {\n\
             \t\tlumi.Apply(lumi.ToOutput[int](ctx, 1), func(int) (int, error) { return 0, errors.New(text) })\n\
             \t\treturn nil, nil\n\t})\n\t_ = errWrong",
            &["may quote a secret", "main.go:15:3"],
        ),
        (
            "\tc := lumi.NewComponent(ctx, \"a:b:C\", \"c\", nil)\n\tctx.Export(\"x\", lumi.Apply(c.Output(\"x\"), func(v any) (any, error) { return v, nil }))",
            &["it waits for a value that never comes"],
        ),
        ("\tctx.Error(\"it is wrong\")", &["error: it is wrong"]),
    ];
    for (body, texts) in cases {
        let Some(program) = go(body) else {
            return;
        };
        let seen = program.says(&["run"], 1, texts);
        assert!(!seen.contains("hunter2"), "{seen}");
    }
}

#[test]
fn mistakes_in_javascript_are_shown_where_they_are() {
    let cases: [(&str, &[&str]); 14] = [
        ("const = 1;", &["SyntaxError"]),
        (
            "throw new Error('wrong');",
            &["Error: wrong", "index.js:2:7"],
        ),
        (
            "throw new Error('outer', { cause: new Error('inner') });",
            &["Error: outer", "Error: inner"],
        ),
        (
            "new lumi.Config().require('size');",
            &["missing configuration \"demo:size\"", "index.js:2:19"],
        ),
        (
            "new lumi.CustomResource('a:b:C', 'a', { f: () => 1 });",
            &[
                "input \"f\" of resource \"a\" (a:b:C) is no data",
                "index.js:2:1",
            ],
        ),
        (
            "for (const name of ['a', 'a']) new lumi.CustomResource('a:b:C', name);",
            &["two resources have the URN", "index.js:2:32"],
        ),
        (
            "new lumi.CustomResource('a:b:C', 'a', {}, { protekt: true });",
            &["has no option `protekt`"],
        ),
        (
            "lumi.secret(['hunter', '2'].join('')).apply((text) => { throw new Error(text); });",
            &["may quote a secret"],
        ),
        (
            "await lumi.secret(['hunter', '2'].join('')).apply((text) => { throw new Error(text); });",
            &["may quote a secret", "index.js:2:"],
        ),
        (
            "lumi.secret(['hunter', '2'].join('')).apply((text) => { lumi.output(1).apply(() => { throw new Error(text); }); });",
            &["may quote a secret", "index.js:2:"],
        ),
        (
            "lumi.secret(['hunter', '2'].join('')).apply((text) => { Promise.resolve().then(() => { throw new Error(text); }); });",
            &["may quote a secret", "index.js:2:"],
        ),
        (
            "lumi.secret(['hunter', '2'].join('')).apply((text) => { setTimeout(() => { throw new Error(text); }, 1); });",
            &["may quote a secret", "index.js:2:"],
        ),
        (
            "await new Promise(() => undefined);",
            &["it awaits a promise that never settles"],
        ),
        (
            "console.log(`${new lumi.CustomResource('a:b:C', 'a').x}`);",
            &["an Output cannot be turned into text"],
        ),
    ];
    for (body, texts) in cases {
        let Some(program) = node(body) else {
            return;
        };
        let seen = program.says(&["run"], 1, texts);
        assert!(!seen.contains("hunter2"), "{seen}");
    }
}

const RESOURCES: &str = "Done: +2 created";

#[test]
fn programs_may_wait_for_what_only_a_deployment_can_tell() {
    let waiting_go = "\tid := lumi.NewResource(ctx, \"std:random:Id\", \"id\", lumi.Map{\"byteLength\": 2})\n\
        \thex, err := lumi.OutputOf[string](id, \"hex\").Wait()\n\tif err != nil {\n\t\treturn err\n\t}\n\
        \tlumi.NewResource(ctx, \"std:fs:File\", \"file\", lumi.Map{\"path\": \"out\", \"content\": hex})\n\t_ = errWrong";
    let waiting_node = "const id = new lumi.CustomResource('std:random:Id', 'id', { byteLength: 2 });\n\
        const hex = await id.hex;\nnew lumi.CustomResource('std:fs:File', 'file', { path: 'out', content: hex });";
    for program in [go(waiting_go), node(waiting_node)].into_iter().flatten() {
        let stopped = "waits for the hex of resource \"id\" (std:random:Id), which is known only after deployment";
        program.says(&["preview"], 0, &[stopped, "std:random:Id"]);
        program.says(&["up", "-y"], 0, &[RESOURCES]);
        assert_eq!(program.lumi.read("out").len(), 4);
    }
}

#[test]
fn a_resource_that_fails_ends_the_run() {
    let file = "{ path: '../outside', content: '' }";
    let failing_node = format!(
        "const file = new lumi.CustomResource('std:fs:File', 'file', {file});\n\
         new lumi.CustomResource('std:fs:File', 'next', {{ path: 'next', content: file.sha256 }});"
    );
    let failing_go = "\tfile := lumi.NewResource(ctx, \"std:fs:File\", \"file\", lumi.Map{\"path\": \"../outside\", \"content\": \"\"})\n\
         \tlumi.NewResource(ctx, \"std:fs:File\", \"next\", lumi.Map{\"path\": \"next\", \"content\": file.Output(\"sha256\")})\n\t_ = errWrong";
    for program in [node(&failing_node), go(failing_go)].into_iter().flatten() {
        program.says(&["up", "-y"], 1, &["std:fs:File \"file\""]);
        assert!(!program.lumi.folder().join("next").exists());
    }
}

#[test]
fn endless_programs_are_stopped() {
    let cases = [
        (go("\tfor {\n\t\t_ = errWrong\n\t}"), "after 3s\n"),
        (node("for (;;) {}"), "after [time] s\n"),
    ];
    for (program, after) in cases {
        let Some(program) = program else { continue };
        let says = format!("error: the program was stopped {after}");
        program.says(&["run", "--timeout", "3s"], 1, &[&says]);
    }
}
