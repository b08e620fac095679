//! The declared outputs of `std` resources.

use crate::support::lumi::Lumi;

const IMPORTS: &str =
    "import { interpolate } from \"lumi\";\nimport { fs, http, random } from \"lumi/std\";\n";

/// A mistyped output of a `std` resource is an error before anything is created.
#[test]
pub fn a_mistyped_output_of_std_is_an_error() {
    for (use_of_it, messages) in [
        (
            "new fs.File(\"a\", { path: \"a.txt\", content: id.hexx });",
            [
                "resource \"id\" (std:random:Id) has no output \"hexx\"; did you mean \"hex\"?",
                "index.ts:4:47",
            ],
        ),
        (
            "export const text = id.length;",
            [
                "has no output \"length\"; it has id, base64, base64url, dec, hex",
                "index.ts:4:24",
            ],
        ),
        (
            "export const size = id.byteLength;",
            ["has no output \"byteLength\"", "index.ts:4:24"],
        ),
        (
            "export const all = interpolate`${new http.Resource(\"h\", { create: { url: \"http://x\" } }).body}`;",
            [
                "(std:http:Resource) has no output \"body\"; it has id, response, values",
                "index.ts:4:",
            ],
        ),
    ] {
        let lumi = Lumi::program(&format!(
            "{IMPORTS}const id = new random.Id(\"id\", {{ byteLength: 4 }}) as any;\n{use_of_it}\n"
        ));
        for command in [&["run", "index.ts"][..], &["preview"], &["up", "-y"]] {
            let answer = lumi.run(command);
            assert_eq!(answer.code, 1, "{}", answer.transcript());
            for message in messages {
                assert!(answer.stderr.contains(message), "{}", answer.transcript());
            }
            let output = &answer.stderr;
            assert!(!output.contains("created"), "{}", answer.transcript());
        }
    }
}

/// Also where no provider is asked.
#[test]
pub fn a_mistyped_input_of_std_is_an_error() {
    for (inputs, message) in [
        ("{ byteLenth: 4 }", "did you mean"),
        ("{ byteLength: \"4\" }", "must be a number"),
        ("{}", "byteLength"),
        (
            "{ byteLength: 4, prefix: id.dec, keepers: 1 }",
            "must be an object",
        ),
    ] {
        let lumi = Lumi::program(&format!(
            "{IMPORTS}const id = new random.Id(\"id\", {{ byteLength: 4 }});\n\
             new random.Id(\"a\", {inputs} as any);\n"
        ));
        for command in [&["run", "index.ts"][..], &["preview"]] {
            let answer = lumi.run(command);
            assert_eq!(answer.code, 1, "{}", answer.transcript());
            assert!(answer.stderr.contains(message), "{}", answer.transcript());
            assert!(
                answer.stderr.contains("index.ts:4:"),
                "{}",
                answer.transcript()
            );
        }
    }
}

/// A missing member is not an error if the schema is open or the output is optional.
#[test]
pub fn open_and_optional_outputs_may_be_missing() {
    let lumi = Lumi::program(&format!(
        "{IMPORTS}import {{ CustomResource, StringAsset }} from \"lumi\";\n\
         const api = new http.Resource(\"h\", {{ create: {{ url: \"http://x\" }} }});\n\
         const file = new fs.File(\"f\", {{ path: \"f.txt\", source: new StringAsset(\"x\") }});\n\
         const thing = new CustomResource(\"acme:index:Thing\", \"t\") as any;\n\
         export const deep = api.response.items[0].name;\n\
         export const named = api.values.anything;\n\
         export const text = file.content;\n\
         export const made = thing.anything;\n"
    ));
    lumi.run(&["run", "index.ts"]).ok();
}

/// Tests see the outputs that mocks return, even if the type has others.
#[test]
pub fn mocks_may_answer_other_outputs() {
    let lumi = Lumi::new();
    lumi.file(
        "a.test.ts",
        r#"
import { assertEquals, assertRejects, run, test } from "lumi/testing";
import { random } from "lumi/std";
const program = () => ({ made: (new random.Id("id", { byteLength: 4 }) as any).madeUp });
test("mocked", async () => {
  const { outputs } = await run(program, { mocks: { resource: () => ({ outputs: { madeUp: 1 } }) } });
  assertEquals(outputs.made, 1);
});
test("not mocked", async () => {
  await assertRejects(() => run(program));
});
"#,
    );
    lumi.run(&["test", "a.test.ts"]).ok();
}
