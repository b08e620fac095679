//! Code of npm packages that is a part of Lumi: `tools/node-packages` has the list and the lock
//! file, and `make` installs them.
//!
//! Each entry becomes one module that is compiled when first imported. Its files stay functions of
//! CommonJS with a `require` of their own, which knows only files of the entry and the modules in
//! [`OUTSIDE`]. The code has no more rights than a program has: nothing of Lumi's internals is in
//! its scope, and the build refuses code that imports or evaluates text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use deno_ast::swc::ast::{CallExpr, Callee, Expr, Ident, Lit, MetaPropExpr, MetaPropKind};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{MediaType, ParseParams};
use deno_core::url::Url;

use crate::emit::emit;
use crate::npm_patches;

/// The folder of the packages, relative to this crate.
const FOLDER: &str = "../../tools/node-packages";

/// The modules of Lumi with the package and the file that they are made of.
const ENTRIES: &[(&str, &str, &str)] = &[
    ("lumi:/npm/punycode.js", "punycode", "punycode.js"),
    (
        "lumi:/npm/readable-stream.js",
        "readable-stream",
        "lib/stream.js",
    ),
];

/// Modules of Lumi that packages require, by the names that the packages use.
const OUTSIDE: &[(&str, &str)] = &[
    ("buffer", "lumi:/node/buffer/buffer.ts"),
    ("events", "lumi:/node/events/events.ts"),
    ("process/", "lumi:/node/process/process.ts"),
    ("string_decoder/", "lumi:/node/buffer/string_decoder.ts"),
];

/// Packages that are required only where a global is missing, which Lumi has.
const NEVER_NEEDED: &[&str] = &["abort-controller"];

/// All entries as pairs of specifier and code.
pub fn modules(crate_folder: &Path) -> Vec<(String, String)> {
    let folder = crate_folder.join(FOLDER);
    let lock = folder.join("package-lock.json");
    println!("cargo:rerun-if-changed={}", lock.display());
    let packages = folder.join("node_modules");
    assert!(
        packages.is_dir(),
        "npm packages that are compiled into lumi are missing: run `make node-packages` first (it needs npm)"
    );
    let entry = |(specifier, package, file): &(&str, &str, &str)| {
        let mut files = Files::new(packages.join(package));
        let first = files.add(Path::new(file));
        ((*specifier).to_owned(), files.code(&first))
    };
    ENTRIES.iter().map(entry).collect()
}

/// The files of a package that an entry needs.
struct Files {
    root: PathBuf,
    /// The code of each file by its path below the root, with the files behind its relative
    /// requests.
    files: BTreeMap<String, (String, BTreeMap<String, String>)>,
    /// The modules of [`OUTSIDE`] that are required.
    outside: BTreeMap<&'static str, &'static str>,
}

impl Files {
    fn new(root: PathBuf) -> Self {
        Self {
            root,
            files: BTreeMap::new(),
            outside: BTreeMap::new(),
        }
    }

    /// Adds a file and what it requires; returns its name.
    fn add(&mut self, path: &Path) -> String {
        let name = path.to_str().expect("a path of a package is text");
        if self.files.contains_key(name) {
            return name.to_owned();
        }
        let (code, requests) = parsed(&self.root.join(path), name);
        self.files.insert(name.to_owned(), (code, BTreeMap::new()));
        for request in requests {
            if let Some(outside) = OUTSIDE.iter().find(|it| it.0 == request) {
                self.outside.insert(outside.0, outside.1);
            } else if request.starts_with('.') {
                let target = self.add(&self.resolved(path, &request));
                let (_, targets) = self.files.get_mut(name).expect("it was added above");
                targets.insert(request, target);
            } else {
                assert!(
                    NEVER_NEEDED.contains(&request.as_str()),
                    "{} requires {request:?}: OUTSIDE does not say what that is",
                    self.root.join(path).display()
                );
            }
        }
        name.to_owned()
    }

    /// The path below the root of the file behind a relative request.
    fn resolved(&self, from: &Path, request: &str) -> PathBuf {
        let mut path = from.parent().expect("a file has a folder").to_owned();
        for part in request.split('/') {
            match part {
                "." => {}
                ".." => assert!(path.pop(), "{request} leads out of the package"),
                part => path.push(part),
            }
        }
        let with_extension = PathBuf::from(format!("{}.js", path.display()));
        [path.clone(), with_extension, path.join("index.js")]
            .into_iter()
            .find(|it| self.root.join(it).is_file())
            .unwrap_or_else(|| panic!("{}: no file {request}", self.root.join(from).display()))
    }

    /// An ES module whose default export is what the file `first` exports.
    fn code(&self, first: &str) -> String {
        let mut code = String::new();
        for (index, url) in self.outside.values().enumerate() {
            let _ = writeln!(code, "import outside{index} from {url:?};");
        }
        code.push_str("const outside = {\n");
        for (index, name) in self.outside.keys().enumerate() {
            let _ = writeln!(code, "{name:?}: outside{index},");
        }
        code.push_str("};\nconst files = {\n");
        for (name, (text, targets)) in &self.files {
            let _ = writeln!(
                code,
                "{name:?}: [{targets:?}, function (module, exports, require) {{\n{text}\n}}],"
            );
        }
        let _ = write!(
            code,
            "}};\nconst loaded = {{}};\n\
             function load(name) {{\n\
             if (loaded[name]) return loaded[name].exports;\n\
             const module = loaded[name] = {{ exports: {{}} }};\n\
             const [targets, body] = files[name];\n\
             body.call(module.exports, module, module.exports, (request) => \
             request in targets ? load(targets[request]) : outside[request]);\n\
             return module.exports;\n\
             }}\n\
             export default load({first:?});\n"
        );
        assert!(code.is_ascii(), "{first}: sources must be ASCII");
        code
    }
}

/// The code of a file without comments, and the names that it requires.
fn parsed(path: &Path, name: &str) -> (String, Vec<String>) {
    let text = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()));
    let text = npm_patches::patched(name, text);
    let parsed = deno_ast::parse_script(ParseParams {
        specifier: Url::from_file_path(fs::canonicalize(path).expect("it was read"))
            .expect("a path is a URL"),
        text: text.into(),
        media_type: MediaType::JavaScript,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    })
    .unwrap_or_else(|error| panic!("{error}"));
    let mut requests = Requests {
        path,
        names: Vec::new(),
    };
    parsed.program_ref().visit_with(&mut requests);
    (emit(parsed.program_ref()), requests.names)
}

/// Collects requests; panics at code that could reach more than its scope.
struct Requests<'a> {
    path: &'a Path,
    names: Vec<String>,
}

impl Visit for Requests<'_> {
    fn visit_call_expr(&mut self, call: &CallExpr) {
        call.visit_children_with(self);
        match &call.callee {
            Callee::Import(_) => panic!("{} imports when it runs", self.path.display()),
            Callee::Expr(callee) if callee.is_ident_ref_to("require") => {
                let Some(Expr::Lit(Lit::Str(name))) = call.args.first().map(|it| &*it.expr) else {
                    panic!("{} requires what is not known", self.path.display());
                };
                self.names.push(name.value.to_string_lossy().into_owned());
            }
            _ => {}
        }
    }

    fn visit_meta_prop_expr(&mut self, property: &MetaPropExpr) {
        assert!(
            property.kind == MetaPropKind::NewTarget,
            "{} asks for import.meta",
            self.path.display()
        );
    }

    fn visit_ident(&mut self, ident: &Ident) {
        let name = &*ident.sym;
        assert!(
            name != "eval",
            "{} evaluates text, which no package in lumi may",
            self.path.display()
        );
    }
}
