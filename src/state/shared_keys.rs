//! The place of a stack's encrypted key that is shared with other people: its settings file.

/// Reads and writes the encrypted key of a stack in a file that is committed, such as
/// `Lumi.<stack>.yaml`. The text is the JSON of a key document, which is safe to publish.
pub trait SharedKeys: Send + Sync {
    /// How messages name the file of a stack.
    fn place(&self, stack: &str) -> String;

    /// `None` if the file has no key, or the stack belongs to another project.
    fn read(&self, project: &str, stack: &str) -> Result<Option<String>, String>;

    /// Puts a key into the file. Answers false for a stack of another project.
    fn write(&self, project: &str, stack: &str, document: &str) -> Result<bool, String>;
}
