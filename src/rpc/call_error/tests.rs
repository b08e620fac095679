use super::*;
use crate::connection::ANSWERED;
use lumi_graph::Value;

/// Encodes and decodes an error.
fn sent(error: CallError) -> CallError {
    CallError::from(Status::from(error))
}

fn outputs(size: usize) -> Object {
    let member = ("text".to_owned(), Value::String("x".repeat(size)));
    [member].into_iter().collect()
}

#[test]
fn details_cross() {
    let urn = Urn::parse("urn:lumi:dev::web::index::std:fs:File::a").unwrap();
    let details = [
        Detail::PartialInit {
            id: "i-1".to_owned(),
            outputs: outputs(3),
            reasons: vec!["it is unhealthy".to_owned()],
        },
        Detail::Inputs(vec![InputError {
            path: "rules[0].port".to_owned(),
            reason: "it is not a port".to_owned(),
        }]),
        Detail::Resource(Some(urn)),
        Detail::Resource(None),
    ];
    for detail in details {
        let error = CallError::new(Code::FailedPrecondition, "it failed").with(detail.clone());
        let error = sent(error);
        assert_eq!(error.code, Code::FailedPrecondition);
        assert_eq!(error.message, "it failed");
        assert_eq!(error.detail.as_deref(), Some(&detail));
    }
}

#[test]
fn oversized_details_are_omitted() {
    let error = CallError::new(Code::Aborted, "").with(Detail::PartialInit {
        id: "i-1".to_owned(),
        outputs: outputs(MAX_DETAILS),
        reasons: vec!["it is unhealthy".to_owned()],
    });
    let expected = Detail::PartialInit {
        id: "i-1".to_owned(),
        outputs: Object::default(),
        reasons: vec!["it is unhealthy".to_owned()],
    };
    assert_eq!(sent(error).detail.as_deref(), Some(&expected));
}

#[test]
fn details_that_cannot_be_read_are_none() {
    let any = |name: &str, value: &[u8]| Any {
        type_url: format!("{TYPES}{name}"),
        value: value.to_vec(),
    };
    let bad = [
        any(PARTIAL_INIT, &[0xff]),
        any(BAD_REQUEST, &[0xff]),
        any(RESOURCE_FAILED, &[0xff]),
        any("google.rpc.Other", &[]),
    ];
    for any in bad {
        let status = pb::Status {
            details: vec![any],
            ..Default::default()
        };
        assert_eq!(detail(&status.encode_to_vec()), None);
    }
    assert_eq!(detail(b"\xff\xff"), None);
}

#[test]
fn messages_are_for_users() {
    let messages = [
        Status::out_of_range(
            "Error, decoded message length too large: found 419430401 bytes, the limit is: 419430400 bytes",
        ),
        Status::internal("failed to decode Protobuf message: recursion limit reached"),
        Status::unavailable(""),
        Status::aborted("the disk is full"),
    ];
    let messages = messages.map(|it| CallError::from(it).message).join("\n");
    insta::assert_snapshot!(messages, @r"
    the answer of the call cannot be used: it takes 400.0 MiB, and at most 400 MiB can be received
    a message is nested deeper than 100 levels; values that are nested deeper than that have the case `json`
    the call failed: The service is currently unavailable
    the disk is full
    ");
}

/// Statuses of this end say that an answer cannot be used; those that the peer answered are its own refusals.
#[test]
fn a_message_that_is_too_large_is_the_answer_or_the_call() {
    let text = "received message larger than max (419430401 vs. 4194304)";
    let here = Status::out_of_range(text);
    let mut answered = Status::out_of_range(text);
    let mark = tonic::metadata::MetadataValue::from_static("1");
    answered.metadata_mut().insert(ANSWERED, mark);
    let messages = [here, answered].map(|it| CallError::from(it).message);
    insta::assert_snapshot!(messages.join("\n"), @r"
    the answer of the call cannot be used: it takes 400.0 MiB, and at most 4 MiB can be received
    the call takes a message of 400.0 MiB, and at most 4 MiB can be sent; pass large content as assets with a path, not as text
    ");
}
