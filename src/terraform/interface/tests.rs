use std::fs;
use std::path::PathBuf;

use lumi_graph::{Object, PackageInterface as _, PropertyType, Value, check_arguments};
use lumi_provider::{DescriptionError, DescriptionKey};
use prost::Message as _;

use super::*;
use crate::process::ProtocolVersion;
use crate::tfplugin6::schema::{Attribute, Block};
use crate::tfplugin6::{Function, Schema, function, get_provider_schema};

use super::synthetic;

struct Kept {
    folder: tempfile::TempDir,
}

impl Kept {
    fn new(answer: &get_provider_schema::Response) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("program"), "x").unwrap();
        let kept = Self { folder };
        SchemaFile::write(&kept.file(), kept.key(), ProtocolVersion::Six, answer).unwrap();
        kept
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("schemas/demo")
    }

    fn key(&self) -> DescriptionKey {
        DescriptionKey::of(&fs::metadata(self.folder.path().join("program")).unwrap())
    }

    fn open(&self) -> Result<SchemaFile, DescriptionError> {
        SchemaFile::open(&self.file(), self.key())
    }

    fn interface(&self) -> TerraformInterface {
        TerraformInterface::new("demo", "1.2.3", self.open().unwrap())
    }
}

fn attribute(name: &str, of: &str, change: impl FnOnce(&mut Attribute)) -> Attribute {
    let mut made = Attribute {
        name: name.to_owned(),
        r#type: of.as_bytes().to_vec(),
        ..Attribute::default()
    };
    change(&mut made);
    made
}

fn small() -> get_provider_schema::Response {
    let thing = Schema {
        version: 0,
        block: Some(Block {
            attributes: vec![
                attribute("id", "\"string\"", |it| it.computed = true),
                attribute("force_destroy", "\"bool\"", |it| it.required = true),
                attribute("made_at", "\"string\"", |it| it.computed = true),
                attribute("pass_word", "\"string\"", |it| {
                    it.optional = true;
                    it.write_only = true;
                }),
                attribute("old", "\"string\"", |it| {
                    it.optional = true;
                    it.deprecated = true;
                    it.deprecation_message = "use made_at".to_owned();
                }),
            ],
            ..Block::default()
        }),
    };
    let parameter = function::Parameter {
        name: "text".to_owned(),
        r#type: b"\"string\"".to_vec(),
        ..function::Parameter::default()
    };
    let upper = Function {
        parameters: vec![parameter],
        r#return: Some(function::Return {
            r#type: b"\"string\"".to_vec(),
        }),
        summary: "In capitals.".to_owned(),
        ..Function::default()
    };
    get_provider_schema::Response {
        resource_schemas: [("demo_thing".to_owned(), thing.encode_to_vec())].into(),
        functions: [("to_upper".to_owned(), upper.encode_to_vec())].into(),
        ..Default::default()
    }
}

#[test]
fn a_package_is_described_by_its_schemas() {
    let kept = Kept::new(&small());
    let package = kept.interface();
    let members = package.members();
    assert_eq!(members.resources[0].name, "Thing");
    assert_eq!(members.resources[0].token, "demo:resources:demo_thing");
    assert_eq!(members.functions[0].name, "toUpper");
    let thing = package
        .resource("demo:resources:demo_thing")
        .unwrap()
        .unwrap();
    let names = |of: &lumi_graph::ObjectType| {
        let each = of.properties.iter();
        each.map(|it| it.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&thing.inputs), "forceDestroy old passWord");
    assert_eq!(names(&thing.outputs), "forceDestroy madeAt old");
    let old = thing.inputs.get("old").unwrap();
    assert_eq!(old.deprecation.as_deref(), Some("use made_at"));
    assert!(thing.inputs.get("force_destroy").unwrap().is_required);
    assert!(thing.inputs.get("passWord").unwrap().is_secret);
    let upper = package
        .function("demo:functions:to_upper")
        .unwrap()
        .unwrap();
    assert_eq!(upper.description, "In capitals.");
    assert_eq!(upper.result, PropertyType::Text);
    for token in [
        "demo:resources:demo_thin",
        "demo:data:demo_thing",
        "other:resources:demo_thing",
    ] {
        assert!(package.resource(token).unwrap().is_none());
        assert!(package.function(token).unwrap().is_none());
    }
}

/// Blocks as programs give and get them, and values that only the documentation has.
#[test]
fn blocks_and_documented_values_are_typed_as_they_are() {
    use crate::tfplugin6::schema::NestedBlock;
    use crate::tfplugin6::schema::nested_block::NestingMode;

    let nested = |name: &str, nesting: NestingMode, (min_items, max_items)| NestedBlock {
        type_name: name.to_owned(),
        block: Some(Block {
            attributes: vec![attribute("create", "\"string\"", |it| it.optional = true)],
            ..Block::default()
        }),
        nesting: nesting.into(),
        min_items,
        max_items,
    };
    let thing = Schema {
        version: 0,
        block: Some(Block {
            attributes: vec![
                attribute("mode", "\"string\"", |it| {
                    it.optional = true;
                    it.description = "Valid values are `on` and `off`.".to_owned();
                }),
                attribute("modes", "[\"set\",\"string\"]", |it| {
                    it.optional = true;
                    it.description = "Valid values are `on` and `off`.".to_owned();
                }),
            ],
            block_types: vec![
                nested("timeouts", NestingMode::Single, (0, 0)),
                nested("needed", NestingMode::Single, (1, 1)),
                nested("group", NestingMode::Group, (0, 0)),
                nested("one", NestingMode::List, (0, 1)),
                nested("several", NestingMode::List, (0, 2)),
            ],
            ..Block::default()
        }),
    };
    let kept = Kept::new(&get_provider_schema::Response {
        resource_schemas: [("demo_thing".to_owned(), thing.encode_to_vec())].into(),
        ..Default::default()
    });
    let thing = kept.interface().resource("demo:resources:demo_thing");
    let thing = thing.unwrap().unwrap();
    let output = |name: &str| thing.outputs.get(name).unwrap();
    let is_there = |name: &str| output(name).is_required;
    assert!(!is_there("timeouts") && is_there("needed") && is_there("group"));
    assert!(is_there("one") && is_there("several"));
    assert!(matches!(output("one").of, PropertyType::List(_)));
    assert_eq!(output("mode").of, PropertyType::Text);
    let input = |name: &str| thing.inputs.get(name).unwrap().of.clone();
    let values: PropertyType = PropertyType::OpenChoice(["on", "off"].map(str::to_owned).into());
    assert_eq!(input("mode"), values);
    assert_eq!(input("modes"), PropertyType::Set(Box::new(values)));
    assert!(matches!(input("several"), PropertyType::OneOrMore(_)));
    let PropertyType::Union(types) = input("one") else {
        panic!("{:?}", input("one"));
    };
    let one = PropertyType::Tuple(vec![types[0].clone()]);
    assert_eq!(types[1..], [one, PropertyType::Tuple(Vec::new())]);
    let object = |member: &str| {
        let members = [(member.to_owned(), Value::from("1m"))];
        Value::Object(members.into_iter().collect())
    };
    let found = |name: &str, value: Value| {
        let given = [(name.to_owned(), value)].into_iter().collect();
        let given: Object = given;
        let all = check_arguments(&thing.inputs, &given);
        let all = all.iter().map(ToString::to_string);
        let all = all.filter(|it| !it.starts_with("\"needed\" is required"));
        all.collect::<Vec<_>>().join("; ")
    };
    for value in [
        object("create"),
        Value::Array(vec![object("create")]),
        Value::Array(Vec::new()),
    ] {
        assert_eq!(found("one", value), "");
    }
    for value in ["on", "anything"] {
        assert_eq!(found("mode", Value::from(value)), "");
    }
    assert_eq!(
        found("one", object("creat")),
        "there is no \"one.creat\"; did you mean \"create\"?"
    );
}

#[test]
fn misuses_are_found_before_a_provider_is_asked() {
    let kept = Kept::new(&small());
    let thing = kept
        .interface()
        .resource("demo:resources:demo_thing")
        .unwrap()
        .unwrap();
    let found = |given: &[(&str, Value)]| {
        let given = given.iter();
        let given = given.map(|(name, it)| ((*name).to_owned(), it.clone()));
        check_arguments(&thing.inputs, &given.collect())
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    };
    let yes = Value::Bool(true);
    assert_eq!(found(&[("forceDestroy", yes.clone())]), "");
    assert_eq!(found(&[("force_destroy", Value::from("true"))]), "");
    assert_eq!(
        found(&[("forceDestory", yes.clone())]),
        "there is no \"forceDestory\"; did you mean \"forceDestroy\"?; \"forceDestroy\" is required"
    );
    let list = Value::Array(Vec::new());
    let object = Value::Object(Object::default());
    assert_eq!(
        found(&[("forceDestroy", list), ("old", object)]),
        "\"forceDestroy\" must be a boolean, not an array; \"old\" must be a string, not an object"
    );
    assert_eq!(
        found(&[("forceDestroy", yes.clone()), ("force_destroy", yes)]),
        "\"forceDestroy\" and \"force_destroy\" are the same; give one of them"
    );
}

#[test]
fn a_file_that_cannot_be_used_is_recognised() {
    let kept = Kept::new(&small());
    let whole = fs::read(kept.file()).unwrap();
    assert!(kept.open().is_ok());
    let other = SchemaFile::open(&kept.file(), DescriptionKey::default());
    assert!(matches!(other, Err(DescriptionError::Foreign { .. })));
    for length in [0, 10, 30, whole.len() - 1] {
        fs::write(kept.file(), &whole[..length]).unwrap();
        assert!(
            matches!(kept.open(), Err(DescriptionError::Damaged { .. })),
            "{length}"
        );
    }
    // Any single byte: either the file is refused, or the schema that it belongs to.
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x20;
        fs::write(kept.file(), &changed).unwrap();
        let Ok(file) = kept.open() else { continue };
        let all = [
            (SchemaKind::Resource, "demo_thing"),
            (SchemaKind::Function, "to_upper"),
        ];
        let is_refused = all
            .iter()
            .any(|(kind, name)| file.read(*kind, name).is_err());
        assert!(is_refused, "{at}");
    }
}

#[test]
fn of_a_large_provider_only_what_is_used_is_read() {
    let answer = synthetic::response(1500);
    let size: usize = answer.resource_schemas.values().map(Vec::len).sum();
    assert!(
        size > 8 << 20,
        "{size} bytes are less than those of large providers"
    );
    let kept = Kept::new(&answer);
    let package = kept.interface();
    assert_eq!(package.members().resources.len(), 1500);
    assert_eq!(package.members().data.len(), 500);
    let index = fs::metadata(kept.file()).unwrap().len() - size as u64;
    assert!(index < size as u64, "the index has {index} bytes");
    let token = format!("demo:resources:{}", synthetic::resource_name(40));
    let first = package.resource(&token).unwrap().unwrap();
    assert!(first.inputs.get("name").unwrap().is_required);
}

#[test]
fn damage_to_one_schema_is_none_to_others() {
    let kept = Kept::new(&synthetic::response(30));
    let mut bytes = fs::read(kept.file()).unwrap();
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(kept.file(), &bytes).unwrap();
    let package = kept.interface();
    let all = package.members().resources.iter();
    let unreadable = all
        .filter(|it| package.resource(&it.token).is_err())
        .count();
    let data = package.members().data.iter();
    let others = data
        .filter(|it| package.function(&it.token).is_err())
        .count();
    assert_eq!(unreadable + others, 1);
}
