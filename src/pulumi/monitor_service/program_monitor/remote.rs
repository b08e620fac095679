//! Components that a provider creates.

use tonic::Status;

use crate::monitor_service::answer::{failed, status, structure};
use crate::monitor_service::goal_message::{GoalWithInheritance, registered};
use crate::monitor_service::options::provider_or_inherited;
use crate::monitor_service::reported_failures::DeclaredResource;
use crate::pulumirpc as wire;
use crate::values::{Accepts, by_property, pulumi_urn};
use lumi_graph::Parameterization;
use lumi_monitor::{Construct, MonitorError};

use super::{ProgramMonitor, set_parameterization};

use wire::register_resource_response::PropertyDependencies;

impl ProgramMonitor {
    /// Creates a component by its provider, which registers the component and its children like
    /// other resources. The message is complete.
    pub async fn construct(
        &self,
        mut message: wire::RegisterResourceRequest,
        parameterization: Option<Parameterization>,
        order: u32,
        accepts: Accepts,
    ) -> Result<wire::RegisterResourceResponse, Status> {
        let reports_results = message.supports_result_reporting;
        let said = DeclaredResource::new(&message.name, &message.r#type);
        let reference = std::mem::take(&mut message.provider);
        let GoalWithInheritance {
            mut goal,
            inherited,
        } = registered(message, order, &self.known, &self.place)?;
        set_parameterization(&mut goal, parameterization);
        let package = goal.resource_type.package();
        goal.provider = provider_or_inherited(&reference, package, &inherited)?;
        let urn = goal.urn.clone();
        let providers = inherited.providers.iter().map(|it| it.1.clone());
        let providers = providers.collect();
        self.known.begin_making(&urn, inherited)?;
        let made = match self.monitor.construct(Construct { goal, providers }).await {
            Ok(made) => made,
            Err(error) => {
                self.failures.add(said);
                return match error {
                    MonitorError::Failed { .. } if reports_results => {
                        Ok(failed(&urn, wire::Result::Fail))
                    }
                    error => Err(status(error)),
                };
            }
        };
        self.known.complete(&made.urn, made.outputs.clone());
        Ok(wire::RegisterResourceResponse {
            urn: pulumi_urn(&made.urn),
            object: Some(structure(&made.outputs, accepts)?),
            property_dependencies: by_property(&made.dependencies, |urns| PropertyDependencies {
                urns,
            }),
            ..Default::default()
        })
    }
}
