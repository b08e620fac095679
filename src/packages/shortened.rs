//! Texts of others in errors.

/// The beginning of a text that an error quotes: at most 100 characters.
pub fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}
