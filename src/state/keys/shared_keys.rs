//! The copy of a stack's encrypted key that is shared with other users in its settings file.

/// Reads and writes the encrypted key of a stack in a committed file, such as `Lumi.<stack>.yaml`.
/// The text is the JSON of a key document, which is safe to publish.
pub trait SharedKeys: Send + Sync {
    /// The name of a stack's file, for messages.
    fn place(&self, stack: &str) -> String;

    /// `None` if the file has no key, or the stack belongs to another project.
    fn read(&self, project: &str, stack: &str) -> Result<Option<String>, String>;

    /// Writes a key into the file. Returns false for a stack of another project.
    fn write(&self, project: &str, stack: &str, document: &str) -> Result<bool, String>;
}
