//! Entry points of `make fuzz`: files that come with a clone, or from other tools.

use super::hub::{HubAddress, HubIndex};
use super::origin::ToolConfig;
use super::{LockFile, VersionRange, read_terraform_lock};

/// Reads `Lumi.lock`.
pub fn lock(bytes: &[u8]) {
    match LockFile::parse(&String::from_utf8_lossy(bytes)) {
        Err(error) => drop(error.to_string()),
        Ok(lock) => {
            let again = LockFile::parse(&lock.to_text()).expect("BUG: what was written is read");
            assert!(again == lock);
        }
    }
}

/// Reads the index of a package in a hub. One that is accepted was signed.
pub fn hub_index(bytes: &[u8]) {
    let address: HubAddress = "acme/web".parse().expect("BUG: it is an address");
    match HubIndex::parse(bytes, &address) {
        Err(error) => drop(error.to_string()),
        Ok(index) => drop(index.newest(&VersionRange::any())),
    }
}

/// Reads `.terraform.lock.hcl`.
pub fn terraform_lock(bytes: &[u8]) {
    if let Err(error) = read_terraform_lock(&String::from_utf8_lossy(bytes)) {
        drop(error.to_string());
    }
}

/// Reads a configuration file of OpenTofu and Terraform, and a file with tokens.
pub fn tool_config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut config = ToolConfig::parse(&text).unwrap_or_default();
    if let Err(error) = config.add_credentials(&text) {
        drop(error.to_string());
    }
    config.tokens();
}

/// Reads a key ring and a signature in OpenPGP, both of which are sequences of packets.
pub fn signature(bytes: &[u8]) {
    super::signature::fuzzing(bytes);
}

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_inputs_pass() {
        replay("packages_hub_index", super::hub_index);
        replay("packages_lock", super::lock);
        replay("packages_signature", super::signature);
        replay("packages_terraform_lock", super::terraform_lock);
        replay("packages_tool_config", super::tool_config);
    }
}
