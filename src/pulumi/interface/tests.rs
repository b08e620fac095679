use std::fs;

use lumi_graph::{
    FunctionArguments, Object, PackageInterface as _, PropertyType, Value, check_arguments,
};
use lumi_provider::DescriptionKey;

use super::*;

const SHOP: &str = include_str!("../../../tests/providers/pulumi/shop/schema.json");

fn opened(name: &str, schema: &str) -> Result<PulumiInterface, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema");
    let key = DescriptionKey::default();
    PulumiSchemaFile::write(&path, key, schema).map_err(|it| it.to_string())?;
    let file = PulumiSchemaFile::open(&path, key).unwrap();
    PulumiInterface::new(name, "", file).map_err(|it| it.to_string())
}

fn shop() -> PulumiInterface {
    opened("shop", SHOP).unwrap()
}

#[test]
fn members_have_namespaces() {
    let shop = shop();
    let members = shop.members();
    let names = |of: &[lumi_graph::PackageMember]| {
        let shown = |it: &lumi_graph::PackageMember| match (it.is_component, it.has_methods) {
            (false, false) => it.name.clone(),
            (is, has) => format!("{} component={is} methods={has}", it.name),
        };
        of.iter().map(shown).collect::<Vec<_>>().join(", ")
    };
    insta::assert_snapshot!(
        [names(&members.resources), names(&members.functions), names(&members.enums), members.version.clone()].join("\n"),
        @"
        Box component=true methods=true, Item component=false methods=true, Old, store.Shelf
        store.getShelf, sum
        Size, store.Level
        1.4.0
        "
    );
}

fn text(value: &str) -> Value {
    Value::String(value.into())
}

#[test]
fn types_are_those_of_the_schema() {
    let shop = shop();
    let item = shop.resource("shop:index:Item").unwrap().unwrap();
    assert_eq!(item.description, "A thing that can be sold.");
    let dimensions = &item.inputs.get("dimensions").unwrap().of;
    let PropertyType::Object(dimensions) = dimensions else {
        panic!("{dimensions:?}");
    };
    // A type within itself takes anything.
    assert_eq!(dimensions.get("inner").unwrap().of, PropertyType::Any);
    assert!(dimensions.get("width").unwrap().is_required);
    assert!(item.inputs.get("code").unwrap().is_secret);
    assert!(item.outputs.get("serial").unwrap().is_required);
    assert!(item.inputs.get("serial").is_none());
    assert_eq!(item.methods.len(), 1);
    let sum = shop.function("shop:index:sum").unwrap().unwrap();
    assert!(matches!(&sum.arguments, FunctionArguments::Named(of) if of.properties.len() == 1));
    assert!(shop.function("shop:index:Box/priceIn").unwrap().is_none());
    let old = shop.resource("shop:index:Old").unwrap().unwrap();
    assert_eq!(old.deprecation.as_deref(), Some("use Item"));
    assert!(shop.resource("shop:index:Overlay").unwrap().is_none());
    let size = shop.enumeration("shop:index:Size").unwrap().unwrap();
    let names: Vec<&str> = size.values.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Small", "M", "Large"]);
}

#[test]
fn nested_types_have_names() {
    let shop = shop();
    let types = shop.nested_types();
    let names: Vec<_> = types.iter().map(|it| (&*it.name, &*it.token)).collect();
    assert_eq!(
        names,
        [("store.Dimensions", "shop:store/dimensions:Dimensions")]
    );
    let dimensions = shop.nested_type(&types[0].token).unwrap().unwrap();
    assert!(dimensions.get("width").unwrap().is_required);
    // Enumerations and unknown types are none of objects.
    assert_eq!(shop.nested_type("shop:index:Size").unwrap(), None);
    assert_eq!(shop.nested_type("shop:index:None").unwrap(), None);
}

#[test]
fn mistakes_are_found() {
    let shop = shop();
    let item = shop.resource("shop:index:Item").unwrap().unwrap();
    let problems = |given: &[(&str, Value)]| {
        let given: Object = given
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let found = check_arguments(&item.inputs, &given);
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        texts.join("; ")
    };
    assert_eq!(
        problems(&[
            ("title", text("a")),
            ("price", Value::Number(3.0)),
            ("size", text("S"))
        ]),
        ""
    );
    let nested = Object::from_iter([("width".to_owned(), Value::Object(Object::default()))]);
    insta::assert_snapshot!(
        [
            problems(&[("titel", text("a"))]),
            problems(&[("title", text("a")), ("size", text("XL"))]),
            problems(&[("title", text("a")), ("size", text("Large"))]),
            problems(&[("title", text("a")), ("price", Value::Array(Vec::new()))]),
            problems(&[("title", text("a")), ("dimensions", Value::Object(nested))]),
        ]
        .join("\n"),
        @r#"
        there is no "titel"; did you mean "title"?; "title" is required
        "size" cannot be "XL"; did you mean "L"?
        "size" cannot be "Large"; there are "S", "M", "L"
        "price" must be a number or a string, not an array
        "dimensions.width" must be a number, not an object
        "#
    );
}

#[test]
fn invalid_schemas_are_refused() {
    assert!(opened("shop", "{").is_err());
    assert!(opened("shop", "[]").is_err());
    let other = opened("store", SHOP).err().unwrap();
    insta::assert_snapshot!(other, @"the plugin calls its package `shop`; give it that name in Lumi.yaml instead of `store`");
    let broken = r#"{"name":"x","resources":{"x:index:A":{"inputProperties":{"a":{"type":7}}}}}"#;
    let package = opened("x", broken).unwrap();
    let error = package.resource("x:index:A").unwrap_err().to_string();
    assert!(
        error.starts_with("what the package says of `x:index:A` cannot be understood"),
        "{error}"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema");
    fs::write(&path, "x").unwrap();
    assert!(PulumiSchemaFile::open(&path, DescriptionKey::default()).is_err());
}
