//! Members of `config` of a package, which read the configuration: `aws.config.region`.

use std::collections::BTreeMap;

/// The setting that a member reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageSetting {
    /// The namespace of the configuration, such as `aws`.
    pub namespace: String,
    pub key: String,
    /// The method of `Config`.
    pub getter: String,
    /// The value without a setting, as an expression behind `??` or `||`, with that.
    pub default: Option<String>,
    /// The variables of the environment that the package reads without a setting.
    pub variables: Vec<String>,
}

const GETTERS: &[&str] = &["get", "getBoolean", "getNumber", "getObject"];
/// The functions of packages that read variables.
const VARIABLES: &[&str] = &[
    "utilities.getEnv(",
    "utilities.getEnvBoolean(",
    "utilities.getEnvNumber(",
];

impl PackageSetting {
    /// The members of `config/vars.js`, as Pulumi generates it for every package. Members of any other form are left out.
    pub fn all(vars: &str) -> BTreeMap<String, Self> {
        let mut settings = BTreeMap::new();
        let namespace = vars.split("new pulumi.Config(\"").nth(1);
        let Some((namespace, _)) = namespace.and_then(|it| it.split_once('"')) else {
            return settings;
        };
        let members = vars.split("Object.defineProperty(exports, \"").skip(1);
        for member in members {
            let Some((name, rest)) = member.split_once('"') else {
                continue;
            };
            let value = rest.split("return ").nth(1);
            let value = value.and_then(|it| it.split_once(";\n"));
            if let Some(setting) = value.and_then(|it| Self::parse(namespace, it.0)) {
                settings.insert(name.to_owned(), setting);
            }
        }
        settings
    }

    /// `__config.get("region") ?? (utilities.getEnv("AWS_REGION") || "here")`.
    fn parse(namespace: &str, value: &str) -> Option<Self> {
        let (getter, rest) = value.strip_prefix("__config.")?.split_once("(\"")?;
        let (key, rest) = rest.split_once("\")")?;
        let mut setting = Self {
            namespace: namespace.to_owned(),
            key: key.to_owned(),
            getter: (*GETTERS.iter().find(|it| **it == getter)?).to_owned(),
            default: None,
            variables: Vec::new(),
        };
        let mut rest = rest.trim();
        let mut operator = "";
        while !rest.is_empty() {
            if let Some(sign) = ["??", "||"].iter().find(|it| rest.starts_with(**it)) {
                operator = sign;
                rest = rest[2..].trim_start();
            }
            let inner = rest.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
            rest = inner.unwrap_or(rest).trim();
            let call = VARIABLES.iter().find_map(|it| rest.strip_prefix(it));
            if let Some((names, after)) = call.and_then(|it| it.split_once(')')) {
                for name in names.split(',') {
                    let name = name.trim().strip_prefix('"')?.strip_suffix('"')?;
                    setting.variables.push(name.to_owned());
                }
                rest = after.trim_start();
                continue;
            }
            if operator.is_empty() || !is_constant(rest) {
                return None;
            }
            setting.default = Some(format!("{operator} {rest}"));
            break;
        }
        Some(setting)
    }
}

/// Whether an expression is a text, a number or a boolean.
fn is_constant(expression: &str) -> bool {
    let text = expression.strip_prefix('"');
    let text = text.and_then(|it| it.strip_suffix('"'));
    let is_text = text.is_some_and(|it| !it.contains(['"', '\\']));
    is_text || ["true", "false"].contains(&expression) || expression.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(value: &str) -> Option<String> {
        let it = PackageSetting::parse("a", value)?;
        let default = it.default.unwrap_or_default();
        Some(format!(
            "{} {} [{}] {default}",
            it.getter,
            it.key,
            it.variables.join(",")
        ))
    }

    #[test]
    fn members_have_defaults_and_variables() {
        let cases = [
            (r#"__config.get("x")"#, Some("get x [] ")),
            (
                r#"__config.get("x") ?? utilities.getEnv("A", "B")"#,
                Some("get x [A,B] "),
            ),
            (
                r#"__config.get("x") || (utilities.getEnv("A") || "here")"#,
                Some(r#"get x [A] || "here""#),
            ),
            (
                r#"__config.getObject("x") ?? (utilities.getEnvBoolean("A") ?? false)"#,
                Some("getObject x [A] ?? false"),
            ),
            (
                r#"__config.getNumber("x") ?? 3"#,
                Some("getNumber x [] ?? 3"),
            ),
            (r#"__config.getOther("x")"#, None),
            (r#"__config.get("x") ?? other()"#, None),
            (r#"__config.get("x") ?? utilities.getEnv(name)"#, None),
            (r#"other.get("x")"#, None),
            ("", None),
        ];
        for (value, wanted) in cases {
            assert_eq!(parsed(value).as_deref(), wanted, "{value}");
        }
    }

    #[test]
    fn members_are_those_of_the_module() {
        let text = "const __config = new pulumi.Config(\"aws\");\n\
             Object.defineProperty(exports, \"region\", {\n    get() {\n        return __config.get(\"region\");\n    },\n});\n\
             Object.defineProperty(exports, \"odd\", {\n    get() {\n        return odd();\n    },\n});\n";
        let settings = PackageSetting::all(text);
        assert_eq!(settings.keys().collect::<Vec<_>>(), ["region"]);
        assert_eq!(settings["region"].namespace, "aws");
        assert!(PackageSetting::all("").is_empty());
    }
}
