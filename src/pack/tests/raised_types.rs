//! Raised source whose imports are of types alone.

use super::*;
use crate::verify;

/// Files of a raised package, compiled again.
#[track_caller]
fn assert_raised_is_equal(first: &Built, what: &str) {
    let pack = verify(&first.bytes).unwrap_or_else(|error| panic!("{what}: {error:?}"));
    let sources = pack.sources();
    let mut raised = Texts(sources.iter().cloned().collect());
    let data = pack.data();
    let data = data.map(|(file, text)| (file.to_owned(), text.to_owned()));
    raised.0.extend(data);
    let again =
        compiled(&mut raised).unwrap_or_else(|error| panic!("{what}: {sources:?} {error:?}"));
    let again = built(&again).manifest.code;
    assert_eq!(again, first.manifest.code, "{what}: {sources:?}");
}

/// Imports of which types alone are used, in each form.
#[test]
fn raised_source_with_types_has_the_same_code() {
    let imports = [
        ("import * as lumi from \"lumi\";", "lumi.Input<string>"),
        ("import type * as lumi from \"lumi\";", "lumi.Input<string>"),
        ("import { Input } from \"lumi\";", "Input<string>"),
        ("import { type Input } from \"lumi\";", "Input<string>"),
        ("import type { Input } from \"lumi\";", "Input<string>"),
        ("import { fs } from \"lumi/std\";", "fs.File"),
        ("import type { fs } from \"lumi/std\";", "fs.File"),
        ("import { Shape } from \"./shape.ts\";", "Shape"),
        ("import * as shape from \"./shape.ts\";", "shape.Shape"),
        ("import type { Shape } from \"./shape.ts\";", "Shape[]"),
        ("import { type Shape } from \"./shape.ts\";", "Shape"),
        (
            "import { v, Shape } from \"./shape.ts\"; export const w = v;",
            "Shape",
        ),
        (
            "import { Shape } from \"./shape.ts\"; import { v } from \"./shape.ts\"; export const w = v;",
            "Shape",
        ),
        (
            "import type { Shape } from \"./shape.ts\"; export { v } from \"./shape.ts\";",
            "Shape",
        ),
        (
            "import { Shape } from \"./shape.ts\"; import \"./shape.ts\";",
            "Shape",
        ),
        (
            "import data from \"./data.json\" with { type: \"json\" };",
            "typeof data",
        ),
        (
            "import data from \"./data.json\" with { type: \"json\" }; export const d = data.a;",
            "string",
        ),
        ("import { Stats } from \"node:fs\";", "Stats"),
        ("import { type Nothing } from \"nowhere\";", "Nothing"),
    ];
    let mut compared = 0;
    for (index, (one, type_of_one)) in imports.into_iter().enumerate() {
        for (other, type_of_other) in imports.into_iter().skip(index) {
            if one != other
                && ["lumi", "Input", "fs", "Shape", "shape", "data", "v"]
                    .iter()
                    .any(|name| {
                        let declares = |it: &str| {
                            it.split(|it: char| !it.is_alphanumeric())
                                .any(|it| it == *name)
                        };
                        declares(one.split(" from").next().unwrap_or(""))
                            && declares(other.split(" from").next().unwrap_or(""))
                    })
            {
                continue;
            }
            let second = if one == other { "" } else { other };
            let text = format!(
                "{one}\n{second}\nfunction f(p: {type_of_one}, q: {type_of_other}) {{ return [p, q]; }}\nexport const r = f;\n"
            );
            let files = [
                ("index.ts", text.as_str()),
                (
                    "shape.ts",
                    "export interface Shape { a: number }\nexport const v = 1;\n",
                ),
                ("data.json", "{\"a\":1}"),
            ];
            let Ok(first) = compiled(&mut Texts::of(&files)) else {
                continue;
            };
            assert_raised_is_equal(&built(&first), &text);
            compared += 1;
        }
    }
    // Others are no programs: the front end refuses them.
    assert!(compared > 150, "{compared}");
}
