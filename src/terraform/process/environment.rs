//! The variables that a provider gets beside those of the user.

use std::path::Path;

use super::log_line::LogLevel;

/// The variable that every host of providers sets: without it, they print an explanation and exit.
const MAGIC_COOKIE: (&str, &str) = (
    "TF_PLUGIN_MAGIC_COOKIE",
    "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
);

/// Variables of a host around this one, which are not meant for a provider of this one. They are
/// emptied, which is as good as removed.
const EMPTIED: &[&str] = &[
    "PLUGIN_CLIENT_CERT",
    "PLUGIN_UNIX_SOCKET_GROUP",
    "TF_REATTACH_PROVIDERS",
    "TF_LOG",
    "TF_LOG_CORE",
    "TF_LOG_PATH",
    "TF_LOG_PATH_MASK",
    "TF_LOG_SDK_FRAMEWORK",
    "TF_LOG_SDK_HELPER_RESOURCE",
    "TF_LOG_SDK_HELPER_SCHEMA",
    "TF_LOG_SDK_MUX",
    "TF_LOG_SDK_PROTO_DATA_DIR",
];

/// The variables for a provider that listens in a private folder, and logs from a level on.
///
/// The variables of a provider. `TF_LOG` is not among them, because it also decides for programs that the provider
/// starts; the level of the provider's own logs is set by more exact names.
pub fn environment(folder: &Path, name: &str, level: LogLevel) -> Vec<(String, String)> {
    let folder = folder.display().to_string();
    let level = level.as_str().to_uppercase();
    let name = name.to_uppercase().replace('-', "_");
    let own_log = format!("TF_LOG_PROVIDER_{name}");
    let emptied = EMPTIED.iter().map(|it| (*it, ""));
    let set = [
        MAGIC_COOKIE,
        ("PLUGIN_PROTOCOL_VERSIONS", "6,5"),
        ("PLUGIN_MIN_PORT", "10000"),
        ("PLUGIN_MAX_PORT", "25000"),
        // Present and empty, it would not be a boolean.
        ("PLUGIN_MULTIPLEX_GRPC", "false"),
        ("PLUGIN_UNIX_SOCKET_DIR", folder.as_str()),
        // The folder of the socket, for providers that do not know that variable.
        ("TMPDIR", folder.as_str()),
        ("TF_LOG_SDK", level.as_str()),
        // It repeats each answer that has a diagnostic.
        ("TF_LOG_SDK_PROTO", "OFF"),
        ("TF_LOG_PROVIDER", level.as_str()),
        (own_log.as_str(), level.as_str()),
    ];
    let all = emptied.chain(set);
    all.map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_around_this_one_has_no_say() {
        let variables = environment(Path::new("/run/x"), "google-beta", LogLevel::Warn);
        let get = |name: &str| {
            let found = variables.iter().find(|(it, _)| it == name);
            found.map(|(_, value)| value.as_str())
        };
        assert_eq!(get("PLUGIN_CLIENT_CERT"), Some(""));
        assert_eq!(get("TF_REATTACH_PROVIDERS"), Some(""));
        assert_eq!(get("PLUGIN_UNIX_SOCKET_DIR"), Some("/run/x"));
        assert_eq!(get("TF_LOG_PROVIDER_GOOGLE_BETA"), Some("WARN"));
        assert_eq!(get("HOME"), None);
    }
}
