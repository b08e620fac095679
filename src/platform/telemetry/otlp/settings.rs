//! The environment variables of OpenTelemetry.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::telemetry::record::Attributes;

/// The interval between exports of metrics.
const METRIC_INTERVAL: Duration = Duration::from_secs(60);

/// The address of the collector, and the headers and attributes that it gets.
#[derive(Clone)]
pub struct OtlpSettings {
    /// The URL before `/v1/traces`, with a slash at its end.
    pub(super) endpoint: Url,
    pub(super) headers: HeaderMap,
    /// The attributes of the platform.
    pub(super) resource: Attributes,
    pub(super) metric_interval: Duration,
}

/// Headers may hold passwords.
impl fmt::Debug for OtlpSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OtlpSettings({})", self.endpoint)
    }
}

impl OtlpSettings {
    /// Reads `OTEL_EXPORTER_OTLP_ENDPOINT` and others. `None` without an endpoint, or with `OTEL_SDK_DISABLED`. The error
    /// is a sentence that begins with the name of a variable.
    pub fn from_variables(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, String> {
        let variable = |name: &str| variable(name).filter(|it| !it.is_empty());
        let is_disabled =
            variable("OTEL_SDK_DISABLED").is_some_and(|it| it.eq_ignore_ascii_case("true"));
        let Some(text) = variable("OTEL_EXPORTER_OTLP_ENDPOINT").filter(|_| !is_disabled) else {
            return Ok(None);
        };
        let protocol = variable("OTEL_EXPORTER_OTLP_PROTOCOL").unwrap_or_default();
        if !matches!(protocol.as_str(), "" | "http/protobuf") {
            return Err(format!(
                "OTEL_EXPORTER_OTLP_PROTOCOL is {protocol:?}, but lumi sends http/protobuf only, mostly to port 4318"
            ));
        }
        let headers = variable("OTEL_EXPORTER_OTLP_HEADERS").unwrap_or_default();
        let more = variable("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
        let mut resource: Attributes = pairs("OTEL_RESOURCE_ATTRIBUTES", &more)?
            .into_iter()
            .map(|(name, value)| (name, value.into()))
            .collect();
        let service = variable("OTEL_SERVICE_NAME").map(Into::into);
        if let Some(service) = service {
            resource.insert("service.name".to_owned(), service);
        }
        resource
            .entry("service.name".to_owned())
            .or_insert_with(|| "lumi".into());
        let interval = variable("OTEL_METRIC_EXPORT_INTERVAL").map(|it| milliseconds(&it));
        Ok(Some(Self {
            endpoint: endpoint(&text)?,
            headers: header_map(&headers)?,
            resource,
            metric_interval: interval.transpose()?.unwrap_or(METRIC_INTERVAL),
        }))
    }
}

fn endpoint(text: &str) -> Result<Url, String> {
    let problem =
        |why: &str| format!("OTEL_EXPORTER_OTLP_ENDPOINT {why}, such as http://127.0.0.1:4318");
    let mut url = Url::parse(text).map_err(|_| problem("must be a URL"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(problem("must begin with http:// or https://"));
    }
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok(url)
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|it| *it > 0);
    number.map(Duration::from_millis).ok_or_else(|| {
        format!("OTEL_METRIC_EXPORT_INTERVAL must be a number of milliseconds, but is {text:?}")
    })
}

/// The value is not shown: it may be a password.
fn header_map(text: &str) -> Result<HeaderMap, String> {
    let name_of = "OTEL_EXPORTER_OTLP_HEADERS";
    let mut headers = HeaderMap::new();
    for (name, value) in pairs(name_of, text)? {
        let invalid = |_| format!("{name_of} has a header {name:?} that is not valid");
        let value = HeaderValue::from_str(&value).map_err(|_| invalid(()))?;
        let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid(()))?;
        headers.insert(header, value);
    }
    Ok(headers)
}

/// Pairs `a=b,c=d`, whose values are percent-encoded.
fn pairs(variable: &str, text: &str) -> Result<BTreeMap<String, String>, String> {
    let items = text.split(',').filter(|it| !it.trim().is_empty());
    let pairs = items.map(|item| {
        let pair = item.split_once('=');
        let (name, value) =
            pair.ok_or_else(|| format!("{variable} must have the form NAME=VALUE,NAME=VALUE"))?;
        let value = percent_decode_str(value.trim()).decode_utf8();
        let value = value.map_err(|_| format!("{variable} has a value that is not UTF-8"))?;
        Ok((name.trim().to_owned(), value.into_owned()))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(variables: &[(&str, &str)]) -> Result<Option<OtlpSettings>, String> {
        OtlpSettings::from_variables(|name| {
            let value = variables.iter().find(|(it, _)| *it == name);
            value.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn variables_are_those_of_open_telemetry() {
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
        assert!(parse(&[]).unwrap().is_none());
        assert!(
            parse(&[endpoint, ("OTEL_SDK_DISABLED", "true")])
                .unwrap()
                .is_none()
        );
        let it = parse(&[
            endpoint,
            (
                "OTEL_EXPORTER_OTLP_HEADERS",
                "authorization=Basic%20abc, x-one=1",
            ),
            ("OTEL_RESOURCE_ATTRIBUTES", "service.name=a,team=b"),
            ("OTEL_SERVICE_NAME", "shop"),
        ]);
        let it = it.unwrap().unwrap();
        assert_eq!(it.endpoint.as_str(), "http://127.0.0.1:4318/");
        assert_eq!(it.headers["authorization"], "Basic abc");
        assert_eq!(
            (&it.resource["service.name"], &it.resource["team"]),
            (&"shop".into(), &"b".into())
        );
        assert!(!format!("{it:?}").contains("abc"));
    }

    #[test]
    fn mistakes_name_the_variable_and_no_password() {
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318/otel");
        let problems: Vec<String> = [
            vec![("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318")],
            vec![endpoint, ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")],
            vec![endpoint, ("OTEL_EXPORTER_OTLP_HEADERS", "hunter2")],
            vec![endpoint, ("OTEL_EXPORTER_OTLP_HEADERS", "a b=hunter2")],
            vec![endpoint, ("OTEL_METRIC_EXPORT_INTERVAL", "soon")],
        ]
        .iter()
        .map(|it| parse(it).unwrap_err())
        .collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, such as http://127.0.0.1:4318
        OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", but lumi sends http/protobuf only, mostly to port 4318
        OTEL_EXPORTER_OTLP_HEADERS must have the form NAME=VALUE,NAME=VALUE
        OTEL_EXPORTER_OTLP_HEADERS has a header "a b" that is not valid
        OTEL_METRIC_EXPORT_INTERVAL must be a number of milliseconds, but is "soon"
        "#);
    }
}
