//! The ciphers of a stack's configuration.

use lumi_graph::{SealError, Sealer};

use super::pulumi_stack_file::PulumiEncryption;

/// The cipher of `Lumi.<stack>.yaml`, and that of `Pulumi.<stack>.yaml` where it can be had.
pub trait ConfigCipher: Sealer {
    /// The cipher of Pulumi's file; `None` if Lumi has no access to the key.
    fn of_pulumi(&self, _encryption: &PulumiEncryption) -> Result<Option<&dyn Sealer>, SealError> {
        Ok(None)
    }
}
