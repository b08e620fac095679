//! The classes of the package `std` and their outputs.

/// A class: its type, and the outputs of its resources.
type StdClass = (&'static str, &'static [&'static str]);

/// Those of `js/lumi/data/std_outputs.ts`, which a test compares.
const CLASSES: &[StdClass] = &[
    ("std:exec:Command", &["stdout", "stderr"]),
    ("std:fs:Directory", &["path", "files", "sha256", "count"]),
    (
        "std:fs:File",
        &["path", "content", "mode", "sha256", "size"],
    ),
    ("std:http:Resource", &["response", "values"]),
    ("std:random:Id", &["base64", "base64url", "dec", "hex"]),
    ("std:random:Integer", &["result"]),
    ("std:random:Password", &["result"]),
    ("std:random:Pet", &["result"]),
    ("std:random:Shuffle", &["result"]),
    ("std:random:Uuid", &["result"]),
    (
        "std:time:Rotating",
        &[
            "rfc3339",
            "rotationRfc3339",
            "unix",
            "year",
            "month",
            "day",
            "hour",
            "minute",
            "second",
        ],
    ),
    ("std:tls:CertificateRequest", &["certRequestPem"]),
    (
        "std:tls:PrivateKey",
        &[
            "privateKeyPem",
            "publicKeyPem",
            "publicKeyOpenssh",
            "publicKeyFingerprintSha256",
        ],
    ),
    (
        "std:tls:SelfSignedCert",
        &[
            "certPem",
            "validityStartTime",
            "validityEndTime",
            "readyForRenewal",
        ],
    ),
    (
        "std:tls:SignedCertificate",
        &[
            "certPem",
            "validityStartTime",
            "validityEndTime",
            "readyForRenewal",
        ],
    ),
];

/// Whether `lumi/std` has a class of this type.
pub fn is_std_class(token: &str) -> bool {
    CLASSES.iter().any(|(class, _)| *class == token)
}

/// The outputs of a type of `std`; `None` for types of other packages.
pub fn std_outputs(token: &str) -> Option<&'static [&'static str]> {
    let token = match token.starts_with("std:http:") {
        true => "std:http:Resource",
        false => token,
    };
    let class = CLASSES.iter().find(|(class, _)| *class == token);
    class.map(|(_, outputs)| *outputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts in quotes of a part of a file.
    fn quoted(text: &str) -> Vec<&str> {
        text.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn the_sdk_knows_the_same_outputs() {
        let script = include_str!("../../js/lumi/data/std_outputs.ts");
        let (_, table) = script.split_once("new Map").unwrap();
        let (table, _) = table.split_once("\n]);").unwrap();
        let mut expected: Vec<Vec<&str>> = Vec::new();
        for text in quoted(table) {
            match text.starts_with("std:") {
                true => expected.push(vec![text]),
                false => expected.last_mut().unwrap().push(text),
            }
        }
        let (_, http) = script.split_once("const http").unwrap();
        let (http, _) = http.split_once(';').unwrap();
        expected.push([vec!["std:http:Resource"], quoted(http)].concat());
        expected.sort();
        let known = CLASSES
            .iter()
            .map(|(class, outputs)| [&[*class], *outputs].concat());
        assert_eq!(known.collect::<Vec<_>>(), expected);
    }
}
