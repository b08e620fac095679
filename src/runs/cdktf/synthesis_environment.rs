//! The variables that CDKTF's own command gives a program.

use lumi_project::cdktf::CdktfSettings;
use serde_json::{Map, Value};

/// The beginning of the names of variables that are for configurations.
const OF_CONFIGURATIONS: &str = "TF_VAR_";

/// The values of constructs, as JSON.
const CONTEXT: &str = "CDKTF_CONTEXT_JSON";

/// The variables of a program, made of those of this process. Those that are for configurations are left out: a program is
/// the same whatever its configurations get.
pub fn environment(settings: &CdktfSettings, own: Vec<(String, String)>) -> Vec<(String, String)> {
    let variable = own.iter().find(|(name, _)| name == CONTEXT);
    let inherited =
        variable.and_then(|(_, it)| serde_json::from_str::<Map<String, Value>>(it).ok());
    let mut context = match settings.context.is_empty() {
        true => inherited.unwrap_or_default(),
        false => settings.context.clone(),
    };
    context.insert(
        "cdktfRelativeModules".to_owned(),
        settings.relative_modules.clone().into(),
    );
    let set = [
        ("CDKTF_OUTDIR", settings.output.clone()),
        // Errors of constructs are read from what the program writes.
        (
            "CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS",
            "true".to_owned(),
        ),
        (CONTEXT, Value::Object(context).to_string()),
        ("SYNTH_HCL_OUTPUT", "false".to_owned()),
    ];
    let is_kept =
        |name: &str| !name.starts_with(OF_CONFIGURATIONS) && set.iter().all(|(it, _)| *it != name);
    let kept = own.into_iter().filter(|(name, _)| is_kept(name));
    let mut all: Vec<(String, String)> = kept.collect();
    all.extend(set.map(|(name, value)| (name.to_owned(), value)));
    all
}

/// The names of the variables that a program needs, whatever else it may see.
pub const NEEDED: [&str; 4] = [
    "CDKTF_OUTDIR",
    "CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS",
    CONTEXT,
    "SYNTH_HCL_OUTPUT",
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(settings: &CdktfSettings, own: &[(&str, &str)]) -> Vec<String> {
        let own = own
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let all = environment(settings, own.collect());
        all.into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    #[test]
    fn variables_of_configurations_are_left_out() {
        let settings = CdktfSettings {
            output: "out".to_owned(),
            ..CdktfSettings::default()
        };
        let own = [("A", "1"), ("TF_VAR_x", "2"), ("CDKTF_OUTDIR", "other")];
        let context = r#"CDKTF_CONTEXT_JSON={"cdktfRelativeModules":[]}"#;
        assert_eq!(
            of(&settings, &own),
            [
                "A=1",
                "CDKTF_OUTDIR=out",
                "CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS=true",
                context,
                "SYNTH_HCL_OUTPUT=false"
            ]
        );
    }

    #[test]
    fn the_context_is_that_of_the_settings_or_of_the_environment() {
        let own = [("CDKTF_CONTEXT_JSON", r#"{"stage":"a"}"#)];
        let mut settings = CdktfSettings {
            relative_modules: vec!["./mod".to_owned()],
            ..CdktfSettings::default()
        };
        let context = |settings: &CdktfSettings| -> Value {
            let all = of(settings, &own);
            let text = all
                .iter()
                .find_map(|it| it.strip_prefix("CDKTF_CONTEXT_JSON="));
            serde_json::from_str(text.unwrap()).unwrap()
        };
        let modules = json!(["./mod"]);
        assert_eq!(
            context(&settings),
            json!({"stage": "a", "cdktfRelativeModules": modules})
        );
        settings.context.insert("stage".to_owned(), "b".into());
        assert_eq!(
            context(&settings),
            json!({"stage": "b", "cdktfRelativeModules": modules})
        );
    }
}
