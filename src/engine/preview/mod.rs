//! Objects that do not exist yet in a preview, and the results that its deployment takes over.
//!
//! | module | |
//! |---|---|
//! | `preview_state` | objects that are gone or not known in a preview |
//! | `preview_graph`, `planned_vertices` | the graph of a preview |
//! | `known_outputs` | outputs of a stack that a run leaves unknown |
//! | `unchanged` | the answers of providers in a plan about what it leaves as it is |
//! | `planned_goals` | the goals of a plan, as the source of its deployment |
//! | `lasting_values` | values that a plan and its deployment share |
//! | `unwritten` | what a deployment would write after a plan without changes |

pub mod known_outputs;
pub mod lasting_values;
pub mod planned_goals;
pub mod planned_vertices;
pub mod preview_graph;
pub mod preview_state;
pub mod unchanged;
pub mod unwritten;
