//! Resources that programs declare, and their values.
//!
//! | module | |
//! |---|---|
//! | `answer` | awaits answers of the monitor in ops |
//! | `asset`, `asset_error`, `packed_assets` | content hashes of assets and archives |
//! | `closure` | functions that become closures: captured, written as modules, and owned by resources |
//! | `dynamic` | dynamic providers: the SDK registers its dispatcher and answers method calls |
//! | `dynamic_code` | writes the code of dynamic providers, to be stored in the state |
//! | `edges` | the edges of a registration, by serial |
//! | `function_internals` | the slots of functions for the SDK of Pulumi |
//! | `hooks` | functions of the program that the engine calls before and after steps |
//! | `options` | resource options of the SDK, decoded |
//! | `package` | the descriptions of the project's packages |
//! | `plan` | registrations in plan-only runs, whose answers are known in advance |
//! | `planned_value` | decodes values in the text of `op_lumi_plan` |
//! | `planner` | registers plan-only resources on a background thread |
//! | `registration` | decodes the registrations of `op_lumi_plan` |
//! | `registry` | the resources a program declared, by serial |
//! | `resource` | ops that declare, register, read and call resources |
//! | `value` | converts between V8 values and `Value`, without JSON text |

pub mod answer;
pub mod asset;
pub mod asset_error;
pub mod closure;
pub mod dynamic;
pub mod dynamic_code;
pub mod edges;
pub mod function_internals;
pub mod hooks;
pub mod options;
pub mod package;
pub mod packed_assets;
pub mod plan;
pub mod planned_value;
pub mod planner;
pub mod registration;
pub mod registry;
pub mod resource;
pub mod value;
