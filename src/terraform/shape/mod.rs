//! Values of programs as values of schemas, and back.
//!
//! | module | |
//! |---|---|
//! | `names` | names of properties |
//! | `configuration` | what a program gives, as a block has it |
//! | `by_type` | values whose type alone is known |
//! | `outputs` | what a program gets |
//! | `inputs` | inputs that would make an object |
//! | `nulls` | values without what says nothing |
//! | `marked_inputs` | which inputs are secret, and which are only written |
//! | `secret_places` | where secrets are in what a program gets |
//! | `program_path` | places as programs write them |
//! | `zeros` | values that the older SDK stores for what a program leaves out |
//! | `shape_error` | why a property cannot be used |

mod by_type;
mod configuration;
mod inputs;
mod marked_inputs;
mod names;
mod nulls;
mod outputs;
mod program_path;
mod secret_places;
mod shape_error;
#[cfg(test)]
mod tests;
mod zeros;

pub use by_type::value_of_program;
pub use configuration::{Configuration, configuration, incomplete_configuration};
pub use inputs::{inputs_of, needed_inputs};
pub use marked_inputs::{MarkedInputs, marked_inputs};
pub use names::{Names, program_name};
pub use outputs::{outputs, value_of_schema};
pub use program_path::program_path;
pub use secret_places::secret_places;
pub use shape_error::ShapeError;
pub use zeros::{is_zero, without_zeros, zero_places};
