//! The protocols of plugins.

/// The protocol of a plugin, determined by the name of its executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PluginKind {
    /// `proto/lumirpc`.
    Lumi,
    /// `proto/pulumirpc`: a plugin that was made for Pulumi.
    Pulumi,
    /// `proto/tfplugin6`: a provider that was made for Terraform.
    Terraform,
}

impl PluginKind {
    pub const ALL: [Self; 3] = [Self::Lumi, Self::Pulumi, Self::Terraform];

    /// The kinds that are found by the name of their package alone, in order of preference.
    pub const SEARCHED: [Self; 2] = [Self::Lumi, Self::Pulumi];

    /// The prefix of executables.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Lumi => "lumi-resource-",
            Self::Pulumi => "pulumi-resource-",
            Self::Terraform => "terraform-provider-",
        }
    }

    /// The prefix of the folders of installed plugins.
    pub(super) const fn folder_prefix(self) -> &'static str {
        match self {
            Self::Lumi | Self::Terraform => "",
            Self::Pulumi => "resource-",
        }
    }
}
