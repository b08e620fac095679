//! The exports of CommonJS files that are read: getters run only for names that importers ask for.
//!
//! A facade (`commonjs.rs`) has all names of its file, but a getter that no importer asks for is
//! not called: it may load a module of its own, as in the indexes of large packages. When the facade
//! is evaluated, its importers are known, and so is what they ask for by their texts
//! (`asked_names.rs`). A module that is loaded later may ask for more. Its import then leads to a
//! *later module*, which reads the missing names and exports the same bindings.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use deno_core::ResolutionKind;
use deno_core::url::Url;

use super::commonjs::{RUNNER, facade_url, is_facade};
use crate::modules::asked_names::{AskedNames, Names, asked_names};
use crate::modules::caches::cache::ModuleCache;
use crate::modules::loader::ModuleLoader;
use crate::modules::packages::{Format, ImportKind};
use crate::modules::resolver::Resolved;

/// URL prefix of later modules.
const LATER: &str = "lumi:/later/";

/// The edges of the module graph that decide which names are read.
#[derive(Default)]
pub struct FacadeNames {
    /// The imports of CommonJS files, and those of other modules by `import()`, by the URL of the file.
    imports: HashMap<Url, Vec<Import>>,
    /// Modules that were loaded for `import()`. The kind of their own imports is that of `import()`, too.
    dynamic: HashSet<String>,
    /// The names that evaluated facades have not read, by the URL of the file. An empty map is the
    /// common case.
    unread: BTreeMap<Url, BTreeSet<String>>,
    /// The CommonJS files in `unread` that an ES module exports as a whole.
    exported_by: HashMap<Url, BTreeSet<Url>>,
    /// The targets of later modules, by number.
    later: Vec<Url>,
    /// The later modules that have all names, by target: a module has one namespace.
    namespaces: HashMap<Url, Url>,
    /// The names that loaded modules ask for, by URL.
    asked: HashMap<String, Option<Rc<AskedNames>>>,
}

/// An import of a module.
#[derive(Clone)]
struct Import {
    referrer: String,
    specifier: String,
    /// Whether it asks for all exports, as `import()` does.
    is_whole: bool,
}

/// Whether a URL is that of a later module.
pub fn is_later(url: &str) -> bool {
    url.starts_with(LATER)
}

impl ModuleLoader {
    /// Takes note of an import, and returns the URL of the later module where one is needed.
    pub(in crate::modules) fn note_import(
        &self,
        resolved: &Resolved,
        specifier: &str,
        referrer: &str,
        kind: ResolutionKind,
    ) -> Option<Url> {
        let is_static = kind == ResolutionKind::Import && referrer.starts_with("file:");
        let is_commonjs = resolved.format == Format::CommonJs;
        let mut facades = self.facades.borrow_mut();
        let has_all = facades.unread.is_empty() && facades.namespaces.is_empty();
        if is_static && !is_commonjs && has_all {
            return None;
        }
        let mut import = Import {
            referrer: referrer.to_owned(),
            specifier: specifier.to_owned(),
            is_whole: false,
        };
        if !is_static || is_commonjs {
            let is_loaded_late = facades.dynamic.contains(referrer);
            let known = facades.imports.entry(resolved.url.clone()).or_default();
            let is_same = |it: &&Import| it.specifier == specifier && it.referrer == referrer;
            let is_again = known.iter().any(|it| is_same(&it));
            // The first import of a module that was loaded late is the one in its text.
            import.is_whole = !is_static && (is_again || !is_loaded_late);
            let mut same = known.iter().filter(is_same);
            if !same.any(|it| it.is_whole == import.is_whole) {
                known.push(import.clone());
            }
        }
        drop(facades);
        if has_all || kind == ResolutionKind::MainModule {
            return None;
        }
        self.later_url(resolved, self.names_of(&import))
    }

    /// Takes note of a module that is loaded for `import()`.
    pub(in crate::modules) fn note_dynamic(&self, url: &Url) {
        self.facades.borrow_mut().dynamic.insert(url.to_string());
    }

    /// The URL of the module that reads what `names` ask of evaluated facades, if any is not read yet.
    fn later_url(&self, resolved: &Resolved, names: Names) -> Option<Url> {
        let mut facades = self.facades.borrow_mut();
        if names.all
            && let Some(url) = facades.namespaces.get(&resolved.url)
        {
            return Some(url.clone());
        }
        let is_missing = |file: &Url| {
            let mut unread = facades.unread.get(file).into_iter().flatten();
            unread.any(|it| names.star || names.contains(it))
        };
        let needed = match resolved.format {
            Format::CommonJs => is_missing(&resolved.url),
            Format::Module => {
                let files = facades.exported_by.get(&resolved.url);
                files.into_iter().flatten().any(is_missing)
            }
        };
        if !needed {
            return None;
        }
        let url = Url::parse(&format!("{LATER}{}", facades.later.len())).ok()?;
        let target = match resolved.format {
            Format::CommonJs => facade_url(&resolved.url),
            Format::Module => resolved.url.clone(),
        };
        facades.later.push(target);
        if names.all {
            facades.namespaces.insert(resolved.url.clone(), url.clone());
        }
        Some(url)
    }

    /// The code of the later module of `target`.
    pub(in crate::modules) fn later_code(&self, target: &Url) -> String {
        let is_facade = is_facade(target);
        let asked = self.asked(target.as_str());
        let has_default = is_facade || asked.is_some_and(|it| it.has_default);
        let target = serde_json::Value::from(target.as_str());
        let default = match has_default {
            true => format!("export {{ default }} from {target};\n"),
            false => String::new(),
        };
        format!(
            "import {{ readMore }} from \"{RUNNER}\";\nexport * from {target};\n{default}readMore();\n"
        )
    }

    /// The module whose bindings a later module exports.
    pub(in crate::modules) fn later_target(&self, url: &Url) -> Option<Url> {
        let number: usize = url.as_str().strip_prefix(LATER)?.parse().ok()?;
        self.facades.borrow().later.get(number).cloned()
    }

    /// Chooses those of the names of a CommonJS file that importers ask for. The others count as not
    /// read from then on.
    pub fn names_to_read(&self, file: &Path, names: Vec<String>) -> Vec<String> {
        let Ok(url) = Url::from_file_path(file) else {
            return names;
        };
        let mut exporters = HashSet::new();
        let wanted = self.wanted(&url, Format::CommonJs, &mut exporters);
        let (read, unread): (Vec<String>, _) =
            names.into_iter().partition(|it| wanted.contains(it));
        let mut facades = self.facades.borrow_mut();
        match unread.is_empty() {
            true => {
                facades.unread.remove(&url);
            }
            false => {
                for it in exporters {
                    facades
                        .exported_by
                        .entry(it)
                        .or_default()
                        .insert(url.clone());
                }
                facades.unread.insert(url, unread.into_iter().collect());
            }
        }
        read
    }

    /// The names that are asked of a module; `exporters` become the ES modules that export it as a
    /// whole, and those that export them.
    fn wanted(&self, url: &Url, format: Format, exporters: &mut HashSet<Url>) -> Names {
        let mut wanted = Names::default();
        let mut imports = self.facades.borrow().imports.get(url).cloned();
        if format == Format::Module {
            imports
                .get_or_insert_default()
                .extend(self.imports_of_module(url));
        }
        for import in imports.unwrap_or_default() {
            let names = self.names_of(&import);
            wanted.add(&names);
            if names.star
                && let Ok(exporter) = Url::parse(&import.referrer)
                && exporters.insert(exporter.clone())
            {
                wanted.add(&self.wanted(&exporter, Format::Module, exporters));
            }
        }
        wanted
    }

    /// The loaded modules that import an ES module. Modules of packages and programs that export
    /// CommonJS as a whole are few, so the others do not pay for a list of theirs.
    fn imports_of_module(&self, url: &Url) -> Vec<Import> {
        let loaded: Vec<String> = self.state.borrow().texts.keys().cloned().collect();
        let mut found = Vec::new();
        for referrer in loaded {
            let Some(asked) = self.asked(&referrer) else {
                continue;
            };
            for (specifier, _) in asked.iter() {
                let mut state = self.state.borrow_mut();
                let resolver = &mut state.resolver;
                let resolved = resolver.resolve(specifier, &referrer, ImportKind::Import);
                if resolved.is_ok_and(|it| it.url == *url) {
                    found.push(Import {
                        referrer: referrer.clone(),
                        specifier: specifier.to_owned(),
                        is_whole: false,
                    });
                }
            }
        }
        found
    }

    /// The names that an import asks for.
    fn names_of(&self, import: &Import) -> Names {
        match import.is_whole {
            true => Names::all(),
            false => self.names_in_text(&import.referrer, &import.specifier),
        }
    }

    /// The names that the text of a module asks of a specifier; all if that is not known.
    pub(in crate::modules) fn names_in_text(&self, module: &str, specifier: &str) -> Names {
        let asked = self.asked(module);
        let names = asked.and_then(|it| it.of(specifier).cloned());
        names.unwrap_or_else(Names::all)
    }

    /// The names that a loaded module asks for.
    fn asked(&self, url: &str) -> Option<Rc<AskedNames>> {
        if let Some(known) = self.facades.borrow().asked.get(url) {
            return known.clone();
        }
        let asked = self.read_asked(url).map(Rc::new);
        let mut facades = self.facades.borrow_mut();
        facades.asked.insert(url.to_owned(), asked.clone());
        asked
    }

    fn read_asked(&self, url: &str) -> Option<AskedNames> {
        let code = self.state.borrow().texts.get(url)?.code.clone();
        let key = ModuleCache::key(&code, &"asked names");
        let kept = self.cache.load(&key);
        if let Some(kept) = kept.and_then(|it| serde_json::from_str(&it.emitted.code).ok()) {
            return Some(kept);
        }
        let asked = asked_names(&Url::parse(url).ok()?, &code)?;
        if self.cache.is_kept() {
            let text = serde_json::to_string(&asked).unwrap_or_default();
            self.keep(key, &text);
        }
        Some(asked)
    }
}
