//! Classes of components, and loops over groups of resources.
//!
//! | module | |
//! |---|---|
//! | `argument_type` | the types of the arguments of a class |
//! | `class_text` | the text of a class of components |
//! | `component_children` | the children of components: who uses them, and an order in which a constructor can make them |
//! | `component_classes` | components of one type and one shape as a class |
//! | `repeated_groups` | groups of resources without a component, connected alike, as one loop over data |
//! | `unification` | the common code of several resources, and what differs |

pub mod argument_type;
pub mod class_text;
pub mod component_children;
pub mod component_classes;
pub mod repeated_groups;
pub mod unification;
