//! An existing object as a source: `lumi import`.

use async_trait::async_trait;

use crate::args::ImportArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ui::report::Report;
use lumi_engine::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{Goal, Object, ResourceKind, ResourceName, ResourceOption, ResourceType, Urn};

use super::import_code::import_code;

/// Adopts one object.
pub struct ImportSource {
    goal: Goal,
    id: String,
    /// The inputs that describe the object, once it is adopted.
    pub inputs: Option<Object>,
}

impl ImportSource {
    pub fn new(args: &ImportArgs, project: &str, stack: &str) -> Result<Self, Failure> {
        let usage = |message: String| Failure::new(Exit::Usage, Report::error(message));
        let resource_type =
            ResourceType::parse(args.resource_type()).map_err(|error| usage(error.to_string()))?;
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
        Ok(Self { goal, id, inputs })
    }

    /// The code that declares the object in the program.
    pub fn code(&self) -> Option<String> {
        let Goal {
            resource_type,
            name,
            ..
        } = &self.goal;
        let inputs = self.inputs.as_ref()?;
        Some(import_code(resource_type, name, inputs))
    }
}

#[async_trait]
impl Source for ImportSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        self.inputs = registrar.adopt(self.goal.clone(), &self.id).await.ok();
        UnmentionedPolicy::Keep
    }
}
