//! Whether a bucket can be asked at all: credentials that can be found, and connections that are allowed.
//!
//! Without credentials, the client asks the metadata service that machines of clouds have. On other machines that
//! address swallows requests, and minutes pass before the client gives up, so it is tried here first.

use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The metadata service of machines of AWS, Google Cloud and Azure.
const METADATA: SocketAddr =
    SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::new(169, 254, 169, 254)), 80);
/// The service is on the machine itself or next to it.
const METADATA_TIMEOUT: Duration = Duration::from_secs(2);

/// Variables, one of which is set where credentials need no metadata service, or where it has another address.
const S3: &[&str] = &[
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_SKIP_SIGNATURE",
    "AWS_METADATA_ENDPOINT",
];
const GS: &[&str] = &[
    "GOOGLE_SERVICE_ACCOUNT",
    "GOOGLE_SERVICE_ACCOUNT_PATH",
    "GOOGLE_SERVICE_ACCOUNT_KEY",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GOOGLE_BEARER_TOKEN",
    "GOOGLE_SKIP_SIGNATURE",
    "GCE_METADATA_HOST",
    "GCE_METADATA_IP",
];
/// Variables of Azure that are no credentials. Those that are have many names.
const AZ_PLACES: &[&str] = &[
    "AZURE_STORAGE_ACCOUNT_NAME",
    "AZURE_STORAGE_ACCOUNT",
    "AZURE_CONTAINER_NAME",
    "AZURE_STORAGE_ENDPOINT",
    "AZURE_CONFIG_DIR",
];

/// The reason why a bucket cannot be asked.
pub fn problem(scheme: &str, environment: &[(String, String)]) -> Option<String> {
    let problem = match scheme {
        "s3" => insecure(environment).or_else(|| half_of_a_key(environment)),
        _ => None,
    };
    problem
        .or_else(|| without_credentials(scheme, environment, METADATA))
        .or_else(|| without_account(scheme, environment))
}

fn without_account(scheme: &str, environment: &[(String, String)]) -> Option<String> {
    let names = ["AZURE_STORAGE_ACCOUNT_NAME", "AZURE_STORAGE_USE_EMULATOR"];
    let is_named = names.iter().any(|it| variable(environment, it).is_some());
    (scheme == "az" && !is_named)
        .then(|| format!("nothing names its storage account; set {}", names[0]))
}

fn variable<'a>(environment: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let variable = environment.iter().find(|(key, _)| key == name);
    variable
        .map(|(_, value)| value.as_str())
        .filter(|it| !it.is_empty())
}

/// The variable that names the endpoint of S3, with its value.
fn endpoint(environment: &[(String, String)]) -> Option<(&'static str, &str)> {
    ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"]
        .into_iter()
        .find_map(|name| Some((name, variable(environment, name)?)))
}

/// Whether the endpoint of S3 is a server of this machine that has no TLS, which no other machine can read.
pub fn is_local_endpoint(environment: &[(String, String)]) -> bool {
    let host = endpoint(environment).and_then(|(_, url)| plain_host(url));
    host.is_some_and(is_this_machine)
}

/// The host of a URL without TLS.
fn plain_host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, it)| it);
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|it| it.is_loopback())
}

fn insecure(environment: &[(String, String)]) -> Option<String> {
    let (name, url) = endpoint(environment)?;
    let host = plain_host(url)?;
    let is_allowed = variable(environment, "AWS_ALLOW_HTTP").is_some();
    (!is_allowed && !is_this_machine(host)).then(|| {
        format!(
            "the connection to {url}, from {name}, is not encrypted, and others could read and change the \
             state; use an https URL, or set AWS_ALLOW_HTTP=true"
        )
    })
}

/// The client names the missing one of the two variables of a key as it calls the field itself.
fn half_of_a_key(environment: &[(String, String)]) -> Option<String> {
    let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
    let (set, missing) = match names.map(|it| variable(environment, it).is_some()) {
        [true, false] => (names[0], names[1]),
        [false, true] => (names[1], names[0]),
        [true, true] | [false, false] => return None,
    };
    Some(format!("{set} is set, and {missing} is not; set both"))
}

fn without_credentials(
    scheme: &str,
    environment: &[(String, String)],
    metadata: SocketAddr,
) -> Option<String> {
    let has = |names: &[&str]| names.iter().any(|it| variable(environment, it).is_some());
    let (has_credentials, tried, remedy) = match scheme {
        "s3" => (
            has(S3),
            "AWS_ACCESS_KEY_ID, AWS_WEB_IDENTITY_TOKEN_FILE and AWS_CONTAINER_CREDENTIALS_* are not set",
            "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for a profile, a role or single sign-on, \
             run `eval \"$(aws configure export-credentials --format env)\"`",
        ),
        "gs" => (
            has(GS) || variable(environment, "HOME").is_some_and(has_login),
            "GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_SERVICE_ACCOUNT are not set, and there is no login of \
             `gcloud auth application-default`",
            "set GOOGLE_APPLICATION_CREDENTIALS to the path of a key, or run `gcloud auth application-default \
             login`",
        ),
        _ => {
            let is_place = |name: &str| AZ_PLACES.contains(&name);
            let mut names = environment.iter().filter(|(_, value)| !value.is_empty());
            let has_any = names.any(|(name, _)| {
                let is_endpoint = name == "IDENTITY_ENDPOINT" || name == "MSI_ENDPOINT";
                is_endpoint || (name.starts_with("AZURE_") && !is_place(name))
            });
            (
                has_any,
                "no AZURE_… variable has credentials",
                "set AZURE_STORAGE_ACCOUNT_KEY, or AZURE_USE_AZURE_CLI=true after `az login`",
            )
        }
    };
    if has_credentials || TcpStream::connect_timeout(&metadata, METADATA_TIMEOUT).is_ok() {
        return None;
    }
    Some(format!(
        "there are no credentials: {tried}, and this machine has no metadata service of a cloud ({}); {remedy}",
        metadata.ip()
    ))
}

/// Whether there is a login of Google's command line.
fn has_login(home: &str) -> bool {
    let login = ".config/gcloud/application_default_credentials.json";
    Path::new(home).join(login).exists()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let pairs = pairs.iter();
        pairs
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn plain_http_needs_consent_but_on_this_machine() {
        let refused = |pairs: &[(&str, &str)]| insecure(&variables(pairs));
        for url in [
            "http://127.0.0.1:9000",
            "http://localhost",
            "HTTP://[::1]:1/x",
            "https://minio",
        ] {
            assert_eq!(refused(&[("AWS_ENDPOINT_URL", url)]), None, "{url}");
        }
        for url in [
            "http://minio:9000",
            "http://localhost@minio/",
            "http://127.0.0.1.nip.io",
            "http://",
        ] {
            let both = [("AWS_ENDPOINT_URL_S3", url), ("AWS_ALLOW_HTTP", "true")];
            assert!(refused(&both[..1]).is_some(), "{url}");
            assert_eq!(refused(&both), None, "{url}");
            assert!(!is_local_endpoint(&variables(&both)), "{url}");
        }
        assert!(is_local_endpoint(&variables(&[(
            "AWS_ENDPOINT",
            "http://localhost:9"
        )])));
        insta::assert_snapshot!(
            refused(&[("AWS_ENDPOINT_URL", "http://minio:9000")]).unwrap(),
            @"the connection to http://minio:9000, from AWS_ENDPOINT_URL, is not encrypted, and others could read and change the state; use an https URL, or set AWS_ALLOW_HTTP=true"
        );
    }

    #[test]
    fn half_of_a_key_is_completed() {
        let (id, secret) = (("AWS_ACCESS_KEY_ID", "a"), ("AWS_SECRET_ACCESS_KEY", "b"));
        let fault_of = |pairs: &[(&str, &str)]| half_of_a_key(&variables(pairs));
        insta::assert_snapshot!(fault_of(&[id]).unwrap(), @"AWS_ACCESS_KEY_ID is set, and AWS_SECRET_ACCESS_KEY is not; set both");
        insta::assert_snapshot!(fault_of(&[secret]).unwrap(), @"AWS_SECRET_ACCESS_KEY is set, and AWS_ACCESS_KEY_ID is not; set both");
        assert_eq!(fault_of(&[id, secret]), None);
        assert_eq!(fault_of(&[]), None);
    }

    #[test]
    fn missing_credentials_are_found_at_once() {
        // A port that was free a moment ago refuses connections.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let metadata = listener.local_addr().unwrap();
        for scheme in ["s3", "gs", "az"] {
            assert_eq!(without_credentials(scheme, &[], metadata), None, "{scheme}");
        }
        drop(listener);
        let fault_of = |scheme, pairs: &[(&str, &str)]| {
            without_credentials(scheme, &variables(pairs), metadata)
        };
        insta::assert_snapshot!(fault_of("s3", &[("AWS_REGION", "eu")]).unwrap(), @r#"there are no credentials: AWS_ACCESS_KEY_ID, AWS_WEB_IDENTITY_TOKEN_FILE and AWS_CONTAINER_CREDENTIALS_* are not set, and this machine has no metadata service of a cloud (127.0.0.1); set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for a profile, a role or single sign-on, run `eval "$(aws configure export-credentials --format env)"`"#);
        insta::assert_snapshot!(fault_of("gs", &[("HOME", "/nowhere")]).unwrap(), @"there are no credentials: GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_SERVICE_ACCOUNT are not set, and there is no login of `gcloud auth application-default`, and this machine has no metadata service of a cloud (127.0.0.1); set GOOGLE_APPLICATION_CREDENTIALS to the path of a key, or run `gcloud auth application-default login`");
        insta::assert_snapshot!(fault_of("az", &[("AZURE_STORAGE_ACCOUNT_NAME", "a")]).unwrap(), @"there are no credentials: no AZURE_… variable has credentials, and this machine has no metadata service of a cloud (127.0.0.1); set AZURE_STORAGE_ACCOUNT_KEY, or AZURE_USE_AZURE_CLI=true after `az login`");
        assert_eq!(fault_of("s3", &[("AWS_ACCESS_KEY_ID", "x")]), None);
        assert_eq!(
            fault_of("gs", &[("GOOGLE_APPLICATION_CREDENTIALS", "x")]),
            None
        );
        assert_eq!(fault_of("az", &[("AZURE_STORAGE_ACCOUNT_KEY", "x")]), None);
        let key = ("AZURE_STORAGE_ACCOUNT_KEY".to_owned(), "x".to_owned());
        insta::assert_snapshot!(problem("az", &[key]).unwrap(), @"nothing names its storage account; set AZURE_STORAGE_ACCOUNT_NAME");
        assert!(fault_of("s3", &[("AWS_ACCESS_KEY_ID", "")]).is_some());
        let home = tempfile::tempdir().unwrap();
        let gcloud = home.path().join(".config/gcloud");
        std::fs::create_dir_all(&gcloud).unwrap();
        std::fs::write(gcloud.join("application_default_credentials.json"), "{}").unwrap();
        assert_eq!(
            fault_of("gs", &[("HOME", home.path().to_str().unwrap())]),
            None
        );
    }
}
