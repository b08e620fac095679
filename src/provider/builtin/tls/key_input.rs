//! Private keys as inputs.

use rcgen::KeyPair;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject as _;

use crate::builtin::input_reader::InputReader;

/// Reads the key pair of an input; `None` if it is invalid or unknown.
pub fn read_key(inputs: &mut InputReader<'_>, name: &'static str) -> Option<KeyPair> {
    let text = inputs.text(name)?;
    let key = KeyPair::from_pem(text).ok();
    if key.is_none() {
        inputs.fail(name, reason(name, text));
    }
    key
}

/// Why a text is not a usable key. The errors of parsers are left out: they might quote it.
fn reason(name: &str, text: &str) -> String {
    match PrivateKeyDer::from_pem_slice(text.as_bytes()) {
        Ok(PrivateKeyDer::Pkcs8(_)) => format!(
            "`{name}` is damaged, or a key of a kind that lumi cannot sign with: it must be ECDSA with the curve \
             P-256 or P-384, Ed25519, or RSA with 2048, 3072 or 4096 bits"
        ),
        Ok(_) => format!(
            "`{name}` must be a private key as PKCS #8 in PEM; `openssl pkcs8 -topk8 -nocrypt -in FILE` \
             makes one of an older form"
        ),
        Err(_) if text.contains("BEGIN ENCRYPTED PRIVATE KEY") => format!(
            "`{name}` is encrypted; `openssl pkcs8 -in FILE` decrypts it. Keep the result in the \
             configuration, as a secret"
        ),
        Err(_) => format!(
            "`{name}` must be a private key as PKCS #8 in PEM, with the heading `PRIVATE KEY`"
        ),
    }
}
