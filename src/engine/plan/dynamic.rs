//! Resources that the program manages itself.

use lumi_graph::Value;
use lumi_state::Resource;

/// The package of types that are classes of the program.
pub const DYNAMIC_PACKAGE: &str = "dynamic";

/// The package of dynamic resources of Pulumi's Node SDK, which all have one type.
const NODE_PACKAGE: &str = "pulumi-nodejs";

/// Whether the provider of a type is code in the inputs of each resource, as in Pulumi's Node SDK.
pub fn has_code_in_inputs(resource_type: &str) -> bool {
    resource_type.split(':').next() == Some(NODE_PACKAGE)
}

/// The input and output with the code of the provider in Pulumi's Node SDK. Lumi's states have it beside the resource.
pub const CODE_INPUT: &str = "__provider";

/// The code in the inputs of a resource of such a type.
pub fn code_in_inputs(resource: &Resource) -> Option<&Value> {
    resource.inputs.get(CODE_INPUT)
}

/// Whether the program manages resources of this type itself.
pub fn is_dynamic(resource_type: &str) -> bool {
    resource_type.split(':').next() == Some(DYNAMIC_PACKAGE)
}
