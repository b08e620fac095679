//! `.terraform.lock.hcl`, the lock of Terraform and OpenTofu.

use std::collections::{BTreeMap, BTreeSet};

use hcl::{Body, Expression};
use semver::Version;
use thiserror::Error;

use crate::{PackageHash, ProviderAddress};

/// The providers of such a lock.
pub type TerraformLock = BTreeMap<ProviderAddress, TerraformPin>;

/// The pinned version of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerraformPin {
    pub version: Version,
    /// Hashes of schemes that are not known are left out.
    pub hashes: BTreeSet<PackageHash>,
}

/// Why the file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TerraformLockError {
    #[error("it is not HCL: {0}")]
    NotHcl(String),
    #[error("the block of `{provider}` is not valid: {reason}")]
    BadBlock { provider: String, reason: String },
}

pub const TERRAFORM_LOCK_FILE: &str = ".terraform.lock.hcl";

/// Reads such a lock. Blocks other than `provider` are ignored.
pub fn read_terraform_lock(text: &str) -> Result<TerraformLock, TerraformLockError> {
    let body: Body =
        hcl::parse(text).map_err(|error| TerraformLockError::NotHcl(error.to_string()))?;
    let blocks = body.blocks().filter(|it| it.identifier() == "provider");
    let pin = |block: &hcl::Block| {
        let label = block
            .labels()
            .first()
            .map(|it| it.as_str())
            .unwrap_or_default();
        let bad = |reason: String| TerraformLockError::BadBlock {
            provider: label.to_owned(),
            reason,
        };
        let address = label
            .parse::<ProviderAddress>()
            .map_err(|error| bad(error.to_string()))?;
        Ok((address, pin_of(block.body()).map_err(bad)?))
    };
    blocks.map(pin).collect()
}

fn pin_of(body: &Body) -> Result<TerraformPin, String> {
    let attribute = |name: &str| {
        body.attributes()
            .find(|it| it.key() == name)
            .map(|it| it.expr())
    };
    let version = match attribute("version") {
        Some(Expression::String(text)) => {
            Version::parse(text).map_err(|error| format!("`{text}`: {error}"))?
        }
        _ => return Err("`version` is missing".to_owned()),
    };
    let hashes = match attribute("hashes") {
        None => BTreeSet::new(),
        Some(Expression::Array(items)) => items.iter().filter_map(hash_of).collect(),
        Some(_) => return Err("`hashes` is not a list".to_owned()),
    };
    Ok(TerraformPin { version, hashes })
}

fn hash_of(item: &Expression) -> Option<PackageHash> {
    match item {
        Expression::String(text) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_and_hashes_are_read() {
        let text = r#"
# This file is maintained automatically by "tofu init".
provider "registry.opentofu.org/hashicorp/random" {
  version     = "3.6.3"
  constraints = "~> 3.6"
  hashes = [
    "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "zh:0000000000000000000000000000000000000000000000000000000000000000",
    "h9:later",
  ]
}

provider "registry.terraform.io/acme/dns" {
  version = "1.0.0"
}
"#;
        let lock = read_terraform_lock(text).unwrap();
        let random = &lock[&"hashicorp/random".parse().unwrap()];
        assert_eq!(
            (random.version.to_string(), random.hashes.len()),
            ("3.6.3".to_owned(), 2)
        );
        let dns = &lock[&"registry.terraform.io/acme/dns".parse().unwrap()];
        assert_eq!(dns.hashes.len(), 0);
    }

    #[test]
    fn other_content_is_explained() {
        let message = |text: &str| read_terraform_lock(text).unwrap_err().to_string();
        assert!(message("provider {").starts_with("it is not HCL: "));
        insta::assert_snapshot!(
            [
                "provider \"x\" {}",
                "provider \"a/b\" {}",
                "provider \"a/b\" { version = \"1\" }",
                "provider \"a/b\" { version = \"1.0.0\"\n hashes = 1 }",
            ]
            .map(message)
            .join("\n"),
            @r#"
            the block of `x` is not valid: `x` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`
            the block of `a/b` is not valid: `version` is missing
            the block of `a/b` is not valid: `1`: unexpected end of input while parsing major version number
            it is not HCL:  --> HCL parse error in line 1, column 35
              |
            1 | provider "a/b" { version = "1.0.0"
              |                                   ^---
              |
              = invalid block body; expected `}`, newline or identifier
            "#
        );
    }
}
