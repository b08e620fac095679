//! Random types of variables with defaults, and random JSON.

use super::generator::Generator;

/// A file with variables that have types and defaults, and their names.
pub fn variables(generator: &mut Generator, count: usize) -> (String, Vec<String>) {
    let names: Vec<String> = (0..count).map(|it| format!("v{it}")).collect();
    let declarations = names.iter().map(|it| {
        let (of, value) = typed(generator, 3);
        format!("variable \"{it}\" {{\n  type = {of}\n  default = {value}\n}}\n")
    });
    (declarations.collect(), names)
}

/// A type and a value that can become one of it.
fn typed(generator: &mut Generator, depth: usize) -> (String, String) {
    let kind = match depth {
        0 => generator.below(4),
        _ => generator.below(10),
    };
    match kind {
        0 => (
            "string".to_owned(),
            generator
                .choice(&["\"a\"", "1", "true", "\"\"", "null", "1.50"])
                .to_owned(),
        ),
        1 => (
            "number".to_owned(),
            generator.choice(&["1", "\"2\"", "-3.5", "null"]).to_owned(),
        ),
        2 => (
            "bool".to_owned(),
            generator.choice(&["true", "\"false\"", "null"]).to_owned(),
        ),
        3 => (
            "any".to_owned(),
            generator
                .choice(&["1", "\"a\"", "[1, \"a\"]", "{ a = 1 }", "null", "[]"])
                .to_owned(),
        ),
        4 | 5 => {
            let (of, value) = typed(generator, depth - 1);
            let collection = generator.choice(&["list", "set"]);
            let values = generator.choice(&[0, 1, 2]);
            (
                format!("{collection}({of})"),
                format!("[{}]", vec![value; values].join(", ")),
            )
        }
        6 => {
            let (of, value) = typed(generator, depth - 1);
            let values: Vec<String> = (0..generator.below(3))
                .map(|it| format!("k{it} = {value}"))
                .collect();
            (format!("map({of})"), format!("{{ {} }}", values.join(", ")))
        }
        7 => {
            let parts: Vec<(String, String)> = (0..generator.below(3))
                .map(|_| typed(generator, depth - 1))
                .collect();
            let (types, values): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
            (
                format!("tuple([{}])", types.join(", ")),
                format!("[{}]", values.join(", ")),
            )
        }
        _ => object(generator, depth),
    }
}

fn object(generator: &mut Generator, depth: usize) -> (String, String) {
    let (mut types, mut values) = (Vec::new(), Vec::new());
    for name in ["a", "b", "c", "d"].iter().take(generator.below(5)) {
        let (of, value) = typed(generator, depth - 1);
        let is_given = generator.below(2) == 0;
        let of = match generator.below(4) {
            0 => of,
            1 => format!("optional({of})"),
            _ => format!("optional({of}, {value})"),
        };
        if is_given || !of.starts_with("optional") {
            let value = match of.starts_with("optional") && generator.below(4) == 0 {
                true => "null".to_owned(),
                false => value,
            };
            values.push(format!("{name} = {value}"));
        }
        types.push(format!("{name} = {of}"));
    }
    if generator.below(4) == 0 {
        values.push("extra = 1".to_owned());
    }
    (
        format!("object({{ {} }})", types.join(", ")),
        format!("{{ {} }}", values.join(", ")),
    )
}

/// A JSON file with local values, and their names.
pub fn json_locals(generator: &mut Generator, count: usize) -> (String, Vec<String>) {
    let names: Vec<String> = (0..count).map(|it| format!("j{it}")).collect();
    let values: Vec<String> = names
        .iter()
        .map(|it| format!("\"{it}\": {}", json(generator, 3)))
        .collect();
    (format!("{{\"locals\": {{{}}}}}", values.join(",\n")), names)
}

fn json(generator: &mut Generator, depth: usize) -> String {
    match generator.below(if depth == 0 { 6 } else { 8 }) {
        0 => generator.choice(&["null", "true", "false"]).to_owned(),
        1 => generator
            .choice(&[
                "0",
                "-1",
                "1e400",
                "0.1",
                "123456789012345678901234567890",
                "1E+2",
            ])
            .to_owned(),
        2..=5 => {
            let text = match generator.below(3) {
                0 => generator
                    .choice(&[
                        "a", "é", "$${x}", "\\n \"", "%%{ y }", "\t", "a\nb", "${1 + 1}", "${true}",
                    ])
                    .to_owned(),
                1 => "x${upper(\"a\")}\\u0041 %{ if true }y%{ endif }".to_owned(),
                _ => "${[for x in [1, 2] : \"v${x}\"]}".to_owned(),
            };
            serde_json::Value::String(text).to_string()
        }
        6 => {
            let elements: Vec<String> = (0..generator.below(4))
                .map(|_| json(generator, depth - 1))
                .collect();
            format!("[{}]", elements.join(", "))
        }
        _ => {
            let keys = ["\"a\"", "\"b c\"", "\"${\\\"k\\\"}\"", "\"//\""];
            let properties = keys
                .iter()
                .take(generator.below(5))
                .map(|key| format!("{key}: {}", json(generator, depth - 1)));
            format!("{{{}}}", properties.collect::<Vec<_>>().join(", "))
        }
    }
}
