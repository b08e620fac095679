//! Packages and the libraries that they import.

use super::*;
use crate::{Dependency, Pack, verify};

fn pack(kind: PackKind, files: &[(&str, &str)], needs: &[&str]) -> Pack {
    let compiled = compiled(&mut Texts::of(files)).unwrap();
    let dependency = |name: &&str| {
        let wanted = format!("./{name}.lumipack@~> 1.0");
        let dependency = Dependency {
            wanted,
            ..Dependency::default()
        };
        ((*name).to_owned(), dependency)
    };
    let about = PackDescription {
        name: "test".to_owned(),
        version: "1.2.3".to_owned(),
        description: None,
        license: None,
        kind,
        dependencies: needs.iter().map(dependency).collect(),
        settings: serde_json::Map::new(),
    };
    verify(&build(&compiled, about).unwrap().bytes).unwrap()
}

fn broken(program: &str, library: &Pack) -> String {
    let program = pack(PackKind::Executable, &[("index.ts", program)], &["web"]);
    let found = program.library_imports().broken("web", &library.manifest);
    let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

const LIBRARY: &[(&str, &str)] = &[
    (
        "index.ts",
        "export * from \"./lib/site.ts\";\nexport const port: number = 80;",
    ),
    (
        "lib/site.ts",
        "export interface Options { name: string }\nexport function site(options: Options): string { return options.name; }",
    ),
];

#[test]
fn members_of_libraries_must_be_there() {
    let library = pack(PackKind::Library, LIBRARY, &[]);
    for correct in [
        "import { site, port, type Options } from \"lumi:web\";\nconst o: Options = { name: \"a\" };\nexport const a = [site(o), port];",
        "import * as web from \"lumi:web\";\nexport const a = web.port;",
        "import { site } from \"lumi:web/lib/site\";\nexport const a = site({ name: \"a\" });",
        "export { port } from \"lumi:web\";",
        "export const a = 1;",
    ] {
        assert_eq!(broken(correct, &library), "", "{correct}");
    }
    assert_eq!(
        broken(
            "import { sites } from \"lumi:web\";\nexport const a = sites();",
            &library
        ),
        "LP018: `web:index:sites` does not exist; the module exports port, site (module index, imports[0])"
    );
    assert_eq!(
        broken(
            "import { x } from \"lumi:web/other\";\nexport const a = x;",
            &library
        ),
        "LP018: the library has no module `other` (`web:other:x`) (module index, imports[0])"
    );
    let program = pack(PackKind::Executable, LIBRARY, &[]);
    assert_eq!(
        broken("export const a = 1;", &program),
        "LP018: its dependency web is a program, not a library"
    );
}

#[test]
fn the_entry_is_the_library_itself() {
    let importable = |files: &[(&str, &str)], entry: &str| {
        let mut texts = Texts::of(files);
        let compiled = compile(entry, &mut texts).unwrap();
        let pack = verify(&built(&compiled).bytes).unwrap();
        let found: Vec<String> = pack
            .manifest
            .importable()
            .map(|(behind, file)| format!("{behind}={file}"))
            .collect();
        found.join(" ")
    };
    assert_eq!(
        importable(LIBRARY, "index.ts"),
        "/lib/site=lib/site.ts =index.ts"
    );
    let files = [
        (
            "main.ts",
            "import { a } from \"./index.ts\";\nexport const b = a;",
        ),
        ("index.ts", "export const a = 1;"),
    ];
    assert_eq!(importable(&files, "main.ts"), "=main.ts");
}

#[test]
fn a_program_is_read_as_it_is_written() {
    use crate::PackedProgram;
    let pack = pack(
        PackKind::Executable,
        &[
            (
                "index.ts",
                "import { site } from \"lumi:web\";\nimport text from \"./a.txt\" with { type: \"text\" };\nexport const a = site(text);",
            ),
            ("a.txt", "text"),
        ],
        &["web"],
    );
    let program = PackedProgram::from(&pack);
    let text = serde_json::to_string(&program).unwrap();
    assert_eq!(
        serde_json::from_str::<PackedProgram>(&text).unwrap(),
        program
    );
    assert_eq!(program.data, [("a.txt".to_owned(), "text".to_owned())]);
    assert_eq!(program.scripts.len(), 1);
}
