//! Which protocol a plugin speaks.

/// The protocol of a plugin, which the name of its executable tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PluginKind {
    /// `proto/lumirpc`.
    Lumi,
    /// `proto/pulumirpc`: a plugin that was made for Pulumi.
    Pulumi,
}

impl PluginKind {
    /// Of a package that has plugins of both kinds, the first is taken.
    pub const ALL: [Self; 2] = [Self::Lumi, Self::Pulumi];

    /// How the executables of plugins begin.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Lumi => "lumi-resource-",
            Self::Pulumi => "pulumi-resource-",
        }
    }

    /// How the folders of installed plugins begin.
    pub(super) const fn folder_prefix(self) -> &'static str {
        match self {
            Self::Lumi => "",
            Self::Pulumi => "resource-",
        }
    }
}
