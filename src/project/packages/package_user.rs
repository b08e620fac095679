//! Agrees to packages, and sees their downloads.

use lumi_packages::Platform;
use lumi_packages::install::{FoundPackage, Progress};

use super::package_choice::PackageChoice;
use crate::reports::{ProjectFailure, Reporter};

/// A package that needs consent, and the reason.
pub type PackageQuestion<'a> = (&'a PackageChoice, &'a FoundPackage, &'static str);

/// The user whose packages change.
pub trait PackageUser: Reporter {
    type Refusal: From<ProjectFailure>;

    /// Called once, before anything is downloaded; `packages` may be empty.
    ///
    /// # Errors
    ///
    /// If the user does not agree to all of them, or cannot be asked.
    fn agree(
        &self,
        packages: &[PackageQuestion<'_>],
        platform: &Platform,
    ) -> Result<(), Self::Refusal>;

    /// Called before downloads start. They are shown until the result is dropped.
    fn downloads(&self) -> Box<dyn Downloads>;
}

/// Downloads that are shown together.
pub trait Downloads {
    /// Called for each download before it starts.
    fn add(&self, title: String) -> Box<dyn Progress>;
}
