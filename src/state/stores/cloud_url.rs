//! Opens buckets by URL.

use std::sync::Arc;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore};

use super::bucket_fault::reason;
use super::cloud_access;
use super::cloud_client::CloudConnector;
use super::cloud_store::CloudStore;
use crate::state_error::StateError;

/// Opens `s3://bucket/prefix` and similar URLs. No request is sent to the bucket yet; without credentials, the
/// metadata service of the machine is tried.
pub fn open(
    url: &str,
    scheme: &str,
    rest: &str,
    environment: &[(String, String)],
) -> Result<CloudStore, StateError> {
    let problem = |problem: String| StateError::Url {
        url: url.to_owned(),
        problem,
    };
    let rest = rest
        .strip_prefix("//")
        .ok_or_else(|| problem(format!("`//` must follow `{scheme}:`")))?;
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    if bucket.is_empty() {
        return Err(problem("it names no bucket".to_owned()));
    }
    let prefix =
        Path::parse(prefix.trim_matches('/')).map_err(|error| problem(error.to_string()))?;
    if matches!(scheme, "s3" | "gs" | "az")
        && let Some(problem) = cloud_access::problem(scheme, environment)
    {
        return Err(StateError::Access {
            url: url.to_owned(),
            problem,
        });
    }
    // Fails if another library has installed a provider; that one is used then.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let objects = match scheme {
        "s3" => s3(bucket, environment),
        "gs" => gs(bucket, environment),
        "az" => az(bucket, environment),
        _ => {
            return Err(problem("the scheme is none of file, s3, gs, az".to_owned()));
        }
    };
    let objects = objects.map_err(|error| problem(reason(&error)))?;
    Ok(CloudStore::new(
        objects,
        format!("{scheme}://{bucket}"),
        prefix,
    ))
}

type Opened = object_store::Result<Arc<dyn ObjectStore>>;

/// The store limits the time of each request, by its size.
fn options() -> ClientOptions {
    ClientOptions::new().with_timeout_disabled()
}

fn s3(bucket: &str, environment: &[(String, String)]) -> Opened {
    let connector = CloudConnector {
        allow_http: "AWS_ALLOW_HTTP",
    };
    let mut builder = AmazonS3Builder::new()
        .with_client_options(options())
        .with_http_connector(connector);
    for (key, value) in named(environment, "AWS_") {
        if let Ok(key) = key.parse() {
            builder = builder.with_config(key, value);
        }
    }
    if cloud_access::is_local_endpoint(environment) {
        builder = builder.with_allow_http(true);
    }
    Ok(Arc::new(builder.with_bucket_name(bucket).build()?))
}

fn gs(bucket: &str, environment: &[(String, String)]) -> Opened {
    let connector = CloudConnector {
        allow_http: "GOOGLE_ALLOW_HTTP",
    };
    let mut builder = GoogleCloudStorageBuilder::new()
        .with_client_options(options())
        .with_http_connector(connector);
    for (key, value) in named(environment, "GOOGLE_") {
        if let Ok(key) = key.parse() {
            builder = builder.with_config(key, value);
        }
    }
    Ok(Arc::new(builder.with_bucket_name(bucket).build()?))
}

fn az(container: &str, environment: &[(String, String)]) -> Opened {
    let connector = CloudConnector {
        allow_http: "AZURE_ALLOW_HTTP",
    };
    let mut builder = MicrosoftAzureBuilder::new()
        .with_client_options(options())
        .with_http_connector(connector);
    for (key, value) in named(environment, "AZURE_") {
        if let Ok(key) = key.parse() {
            builder = builder.with_config(key, value);
        }
    }
    Ok(Arc::new(builder.with_container_name(container).build()?))
}

/// The variables with one of the prefixes, in lower case as the builders expect them.
fn named<'a>(
    environment: &'a [(String, String)],
    start: &'a str,
) -> impl Iterator<Item = (String, &'a str)> {
    environment
        .iter()
        .filter(move |(key, value)| key.starts_with(start) && !value.is_empty())
        .map(|(key, value)| (key.to_ascii_lowercase(), value.as_str()))
}
