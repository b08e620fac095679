//! An existing object as a source: `lumi import`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use async_trait::async_trait;

use crate::args::ImportArgs;
use lumi_engine::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{
    Goal, Object, PackageInterfaces, ResourceKind, ResourceName, ResourceOption, ResourceType, Urn,
};
use lumi_import::{
    BulkFile, ImportEntry, ImportSdk, ImportedResource, PackageClass, import_code, pulumi_class,
    stack_urn,
};
use lumi_inference::Identifiers;
use lumi_project::{ProjectSettings, nearest};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::{Report, escaped};

/// Adopts objects.
pub struct ImportSource {
    sdk: ImportSdk,
    objects: Vec<ImportedObject>,
}

/// An object to adopt, or a component that others belong to.
struct ImportedObject {
    goal: Goal,
    /// The class of a package, if the project has it.
    class: Option<PackageClass>,
    id: String,
    variable: Option<String>,
    parent: Option<String>,
    provider: Option<String>,
    /// The inputs that the program is to have; all if there are none.
    properties: Vec<String>,
    /// The inputs that describe the object, once it is adopted.
    inputs: Option<Object>,
}

/// The stack that gets the objects.
pub struct ImportPlace<'a> {
    pub settings: &'a ProjectSettings,
    pub stack: &'a str,
    /// The folder that paths are relative to.
    pub current: &'a Path,
}

fn usage(message: String) -> Failure {
    Failure::new(Exit::Usage, Report::error(message))
}

/// The token of a type, which may be given as programs write it, `random.Pet`, and its class.
fn known_class(
    text: &str,
    packages: &dyn PackageInterfaces,
) -> Result<(String, Option<PackageClass>), Failure> {
    let (package, class) = match text.split_once(':') {
        Some((package, _)) => (package, None),
        None => match text.split_once('.') {
            Some((package, class)) => (package, Some(class)),
            None => return Ok((text.to_owned(), None)),
        },
    };
    let interface = match packages.open(package) {
        Some(Ok(interface)) => interface,
        Some(Err(error)) if class.is_some() => return Err(usage(error.to_string())),
        None if class.is_some() => {
            let message = format!("the project has no package `{}`", escaped(package));
            let help = "`lumi packages` lists those that it has; types of others are written as in \
                        `std:fs:File`";
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        }
        _ => return Ok((text.to_owned(), None)),
    };
    let members = &interface.members().resources;
    let found = members.iter().find(|it| match class {
        Some(class) => it.name == class,
        None => it.token == text,
    });
    match (found, class) {
        (Some(found), _) => {
            let class = PackageClass {
                package: package.to_owned(),
                class: found.name.clone(),
            };
            Ok((found.token.clone(), Some(class)))
        }
        (None, None) => Ok((text.to_owned(), None)),
        (None, Some(class)) => {
            let near = nearest(class, members.iter().map(|it| it.name.as_str()));
            let help = near.map_or_else(
                || format!("`lumi plugin schema {package}` shows those that it has"),
                |it| format!("did you mean `{package}.{it}`?"),
            );
            let message = format!("the package `{package}` has no class `{}`", escaped(class));
            Err(Failure::new(Exit::Usage, Report::error(message).help(help)))
        }
    }
}

/// The names of variables in a program with resources of these types; those of modules of packages are taken.
fn identifiers<'t>(types: impl IntoIterator<Item = &'t str>) -> Identifiers {
    let mut identifiers = Identifiers::default();
    identifiers.reserve(&["lumi", "pulumi"]);
    let packages = types.into_iter().map(|it| it.split([':', '.']).next());
    for package in packages.flatten().collect::<BTreeSet<&str>>() {
        identifiers.take(package);
    }
    identifiers
}

impl ImportSource {
    pub fn new(
        args: &ImportArgs,
        place: &ImportPlace<'_>,
        packages: &dyn PackageInterfaces,
    ) -> Result<Self, Failure> {
        let sdk = match place.settings.pulumi {
            Some(_) => ImportSdk::Pulumi,
            None => ImportSdk::Lumi,
        };
        let mut source = Self {
            sdk,
            objects: Vec::new(),
        };
        match &args.file {
            None => {
                let object = source.single(args, place, packages)?;
                source.objects.push(object);
            }
            Some(path) => source.add_file(&place.current.join(path), place, packages)?,
        }
        Ok(source)
    }

    fn single(
        &self,
        args: &ImportArgs,
        place: &ImportPlace<'_>,
        packages: &dyn PackageInterfaces,
    ) -> Result<ImportedObject, Failure> {
        let entry = ImportEntry {
            resource_type: args.resource_type().to_owned(),
            name: args.name.clone().unwrap_or_default(),
            id: args.id.clone().unwrap_or_default(),
            ..ImportEntry::default()
        };
        let urn = |text: &Option<String>| {
            let urn = text.as_deref().map(stack_urn).transpose();
            urn.map_err(|error| usage(error.to_string()))
        };
        let (parent, provider) = (urn(&args.parent)?, urn(&args.provider)?);
        let mut identifiers = identifiers([entry.resource_type.as_str()]);
        let mut variable = |urn: &Option<Urn>| urn.as_ref().map(|it| identifiers.take(it.name()));
        let (parent_variable, provider_variable) = (variable(&parent), variable(&provider));
        let object = self.object(&entry, (parent, provider), place, packages)?;
        let variable = match self.sdk {
            ImportSdk::Lumi => None,
            ImportSdk::Pulumi => Some(identifiers.take(&entry.name)),
        };
        Ok(ImportedObject {
            variable,
            parent: parent_variable,
            provider: provider_variable,
            ..object
        })
    }

    fn add_file(
        &mut self,
        path: &Path,
        place: &ImportPlace<'_>,
        packages: &dyn PackageInterfaces,
    ) -> Result<(), Failure> {
        let file = bulk_file(path)?;
        let mut urns: BTreeMap<&str, Urn> = BTreeMap::new();
        for (name, text) in &file.name_table {
            let urn = stack_urn(text).map_err(|error| usage(error.to_string()))?;
            urns.insert(name, urn);
        }
        let types = file.resources.iter().map(|it| it.resource_type.as_str());
        let mut identifiers = identifiers(types);
        let mut variables: BTreeMap<&str, String> = BTreeMap::new();
        // These are variables of the user's program.
        for name in file.name_table.keys() {
            identifiers.reserve(&[name]);
            variables.insert(name, name.clone());
        }
        for entry in file.ordered().map_err(|error| usage(error.to_string()))? {
            variables.insert(&entry.name, identifiers.take(&entry.name));
            let urn = |name: &Option<String>| urns.get(name.as_deref()?).cloned();
            let variable = |name: &Option<String>| variables.get(name.as_deref()?).cloned();
            let relatives = (urn(&entry.parent), urn(&entry.provider));
            let object = ImportedObject {
                variable: variables.get(entry.name.as_str()).cloned(),
                parent: variable(&entry.parent),
                provider: variable(&entry.provider),
                ..self.object(entry, relatives, place, packages)?
            };
            urns.insert(&entry.name, object.goal.urn.clone());
            self.objects.push(object);
        }
        Ok(())
    }

    fn object(
        &self,
        entry: &ImportEntry,
        (parent, provider): (Option<Urn>, Option<Urn>),
        place: &ImportPlace<'_>,
        packages: &dyn PackageInterfaces,
    ) -> Result<ImportedObject, Failure> {
        let (token, class) = known_class(&entry.resource_type, packages)?;
        let resource_type =
            ResourceType::parse(&token).map_err(|error| usage(error.to_string()))?;
        let name = entry.logical_name.as_ref().unwrap_or(&entry.name);
        let name = ResourceName::parse(name).map_err(|error| usage(error.to_string()))?;
        let module = match &parent {
            Some(parent) => parent.child_module(),
            None => Urn::ROOT_MODULE.to_owned(),
        };
        let folder = &place.settings.folder;
        let class = match self.sdk {
            ImportSdk::Pulumi => Some(pulumi_class(folder, &resource_type)),
            ImportSdk::Lumi => class,
        };
        let project = &place.settings.name;
        let goal = Goal {
            order: u32::MAX,
            urn: Urn::new(place.stack, project, &module, &resource_type, &name),
            resource_type,
            name,
            kind: match entry.component {
                true => ResourceKind::Component,
                false => ResourceKind::Custom,
            },
            parent,
            provider,
            read_id: None,
            inputs: Object::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            options: options(entry).into_iter().collect(),
            code: None,
            source: None,
        };
        Ok(ImportedObject {
            goal,
            class,
            id: entry.id.clone(),
            variable: None,
            parent: None,
            provider: None,
            properties: entry.properties.clone(),
            inputs: None,
        })
    }

    /// The code that declares the objects in the program.
    pub fn code(&self) -> Option<String> {
        let adopted = self
            .objects
            .iter()
            .filter_map(|it| Some((it, it.program_inputs()?)));
        let adopted: Vec<(&ImportedObject, Object)> = adopted.collect();
        let resources = adopted.iter().map(|(object, inputs)| ImportedResource {
            resource_type: &object.goal.resource_type,
            class: object.class.as_ref(),
            name: &object.goal.name,
            variable: object.variable.as_deref(),
            inputs,
            parent: object.parent.clone(),
            provider: object.provider.clone(),
        });
        let resources: Vec<ImportedResource<'_>> = resources.collect();
        (!resources.is_empty()).then(|| import_code(self.sdk, &resources))
    }
}

fn bulk_file(path: &Path) -> Result<BulkFile, Failure> {
    let failed = |reason: String| {
        let path = path.to_string_lossy();
        let message = format!("{path} is not a file of objects to import: {reason}");
        let help =
            "it looks like {\"resources\": [{ \"type\": TYPE, \"name\": NAME, \"id\": ID }]}";
        Failure::new(Exit::Usage, Report::error(message).help(help))
    };
    let text = read_limit::file(path, read_limit::DOCUMENT);
    let text = text.map_err(|error| failed(error.to_string()))?;
    BulkFile::parse(&text).map_err(|error| failed(error.to_string()))
}

fn options(entry: &ImportEntry) -> Vec<ResourceOption> {
    if entry.component {
        return Vec::new();
    }
    // The next `up` of a program without this resource must not delete the object.
    let mut options = vec![ResourceOption::Protect(true)];
    options.extend(entry.version.clone().map(ResourceOption::Version));
    let url = entry.plugin_download_url.clone();
    options.extend(url.map(ResourceOption::PluginDownloadUrl));
    options
}

impl ImportedObject {
    /// The inputs that the program is to have, once the object is adopted.
    fn program_inputs(&self) -> Option<Object> {
        let mut inputs = self.inputs.clone()?;
        if !self.properties.is_empty() {
            inputs.retain(|name, _| self.properties.contains(name));
        }
        Some(inputs)
    }
}

#[async_trait]
impl Source for ImportSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        for object in &mut self.objects {
            let goal = object.goal.clone();
            if goal.kind == ResourceKind::Component {
                let urn = goal.urn.clone();
                if registrar.register(goal).await.is_ok() {
                    let _ = registrar.register_outputs(&urn, Object::default()).await;
                }
                continue;
            }
            object.inputs = registrar.adopt(goal, &object.id).await.ok();
        }
        UnmentionedPolicy::Keep
    }
}
