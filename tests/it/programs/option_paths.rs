//! Options whose values name properties, and aliases, in programs.

use crate::support::lumi::Lumi;

fn seen(code: &str) -> String {
    let code = format!(
        "import * as lumi from \"lumi\";\nimport {{ fs, random }} from \"lumi/std\";\n{code}"
    );
    let answer = Lumi::program(&code).run(&["preview"]);
    answer.transcript()
}

#[test]
fn paths_that_name_no_property_are_warned_of() {
    let said = seen(
        "new fs.File(\"f\", { path: \"f.txt\", content: \"1\" }, {\n\
           ignoreChanges: [\"contnt\", \"content\"], replaceOnChanges: [\"pth\"], hideDiffs: [\"shaa256\"],\n\
         });",
    );
    for text in [
        "option \"ignoreChanges\" of resource \"f\" (std:fs:File) has no effect: there is no property `contnt`; did you mean `content`?",
        "there is no property `pth`; did you mean `path`?",
        "option \"hideDiffs\" of resource \"f\" (std:fs:File) has no effect: there is no property `shaa256`",
    ] {
        assert!(said.contains(text), "{text}\n{said}");
    }
    assert!(
        said.contains("1 to create") && said.matches("has no effect").count() == 3,
        "{said}"
    );
}

#[test]
fn wildcards_keys_of_maps_and_what_is_passed_on_are_no_mistakes() {
    let said = seen(
        "new random.Id(\"r\", { byteLength: 4, keepers: { zone: \"a\" } }, {\n\
           ignoreChanges: [\"*\", \"keepers.zone\", \"keepers[\\\"a.b\\\"]\", \"keepers.*\", \"id\", \"hex\"],\n\
         });\n\
         class Group extends lumi.ComponentResource {\n\
           constructor(name: string, options: lumi.ComponentResourceOptions) {\n\
             super(\"acme:index:Group\", name, {}, options);\n\
             const { ignoreChanges } = options;\n\
             new fs.File(\"f\", { path: \"f.txt\", content: \"1\" }, { parent: this, ignoreChanges });\n\
             new random.Id(\"i\", { byteLength: 4 }, { parent: this, ignoreChanges });\n\
           }\n\
         }\n\
         const add: lumi.ResourceTransform = ({ inputs, options }) => ({\n\
           inputs, options: { ...options, hideDiffs: [\"length\"], additionalSecretOutputs: [\"password\"] },\n\
         });\n\
         new random.Id(\"t\", { byteLength: 4 }, { transforms: [add] });\n\
         new Group(\"g\", { ignoreChanges: [\"content\", \"byteLength\"] });",
    );
    assert!(
        !said.contains("has no effect") && said.contains("[exit 0]"),
        "{said}"
    );
}

#[test]
fn secret_outputs_that_do_not_exist_are_errors() {
    let said =
        seen("new random.Id(\"r\", { byteLength: 4 }, { additionalSecretOutputs: [\"hexx\"] });");
    let text = "option \"additionalSecretOutputs\" of resource \"r\" (std:random:Id): there is no output `hexx`; did you mean `hex`?";
    assert!(said.contains(text) && said.contains("[exit 1]"), "{said}");
}

/// A resource that had no parent is moved into a component, and its object stays.
#[test]
fn an_alias_says_that_there_was_no_parent() {
    for parent in ["parent: undefined", "parent: null", "noParent: true"] {
        let lumi = Lumi::program(
            "import { random } from \"lumi/std\";\nnew random.Id(\"a\", { byteLength: 4 });\n",
        );
        lumi.run(&["up", "-y"]).ok();
        lumi.file(
            "index.ts",
            format!(
                "import * as lumi from \"lumi\";\nimport {{ random }} from \"lumi/std\";\n\
                 const group = new lumi.ComponentResource(\"acme:index:Group\", \"g\");\n\
                 new random.Id(\"a\", {{ byteLength: 4 }}, {{ parent: group, aliases: [{{ {parent} }}] }});\n"
            ),
        );
        let said = lumi.run(&["preview"]).transcript();
        assert!(said.contains("moved from another parent"), "{said}");
        assert!(
            said.contains("1 to create") && !said.contains("to delete"),
            "{said}"
        );
    }
    let both = seen(
        "new random.Id(\"a\", { byteLength: 4 }, { aliases: [{ noParent: true, parent: \"urn:lumi:dev::p::index::a:b:C::x\" }] });",
    );
    assert!(
        both.contains("has a parent, and says with \"noParent\" that there was none"),
        "{both}"
    );
}

/// A renamed resource that is replaced as well is one row.
#[test]
fn a_move_is_shown_and_a_replaced_resource_is_listed_once() {
    let program = |name: &str, length: u32, alias: &str| {
        format!(
            "import {{ random }} from \"lumi/std\";\n\
             new random.Id(\"{name}\", {{ byteLength: {length} }}, {{ {alias} }});\n"
        )
    };
    let lumi = Lumi::program(&program("old", 4, ""));
    lumi.run(&["up", "-y"]).ok();
    let alias = "aliases: [{ name: \"old\" }]";
    lumi.file("index.ts", program("new", 4, alias));
    let moved = lumi.run(&["preview"]).transcript();
    assert!(moved.contains("moved from \"old\""), "{moved}");
    let json = lumi.run(&["preview", "--json"]).stdout;
    assert!(json.contains("\"type\":\"moved\""), "{json}");
    lumi.file("index.ts", program("new", 5, alias));
    let replaced = lumi.run(&["preview"]).transcript();
    assert!(
        replaced.contains("forces replacement: byteLength; moved from \"old\"")
            && replaced.matches("+- ").count() == 1,
        "{replaced}"
    );
}
