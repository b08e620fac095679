//! The text in place of secrets.

use std::borrow::Cow;

/// Stands wherever a secret would be shown.
pub const SECRET_MASK: &str = "[secret]";

/// The text with [`SECRET_MASK`] in place of each of the secrets. A secret that contains another one comes before it.
pub fn without_secrets<'t, 's>(
    text: &'t str,
    secrets: impl IntoIterator<Item = &'s str>,
) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    for secret in secrets {
        if text.contains(secret) {
            text = Cow::Owned(text.replace(secret, SECRET_MASK));
        }
    }
    text
}
