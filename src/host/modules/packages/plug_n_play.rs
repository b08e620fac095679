//! Yarn's Plug'n'Play: its packages are in archives, which Lumi does not read.

use std::path::{Path, PathBuf};

/// The file of a project whose packages are in such archives.
const FILE: &str = ".pnp.cjs";

/// Advice for users of such a project.
pub const PLUG_N_PLAY_ADVICE: &str = "Lumi does not read packages of Yarn's Plug'n'Play: \
    write `nodeLinker: node-modules` into .yarnrc.yml, and run `yarn install`";

/// The places where a project with modules in a folder may have that file, the nearest first.
pub fn plug_n_play_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folder.ancestors().map(|it| it.join(FILE))
}
