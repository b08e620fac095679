//! Modules that are loaded when they are first imported, in chunks: what is needed together is one
//! module, as V8 and deno_core spend more time on each module than on its code.
//!
//! A module of a chunk that has a name for programs, or that Lumi loads by name, keeps its specifier as a
//! module that hands on what the chunk exports.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use deno_ast::ProgramRef;
use deno_ast::swc::ast::{ExportSpecifier, Module, ModuleDecl, ModuleItem};

use crate::bundle::Bundle;
use crate::emit::emit;
use crate::module_syntax::{
    Export, export_of, import_of, imported_name, imports, parse, resolve, text,
};

/// The name of each chunk, and the modules that it begins with: it has these and what they need, without
/// what an earlier chunk has. Chunks need earlier ones only.
const CHUNKS: &[(&str, &[&str])] = &[
    ("path", &["node/path/path.ts", "node/util/types.ts"]),
    ("buffer", &["node/buffer/buffer.ts"]),
    ("events", &["node/events/events.ts"]),
    (
        "process",
        &[
            "node/process/process.ts",
            "node/buffer/string_decoder.ts",
            "node/timers/timeout.ts",
            "node/os/constants.ts",
            "node/net/ip.ts",
        ],
    ),
    ("util", &["node/util/util.ts", "node/url/url.ts"]),
    ("stream", &["node/stream/stream.ts"]),
    ("fs", &["node/fs/fs.ts"]),
    ("net", &["node/net/net.ts"]),
    ("http", &["node/http/http.ts"]),
    ("tls", &["node/tls/tls.ts", "node/http/https.ts"]),
    ("crypto", &["node/crypto/crypto.ts"]),
    ("child_process", &["node/child_process/child_process.ts"]),
    ("zlib", &["node/zlib/zlib.ts"]),
    ("http2", &["node/http2/http2.ts"]),
];

/// Code of npm is not in the scope of Lumi's.
const FOREIGN: &str = "lumi:/npm/";

/// Specifiers and code.
type Modules = Vec<(String, String)>;

/// All bundles by the specifier of the module that each becomes.
pub struct Chunks<'a> {
    main: (&'a str, &'a Bundle),
    late: Vec<(String, Bundle)>,
}

impl<'a> Chunks<'a> {
    pub fn of(main: (&'a str, &'a Bundle), on_demand: &[(String, String)]) -> Self {
        let mut sources: HashMap<&str, &str> = on_demand
            .iter()
            .filter(|it| !it.0.starts_with(FOREIGN))
            .map(|(specifier, code)| (specifier.as_str(), code.as_str()))
            .collect();
        let mut late = Vec::new();
        for (name, entries) in CHUNKS {
            let entries: Vec<String> = entries.iter().map(|it| format!("lumi:/{it}")).collect();
            let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
            let bundle = Bundle::of(&entries, &sources);
            for specifier in bundle.specifiers() {
                sources.remove(specifier);
            }
            late.push((format!("lumi:/chunks/{name}.js"), bundle));
        }
        Self { main, late }
    }

    fn bundles(&self) -> impl Iterator<Item = (&str, &Bundle)> {
        let late = self.late.iter().map(|(url, bundle)| (url.as_str(), bundle));
        late.chain([self.main])
    }

    fn has(&self, specifier: &str) -> bool {
        self.bundles().any(|(_, bundle)| bundle.has(specifier))
    }

    /// The module and the name by which an export is imported. A namespace (`*`) keeps its module.
    fn link(&self, export: &Export) -> Export {
        let bundle = self.bundles().find(|(_, bundle)| bundle.has(&export.0));
        let Some((url, bundle)) = bundle.filter(|_| export.1 != "*") else {
            return export.clone();
        };
        let declared = bundle.declared(export);
        match bundle.declares(&declared) {
            true => (url.to_owned(), bundle.name_of(&declared)),
            false => {
                assert!(declared != *export, "{} exports no {}", export.0, export.1);
                self.link(&declared)
            }
        }
    }

    /// The exports of bundles for modules outside of them: by the bundle, the declaring module and its name.
    fn wanted(
        &self,
        needed: impl Iterator<Item = (String, Export)>,
    ) -> BTreeMap<&str, BTreeSet<Export>> {
        let mut wanted: BTreeMap<&str, BTreeSet<Export>> = BTreeMap::new();
        for (from, mut export) in needed {
            while let Some((url, bundle)) = self.bundles().find(|(_, it)| it.has(&export.0)) {
                export = bundle.declared(&export);
                if bundle.declares(&export) {
                    if !bundle.has(&from) {
                        wanted.entry(url).or_default().insert(export);
                    }
                    break;
                }
                if export.1 == "*" {
                    break;
                }
            }
        }
        wanted
    }

    /// All modules that are loaded late, and the exports of the snapshot's bundle that these and `public`
    /// need. `names` is text with the names by which modules are loaded.
    pub fn modules(
        &self,
        on_demand: &[(String, String)],
        public: &[&str],
        names: &str,
    ) -> (Modules, Vec<Export>) {
        let all_imports: Vec<(String, Export)> = on_demand
            .iter()
            .flat_map(|(specifier, code)| {
                let imports = imports(specifier, code).into_iter();
                imports.map(|it| (specifier.clone(), it))
            })
            .collect();
        let namespaces = all_imports.iter().filter(|(_, it)| it.1 == "*");
        let namespaces: BTreeSet<&str> = namespaces.map(|(_, it)| it.0.as_str()).collect();
        let is_named = |specifier: &str| {
            let path = specifier.trim_start_matches("lumi:/");
            public.contains(&specifier)
                || namespaces.contains(specifier)
                || names.contains(&format!("\"{specifier}\""))
                || names.contains(&format!("\"{path}\""))
        };
        let kept: Vec<&str> = self
            .bundles()
            .flat_map(|(_, bundle)| bundle.specifiers())
            .filter(|it| is_named(it))
            .collect();
        let exported = kept.iter().flat_map(|specifier| {
            let exports = self.exports_of(specifier).into_iter();
            exports.map(|it| (String::new(), it))
        });
        let mut wanted = self.wanted(all_imports.iter().cloned().chain(exported));
        let mut modules: Modules = kept
            .iter()
            .map(|it| ((*it).to_owned(), self.handing_on(it)))
            .collect();
        for (url, bundle) in &self.late {
            let wanted: Vec<_> = wanted
                .remove(url.as_str())
                .unwrap_or_default()
                .into_iter()
                .collect();
            modules.push((url.clone(), bundle.code(&wanted, |it| self.link(it))));
        }
        let alone = on_demand.iter().filter(|it| !self.has(&it.0));
        modules.extend(
            alone.map(|(specifier, code)| (specifier.clone(), self.relinked(specifier, code))),
        );
        let of_main = wanted.remove(self.main.0).unwrap_or_default();
        (modules, of_main.into_iter().collect())
    }

    fn exports_of(&self, specifier: &str) -> Vec<Export> {
        let bundle = self.bundles().find(|(_, it)| it.has(specifier));
        let names = bundle
            .map(|(_, it)| it.exports_of(specifier))
            .unwrap_or_default();
        names
            .into_iter()
            .map(|it| (specifier.to_owned(), it))
            .collect()
    }

    /// A module that hands on the exports of a module in a bundle.
    fn handing_on(&self, specifier: &str) -> String {
        let mut code = String::new();
        for export in self.exports_of(specifier) {
            let (from, name) = self.link(&export);
            let _ = match name.as_str() {
                "*" => writeln!(code, "export * as {} from {from:?};", export.1),
                _ => writeln!(code, "export {{ {name} as {} }} from {from:?};", export.1),
            };
        }
        code
    }

    /// A module that imports from bundles what they have.
    fn relinked(&self, specifier: &str, code: &str) -> String {
        let mut module = parse(specifier, code);
        let body = std::mem::take(&mut module.body);
        for item in body {
            match item {
                ModuleItem::ModuleDecl(ModuleDecl::Import(import))
                    if !import.specifiers.is_empty() =>
                {
                    let from = resolve(specifier, &import.src);
                    for it in &import.specifiers {
                        let (from, name) = self.link(&(from.clone(), imported_name(it)));
                        let imported = import_of(&from, [(name.as_str(), it.local().clone())]);
                        module.body.push(imported);
                    }
                }
                ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(export)) if export.src.is_some() => {
                    let src = export.src.as_deref().expect("it was asked above");
                    let from = resolve(specifier, src);
                    for it in &export.specifiers {
                        self.relink_export(&mut module, &from, it);
                    }
                }
                item => module.body.push(item),
            }
        }
        emit(ProgramRef::Module(&module))
    }

    fn relink_export(&self, module: &mut Module, from: &str, specifier: &ExportSpecifier) {
        let (original, exported) = match specifier {
            ExportSpecifier::Named(it) => {
                let exported = it.exported.as_ref().unwrap_or(&it.orig);
                (text(&it.orig).to_string(), text(exported).to_string())
            }
            ExportSpecifier::Namespace(it) => ("*".to_owned(), text(&it.name).to_string()),
            ExportSpecifier::Default(it) => ("default".to_owned(), it.exported.sym.to_string()),
        };
        let (from, name) = self.link(&(from.to_owned(), original));
        module.body.push(export_of(&from, &name, &exported));
    }
}
