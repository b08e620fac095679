//! Objects that the provider lists.

use super::*;

fn place(session: &Session, names: &[&str], mode: Option<&str>) -> Value {
    let names = names.iter().map(|it| Value::string(*it)).collect();
    let members = [
        ("names", Value::Tuple(names)),
        ("mode", mode.map_or(Value::Null, Value::string)),
    ];
    let schema = session.list_schema("kit_thing").unwrap();
    convert(Value::object(members), &schema.block.implied_type()).unwrap()
}

async fn listed(
    session: &Session,
    names: &[&str],
    mode: Option<&str>,
) -> Result<Vec<ListedResource>, String> {
    let config = place(session, names, mode);
    let listed = session.list("kit_thing", &config, 100).await;
    listed.map(|it| it.0).map_err(|it| it.to_string())
}

#[tokio::test]
async fn objects_are_listed_with_their_values() {
    let session = session(provider!("kit")).await;
    let all = listed(&session, &["a", "b"], None).await.unwrap();
    let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["the thing a", "the thing b"]);
    let object = all[1].object.as_ref().unwrap();
    assert_eq!(object.value.attribute("kind"), Value::string("plain"));
    assert_eq!(object.identity, Some(named("b")));
    assert!(listed(&session, &[], None).await.unwrap().is_empty());
}

/// An object that has an identity alone is imported by it.
#[tokio::test]
async fn objects_without_values_have_an_identity() {
    let session = session(provider!("kit")).await;
    let all = listed(&session, &["a"], Some("identities")).await.unwrap();
    assert!(all[0].object.is_none());
    let key = ImportKey::Identity(all[0].identity.as_ref().unwrap());
    let imported = session.import("kit_thing", key).await.unwrap();
    assert_eq!(imported.value.attribute("id"), Value::string("thing-a"));
}

#[tokio::test]
async fn listings_that_fail_or_never_end_are_errors() {
    let session = session(provider!("kit")).await;
    let failed = listed(&session, &["a", "b", "c"], Some("fail")).await;
    assert!(failed.unwrap_err().contains("the second is broken"));
    let endless = listed(&session, &[], Some("never end")).await;
    let endless = endless.unwrap_err();
    assert_eq!(
        endless,
        "there are more than 100 objects; choose fewer by the place"
    );
    let unknown = session.list_schema("kit_gadget").unwrap_err();
    assert!(
        unknown.to_string().contains("no list resource"),
        "{unknown}"
    );
    let crashed = listed(&session, &["a", "b"], Some("crash"))
        .await
        .unwrap_err();
    assert!(crashed.contains("crash in list"), "{crashed}");
}
