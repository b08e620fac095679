//! The configuration of stacks in their files.
//!
//! | module | |
//! |---|---|
//! | `config_cipher` | the ciphers of a stack's configuration |
//! | `config_edit` | edits of a stack's configuration, as the new text of its file |
//! | `config_path_edit` | parts of values in the configuration of a stack |
//! | `pulumi_selection` | the stack that a user of Pulumi has selected |
//! | `pulumi_stack_file` | `Pulumi.<stack>.yaml`: the configuration of one stack of a Pulumi project |
//! | `selected_stack` | the default stack of commands: `.lumi/selected` in the project folder |
//! | `stack_file` | `Lumi.<stack>.yaml`: the configuration of one stack |
//! | `stack_file_edit` | changes one value in the text of a stack's file |

pub mod config_cipher;
pub mod config_edit;
pub mod config_path_edit;
pub mod pulumi_selection;
pub mod pulumi_stack_file;
pub mod selected_stack;
pub mod stack_file;
pub mod stack_file_edit;
