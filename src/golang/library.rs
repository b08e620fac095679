//! The library of LumiGo: packages in Go, and modules in TypeScript for what Go cannot say.

use lumi_pack::SourceFiles;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("lumigo/", $name), include_str!(concat!("library/", $name)))),*]
    };
}

/// The modules in TypeScript.
const MODULES: &[(&str, &str)] = files![
    "aggregates.ts",
    "collections.ts",
    "errors.ts",
    "fmt.ts",
    "index.ts",
    "integers.ts",
    "json.ts",
    "json_fields.ts",
    "json_parser.ts",
    "lumi.ts",
    "math.ts",
    "numbers.ts",
    "panics.ts",
    "pointers.ts",
    "printing.ts",
    "sort.ts",
    "strconv.ts",
    "strings.ts",
    "texts.ts",
    "types.ts",
    "unicode.ts",
];

macro_rules! packages {
    ($($path:literal => $file:literal),* $(,)?) => {
        &[$(($path, concat!("lumigo/go/", $file), include_str!(concat!("library/go/", $file)))),*]
    };
}

/// The packages, by their paths.
const PACKAGES: &[(&str, &str, &str)] = packages![
    "cmp" => "cmp.go",
    "encoding/json" => "json.go",
    "errors" => "errors.go",
    "fmt" => "fmt.go",
    "iter" => "iter.go",
    "lumi.example/sdk/go/lumi" => "lumi.go",
    "maps" => "maps.go",
    "math" => "math.go",
    "path" => "path.go",
    "slices" => "slices.go",
    "sort" => "sort.go",
    "strconv" => "strconv.go",
    "strings" => "strings.go",
    "unicode" => "unicode.go",
    "unicode/utf8" => "utf8.go",
];

/// The first part of the names of the library's modules.
pub const FOLDER: &str = "lumigo/";

/// The file and the text of a package of the library.
pub fn package(path: &str) -> Option<(&'static str, &'static str)> {
    let found = PACKAGES.iter().find(|it| it.0 == path);
    found.map(|it| (it.1, it.2))
}

/// The paths of the packages.
pub fn paths() -> impl Iterator<Item = &'static str> {
    PACKAGES.iter().map(|it| it.0)
}

/// The module in TypeScript that has the functions of a package without bodies.
pub fn module_of(path: &str) -> String {
    let last = path.rsplit('/').next().unwrap_or(path);
    match last {
        "utf8" => "unicode".to_owned(),
        _ => last.to_owned(),
    }
}

/// The files of the library, with an entry that imports some of its modules.
pub struct LibraryFiles {
    pub entry: String,
}

impl LibraryFiles {
    pub const ENTRY: &str = "lumigo/main.ts";

    pub fn of(modules: &[&str]) -> Self {
        let imports = modules.iter().map(|it| format!("import \"./{it}.ts\";\n"));
        Self {
            entry: imports.collect(),
        }
    }
}

impl SourceFiles for LibraryFiles {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(format!("{FOLDER}{}", specifier.trim_start_matches("./")))
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        if file == Self::ENTRY {
            return Ok(self.entry.clone());
        }
        let found = MODULES.iter().find(|it| it.0 == file);
        found
            .map(|it| it.1.to_owned())
            .ok_or_else(|| format!("the library has no {file}"))
    }
}
