//! Why secrets cannot be encrypted or decrypted.

use std::path::PathBuf;

use lumi_graph::SealError;

/// Messages hold neither keys nor secrets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error(
        "the secrets of the stack `{stack}` are protected by a passphrase; set LUMI_PASSPHRASE, or \
         LUMI_PASSPHRASE_FILE to a file that holds it"
    )]
    PassphraseNeeded { stack: String },
    #[error("no passphrase was typed")]
    Interrupted,
    #[error(
        "the secrets of the stack `{stack}` are protected by a key file, and a passphrase was \
         given; leave the passphrase out, or change to one with `lumi stack rotate \
         --to-passphrase FILE`"
    )]
    KeyFileNeeded { stack: String },
    #[error("the passphrase is not the one of the stack `{stack}`")]
    WrongPassphrase { stack: String },
    #[error("the passphrase is empty; set LUMI_PASSPHRASE, or leave it unset to use a key file")]
    EmptyPassphrase,
    #[error(
        "the key file `{}` is not the one of the stack `{stack}`; put that one there", path.display()
    )]
    WrongKeyFile { stack: String, path: PathBuf },
    #[error(
        "the key file `{}` is missing, and the secrets of the stack `{stack}` cannot be read \
         without it; put it back from where you keep it", path.display()
    )]
    NoKeyFile { stack: String, path: PathBuf },
    #[error("the key file `{}` cannot be used: {problem}", path.display())]
    KeyFile { path: PathBuf, problem: String },
    #[error(
        "`{place}`, which holds the encrypted key of the stack, is damaged: {problem}; put an older \
         version of it back"
    )]
    Document { place: String, problem: String },
    #[error(
        "it was encrypted with a key that the stack does not have, or was changed; put the stack's old \
         key back, which is in `keys.json` and `Lumi.STACK.yaml`"
    )]
    Undecipherable,
    #[error(
        "`{place}` has an older key of the stack than its state: the stack was rotated elsewhere. \
         Get the newer file from version control, then set the value again"
    )]
    OlderFile { place: String },
    #[error(
        "the state of the stack was encrypted with an older key, which does not open with what \
         opens the key in `{place}`: the passphrase was changed elsewhere. Take the older version \
         of that file from version control, run `lumi stack rotate --to-passphrase FILE` with the \
         old passphrase set, then take the newer version back"
    )]
    OlderState { place: String },
    #[error(
        "the encrypted key of the stack in `{place}` cannot be used: {problem}; take an older version \
         of that file from version control"
    )]
    Shared { place: String, problem: String },
    #[error("a secret must look like `v1:<nonce>:<ciphertext>`; this one does not")]
    Format,
    #[error("{0}")]
    Cryptography(String),
}

impl From<KeyError> for SealError {
    fn from(error: KeyError) -> Self {
        Self(error.to_string())
    }
}
