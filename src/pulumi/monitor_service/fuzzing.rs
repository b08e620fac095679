//! Decodes requests of Pulumi's SDKs from arbitrary bytes.

use prost::Message as _;

use crate::pulumirpc as wire;

use super::goal_message::{DeploymentInfo, read, registered};
use super::registered_resources::RegisteredResources;

/// The first byte selects the kind of request. The request is rejected, or becomes a goal.
pub fn goal(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else {
        return;
    };
    let known = RegisteredResources::default();
    let place = DeploymentInfo {
        project: "web".to_owned(),
        stack: "dev".to_owned(),
        folder: "/app".into(),
    };
    let goal = match which % 2 {
        0 => {
            let request = wire::RegisterResourceRequest::decode(bytes).ok();
            request.map(|it| registered(it, 1, &known, &place))
        }
        _ => {
            let request = wire::ReadResourceRequest::decode(bytes).ok();
            request.map(|it| read(it, 1, &known, &place))
        }
    };
    match goal {
        Some(Ok(found)) => assert_eq!(found.goal.urn.stack(), "dev"),
        Some(Err(error)) => drop(error.to_string()),
        None => {}
    }
}
