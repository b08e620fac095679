//! Names in the folder of a project.

/// The folder of a project that holds Lumi's keys and states; in the home folder, packages and plugins.
pub const LUMI_FOLDER: &str = ".lumi";
