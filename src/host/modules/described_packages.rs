//! Packages of the project as modules: `lumi:random`.

use std::cell::RefCell;
use std::collections::HashMap;
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
    resources: RefCell<HashMap<String, Option<Arc<ResourceInterface>>>>,
    /// The functions that were called, and the methods of the resources that were read.
    functions: RefCell<HashMap<String, Option<Arc<FunctionInterface>>>>,
}

impl DescribedPackages {
    pub fn new(all: Arc<dyn PackageInterfaces>) -> Self {
        Self {
            all,
            opened: RefCell::default(),
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
        if let Some((name, module)) = library_module(specifier) {
            return match self.open(name) {
                Ok(opened) => {
                    let modules = opened.library()?;
                    let is_there = modules.iter().any(|it| it.behind == module);
                    Some(match is_there {
                        true => Ok(parsed(&format!("{SCHEME}:{name}{module}"))),
                        false => Err(no_module(specifier, name, modules)),
                    })
                }
                Err(error) => Some(Err(error)),
            };
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
        Some(self.open(name).map(|it| code(&*it)))
    }

    /// Opens a package by its name.
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
            let opened = self.opened.borrow();
            return opened.values().find_map(|it| advice(&**it, name));
        }
        let rest = message.strip_prefix("The requested module '")?;
        let (specifier, name) = rest.split_once("' does not provide an export named '")?;
        let package = package_name(specifier)?;
        let opened = self.opened.borrow().get(package).cloned()?;
        advice(&*opened, name.trim_end_matches('\''))
    }
}

fn advice(package: &dyn PackageInterface, name: &str) -> Option<String> {
    let members = package.members();
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
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    let is_name = !name.is_empty() && name != "std" && name.chars().all(is_part);
    is_name.then_some(name)
}

/// `web` and `/lib/site` of `lumi:web/lib/site`.
fn library_module(specifier: &str) -> Option<(&str, &str)> {
    let rest = specifier.strip_prefix(PREFIX)?;
    let (name, module) = rest.split_at(rest.find('/')?);
    package_name(&specifier[..PREFIX.len() + name.len()])?;
    Some((name, module))
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
fn code(package: &dyn PackageInterface) -> String {
    let members = package.members();
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
         export const {{ data, ephemeral, functions, Provider }} = packageModule({:?}, [{parts}]);\n",
        members.package
    )
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
mod tests {
    use lumi_graph::PackageMember;

    use super::*;

    struct Random(PackageMembers);

    impl PackageInterface for Random {
        fn members(&self) -> &PackageMembers {
            &self.0
        }

        fn fingerprint(&self) -> String {
            String::new()
        }

        fn resource(&self, _: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
            Ok(None)
        }

        fn function(&self, _: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
            Ok(None)
        }

        fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
            Ok(Arc::default())
        }
    }

    impl PackageInterfaces for Random {
        fn names(&self) -> Vec<String> {
            vec![self.0.package.clone()]
        }

        fn open(&self, name: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>> {
            (name == self.0.package).then(|| Ok(Arc::new(Self(self.0.clone())) as _))
        }
    }

    fn packages() -> DescribedPackages {
        let member = |name: &str| PackageMember::new(name, format!("random:resources:{name}"));
        DescribedPackages::new(Arc::new(Random(PackageMembers {
            package: "random".to_owned(),
            resources: ["Password", "String"].map(member).to_vec(),
            data: vec![member("bytes")],
            ..PackageMembers::default()
        })))
    }

    fn resolved(specifier: &str, referrer: &str) -> Option<String> {
        let found = packages().resolve(specifier, referrer)?;
        Some(found.map_or_else(|it| it.to_string(), |it| it.to_string()))
    }

    #[test]
    fn a_package_is_a_module() {
        let packages = packages();
        let url = packages
            .resolve("lumi:random", "file:///index.ts")
            .unwrap()
            .unwrap();
        insta::assert_snapshot!(packages.code(&url).unwrap().unwrap(), @r#"
        import { packageModule } from "lumi:/lumi/package/package_module.ts";
        let c0, c1;
        export { c0 as Password, c1 as String, };
        export const { data, ephemeral, functions, Provider } = packageModule("random", [(of) => { c0 = of("Password"); c1 = of("String"); }]);
        "#);
    }

    #[test]
    fn the_rest_of_a_package_is_a_module() {
        let packages = packages();
        let url = rest_url("random").unwrap();
        insta::assert_snapshot!(packages.code(&url).unwrap().unwrap(), @r#"
        import { readRest } from "lumi:/lumi/package/package_module.ts";
        readRest("random");
        export * from "lumi-package:random";
        "#);
        let resolved = |specifier: &str| resolved(specifier, url.as_str());
        assert_eq!(resolved(MAKER).as_deref(), Some(MAKER));
        let whole = "lumi-package:random";
        assert_eq!(resolved(whole).as_deref(), Some(whole));
        assert_eq!(resolved("lumi-package:other"), None);
        assert_eq!(resolved("lumi:/lumi/index.ts"), None);
    }

    #[test]
    fn other_specifiers_are_not_packages() {
        for specifier in [
            "lumi",
            "lumi/std",
            "lumi:std",
            "lumi:/lumi/index.ts",
            "./lumi:x",
            "lumi:",
        ] {
            assert_eq!(resolved(specifier, "file:///index.ts"), None, "{specifier}");
        }
        assert_eq!(
            resolved(MAKER, "lumi-package:random").as_deref(),
            Some(MAKER)
        );
        assert_eq!(resolved("lumi:/lumi/index.ts", "lumi-package:random"), None);
    }

    #[test]
    fn what_is_not_there_is_explained() {
        let near = resolved("lumi:randm", "file:///index.ts").unwrap();
        assert!(near.contains("did you mean \"lumi:random\"?"), "{near}");
        let far = resolved("lumi:aws", "file:///index.ts").unwrap();
        assert!(far.contains("lumi add"), "{far}");
        let packages = packages();
        packages.open("random").unwrap();
        let message = |name: &str| {
            packages.advice(&format!(
                "The requested module 'lumi:random' does not provide an export named '{name}'"
            ))
        };
        assert_eq!(message("Strin").unwrap(), "; did you mean \"String\"?");
        assert_eq!(
            message("bytes").unwrap(),
            "; it is a data source: write \"data.bytes\""
        );
        assert_eq!(message("zzz"), None);
    }
}
