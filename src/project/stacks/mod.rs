//! The stacks of a project: their backend, their keys, their names.
//!
//! | module | |
//! |---|---|
//! | `backend` | opens the backend of a project and the state of a stack |
//! | `key_source` | the passphrase or key file: from the environment, or typed at a terminal |
//! | `pulumi_cipher` | the passphrase of Pulumi's files |
//! | `stack_keys`, `stack_cipher` | the keys of a stack in its settings file, and the encryption of its configuration |
//! | `used_stacks` | the consent to act on a state that may have come with a repository |
//! | `stack_lookup` | the known stacks of a project |
//! | `deployed_stacks` | the record of a deployment in the file of a stack |

pub mod backend;
pub mod deployed_stacks;
pub mod key_source;
pub mod pulumi_cipher;
pub mod stack_cipher;
pub mod stack_keys;
pub mod stack_lookup;
pub mod used_stacks;
