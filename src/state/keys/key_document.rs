//! `keys.json`: the keys of a stack, encrypted with a passphrase or a key file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::data_key::{DataKey, Sealed};
use super::key_error::KeyError;
use super::key_source::{KeySource, read_file, read_or_make_file};
use super::passphrase_key::{KeyCost, stretch};

const VERSION: u64 = 1;
/// The length of the salt in bytes.
const SALT_LEN: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyDocument {
    version: u64,
    /// The number of rotations: the document with the higher number is newer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub generation: u64,
    protection: KeyProtection,
    /// The first key is in use; more keys are present only during a rotation.
    keys: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum KeyProtection {
    /// Argon2id.
    Passphrase {
        salt: String,
        cost: KeyCost,
    },
    KeyFile,
}

/// The key that encrypts the keys of a document.
pub struct KeyWrapping {
    protection: KeyProtection,
    key: DataKey,
    /// Whether the key file was just created.
    pub is_new_file: bool,
}

impl KeyWrapping {
    /// The wrapping key for a new document.
    pub fn new(source: &KeySource) -> Result<Self, KeyError> {
        match source {
            KeySource::Passphrase(passphrase) | KeySource::PassphraseOrFile(passphrase, _) => {
                let salt = DataKey::random()?;
                let salt = &salt.bytes()[..SALT_LEN];
                let cost = KeyCost::of_new_documents();
                Ok(Self {
                    key: stretch(passphrase, salt, cost)?,
                    protection: KeyProtection::Passphrase {
                        salt: BASE64.encode(salt),
                        cost,
                    },
                    is_new_file: false,
                })
            }
            KeySource::File(path) => {
                let (key, is_new_file) = read_or_make_file(path)?;
                let protection = KeyProtection::KeyFile;
                Ok(Self {
                    protection,
                    key,
                    is_new_file,
                })
            }
        }
    }

    /// Encrypts the keys into a document.
    pub fn wrap(
        &self,
        keys: &[DataKey],
        context: &str,
        generation: u64,
    ) -> Result<KeyDocument, KeyError> {
        let context = wrap_context(context);
        let keys = keys.iter().map(|it| self.key.seal(it.bytes(), &context));
        Ok(KeyDocument {
            version: VERSION,
            generation,
            protection: self.protection.clone(),
            keys: keys.collect::<Result<_, _>>()?,
        })
    }
}

/// The context of a wrapped key. It differs from the contexts of secrets, so that one cannot be
/// used as the other.
fn wrap_context(context: &str) -> String {
    format!("key of {context}")
}

impl KeyDocument {
    pub fn parse(bytes: &[u8], place: &str) -> Result<Self, KeyError> {
        let damaged = |problem: String| KeyError::Document {
            place: place.to_owned(),
            problem,
        };
        let document: Self =
            serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
        if document.version != VERSION {
            let version = document.version;
            return Err(damaged(format!(
                "it has version {version}, and this lumi reads version {VERSION}"
            )));
        }
        if document.keys.is_empty() {
            return Err(damaged("it holds no key".to_owned()));
        }
        Ok(document)
    }

    pub fn needs_passphrase(&self) -> bool {
        matches!(self.protection, KeyProtection::Passphrase { .. })
    }

    /// Decrypts the keys; returns them with the wrapping key.
    pub fn open(
        &self,
        source: &KeySource,
        stack: &str,
        context: &str,
    ) -> Result<(Vec<DataKey>, KeyWrapping), KeyError> {
        let stack = stack.to_owned();
        let (key, wrong) = match (&self.protection, source) {
            (
                KeyProtection::Passphrase { salt, cost },
                KeySource::Passphrase(passphrase) | KeySource::PassphraseOrFile(passphrase, _),
            ) => {
                let salt = BASE64.decode(salt).map_err(|_| KeyError::Format)?;
                let key = stretch(passphrase, &salt, *cost)?;
                let wrong = match source {
                    // The passphrase may be for other secrets only.
                    KeySource::PassphraseOrFile(..) => KeyError::PassphraseNeeded { stack },
                    _ => KeyError::WrongPassphrase { stack },
                };
                (key, wrong)
            }
            (
                KeyProtection::KeyFile,
                KeySource::File(path) | KeySource::PassphraseOrFile(_, path),
            ) => {
                let path = path.clone();
                match read_file(&path)? {
                    Some(key) => (key, KeyError::WrongKeyFile { stack, path }),
                    None => return Err(KeyError::NoKeyFile { stack, path }),
                }
            }
            (KeyProtection::Passphrase { .. }, KeySource::File(_)) => {
                return Err(KeyError::PassphraseNeeded { stack });
            }
            (KeyProtection::KeyFile, KeySource::Passphrase(_)) => {
                return Err(KeyError::KeyFileNeeded { stack });
            }
        };
        let wrapping = KeyWrapping {
            protection: self.protection.clone(),
            key,
            is_new_file: false,
        };
        let context = wrap_context(context);
        let unwrap = |text: &String| {
            let bytes = wrapping.key.unseal(&Sealed::parse(text)?, &context);
            bytes
                .and_then(|it| DataKey::from_bytes(&it))
                .ok_or_else(|| wrong.clone())
        };
        let keys = self.keys.iter().map(unwrap).collect::<Result<_, _>>()?;
        Ok((keys, wrapping))
    }
}
