//! Where a package comes from.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::shortened::shortened;
use crate::{AddressError, ProviderAddress};

/// The source of a package, as `packages:` of `Lumi.yaml` writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PackageSource {
    /// `terraform:NAMESPACE/NAME`: a provider of a registry.
    Terraform(ProviderAddress),
}

/// Why a text is not a source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SourceError {
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(
        "`{0}` could be a package of several sources: write `hashicorp/{0}` for the provider of Terraform"
    )]
    Ambiguous(String),
    #[error(
        "`{0}:` is not a source of packages that this version of lumi has; there is `terraform:NAMESPACE/NAME`"
    )]
    UnknownKind(String),
}

impl PackageSource {
    const TERRAFORM: &str = "terraform";

    /// The name of the package in a project that has not chosen one.
    pub fn default_name(&self) -> &str {
        match self {
            Self::Terraform(address) => address.kind(),
        }
    }
}

impl FromStr for PackageSource {
    type Err = SourceError;

    /// `KIND:REST`; `NAMESPACE/NAME` alone is Terraform's.
    fn from_str(text: &str) -> Result<Self, SourceError> {
        let (kind, rest) = match text.split_once(':') {
            // A host may have a port.
            Some((kind, rest)) if !kind.contains(['/', '.']) && kind != "localhost" => (kind, rest),
            _ if text.contains('/') => (Self::TERRAFORM, text),
            _ => return Err(SourceError::Ambiguous(shortened(text))),
        };
        match kind {
            Self::TERRAFORM => Ok(Self::Terraform(rest.parse()?)),
            other => Err(SourceError::UnknownKind(shortened(other))),
        }
    }
}

impl fmt::Display for PackageSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terraform(address) => write!(f, "{}:{address}", Self::TERRAFORM),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_address_is_that_of_a_terraform_provider() {
        for (text, written) in [
            ("hashicorp/random", "terraform:hashicorp/random"),
            ("terraform:HashiCorp/random", "terraform:hashicorp/random"),
            (
                "localhost:8080/acme/dns",
                "terraform:localhost:8080/acme/dns",
            ),
            (
                "terraform:registry.example.com/acme/dns",
                "terraform:registry.example.com/acme/dns",
            ),
        ] {
            let source: PackageSource = text.parse().unwrap();
            assert_eq!(source.to_string(), written);
            assert_eq!(written.parse(), Ok(source));
        }
    }

    #[test]
    fn other_texts_say_what_to_write() {
        let message = |text: &str| text.parse::<PackageSource>().unwrap_err().to_string();
        insta::assert_snapshot!(["random", "hub:acme/web", "terraform:random", "acme/web/"].map(message).join("\n"), @r#"
        `random` could be a package of several sources: write `hashicorp/random` for the provider of Terraform
        `hub:` is not a source of packages that this version of lumi has; there is `terraform:NAMESPACE/NAME`
        `random` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`
        `acme` is not the name of a host; one looks like `registry.example.com`
        "#);
    }
}
