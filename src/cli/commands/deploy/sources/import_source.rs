//! An existing object as a source: `lumi import`.

use async_trait::async_trait;

use crate::args::ImportArgs;
use lumi_engine::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{
    Goal, Object, PackageInterfaces, ResourceKind, ResourceName, ResourceOption, ResourceType, Urn,
};
use lumi_project::nearest;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};

use super::import_code::{PackageClass, import_code};

/// Adopts one object.
pub struct ImportSource {
    goal: Goal,
    /// The class of a package, if the project has it.
    class: Option<PackageClass>,
    id: String,
    /// The inputs that describe the object, once it is adopted.
    pub inputs: Option<Object>,
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

impl ImportSource {
    pub fn new(
        args: &ImportArgs,
        (project, stack): (&str, &str),
        packages: &dyn PackageInterfaces,
    ) -> Result<Self, Failure> {
        let (token, class) = known_class(args.resource_type(), packages)?;
        let resource_type =
            ResourceType::parse(&token).map_err(|error| usage(error.to_string()))?;
        let name = ResourceName::parse(args.name.as_deref().unwrap_or_default())
            .map_err(|error| usage(error.to_string()))?;
        let urn = |text: &Option<String>| {
            let urn = text.as_deref().map(Urn::parse).transpose();
            urn.map_err(|error| usage(error.to_string()))
        };
        let parent = urn(&args.parent)?;
        let module = match &parent {
            Some(parent) => parent.child_module(),
            None => Urn::ROOT_MODULE.to_owned(),
        };
        // The next `up` of a program without this resource must not delete the object.
        let options = [ResourceOption::Protect(true)];
        let goal = Goal {
            order: u32::MAX,
            urn: Urn::new(stack, project, &module, &resource_type, &name),
            resource_type,
            name,
            kind: ResourceKind::Custom,
            parent,
            provider: urn(&args.provider)?,
            read_id: None,
            inputs: Object::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            options: options.into_iter().collect(),
            code: None,
            source: None,
        };
        let id = args.id.clone().unwrap_or_default();
        let inputs = None;
        Ok(Self {
            goal,
            class,
            id,
            inputs,
        })
    }

    /// The code that declares the object in the program.
    pub fn code(&self) -> Option<String> {
        let Goal {
            resource_type,
            name,
            ..
        } = &self.goal;
        let inputs = self.inputs.as_ref()?;
        Some(import_code(
            resource_type,
            self.class.as_ref(),
            name,
            inputs,
        ))
    }
}

#[async_trait]
impl Source for ImportSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        self.inputs = registrar.adopt(self.goal.clone(), &self.id).await.ok();
        UnmentionedPolicy::Keep
    }
}
