//! deno_core's module loader over the parts of this folder.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::error::ModuleLoaderError;
use deno_core::url::Url;
use deno_core::{ModuleLoadOptions, ModuleLoadReferrer, ModuleLoadResponse, ResolutionKind};
use deno_error::JsErrorBox;
use tracing::debug_span;

use crate::errors::position::display_file;
use crate::isolate::snapshot::StartupData;
use crate::program::ConfigValue;
use lumi_graph::{PackageInterfaces, PackageMembers, ProviderCode};
use lumi_node::interruption;
use lumi_sandbox::Permissions;

use super::asked_names::Names;
use super::builtin::{is_library, library};
use super::caches::cache::{Key, ModuleCache};
use super::caches::compiled_code::{CompiledCode, LoadedCode};
use super::described_packages::{DescribedPackages, exported, package_of_url, rest_url};
use super::error::LoadError;
use super::import_failures::ImportFailures;
use super::memory_modules::MemoryModules;
use super::package_imports::PackageImports;
use super::packages::{Format, ImportKind, KeptGuesses, Package};
use super::require::commonjs;
use super::require::facade_names::{FacadeNames, is_later};
use super::require::typed::TypedCode;
use super::resolver::{Resolved, Resolver};
use super::sites::source_maps;
use super::sites::source_maps::SourceMaps;
use super::sites::source_maps::map_of;
use super::stored_modules::StoredModules;
use super::stored_settings::SettingError;
use super::transpile::{Author, Emitted};

/// Loads the modules of one run.
pub struct ModuleLoader {
    pub project: PathBuf,
    pub cache: Rc<ModuleCache>,
    pub permissions: Rc<Permissions>,
    pub state: RefCell<State>,
    pub(super) kept: RefCell<StoredModules>,
    pub(super) facades: RefCell<FacadeNames>,
    package_imports: RefCell<PackageImports>,
    pub(crate) failures: ImportFailures,
    /// Packages of the project.
    pub described: DescribedPackages,
    /// Source maps beside modules.
    pub(super) source_maps: SourceMaps,
    /// The source map of the entry module if none lies beside it, by the URL of the map.
    entry_map: OnceCell<(String, String)>,
    /// The text of the entry module if no file has it, by the URL of the module.
    pub(super) entry_text: OnceCell<(Url, String)>,
    /// Modules that are in no file.
    pub(super) memory: OnceCell<Arc<MemoryModules>>,
    /// Whether code ends with its source map, for debuggers.
    pub(super) embeds_source_maps: Cell<bool>,
    /// Whether the program is one of Pulumi, with its own SDK.
    pub(super) serves_pulumi: Cell<bool>,
    /// Whether the code of the program is what its compiler makes of it.
    is_compiled: Cell<bool>,
    /// The URL of the entry module, once it is loaded.
    main: OnceCell<Url>,
}

pub struct State {
    pub resolver: Resolver,
    /// Versions of packages, and the number of package imports when they were collected.
    pub versions: (usize, Arc<BTreeMap<String, String>>),
    /// The running code of each module, by URL.
    pub(super) texts: HashMap<String, Emitted>,
    /// The URLs in `texts` that are CommonJS.
    commonjs: HashSet<String>,
    /// Modules whose code cache V8 is about to create.
    pub(super) unsaved: HashMap<Url, Key>,
    /// The names of modules without a code cache, with their code once it is compiled.
    pub(super) fresh: HashMap<String, Option<CompiledCode>>,
    /// CommonJS files that were compiled without a code cache.
    pub compiled: HashMap<PathBuf, (Key, Emitted)>,
    /// CommonJS files that a compiler of TypeScript has made, until they are loaded.
    pub(super) typed: HashMap<PathBuf, TypedCode>,
    /// Cache entries that are written once the program is done.
    pub ready: Vec<LoadedCode>,
}

impl State {
    /// Records the running code of a CommonJS file of the program.
    pub fn add_commonjs(&mut self, url: &Url, emitted: Emitted) {
        self.texts.insert(url.to_string(), emitted);
        self.commonjs.insert(url.to_string());
    }
}

impl ModuleLoader {
    pub fn new(
        permissions: Rc<Permissions>,
        project: PathBuf,
        cache: ModuleCache,
        source_maps: SourceMaps,
        packages: Arc<dyn PackageInterfaces>,
    ) -> Self {
        let cache = Rc::new(cache);
        let mut resolver = Resolver::new(Rc::clone(&permissions), project.clone());
        let guesses = KeptGuesses::new(Rc::clone(&cache));
        resolver.packages.keep_guesses(guesses);
        let state = State {
            resolver,
            versions: Default::default(),
            texts: HashMap::new(),
            commonjs: HashSet::new(),
            unsaved: HashMap::new(),
            fresh: HashMap::new(),
            compiled: HashMap::new(),
            typed: HashMap::new(),
            ready: Vec::new(),
        };
        Self {
            project,
            cache,
            permissions,
            state: RefCell::new(state),
            kept: RefCell::default(),
            facades: RefCell::default(),
            package_imports: RefCell::default(),
            failures: ImportFailures::default(),
            described: DescribedPackages::new(packages),
            source_maps,
            entry_map: OnceCell::new(),
            entry_text: OnceCell::new(),
            memory: OnceCell::new(),
            embeds_source_maps: Cell::new(false),
            serves_pulumi: Cell::new(false),
            is_compiled: Cell::new(false),
            main: OnceCell::new(),
        }
    }

    /// Makes the code of modules that are loaded from now on contain its source map.
    pub fn embed_source_maps(&self) {
        self.embeds_source_maps.set(true);
    }

    /// Sets the source map of `module`, unless a map lies beside it.
    pub fn set_entry_map(&self, module: &Url, map: String) {
        // Only the first call counts: a run has one entry.
        let _ = self.entry_map.set((format!("{module}.map"), map));
    }

    pub(super) fn note_main(&self, url: &Url) {
        // A run has one entry.
        let _ = self.main.set(url.clone());
    }

    /// Whether the module at a URL is the entry of the run.
    pub fn is_main(&self, url: &str) -> bool {
        self.main.get().is_some_and(|it| it.as_str() == url)
    }

    /// Makes files of the program ES modules or CommonJS as Node does.
    pub fn decide_as_node(&self) {
        self.state.borrow_mut().resolver.packages.decide_as_node();
    }

    /// Runs a program of Pulumi: parts of its SDK are replaced, and its own code is that of its compiler.
    pub fn serve_pulumi(&self) {
        self.serves_pulumi.set(true);
        self.run_compiled();
    }

    /// Runs a program whose own code is that of its compiler.
    pub fn run_compiled(&self) {
        self.is_compiled.set(true);
        self.state
            .borrow_mut()
            .resolver
            .packages
            .decide_as_compiled();
    }

    /// Runs tests of a program of Pulumi: they import the interface of Mocha from lumi.
    pub fn serve_mocha(&self) {
        self.state.borrow_mut().resolver.serves_mocha = true;
    }

    /// Who has written a file, for what is done to its code. Compiled code stays as it is: the SDK of Pulumi serialises the
    /// text of functions.
    pub(super) fn author(&self, path: &Path) -> Author {
        let is_packaged = || self.state.borrow().resolver.packages.is_packaged(path);
        match self.is_compiled.get() || is_packaged() {
            true => Author::Package,
            false => Author::Program,
        }
    }

    /// Sets the text of an entry module that is not in a file.
    pub fn set_entry_text(&self, module: Url, text: String) {
        // Only the first call counts: a run has one entry.
        let _ = self.entry_text.set((module, text));
    }

    /// Caches the source map of a function that is deployed as `code`, for its errors. It names
    /// sources relative to the project.
    pub fn keep_map(&self, code: &str, map: &str) {
        let map = source_maps::located(map, &self.project, None);
        self.cache.store_map(code, &map);
    }

    /// The cached source map of a function that was deployed without one, by the URL of its map.
    pub(super) fn kept_map(&self, url: &str) -> Option<Vec<u8>> {
        if let Some((_, map)) = self.entry_map.get().filter(|it| it.0 == url) {
            return Some(map.clone().into_bytes());
        }
        let module = url.strip_suffix(".map")?;
        let code = self.source_maps.load(module)?;
        self.cache.load_map(std::str::from_utf8(&code).ok()?)
    }

    /// Adds a provider object from the state and returns the URL of its module.
    pub fn keep_provider(
        &self,
        code: &ProviderCode,
        config: &[(String, ConfigValue)],
    ) -> Result<String, SettingError> {
        self.kept.borrow_mut().add(code, config)
    }

    /// The package of the module at `url`; `None` for modules of the program and of Lumi.
    pub fn package_of(&self, url: &Url) -> Option<Package> {
        let path = commonjs::file_of(url)?;
        self.state.borrow_mut().resolver.packages.package_of(&path)
    }

    /// The name of the package that a script belongs to; `url` is its name in V8.
    pub fn package_of_file(&self, url: &str) -> Option<String> {
        Some(self.package_of(&Url::parse(url).ok()?)?.name)
    }

    /// The running code of the module at `url`; `None` for modules outside the program and the libraries of Lumi.
    pub fn text(&self, url: &str) -> Option<Emitted> {
        if is_library(url) {
            let code = StartupData::current().on_demand_module(url)?;
            return Some(Emitted {
                code: code.into(),
                map: None,
            });
        }
        let state = self.state.borrow();
        let path = Url::parse(url).ok()?.to_file_path().ok()?;
        if state.resolver.packages.is_packaged(&path) {
            return None;
        }
        state.texts.get(url).cloned()
    }

    /// Whether the module at `url` runs as CommonJS.
    pub fn is_commonjs(&self, url: &str) -> bool {
        self.state.borrow().commonjs.contains(url)
    }

    /// The file of the program, or the library of Lumi, that `specifier` refers to in the module at `referrer`; `None` for
    /// built-in modules and packages.
    pub fn file(&self, specifier: &str, referrer: &str) -> Option<Url> {
        if let Some(url) = library(specifier) {
            return Some(url);
        }
        if let Some(url) = self.memory_url(specifier, referrer) {
            return Some(url);
        }
        let mut state = self.state.borrow_mut();
        let resolver = &mut state.resolver;
        let resolved = resolver.resolve(specifier, referrer, ImportKind::Import);
        let path = commonjs::file_of(&resolved.as_ref().ok()?.url)?;
        let is_own = !resolver.packages.is_packaged(&path);
        is_own.then_some(resolved.ok()?.url)
    }

    /// The display name of the module at `url`.
    pub fn shown(&self, url: &str) -> String {
        match is_library(url) {
            true => url.to_owned(),
            false => display_file(url, &self.project),
        }
    }

    /// The display name of a path.
    pub fn shown_path(&self, path: &Path) -> String {
        let shown = path.strip_prefix(&self.project).unwrap_or(path);
        shown.display().to_string()
    }

    /// Takes note of an import of a package, and returns the URL of the module that sets the rest of its names where
    /// one is needed.
    fn note_package_import(
        &self,
        url: &Url,
        specifier: &str,
        referrer: &str,
        kind: ResolutionKind,
    ) -> Option<Url> {
        let package = package_of_url(url.as_str())?;
        if url.as_str() == specifier && rest_url(package).is_some_and(|it| it.as_str() == referrer)
        {
            return None;
        }
        let is_static = kind == ResolutionKind::Import && referrer.starts_with("file:");
        let mut imports = self.package_imports.borrow_mut();
        let needs_rest = imports.add(package, specifier, referrer, !is_static);
        needs_rest.then(|| rest_url(package)).flatten()
    }

    /// The parts of the names of a package that are set when its module is evaluated: all where a debugger may ask for
    /// any.
    pub fn package_parts(&self, package: &str, members: &PackageMembers) -> Vec<u32> {
        let mut imports = self.package_imports.borrow_mut();
        let is_debugged = self.embeds_source_maps.get();
        imports.parts(
            package,
            &exported(members),
            |referrer, specifier| match is_debugged {
                true => Names::all(),
                false => self.names_in_text(referrer, specifier),
            },
        )
    }

    pub(super) fn resolved(&self, specifier: &str, importer: &str) -> Result<Resolved, LoadError> {
        match self.described.resolve(specifier, importer) {
            Some(url) => url.map(Resolved::module),
            None => {
                self.state
                    .borrow_mut()
                    .resolver
                    .resolve(specifier, importer, ImportKind::Import)
            }
        }
    }

    /// The error of a module that cannot be loaded, of which a note is taken.
    fn failed(&self, error: LoadError) -> ModuleLoaderError {
        self.failures.note(&error);
        JsErrorBox::from_err(error)
    }
}

impl deno_core::ModuleLoader for ModuleLoader {
    fn resolve(
        &self,
        specifier: &str,
        referrer: &str,
        kind: ResolutionKind,
    ) -> Result<Url, ModuleLoaderError> {
        if let Some(url) = StoredModules::resolve(specifier, referrer) {
            return Ok(url);
        }
        if let Some(url) = self.memory_url(specifier, referrer) {
            return Ok(url);
        }
        if let Some((url, _)) = self
            .entry_text
            .get()
            .filter(|it| it.0.as_str() == specifier)
        {
            return Ok(url.clone());
        }
        // A later module imports the URL of what it exports.
        if is_later(referrer)
            && let Ok(url) = Url::parse(specifier)
        {
            return Ok(url);
        }
        let resolved = self.resolved(specifier, referrer);
        let resolved =
            resolved.map_err(|error| self.failed(self.located(error, specifier, referrer)))?;
        if kind == ResolutionKind::DynamicImport && resolved.url.scheme() == "lumi" {
            interruption::note_import();
        }
        if let Some(url) = self.note_package_import(&resolved.url, specifier, referrer, kind) {
            return Ok(url);
        }
        if let Some(url) = self.note_import(&resolved, specifier, referrer, kind) {
            return Ok(url);
        }
        Ok(match (resolved.format, kind) {
            (Format::Module, _) => resolved.url,
            (Format::CommonJs, ResolutionKind::MainModule) => commonjs::entry_url(&resolved.url),
            (Format::CommonJs, _) => commonjs::facade_url(&resolved.url),
        })
    }

    fn load(
        &self,
        url: &Url,
        referrer: Option<&ModuleLoadReferrer>,
        options: ModuleLoadOptions,
    ) -> ModuleLoadResponse {
        // The path of a `data:` URL is the module.
        let place = match url.scheme() {
            "data" => "data:",
            _ => url.as_str(),
        };
        let _span = debug_span!(target: "host", "import", url = place).entered();
        if options.is_dynamic_import {
            self.note_dynamic(url);
        }
        let loaded = self.load_file(url, &options.requested_module_type);
        let loaded = loaded.map_err(|error| match referrer {
            Some(it) => self.located_by(error, url, it),
            None => error,
        });
        ModuleLoadResponse::Sync(loaded.map_err(|error| self.failed(error)))
    }

    fn code_cache_ready(
        &self,
        url: Url,
        _hash: u64,
        code_cache: &[u8],
    ) -> Pin<Box<dyn Future<Output = ()>>> {
        let mut state = self.state.borrow_mut();
        // V8 may have refused an existing entry, such as one from another processor.
        if let Some(key) = state.unsaved.remove(&url)
            && let Some(emitted) = state.texts.get(url.as_str()).cloned()
        {
            let compiled = state.fresh.remove(url.as_str()).flatten();
            state.ready.push(LoadedCode {
                key,
                emitted,
                code_cache: code_cache.to_vec(),
                compiled,
            });
        }
        Box::pin(std::future::ready(()))
    }

    fn purge_and_prevent_code_cache(&self, url: &str) {
        let Ok(url) = Url::parse(url) else { return };
        if let Some(key) = self.state.borrow_mut().unsaved.remove(&url) {
            self.cache.forget(&key);
        }
    }

    fn get_source_map(&self, url: &str) -> Option<Cow<'_, [u8]>> {
        let state = self.state.borrow();
        let map = state.texts.get(url)?.map.as_ref()?;
        map_of(url, map).map(Cow::Owned)
    }

    fn load_external_source_map(&self, url: &str) -> Option<Cow<'_, [u8]>> {
        let beside = self.source_maps.load(url);
        beside.or_else(|| self.kept_map(url)).map(Cow::Owned)
    }

    fn source_map_source_exists(&self, _url: &str) -> Option<bool> {
        Some(self.source_maps.are_read())
    }
}
