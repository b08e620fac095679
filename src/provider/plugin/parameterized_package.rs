//! A package of a project that a plugin makes of parameters.

use lumi_graph::Parameterization;

/// The package in the version that the project has locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterizedPackage {
    /// The version of the package, not of its plugin.
    pub version: String,
    pub by: Parameterization,
}
