//! The JSON Schemas of LumiIL and of documents, and what they describe.

use std::fs;

use super::{EXAMPLES, PROGRAMS, Packed, repository};

/// The schema of `docs/` describes what is built.
#[test]
fn the_schema_describes_lumiil() {
    let schema = read("docs/lumiil.schema.json");
    let programs = PROGRAMS
        .iter()
        .map(|it| format!("tests/programs/packs/{it}"));
    for program in programs.chain(EXAMPLES.iter().map(|it| format!("examples/{}", it.0))) {
        let packed = Packed::of(repository(&program));
        let file = fs::File::open(packed.path("program.lumipack")).unwrap();
        let mut archive = zip::ZipArchive::new(file).unwrap();
        for index in 0..archive.len() {
            let entry = archive.by_index(index).unwrap();
            if !entry.name().unwrap().starts_with("il/") {
                continue;
            }
            let module: serde_json::Value = serde_json::from_reader(entry).unwrap();
            if let Err(path) = fits(&schema, &schema, &module) {
                panic!("{program}: {path}");
            }
            let mut other = module.clone();
            other["body"] = serde_json::json!([{ "unknown": 1 }]);
            assert!(fits(&schema, &schema, &other).is_err());
        }
    }
}

fn read(schema: &str) -> serde_json::Value {
    let text = fs::read_to_string(repository(schema)).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_schema_describes_documents() {
    let schema = read("docs/lumipack.schema.json");
    for program in PROGRAMS {
        let packed = Packed::of(repository(&format!("tests/programs/packs/{program}")));
        for format in ["json", "yaml"] {
            let shown = packed.lumi(&["pack", "show", "program.lumipack", "--format", format]);
            let document: serde_json::Value = match format {
                "json" => serde_json::from_slice(&shown.stdout).unwrap(),
                _ => serde_yaml_ng::from_slice(&shown.stdout).unwrap(),
            };
            if let Err(path) = fits(&schema, &schema, &document) {
                panic!("{program}, {format}: {path}");
            }
            for (pointer, wrong) in [
                ("/manifest/kind", "other"),
                ("/manifest/modules/0", "index"),
                ("/files", "text"),
            ] {
                let mut other = document.clone();
                *other.pointer_mut(pointer).unwrap() = wrong.into();
                assert!(fits(&schema, &schema, &other).is_err(), "{pointer}");
            }
        }
    }
}

/// Whether a value fits a schema, or where it does not. The schema uses these keywords alone.
fn fits(
    root: &serde_json::Value,
    schema: &serde_json::Value,
    value: &serde_json::Value,
) -> Result<(), String> {
    use serde_json::Value;
    let rules = schema.as_object().unwrap();
    for (keyword, rule) in rules {
        let is_right = match keyword.as_str() {
            "$ref" if rule == "lumiil.schema.json" => {
                let lumiil = read("docs/lumiil.schema.json");
                fits(&lumiil, &lumiil, value)?;
                true
            }
            "$ref" => {
                let target = root.pointer(rule.as_str().unwrap().trim_start_matches('#'));
                fits(root, target.unwrap(), value)?;
                true
            }
            "anyOf" => rule
                .as_array()
                .unwrap()
                .iter()
                .any(|it| fits(root, it, value).is_ok()),
            "type" => match rule.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "number" => value.is_number(),
                "integer" => value.is_u64(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                other => panic!("{other}"),
            },
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "required" => {
                let names = rule.as_array().unwrap();
                names
                    .iter()
                    .all(|it| value.get(it.as_str().unwrap()).is_some())
            }
            "properties" => {
                // Members stand in the order of the schema: that is the canonical form.
                let order = rule.as_object().into_iter().flatten().map(|it| it.0);
                let known: Vec<&String> = order.collect();
                let members = value.as_object().into_iter().flatten();
                let places: Vec<_> = members
                    .map(|it| known.iter().position(|name| *name == it.0))
                    .collect();
                if !places.is_sorted() {
                    return Err(format!("the members of {value} are in another order"));
                }
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(name) {
                        fits(root, rule, member).map_err(|path| format!("{name}.{path}"))?;
                    }
                }
                true
            }
            "additionalProperties" if rule.is_object() => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    fits(root, rule, member).map_err(|path| format!("{name}.{path}"))?;
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(rule, &Value::Bool(false));
                let known = &rules["properties"];
                value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .all(|it| known.get(it.0).is_some())
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    fits(root, rule, item).map_err(|path| format!("[{index}].{path}"))?;
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().unwrap();
                let rules = rule.as_array().unwrap();
                items.len() == rules.len()
                    && items
                        .iter()
                        .zip(rules)
                        .all(|(it, rule)| fits(root, rule, it).is_ok())
            }
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            other => panic!("the schema uses {other}"),
        };
        if !is_right {
            return Err(format!("{keyword} {rule} refuses {value}"));
        }
    }
    Ok(())
}
