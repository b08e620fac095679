use super::{bcrypt, identifiers};
use crate::functions::{FunctionContext, function};

#[test]
fn hashes_of_passwords_are_those_of_bcrypt() {
    // Of the tests of OpenBSD: the salt is sixteen bytes of `0x10` steps.
    let salt = [
        0x10, 0x41, 0x04, 0x10, 0x41, 0x04, 0x10, 0x41, 0x04, 0x10, 0x41, 0x04, 0x10, 0x41, 0x04,
        0x10,
    ];
    let hash = bcrypt::hash("U*U", Some(5), salt).unwrap();
    assert_eq!(
        hash,
        "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
    );
    assert!(bcrypt::hash(&"x".repeat(73), None, salt).is_err());
    assert!(bcrypt::hash("x", Some(21), salt).is_err());
}

#[test]
fn namespaces_are_written_in_several_forms() {
    let forms = [
        "dns",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "{6BA7B810-9dad-11d1-80b4-00c04fd430c8}",
    ];
    let uuids = forms.map(|namespace| identifiers::of_name(namespace, "www.terraform.io"));
    assert_eq!(
        uuids[0].as_deref(),
        Some("a5008fae-b28c-5ba5-96cd-82b4c53552d6")
    );
    assert!(uuids.iter().all(|uuid| *uuid == uuids[0]));
    assert_eq!(identifiers::of_name("other", "x"), None);
}

#[test]
fn random_results_are_unknown_in_plans() {
    let context = FunctionContext {
        is_pure: true,
        ..FunctionContext::new(".")
    };
    for name in ["uuid", "timestamp"] {
        assert!(
            function(name)
                .unwrap()
                .call(&[], &context)
                .unwrap()
                .is_unknown()
        );
    }
}
