//! Services: processes of any program with a port, which are started, probed, restarted and stopped.
//!
//! `.services/NAME.json` defines a service. It runs while `.data/services/NAME/run` exists, whose content is the id of a deployment;
//! `.data/services/NAME/state` says how that deployment fares, for the command that waits for it.
//!
//! | module | |
//! |---|---|
//! | `balancer` | addresses that requests go to, one after the other |
//! | `catalog` | polls the folders of services |
//! | `definition` | `.services/NAME.json` |
//! | `deployment` | the replicas of one version |
//! | `health` | probes |
//! | `output` | lines of processes |
//! | `process` | starts and stops processes |
//! | `replica` | one process after the other, at a port each |
//! | `state_file` | the state of a deployment |
//! | `supervisor` | replaces one version by the next |

mod balancer;
mod catalog;
mod definition;
mod deployment;
mod health;
mod output;
mod process;
mod replica;
mod state_file;
mod supervisor;

pub use balancer::Services;
pub use catalog::{ServiceCatalog, ServicePlace};
pub use definition::{ServiceCaller, is_name};
pub use process::ProcessStarter;
