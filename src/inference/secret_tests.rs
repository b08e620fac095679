//! Secrets of random shapes: no byte of one is in a program, and all are in its configuration.

use std::sync::Arc;

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Graph, Object, PropertyPath, ResourceOption,
    Secrets, Value,
};
use proptest::prelude::*;

use super::infer;

/// Two resources, and one that is made of them. Each edge has the path of an input.
fn graph(inputs: &Object, edges: &[(&str, &str)], outputs: Object) -> Graph {
    let urn = |name: &str| format!("urn:lumi:dev::web::index::acme:a:A::{name}");
    let vertex = |name: &str, inputs: &str, outputs: &str| {
        format!(
            r#"{{ "urn": "{}", "type": "acme:a:A", "name": "{name}", "custom": true, "id": "id-of-{name}",
                "inputs": {inputs}, "outputs": {outputs} }}"#,
            urn(name)
        )
    };
    let made = |text: &str| format!(r#"{{ "made": "{text}", "also": ["{text}-too"] }}"#);
    let edges: Vec<String> = edges
        .iter()
        .map(|(path, target)| {
            format!(
                r#"{{ "from": "{}", "to": "{}", "kind": "property", "property": {} }}"#,
                urn("user"),
                urn(target),
                serde_json::Value::from(*path)
            )
        })
        .collect();
    let text = format!(
        r#"{{ "lumigl": 1, "kind": "deployment", "stack": "dev", "project": "web", "complete": true,
            "vertices": [{}, {}, {}], "edges": [{}], "outputs": {{}} }}"#,
        vertex("one", "{}", &made(ONE)),
        vertex("two", "{}", &made(TWO)),
        vertex("user", "{}", "{}"),
        edges.join(", ")
    );
    let mut graph = Graph::from_json(&text).unwrap();
    graph.vertices[2].inputs = Arc::new(inputs.clone());
    graph.outputs = outputs;
    reread(&graph)
}

/// The graph as a file has it.
fn reread(graph: &Graph) -> Graph {
    let text = serde_json::to_string(&graph.serializable(Secrets::Shown)).unwrap();
    Graph::from_json(&text).unwrap()
}

/// Gives a resource another output.
fn add_output(graph: &mut Graph, resource: usize, name: &str, value: Value) {
    let outputs = Arc::make_mut(&mut graph.vertices[resource].outputs);
    outputs.insert(name.to_owned(), value);
}

const ONE: &str = "made-by-one";
const TWO: &str = "made-by-two";
const WITHIN: &str = "within-a-map";

/// A text with secrets between outputs.
fn mixed(secret: &str, order: u8) -> String {
    match order % 5 {
        0 => format!("{ONE} {secret}\n{TWO}"),
        1 => format!("{secret}{ONE}-too{secret}"),
        2 => format!("{ONE}{TWO}:{secret}"),
        3 => format!("a={ONE}&b={TWO}&c={secret}"),
        _ => serde_json::json!({ "id": ONE, secret: [secret, TWO] }).to_string(),
    }
}

fn object<const N: usize>(members: [(String, Value); N]) -> Object {
    members.into_iter().collect()
}

fn asset(content: AssetContent) -> Value {
    Value::Asset(Box::new(Asset {
        content,
        hash: None,
    }))
}

/// Inputs in which a secret has every place: each is marked as a whole.
fn inputs(secret: &str, order: u8) -> Object {
    let encoded = base64(secret);
    let text = Value::from(mixed(secret, order));
    let nested = Value::Array(vec![
        Value::Object(object([
            (secret.to_owned(), text.clone()),
            (
                "list".to_owned(),
                Value::Array(vec![text.clone(), secret.into()]),
            ),
        ])),
        f64::NAN.into(),
        Value::Null,
    ]);
    let assets = Object::from_iter([
        (
            format!("{secret}.txt"),
            asset(AssetContent::Text(secret.to_owned())),
        ),
        (
            "bytes".to_owned(),
            asset(AssetContent::Base64(encoded.clone())),
        ),
    ]);
    let archive = Value::Archive(Box::new(Archive {
        content: ArchiveContent::Assets(assets),
        hash: None,
    }));
    let unknown = Value::Object(object([(secret.to_owned(), Value::Unknown)]));
    let members = [
        ("text", text),
        ("within", WITHIN.into()),
        ("encoded", format!("{ONE} {encoded}").into()),
        ("nested", nested),
        ("file", asset(AssetContent::File(format!("keys/{secret}")))),
        (
            "remote",
            asset(AssetContent::Remote(format!("https://h/?t={secret}"))),
        ),
        ("bytes", asset(AssetContent::Base64(encoded))),
        ("archive", archive),
        ("unknown", unknown),
        (
            "keyed",
            Value::Object(object([(secret.to_owned(), ONE.into())])),
        ),
    ];
    members
        .into_iter()
        .map(|(key, it)| (key.to_owned(), Value::secret(it)))
        .collect()
}

fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: usize| char::from(DIGITS[bits & 63]);
    let groups = text.as_bytes().chunks_exact(3);
    groups
        .flat_map(|it| {
            let bits = it
                .iter()
                .fold(0, |bits, byte| bits << 8 | usize::from(*byte));
            [18, 12, 6, 0].map(|shift| digit(bits >> shift))
        })
        .collect()
}

fn in_order(secret: &str) -> Vec<(String, &'static str)> {
    let mut path = PropertyPath::new();
    let mut all = vec![
        ("text".to_owned(), "one"),
        ("text".to_owned(), "two"),
        ("encoded".to_owned(), "one"),
        ("archive".to_owned(), "one"),
        ("within".to_owned(), "two"),
    ];
    path.push_key("nested");
    path.push_index(0);
    path.push_key(secret);
    all.push((path.to_string(), "one"));
    path.pop();
    path.push_key("list");
    path.push_index(0);
    all.push((path.to_string(), "two"));
    let mut path = PropertyPath::new();
    path.push_key("keyed");
    path.push_key(secret);
    all.push((path.to_string(), "one"));
    let mut path = PropertyPath::new();
    path.push_key("unknown");
    path.push_key(secret);
    all.push((path.to_string(), "two"));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn no_secret_is_in_a_program(
        secret in "Zq[A-Za-z0-9]{7}([A-Za-z0-9]{3}){0,6}", order: u8, has_edges: bool,
    ) {
        let edges = in_order(&secret);
        let edges: Vec<(&str, &str)> = edges
            .iter()
            .filter(|_| has_edges)
            .map(|(path, target)| (path.as_str(), *target))
            .collect();
        let mut outputs = inputs(&secret, order);
        outputs.retain(|key, _| ["text", "encoded", "bytes"].contains(&key.as_str()));
        let mut graph = graph(&inputs(&secret, order), &edges, outputs);
        // The output that a text is made of has the secret in its path.
        let within = Value::secret(Value::Object(object([(secret.clone(), WITHIN.into())])));
        add_output(&mut graph, 1, "aMap", within);
        let made = infer(&reread(&graph), &()).unwrap();
        let mut written = vec![made.text];
        written.extend(made.configured.iter().map(|it| it.key.clone()));
        written.extend(made.notes.iter().map(|it| format!("{} {}", it.place, it.message)));
        let encoded = base64(&secret);
        for text in &written {
            prop_assert!(!text.contains(&secret) && !text.contains(&encoded), "{text}");
        }
        let is_kept = |it: &str| {
            made.configured.iter().any(|value| value.is_secret
                && value.value.as_deref().is_some_and(|value| value.contains(it)))
        };
        prop_assert!(is_kept(&secret) && is_kept(&encoded));
    }
}

#[test]
fn texts_between_outputs_are_configuration() {
    let text = format!("ID={ONE} PASSWORD=hunter2hunter2");
    let keys = Value::Object(object([("hunter2".to_owned(), ONE.into())]));
    let both = Value::from(format!("{ONE}-{TWO}"));
    let inputs = object([
        ("content".to_owned(), Value::secret(text.into())),
        ("keys".to_owned(), Value::secret(keys)),
        ("both".to_owned(), Value::secret(both)),
        ("odd".to_owned(), Value::secret(f64::NAN.into())),
    ]);
    let edges = [
        ("content", "one"),
        ("keys.hunter2", "one"),
        ("both", "one"),
        ("both", "two"),
    ];
    let made = infer(&graph(&inputs, &edges, Object::default()), &()).unwrap();
    insta::assert_snapshot!(made.text);
}

/// The program of a resource whose secret input comes from an output with a secret key.
fn with_secret_key(output: Value, marked: &[&str]) -> String {
    let inputs = object([
        ("token".to_owned(), Value::secret("inside-of-it".into())),
        (
            "url".to_owned(),
            Value::secret("https://inside-of-it/".into()),
        ),
    ]);
    let edges = [("token", "one"), ("url", "one")];
    let mut graph = graph(&inputs, &edges, Object::default());
    add_output(&mut graph, 0, "map", output);
    let marked = marked.iter().map(|it| (*it).to_owned()).collect();
    let options = &mut graph.vertices[0].options;
    options.set(ResourceOption::AdditionalSecretOutputs(marked));
    infer(&reread(&graph), &()).unwrap().text
}

#[test]
fn keys_of_secret_outputs_are_in_no_access() {
    let inner = |key: &str| Value::Object(object([(key.to_owned(), "inside-of-it".into())]));
    let list = |it: Value| Value::Array(vec![it]);
    let within = |it: Value| Value::Object(object([("public".to_owned(), it)]));
    for (output, marked) in [
        (Value::secret(inner("hunter2")), &[][..]),
        (list(Value::secret(inner("hunter2"))), &[]),
        (within(Value::secret(inner("hunter2"))), &[]),
        (Value::secret(list(within(inner("hunter2")))), &[]),
        (inner("hunter2"), &["map"]),
    ] {
        let text = with_secret_key(output.clone(), marked);
        assert!(!text.contains("hunter2"), "{output:?}\n{text}");
        assert!(!text.contains("inside-of-it"), "{output:?}\n{text}");
    }
    // The graph also has these keys outside of secrets, so they are public.
    let text = with_secret_key(Value::secret(inner("made")), &[]);
    assert!(text.contains("one.map.made"), "{text}");
    let text = with_secret_key(within(Value::secret("inside-of-it".into())), &[]);
    assert!(text.contains("one.map.public"), "{text}");
}
