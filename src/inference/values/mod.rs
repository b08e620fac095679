//! Code for the values of resources.
//!
//! | module | |
//! |---|---|
//! | `configured_values` | values that a program takes from the configuration |
//! | `hidden_value` | values that are secret, of which no literal can be made |
//! | `literals` | literals of JavaScript |
//! | `output_index` | the outputs of resources, as values that others may have |
//! | `output_names` | outputs that the name of an input suggests |
//! | `output_origins` | where the outputs of the stack and of components come from |
//! | `references` | texts that are parts of other texts |
//! | `resource_values` | code for the values of a resource |
//! | `secret_values` | code for secrets: configuration around the outputs that they are made of |
//! | `value_code` | values as code |

pub mod configured_values;
pub mod hidden_value;
pub mod literals;
pub mod output_index;
pub mod output_names;
pub mod output_origins;
pub mod references;
pub mod resource_values;
pub mod secret_values;
pub mod value_code;
