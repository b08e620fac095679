//! The source of a package.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::hub::HubAddress;
use crate::shortened::shortened;
use crate::{AddressError, PluginAddress, PluginAddressError, ProviderAddress};

/// The source of a package, as `packages:` of `Lumi.yaml` writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PackageSource {
    /// `terraform:NAMESPACE/NAME`: a provider of a registry.
    Terraform(ProviderAddress),
    /// `pulumi:NAME`: a plugin of a release server.
    Pulumi(PluginAddress),
}

/// Why a text is not a source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SourceError {
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Plugin(#[from] PluginAddressError),
    #[error(
        "`{0}` could be a package of several sources: write `hashicorp/{0}` for the provider of Terraform, \
         or `pulumi:{0}` for the plugin of Pulumi"
    )]
    Ambiguous(String),
    #[error(
        "`{0}:` is not a source of packages that this version of lumi has; there are \
         `terraform:NAMESPACE/NAME`, `pulumi:NAME` and `hub:NAMESPACE/NAME`"
    )]
    UnknownKind(String),
    #[error(
        "`{0}` is not the address of a library; one looks like `acme/web`, in lower-case letters, digits and dashes"
    )]
    Hub(String),
}

impl PackageSource {
    const TERRAFORM: &str = "terraform";
    const PULUMI: &str = "pulumi";

    /// The name of the package in a project that has not chosen one.
    pub fn default_name(&self) -> &str {
        match self {
            Self::Terraform(address) => address.kind(),
            Self::Pulumi(address) => address.name(),
        }
    }

    /// The name of the programs of this source, with `_VERSION` or `.exe` behind it for some.
    pub fn executable(&self) -> String {
        match self {
            Self::Terraform(address) => format!("terraform-provider-{}", address.kind()),
            Self::Pulumi(address) => address.executable(),
        }
    }

    /// The source in a sentence: the kind is left out where it is that of a text without one.
    pub fn short(&self) -> String {
        match self {
            Self::Terraform(address) => address.to_string(),
            Self::Pulumi(_) => self.to_string(),
        }
    }

    /// The relative path of the package's folder in a folder of packages; no other source has it.
    pub(crate) fn folder(&self) -> String {
        match self {
            Self::Terraform(address) => address.full(),
            Self::Pulumi(address) => address.folder(),
        }
    }
}

impl From<ProviderAddress> for PackageSource {
    fn from(address: ProviderAddress) -> Self {
        Self::Terraform(address)
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
            Self::PULUMI => Ok(Self::Pulumi(rest.parse()?)),
            // Those that are well-formed are no packages with programs.
            HubAddress::KIND => Err(SourceError::Hub(shortened(rest))),
            other => Err(SourceError::UnknownKind(shortened(other))),
        }
    }
}

impl fmt::Display for PackageSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terraform(address) => write!(f, "{}:{address}", Self::TERRAFORM),
            Self::Pulumi(address) => write!(f, "{}:{address}", Self::PULUMI),
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
            ("pulumi:random", "pulumi:random"),
            (
                "pulumi:https://example.com/plugins/dns",
                "pulumi:https://example.com/plugins/dns",
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
        insta::assert_snapshot!(["random", "crates:acme/web", "hub:Acme/web", "terraform:random", "acme/web/", "pulumi:a/b/c", "pulumi:Random", "pulumi:ftp://x/y"].map(message).join("\n"), @r#"
        `random` could be a package of several sources: write `hashicorp/random` for the provider of Terraform, or `pulumi:random` for the plugin of Pulumi
        `crates:` is not a source of packages that this version of lumi has; there are `terraform:NAMESPACE/NAME`, `pulumi:NAME` and `hub:NAMESPACE/NAME`
        `Acme/web` is not the address of a library; one looks like `acme/web`, in lower-case letters, digits and dashes
        `random` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`
        `acme` is not the name of a host; one looks like `registry.example.com`
        `b/c` in the address of a plugin may have lower-case letters, digits and dashes only
        `Random` in the address of a plugin may have lower-case letters, digits and dashes only
        plugins come from servers with `https://` or `github://`, not `ftp://x`
        "#);
    }
}
