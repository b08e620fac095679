//! Files for compilers and editors that are a part of the binary: archives that `build/` makes.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::LazyLock;

use tar::Archive;

/// The declarations of all importable modules: the SDK, the supported parts of Node's library, and the globals.
pub static DECLARATIONS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let archive = EmbeddedArchive(include_bytes!(concat!(
        env!("OUT_DIR"),
        "/declarations.tar.zst"
    )));
    archive.texts().expect("BUG: an embedded archive is whole")
});
/// Changes with any declaration.
pub const DECLARATIONS_SUM: &str = env!("LUMI_DECLARATIONS_SUM");

/// The text of a declaration, such as that of `lumi/index.d.ts`.
pub fn declaration(name: &str) -> Option<&'static str> {
    let found = DECLARATIONS.iter().find(|(it, _)| it == name);
    found.map(|(_, text)| text.as_str())
}

/// The npm package of the compiler, as far as `tsc` needs it.
pub const TYPESCRIPT: EmbeddedArchive = EmbeddedArchive(include_bytes!(concat!(
    env!("OUT_DIR"),
    "/typescript.tar.zst"
)));
pub const TYPESCRIPT_VERSION: &str = env!("LUMI_TYPESCRIPT_VERSION");

/// A tar archive that is compressed by zstd.
pub struct EmbeddedArchive(&'static [u8]);

impl EmbeddedArchive {
    /// Writes all files below a folder.
    pub fn unpack(&self, folder: &Path) -> io::Result<()> {
        Archive::new(self.tar()?.as_slice()).unpack(folder)
    }

    /// Names and contents of all files.
    fn texts(&self) -> io::Result<Vec<(String, String)>> {
        let bytes = self.tar()?;
        let mut texts = Vec::new();
        for entry in Archive::new(bytes.as_slice()).entries()? {
            let mut entry = entry?;
            let name = entry.path()?.display().to_string();
            let mut text = String::new();
            entry.read_to_string(&mut text)?;
            texts.push((name, text));
        }
        Ok(texts)
    }

    fn tar(&self) -> io::Result<Vec<u8>> {
        let size = zstd_safe::get_frame_content_size(self.0).ok().flatten();
        let size = usize::try_from(size.unwrap_or(0)).map_err(io::Error::other)?;
        let mut bytes = Vec::with_capacity(size);
        zstd_safe::decompress(&mut bytes, self.0)
            .map_err(|code| io::Error::other(zstd_safe::get_error_name(code)))?;
        Ok(bytes)
    }
}
