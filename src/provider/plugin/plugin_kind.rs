//! The protocols of plugins.

/// The protocol of a plugin, determined by the name of its executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PluginKind {
    /// `proto/lumirpc`.
    Lumi,
    /// `proto/pulumirpc`: a plugin that was made for Pulumi.
    Pulumi,
}

impl PluginKind {
    /// In order of preference, if a package has plugins of both kinds.
    pub const ALL: [Self; 2] = [Self::Lumi, Self::Pulumi];

    /// The prefix of executables.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Lumi => "lumi-resource-",
            Self::Pulumi => "pulumi-resource-",
        }
    }

    /// The prefix of the folders of installed plugins.
    pub(super) const fn folder_prefix(self) -> &'static str {
        match self {
            Self::Lumi => "",
            Self::Pulumi => "resource-",
        }
    }
}
