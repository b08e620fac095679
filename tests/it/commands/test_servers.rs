//! Tests, and programs that they run, which leave servers and other work behind.

use crate::support::lumi::Lumi;

const SERVER: &str = r#"
import { createServer } from "node:net";
export function serve() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  return server;
}
"#;

/// Runs the tests of one file, which imports what it needs.
fn tested(text: &str) -> (i32, String) {
    let lumi = Lumi::new();
    lumi.file("server.ts", SERVER);
    let head = "import { assertEquals, run, test } from \"lumi/testing\";\nimport { serve } from \"./server.ts\";\n";
    lumi.file("a.test.ts", format!("{head}{text}"));
    let answer = lumi.run(&["test", "-A", "a.test.ts"]);
    (answer.code, answer.transcript())
}

#[test]
fn a_server_that_a_program_leaves_open_fails_its_test() {
    let (code, said) = tested("test(\"left\", async () => void await run(() => void serve()));\n");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the test leaves servers open"), "{said}");
    assert!(said.contains("127.0.0.1:"), "{said}");
}

#[test]
fn a_server_that_is_closed_or_let_go_is_no_fault() {
    let (code, said) = tested(
        "test(\"closed\", async () => { let server; await run(() => { server = serve(); }); server!.close(); });\n\
         test(\"let go\", async () => void await run(() => void serve().unref()));\n\
         test(\"asked\", async () => {\n\
           const { createServer } = await import(\"node:http\");\n\
           const server = createServer((_, answer) => answer.end(\"yes\"));\n\
           await new Promise<void>((resolve) => server.listen(0, \"127.0.0.1\", resolve));\n\
           const { port } = server.address() as { port: number };\n\
           assertEquals(await (await fetch(`http://127.0.0.1:${port}`)).text(), \"yes\");\n\
           server.close();\n\
         });\n",
    );
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_program_that_waits_while_a_server_is_open_never_ends() {
    let (code, said) = tested(
        "import { CustomResource } from \"lumi\";\n\
         test(\"waits\", async () => void await run(() => {\n\
           serve();\n\
           new CustomResource(\"a:b:C\", \"c\", { d: new Promise(() => {}) });\n\
         }));\n",
    );
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the program never ends"), "{said}");
    assert!(
        said.contains("a server waits for others: 127.0.0.1:"),
        "{said}"
    );
}

#[test]
fn work_that_never_ends_is_named_and_ended_after_the_tests() {
    let (code, said) = tested("test(\"ticks\", () => void setInterval(() => {}, 10));\n");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("an interval kept it running"), "{said}");
}
