//! Packages of the project as modules: `lumi:random`, and their parts: `lumi:aws/s3` and `lumi:aws/s3/Bucket`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use deno_core::url::Url;

use lumi_graph::{
    EnumInterface, FunctionInterface, InterfaceError, LibraryModule, ObjectType, PackageInterface,
    PackageInterfaces, PackageMembers, ResourceInterface, nearest,
};
use lumi_provider::StdInterface;

use super::error::LoadError;
use super::package_imports::PART;
use super::resolver::similar;

/// The scheme of their URLs.
const SCHEME: &str = "lumi-package";

/// The scheme of the modules that set the rest of the names of packages.
const REST: &str = "lumi-package-rest";

/// The prefix of a package name in imports.
const PREFIX: &str = "lumi:";

/// The prefix of the package name in types of provider resources.
const PROVIDERS: &str = "lumi:providers:";

/// The module of the SDK that makes classes and functions of names.
const MAKER: &str = "lumi:/lumi/package/package_module.ts";

/// The likeness from which on another name is proposed.
const LIKENESS: f64 = 0.7;

/// The packages that a program can import, and those that it has imported.
pub struct DescribedPackages {
    all: Arc<dyn PackageInterfaces>,
    opened: RefCell<HashMap<String, Arc<dyn PackageInterface>>>,
    /// The imported modules of packages, by their names with that of the package: `aws/s3`.
    modules: RefCell<HashMap<String, Arc<PackageMembers>>>,
    resources: RefCell<HashMap<String, Option<Arc<ResourceInterface>>>>,
    /// The functions that were called, and the methods of the resources that were read.
    functions: RefCell<HashMap<String, Option<Arc<FunctionInterface>>>>,
}

impl DescribedPackages {
    pub fn new(all: Arc<dyn PackageInterfaces>) -> Self {
        Self {
            all,
            opened: RefCell::default(),
            modules: RefCell::default(),
            resources: RefCell::default(),
            functions: RefCell::default(),
        }
    }

    /// Resolves `specifier` in the module at `referrer`; `None` if neither has to do with packages.
    pub fn resolve(&self, specifier: &str, referrer: &str) -> Option<Result<Url, LoadError>> {
        let parsed = |url: &str| Url::parse(url).expect("BUG: names of packages fit into URLs");
        let of_rest = name_after(REST, referrer);
        if of_rest.or_else(|| package_of_url(referrer)).is_some() {
            let is_whole = of_rest.is_some() && package_of_url(specifier) == of_rest;
            let is_meant = specifier == MAKER || is_whole;
            return is_meant.then(|| Ok(parsed(specifier)));
        }
        if let Some((name, module)) = module_of_package(specifier) {
            let found = self.open(name).and_then(|opened| match opened.library() {
                Some(modules) => check_library_module(specifier, name, module, modules),
                None => self
                    .module(specifier, &format!("{name}{module}"), &*opened)
                    .map(drop),
            });
            return Some(found.map(|()| parsed(&format!("{SCHEME}:{name}{module}"))));
        }
        let name = package_name(specifier)?;
        let opened = self.open(name);
        Some(opened.map(|_| parsed(&format!("{SCHEME}:{name}"))))
    }

    /// The code of a package's module; `None` for other modules.
    pub fn code(&self, url: &Url) -> Option<Result<String, LoadError>> {
        if let Some(name) = name_after(REST, url.as_str()) {
            return Some(Ok(rest_code(name)));
        }
        let name = package_of_url(url.as_str())?;
        Some(self.with_members(name, code))
    }

    /// Reads the members of a package, or of one of its modules: `aws/s3`.
    pub fn with_members<R>(
        &self,
        name: &str,
        read: impl FnOnce(&PackageMembers) -> R,
    ) -> Result<R, LoadError> {
        let Some((package, _)) = name.split_once('/') else {
            return Ok(read(self.open(name)?.members()));
        };
        let opened = self.open(package)?;
        let specifier = format!("{PREFIX}{name}");
        Ok(read(&*self.module(&specifier, name, &*opened)?))
    }

    fn module(
        &self,
        specifier: &str,
        name: &str,
        package: &dyn PackageInterface,
    ) -> Result<Arc<PackageMembers>, LoadError> {
        if let Some(known) = self.modules.borrow().get(name) {
            return Ok(Arc::clone(known));
        }
        let mut all = package.modules();
        let own = name.split_once('/').map_or(name, |it| it.1);
        let of_member = || {
            let (module, member) = own.rsplit_once('/')?;
            all.get(module)?.member_module(member)
        };
        let Some(module) = of_member().or_else(|| all.remove(own)) else {
            return Err(LoadError::NotFound {
                specifier: specifier.to_owned(),
                similar: similar(specifier, module_names(package, &all, own).into_iter()),
            });
        };
        let module = Arc::new(module);
        let mut modules = self.modules.borrow_mut();
        modules.insert(name.to_owned(), Arc::clone(&module));
        Ok(module)
    }

    pub fn open(&self, name: &str) -> Result<Arc<dyn PackageInterface>, LoadError> {
        if let Some(known) = self.opened.borrow().get(name) {
            return Ok(Arc::clone(known));
        }
        let specifier = format!("{PREFIX}{name}");
        let opened = match self.all.open(name) {
            Some(Ok(opened)) => opened,
            Some(Err(InterfaceError(problem))) => {
                return Err(LoadError::Undescribed { specifier, problem });
            }
            None => {
                let names = self.all.names();
                let similar = nearest(name, names.iter().map(String::as_str), LIKENESS);
                let similar: Vec<String> = similar
                    .into_iter()
                    .map(|it| format!("{PREFIX}{it}"))
                    .collect();
                return Err(LoadError::NoSuchProjectPackage {
                    specifier,
                    similar,
                    known: names,
                });
            }
        };
        let mut all = self.opened.borrow_mut();
        all.insert(name.to_owned(), Arc::clone(&opened));
        Ok(opened)
    }

    /// The package that a token belongs to: `std`, or an imported one.
    fn imported(&self, token: &str) -> Option<Arc<dyn PackageInterface>> {
        let (package, _) = token.split_once(':')?;
        if let Some(Ok(std)) = StdInterface.open(package) {
            return Some(std);
        }
        self.opened.borrow().get(package).cloned()
    }

    /// A resource of an imported package; `None` for others.
    pub fn resource(&self, token: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        if let Some(known) = self.resources.borrow().get(token) {
            return Ok(known.clone());
        }
        let Some(package) = self.imported(token) else {
            return Ok(None);
        };
        let found = package.resource(token)?;
        let mut functions = self.functions.borrow_mut();
        for method in found.iter().flat_map(|it| &it.methods) {
            let function = Arc::new(method.function.clone());
            functions.insert(method.token.clone(), Some(function));
        }
        let mut all = self.resources.borrow_mut();
        all.insert(token.to_owned(), found.clone());
        Ok(found)
    }

    /// A function of an imported package, or a method of a resource that was read; `None` for others.
    pub fn function(&self, token: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        if let Some(known) = self.functions.borrow().get(token) {
            return Ok(known.clone());
        }
        let Some(package) = self.imported(token) else {
            return Ok(None);
        };
        let found = package.function(token)?;
        let mut all = self.functions.borrow_mut();
        all.insert(token.to_owned(), found.clone());
        Ok(found)
    }

    /// An enumeration of an imported package; `None` for others.
    pub fn enumeration(&self, token: &str) -> Result<Option<Arc<EnumInterface>>, InterfaceError> {
        match self.imported(token) {
            Some(package) => package.enumeration(token),
            None => Ok(None),
        }
    }

    /// The configuration of a provider of an imported package; `None` for other types.
    pub fn configuration(
        &self,
        resource_type: &str,
    ) -> Option<Result<Arc<ObjectType>, InterfaceError>> {
        let name = resource_type.strip_prefix(PROVIDERS)?;
        let package = self.opened.borrow().get(name).cloned();
        package.map(|it| it.configuration())
    }

    /// Advice for a name that a package does not have. `message` is that of V8: for an import that is
    /// not exported, or for `new random.Strin()`.
    pub fn advice(&self, message: &str) -> Option<String> {
        if let Some((_, name)) = message
            .strip_suffix(" is not a constructor")
            .and_then(|it| it.rsplit_once('.'))
        {
            let (modules, opened) = (self.modules.borrow(), self.opened.borrow());
            let of_modules = modules.values().map(|it| &**it);
            let mut all = of_modules.chain(opened.values().map(|it| it.members()));
            return all.find_map(|it| advice(it, name));
        }
        let rest = message.strip_prefix("The requested module '")?;
        let (specifier, name) = rest.split_once("' does not provide an export named '")?;
        let name = name.trim_end_matches('\'');
        if let Some(module) = self.modules.borrow().get(specifier.strip_prefix(PREFIX)?) {
            return advice(module, name);
        }
        let package = package_name(specifier)?;
        let opened = self.opened.borrow().get(package).cloned()?;
        advice(opened.members(), name)
    }
}

/// The modules of a package that `own` could mean: all, or those of the members of the module that it begins with.
fn module_names(
    package: &dyn PackageInterface,
    all: &BTreeMap<String, PackageMembers>,
    own: &str,
) -> Vec<String> {
    let package = &package.members().package;
    let known = own.rsplit_once('/').and_then(|it| all.get_key_value(it.0));
    let members = known.into_iter().flat_map(|(module, members)| {
        let all = members.resources.iter();
        all.map(move |it| format!("{module}/{}", it.name))
    });
    let modules = all.keys().cloned().chain(members);
    modules
        .map(|it| format!("{PREFIX}{package}/{it}"))
        .collect()
}

fn advice(members: &PackageMembers, name: &str) -> Option<String> {
    let data = &members.data;
    if data.iter().any(|it| it.name == name) {
        return Some(format!("; it is a data source: write \"data.{name}\""));
    }
    if members.ephemeral.iter().any(|it| it.name == name) {
        return Some(format!(
            "; it is an ephemeral value: write \"ephemeral.{name}\""
        ));
    }
    let names = members.resources.iter().map(|it| it.name.as_str());
    let found = nearest(name, names, LIKENESS)?;
    Some(format!("; did you mean \"{found}\"?"))
}

/// `random` of `lumi:random`, or of the URL that `require` has for it.
fn package_name(specifier: &str) -> Option<&str> {
    let name = package_of_url(specifier).or_else(|| specifier.strip_prefix(PREFIX))?;
    is_package_name(name).then_some(name)
}

fn is_package_name(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    !name.is_empty() && name != "std" && name.chars().all(is_part)
}

/// `web` and `/lib/site` of `lumi:web/lib/site`, or of the URL that `require` has for it.
fn module_of_package(specifier: &str) -> Option<(&str, &str)> {
    let rest = package_of_url(specifier).or_else(|| specifier.strip_prefix(PREFIX))?;
    let (name, module) = rest.split_at(rest.find('/')?);
    is_package_name(name).then_some((name, module))
}

fn check_library_module(
    specifier: &str,
    name: &str,
    module: &str,
    modules: &[LibraryModule],
) -> Result<(), LoadError> {
    match modules.iter().any(|it| it.behind == module) {
        true => Ok(()),
        false => Err(no_module(specifier, name, modules)),
    }
}

fn no_module(specifier: &str, name: &str, modules: &[LibraryModule]) -> LoadError {
    let names = modules.iter().filter(|it| !it.behind.contains('~'));
    let names = names.map(|it| format!("{PREFIX}{name}{}", it.behind));
    LoadError::NotFound {
        specifier: specifier.to_owned(),
        similar: similar(specifier, names),
    }
}

/// The package that a URL is the module of.
pub fn package_of_url(url: &str) -> Option<&str> {
    name_after(SCHEME, url)
}

fn name_after<'u>(scheme: &str, url: &'u str) -> Option<&'u str> {
    url.strip_prefix(scheme)?.strip_prefix(':')
}

/// The URL of the module that sets the rest of the names of a package.
pub fn rest_url(package: &str) -> Option<Url> {
    Url::parse(&format!("{REST}:{package}")).ok()
}

fn rest_code(package: &str) -> String {
    format!(
        "import {{ readRest }} from {MAKER:?};\nreadRest({package:?});\nexport * from \"{SCHEME}:{package}\";\n"
    )
}

/// A module that exports what the SDK makes of the names of a package, each part of which is set by a function.
fn code(members: &PackageMembers) -> String {
    let names = exported(members);
    let (mut locals, mut exports, mut parts) = (String::new(), String::new(), String::new());
    for (at, name) in names.iter().enumerate() {
        let comma = if at == 0 { "let " } else { ", " };
        let _ = write!(locals, "{comma}c{at}");
        let _ = write!(exports, "c{at} as {name}, ");
        if at % PART == 0 {
            parts.push_str(if at == 0 {
                "(of) => {"
            } else {
                " }, (of) => {"
            });
        }
        let _ = write!(parts, " c{at} = of({name:?});");
    }
    if !names.is_empty() {
        locals.push_str(";\n");
        parts.push_str(" }");
    }
    format!(
        "import {{ packageModule }} from {MAKER:?};\n\
         {locals}\
         export {{ {exports}}};\n\
         export const {{ {} }} = packageModule({:?}, [{parts}]);\n",
        objects(members).join(", "),
        members.package
    )
}

/// The objects beside the members. A module of a package has those alone in which something is.
fn objects(members: &PackageMembers) -> Vec<&'static str> {
    let is_module = members.package.contains('/');
    let has_functions = !members.functions.is_empty() && !members.has_functions_beside_classes;
    let all = [
        ("data", !members.data.is_empty()),
        ("ephemeral", !members.ephemeral.is_empty()),
        ("functions", has_functions),
        ("Provider", false),
    ];
    let own = all.into_iter().filter(|it| !is_module || it.1);
    own.map(|it| it.0).collect()
}

/// The sorted names of members and namespaces that a module exports.
pub fn exported(members: &PackageMembers) -> Vec<&str> {
    let functions = members.functions.iter();
    let functions = functions.filter(|_| members.has_functions_beside_classes);
    let all = members
        .resources
        .iter()
        .chain(&members.enums)
        .chain(functions);
    let all = all.map(|it| it.name.split('.').next().unwrap_or(&it.name));
    let mut names: Vec<&str> = all.collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests;
