//! Outputs that resources of `std` have, and those they do not have.

use std::path::Path;

use crate::lumi::Lumi;

/// What a resource of `std` does not have is found before anything is made.
#[test]
pub fn a_mistyped_output_of_std_is_an_error() {
    for (use_of_it, message) in [
        (
            "new fs.File(\"a\", { path: \"a.txt\", content: id.hexx });",
            "resource \"id\" (std:random:Id) has no output \"hexx\"; did you mean \"hex\"?",
        ),
        (
            "export const text = id.length;",
            "has no output \"length\"; it has id, base64, base64url, dec, hex",
        ),
        (
            "export const all = interpolate`${new http.Resource(\"h\", { create: { url: \"http://x\" } }).body}`;",
            "(std:http:Resource) has no output \"body\"; it has id, response, values",
        ),
    ] {
        let lumi = Lumi::program(&format!(
            "import {{ interpolate }} from \"lumi\";\nimport {{ fs, http, random }} from \"lumi/std\";\n\
             const id = new random.Id(\"id\", {{ byteLength: 4 }}) as any;\n{use_of_it}\n"
        ));
        for command in [["run", "index.ts"], ["up", "-y"]] {
            let answer = lumi.run(&command);
            assert_eq!(answer.code, 1, "{}", answer.transcript());
            assert!(answer.stderr.contains(message), "{}", answer.transcript());
            assert!(
                !answer.stderr.contains("created"),
                "{}",
                answer.transcript()
            );
        }
    }
}

/// The names of outputs stand in two places: for the compiler, and for programs that have none.
#[test]
fn outputs_of_std_are_those_of_its_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("js/lumi");
    let table = std::fs::read_to_string(root.join("std_outputs.ts")).unwrap();
    let mut declared = 0;
    for file in std::fs::read_dir(root.join("std")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            let Some(rest) = line.trim_start().strip_prefix("declare readonly ") else {
                continue;
            };
            let name = rest.split([':', '?']).next().unwrap();
            assert!(table.contains(&format!("\"{name}\"")), "{name}");
            declared += 1;
        }
    }
    assert!(declared > 30, "{declared}");
}
