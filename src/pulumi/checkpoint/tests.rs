use lumi_graph::{SealError, Sealer, Secrets, Value};
use lumi_state::StackState;
use proptest::prelude::*;

use super::stored_value::{NoSealer, stored, value};
use super::*;
use crate::any_value::any_value;

/// A test cipher that makes encryption visible.
struct Reverse;

impl Sealer for Reverse {
    fn seal(&self, plain: &str) -> Result<String, SealError> {
        Ok(plain.chars().rev().collect())
    }

    fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
        self.seal(ciphertext)
    }
}

/// Every member that Pulumi writes.
const WHOLE: &str = r#"{"version":3,"deployment":{
"manifest":{"time":"2026-01-01T00:00:00Z","magic":"x","version":"v3.274.1"},
"secrets_providers":{"type":"passphrase","state":{"salt":"v1:salt"}},
"resources":[
{"urn":"urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev","custom":false,"type":"pulumi:pulumi:Stack",
 "outputs":{"url":"http://a","key":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","ciphertext":"\"2retnuh\""}}},
{"urn":"urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1","custom":true,"id":"u-1","type":"pulumi:providers:aws",
 "inputs":{"region":"eu","version":"6.0.1"},"outputs":{"region":"eu","version":"6.0.1"}},
{"urn":"urn:pulumi:dev::web::pulumi:providers:aws::us","custom":true,"id":"u-2","type":"pulumi:providers:aws",
 "inputs":{"__internal":{},"region":"us","version":"6.0.0","pluginDownloadURL":"https://a"},"outputs":{"region":"us","version":"6.0.0"},
 "parent":"urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev"},
{"urn":"urn:pulumi:dev::web::acme:web:Site::site","custom":false,"type":"acme:web:Site","outputs":{"a":[1,2.5]},
 "parent":"urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev"},
{"urn":"urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b","custom":true,"id":"b-1","type":"aws:s3/bucket:Bucket",
 "inputs":{"name":"b","file":{"4dabf18193072939515e22adb298388d":"c44067f5952c0a294b673a41bacd8c17","path":"a.txt","hash":"aa"}},
 "outputs":{"name":"b","token":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","plaintext":"{\"a\":\"hunter2\"}"}},
 "parent":"urn:pulumi:dev::web::acme:web:Site::site","protect":true,"taint":true,
 "provider":"urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::u-1",
 "additionalSecretOutputs":["token"],"aliases":["urn:pulumi:dev::web::aws:s3/bucket:Bucket::old"],
 "customTimeouts":{"create":300,"delete":90.5},"importID":"b-0","retainOnDelete":true,
 "created":"2026-01-01T10:00:00Z","modified":"2026-01-02T10:00:00.5Z","sourcePosition":"project:///index.ts#3,5",
 "ignoreChanges":["tags"],"hideDiff":["a"],"replaceOnChanges":["name"],"replacementTrigger":7,
 "resourceHooks":{"BeforeCreate":["h"]},"stackTrace":[]},
{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::o","custom":true,"id":"o-1","type":"aws:s3/object:Object",
 "inputs":{"bucket":"b-1"},"outputs":{"bucket":"b-1"},
 "parent":"urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev","initErrors":["it is not ready"],
 "dependencies":["urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b","urn:pulumi:dev::web::acme:web:Site::site"],
 "propertyDependencies":{"bucket":["urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b"],"other":null},
 "provider":"urn:pulumi:dev::web::pulumi:providers:aws::us::u-2",
 "deletedWith":"urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b",
 "replaceWith":["urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b"]},
{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::gone","custom":true,"id":"o-2","type":"aws:s3/object:Object",
 "pendingReplacement":true,"provider":"urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::u-1"},
{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::read","custom":true,"id":"o-3","type":"aws:s3/object:Object","external":true,
 "provider":"urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::u-1"},
{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::o","custom":true,"delete":true,"id":"o-0","type":"aws:s3/object:Object",
 "provider":"urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::u-1"}],
"pending_operations":[
{"type":"creating","resource":{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::new","custom":true,"type":"aws:s3/object:Object",
 "inputs":{"bucket":"c"},"provider":"urn:pulumi:dev::web::pulumi:providers:aws::us::u-2"}},
{"type":"updating","resource":{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::o","custom":true,"id":"o-1","type":"aws:s3/object:Object",
 "inputs":{"bucket":"c"},"provider":"urn:pulumi:dev::web::pulumi:providers:aws::us::u-2"}},
{"type":"deleting","resource":{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::o","custom":true,"delete":true,"id":"o-0","type":"aws:s3/object:Object"}},
{"type":"reading","resource":{"urn":"urn:pulumi:dev::web::aws:s3/object:Object::read","custom":true,"id":"o-3","type":"aws:s3/object:Object"}}],
"metadata":{}}}"#;

fn read(text: &str) -> Result<TakenState, CheckpointError> {
    Checkpoint::parse(text.as_bytes())?.into_state(Some(&Reverse))
}

fn written(state: &StackState) -> String {
    let written = WrittenState {
        state,
        project: "web",
        stack: "dev",
        at: "2026-01-01T00:00:00Z".parse().unwrap(),
        secrets: SecretForm::Sealed(&Reverse),
        salt: Some("v1:salt"),
    };
    let text = Checkpoint::of(&written).unwrap().to_export().unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn every_member_has_its_place_in_the_state() {
    let taken = read(WHOLE).unwrap();
    assert_eq!(taken.of, Some(("dev".to_owned(), "web".to_owned())));
    assert!(taken.unknown.is_empty());
    taken.state.validate().unwrap();
    let text = taken.state.export("web", "dev", Secrets::Shown).unwrap();
    insta::assert_snapshot!(String::from_utf8(text).unwrap(), @r#"
    {"export":1,"by":"0.1.0","project":"web","stack":"dev",
    "lastRun":null,"finished":false,"lastSerial":8,"lastOperation":3,
    "outputs":{"url":"http://a","key":{"$lumi":"secret","value":"hunter2"}},
    "configurations":{"1":{"region":"eu"}},
    "pending":[
    {"operation":1,"action":{"create":{"resource":{"serial":8,"order":7,"urn":"urn:lumi:dev::web::index::aws:s3/object:Object::new","provider":"urn:lumi:dev::web::index::lumi:providers:aws::us","providerSerial":1,"inputs":{"bucket":"c"}}}},"message":"Pulumi was interrupted during it"},
    {"operation":2,"action":{"update":{"resource":{"serial":4,"order":5,"urn":"urn:lumi:dev::web::index::aws:s3/object:Object::o","id":"o-1","provider":"urn:lumi:dev::web::index::lumi:providers:aws::us","providerSerial":1,"inputs":{"bucket":"c"}}}},"message":"Pulumi was interrupted during it"},
    {"operation":3,"action":{"delete":{"serial":7}},"message":"Pulumi was interrupted during it"}
    ],
    "resources":[
    {"serial":1,"order":2,"urn":"urn:lumi:dev::web::index::lumi:providers:aws::us","kind":"provider","id":"u-2","inputs":{"region":"us"},"outputs":{"region":"us"},"options":{"version":"6.0.0","pluginDownloadURL":"https://a"}},
    {"serial":2,"order":3,"urn":"urn:lumi:dev::web::index::acme:web:Site::site","kind":"component","outputs":{"a":[1,2.5]}},
    {"serial":3,"order":4,"urn":"urn:lumi:dev::web::index$acme:web:Site::aws:s3/bucket:Bucket::b","id":"b-1","parent":"urn:lumi:dev::web::index::acme:web:Site::site","configuration":"1","inputs":{"name":"b","file":{"$lumi":"asset","kind":"file","path":"a.txt","hash":"aa"}},"outputs":{"name":"b","token":{"$lumi":"secret","value":{"a":"hunter2"}}},"options":{"protect":true,"retainOnDelete":true,"replacementTrigger":7,"ignoreChanges":["tags"],"replaceOnChanges":["name"],"hideDiffs":["a"],"additionalSecretOutputs":["token"],"aliases":["urn:lumi:dev::web::index::aws:s3/bucket:Bucket::old"],"import":"b-0","hooks":{"beforeCreate":["h"]},"customTimeouts":{"create":"5m","delete":"90500ms"},"version":"6.0.1"},"source":{"file":"index.ts","line":3,"column":5},"problems":["it is tainted (`lumi state untaint` takes that back)"],"created":"2026-01-01T10:00:00Z","modified":"2026-01-02T10:00:00.500Z"},
    {"serial":4,"order":5,"urn":"urn:lumi:dev::web::index::aws:s3/object:Object::o","id":"o-1","provider":"urn:lumi:dev::web::index::lumi:providers:aws::us","providerSerial":1,"inputs":{"bucket":"b-1"},"outputs":{"bucket":"b-1"},"dependencies":[{"path":"bucket","urn":"urn:lumi:dev::web::index$acme:web:Site::aws:s3/bucket:Bucket::b"}],"dependsOn":["urn:lumi:dev::web::index::acme:web:Site::site"],"options":{"deletedWith":"urn:lumi:dev::web::index$acme:web:Site::aws:s3/bucket:Bucket::b","replaceWith":["urn:lumi:dev::web::index$acme:web:Site::aws:s3/bucket:Bucket::b"]},"problems":["it is not ready"]},
    {"serial":5,"order":6,"urn":"urn:lumi:dev::web::index::aws:s3/object:Object::gone","id":"o-2","stage":"awaitingReplacement","configuration":"1","options":{"version":"6.0.1"}},
    {"serial":6,"order":7,"urn":"urn:lumi:dev::web::index::aws:s3/object:Object::read","id":"o-3","external":true,"configuration":"1","options":{"version":"6.0.1"}},
    {"serial":7,"order":8,"urn":"urn:lumi:dev::web::index::aws:s3/object:Object::o","id":"o-0","stage":"replaced","configuration":"1","options":{"version":"6.0.1"}}
    ]}
    "#);
}

#[test]
fn a_checkpoint_is_written_as_it_was_read() {
    let taken = read(WHOLE).unwrap();
    let text = written(&taken.state);
    assert!(!text.contains("hunter2"));
    insta::assert_snapshot!(text, @r#"
    {
      "version": 4,
      "features": [
        "hooks",
        "replaceWith",
        "taint"
      ],
      "deployment": {
        "manifest": {
          "time": "2026-01-01T00:00:00Z",
          "magic": "1c72415da0837d6b54e4fd59aa49d86e7a984759e60a944fc9ff1c8042addcfe",
          "version": "v3.248.0"
        },
        "secrets_providers": {
          "type": "passphrase",
          "state": {
            "salt": "v1:salt"
          }
        },
        "resources": [
          {
            "urn": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "custom": false,
            "type": "pulumi:pulumi:Stack",
            "outputs": {
              "url": "http://a",
              "key": {
                "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                "ciphertext": "\"2retnuh\""
              }
            }
          },
          {
            "urn": "urn:pulumi:dev::web::pulumi:providers:aws::us",
            "custom": true,
            "id": "u-2",
            "type": "pulumi:providers:aws",
            "inputs": {
              "region": "us",
              "version": "6.0.0",
              "pluginDownloadURL": "https://a"
            },
            "outputs": {
              "region": "us",
              "version": "6.0.0",
              "pluginDownloadURL": "https://a"
            },
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev"
          },
          {
            "urn": "urn:pulumi:dev::web::acme:web:Site::site",
            "custom": false,
            "type": "acme:web:Site",
            "outputs": {
              "a": [
                1,
                2.5
              ]
            },
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev"
          },
          {
            "urn": "urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1",
            "custom": true,
            "id": "87fb65b5-c191-6494-12f7-f790ebef638d",
            "type": "pulumi:providers:aws",
            "inputs": {
              "region": "eu",
              "version": "6.0.1"
            },
            "outputs": {
              "region": "eu",
              "version": "6.0.1"
            }
          },
          {
            "urn": "urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b",
            "custom": true,
            "id": "b-1",
            "type": "aws:s3/bucket:Bucket",
            "inputs": {
              "name": "b",
              "file": {
                "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
                "path": "a.txt",
                "hash": "aa"
              }
            },
            "outputs": {
              "name": "b",
              "token": {
                "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                "ciphertext": "}\"2retnuh\":\"a\"{"
              }
            },
            "parent": "urn:pulumi:dev::web::acme:web:Site::site",
            "protect": true,
            "taint": true,
            "provider": "urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::87fb65b5-c191-6494-12f7-f790ebef638d",
            "additionalSecretOutputs": [
              "token"
            ],
            "aliases": [
              "urn:pulumi:dev::web::aws:s3/bucket:Bucket::old"
            ],
            "customTimeouts": {
              "create": 300.0,
              "delete": 90.5
            },
            "importID": "b-0",
            "retainOnDelete": true,
            "created": "2026-01-01T10:00:00Z",
            "modified": "2026-01-02T10:00:00.500Z",
            "sourcePosition": "project:///index.ts#3,5",
            "ignoreChanges": [
              "tags"
            ],
            "hideDiff": [
              "a"
            ],
            "replaceOnChanges": [
              "name"
            ],
            "replacementTrigger": 7,
            "resourceHooks": {
              "BeforeCreate": [
                "h"
              ]
            }
          },
          {
            "urn": "urn:pulumi:dev::web::aws:s3/object:Object::o",
            "custom": true,
            "id": "o-1",
            "type": "aws:s3/object:Object",
            "inputs": {
              "bucket": "b-1"
            },
            "outputs": {
              "bucket": "b-1"
            },
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "dependencies": [
              "urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b",
              "urn:pulumi:dev::web::acme:web:Site::site"
            ],
            "initErrors": [
              "it is not ready"
            ],
            "provider": "urn:pulumi:dev::web::pulumi:providers:aws::us::u-2",
            "propertyDependencies": {
              "bucket": [
                "urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b"
              ]
            },
            "deletedWith": "urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b",
            "replaceWith": [
              "urn:pulumi:dev::web::acme:web:Site$aws:s3/bucket:Bucket::b"
            ]
          },
          {
            "urn": "urn:pulumi:dev::web::aws:s3/object:Object::gone",
            "custom": true,
            "id": "o-2",
            "type": "aws:s3/object:Object",
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "provider": "urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::87fb65b5-c191-6494-12f7-f790ebef638d",
            "pendingReplacement": true
          },
          {
            "urn": "urn:pulumi:dev::web::aws:s3/object:Object::read",
            "custom": true,
            "id": "o-3",
            "type": "aws:s3/object:Object",
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "external": true,
            "provider": "urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::87fb65b5-c191-6494-12f7-f790ebef638d"
          },
          {
            "urn": "urn:pulumi:dev::web::aws:s3/object:Object::o",
            "custom": true,
            "delete": true,
            "id": "o-0",
            "type": "aws:s3/object:Object",
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "provider": "urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::87fb65b5-c191-6494-12f7-f790ebef638d"
          }
        ],
        "pending_operations": [
          {
            "resource": {
              "urn": "urn:pulumi:dev::web::aws:s3/object:Object::new",
              "custom": true,
              "type": "aws:s3/object:Object",
              "inputs": {
                "bucket": "c"
              },
              "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
              "provider": "urn:pulumi:dev::web::pulumi:providers:aws::us::u-2"
            },
            "type": "creating"
          },
          {
            "resource": {
              "urn": "urn:pulumi:dev::web::aws:s3/object:Object::o",
              "custom": true,
              "id": "o-1",
              "type": "aws:s3/object:Object",
              "inputs": {
                "bucket": "c"
              },
              "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
              "provider": "urn:pulumi:dev::web::pulumi:providers:aws::us::u-2"
            },
            "type": "updating"
          },
          {
            "resource": {
              "urn": "urn:pulumi:dev::web::aws:s3/object:Object::o",
              "custom": true,
              "delete": true,
              "id": "o-0",
              "type": "aws:s3/object:Object",
              "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
              "provider": "urn:pulumi:dev::web::pulumi:providers:aws::default_6_0_1::87fb65b5-c191-6494-12f7-f790ebef638d"
            },
            "type": "deleting"
          }
        ],
        "metadata": {}
      }
    }
    "#);
    let again = read(&text).unwrap();
    assert_eq!(written(&again.state), text);
}

#[test]
fn documents_are_distinguished_from_others() {
    let is_one = |text: &str| Checkpoint::is_one(text.as_bytes());
    assert!(is_one(WHOLE));
    assert!(is_one(
        r#"{"version":3,"checkpoint":{"stack":"organization/web/dev","latest":null}}"#
    ));
    assert!(!is_one(
        r#"{"version":4,"terraform_version":"1.9.0","resources":[]}"#
    ));
    assert!(!is_one(r#"{"export":1,"resources":[]}"#));
    assert!(!is_one("[]") && !is_one(""));
    let empty = read(r#"{"version":3,"checkpoint":{"latest":null}}"#).unwrap();
    assert_eq!(empty.of, None);
    assert_eq!(empty.state, StackState::default());
}

#[test]
fn the_key_of_secrets_is_known() {
    let key = |text: &str| Checkpoint::parse(text.as_bytes()).unwrap().secrets_key();
    assert_eq!(key(WHOLE), SecretsKey::Passphrase("v1:salt".to_owned()));
    let service = WHOLE.replace("\"passphrase\"", "\"cloud\"");
    assert_eq!(key(&service), SecretsKey::Service("cloud".to_owned()));
    let open = service.replace("ciphertext", "plaintext");
    assert_eq!(key(&open), SecretsKey::None);
}

#[test]
fn faults_are_named_without_values() {
    let resource = |members: &str| {
        let own = r#""urn":"urn:pulumi:dev::web::a:b:C::x","custom":true,"id":"i","type":"a:b:C""#;
        format!(
            r#"{{"version":3,"deployment":{{"manifest":{{}},"resources":[{{{own},{members}}}]}}}}"#
        )
    };
    let documents = [
        "{".to_owned(),
        r#"{"version":2,"deployment":{"manifest":{}}}"#.to_owned(),
        r#"{"version":4,"features":["hooks","views"],"deployment":{"manifest":{}}}"#.to_owned(),
        resource(r#""provider":"urn:pulumi:dev::web::pulumi:providers:a::default::u""#),
        resource(r#""parent":"urn:pulumi:dev""#),
        resource(r#""viewOf":"urn:pulumi:dev::web::a:b:C::y""#),
        resource(r#""created":"yesterday""#),
        resource(r#""inputs":{"a":{"4dabf18193072939515e22adb298388d":"novelty"}}"#),
        resource(
            r#""inputs":{"a":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","plaintext":"hunter2"}}"#,
        ),
        resource(r#""x":1"#).replace("]}", r#",{"urn":"urn:pulumi:prod::web::a:b:C::x"}]}"#),
    ];
    let faults = documents.map(|it| read(&it).unwrap_err().to_string());
    let faults = faults.join("\n");
    assert!(!faults.contains("hunter2"), "{faults}");
    insta::assert_snapshot!(faults, @r#"
    it is not a state of Pulumi: EOF while parsing an object at line 1 column 1
    it has version 2 of the format, and lumi reads 3 and 4; `pulumi stack export` of the present CLI writes it anew
    it uses `views`, which lumi has no counterpart of
    `urn:pulumi:dev::web::a:b:C::x`: its `provider` is `urn:pulumi:dev::web::pulumi:providers:a::default::u`, and the document has no such provider
    `urn:pulumi:dev::web::a:b:C::x`: `urn:pulumi:dev` is not a URN; one looks like `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`
    `urn:pulumi:dev::web::a:b:C::x`: it is a view of `urn:pulumi:dev::web::a:b:C::y`, which lumi has no counterpart of
    `urn:pulumi:dev::web::a:b:C::x`: its time `yesterday` is none
    `urn:pulumi:dev::web::a:b:C::x`: `inputs.a`: an object has the signature `novelty`, which this version of lumi does not know
    `urn:pulumi:dev::web::a:b:C::x`: `inputs.a`: a secret has neither a text nor a ciphertext that can be read
    it has resources of several stacks or projects, such as `urn:pulumi:prod::web::a:b:C::x`
    "#);
    let sealed = WHOLE.as_bytes();
    let no_key = Checkpoint::parse(sealed).unwrap().into_state(None);
    insta::assert_snapshot!(no_key.unwrap_err().to_string(), @"`urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev`: `outputs.key`: a secret cannot be decrypted: there is no key");
}

/// A type of one or two parts is another one in Lumi.
#[test]
fn types_are_given_back_as_programs_write_them() {
    let text = WHOLE.replace("acme:web:Site", "acme:Site");
    let taken = read(&text).unwrap();
    let site = taken.state.live_resources()[1];
    assert_eq!(site.urn.resource_type(), "acme:index:Site");
    let text = written(&taken.state);
    assert!(!text.contains("acme:index:Site"), "{text}");
    assert!(
        text.contains("::acme:Site$aws:s3/bucket:Bucket::b"),
        "{text}"
    );
    assert_eq!(written(&read(&text).unwrap().state), text);
}

#[test]
fn unknown_members_are_listed() {
    let text = WHOLE.replace("\"retainOnDelete\":true", "\"novelty\":true");
    let taken = read(&text).unwrap();
    assert_eq!(taken.unknown.into_iter().collect::<Vec<_>>(), ["novelty"]);
}

proptest! {
    #[test]
    fn mangled_documents_are_refused_or_read(
        at in any::<prop::sample::Index>(),
        length in 0_usize..12,
        with in "[0-9a-z:,\"{}\\[\\]]{0,3}",
    ) {
        let mut text = WHOLE.replace("ciphertext", "plaintext").replace("2retnuh", "hunter2");
        let at = at.index(text.len() - length);
        text.replace_range(at..at + length, &with);
        crate::fuzzing::checkpoint(text.as_bytes());
    }

    #[test]
    fn values_keep_their_form(any in any_value()) {
        for secrets in [SecretForm::Plain, SecretForm::Sealed(&Reverse)] {
            let Ok(json) = stored(&any, &secrets) else {
                continue;
            };
            let again = value(&json, &Reverse).unwrap();
            prop_assert_eq!(stored(&again, &secrets).unwrap(), json);
        }
    }

    #[test]
    fn numbers_are_exact(number in any::<f64>()) {
        let json = stored(&Value::Number(number), &SecretForm::Plain).unwrap();
        let text = json.to_string();
        let Value::Number(again) = value(&serde_json::from_str(&text).unwrap(), &NoSealer).unwrap() else {
            panic!("{text}");
        };
        prop_assert_eq!(again.to_bits(), number.to_bits());
    }
}

#[test]
fn stacks_that_are_referred_to_have_no_organization() {
    let text = r#"{"version":3,"deployment":{"manifest":{},"resources":[
        {"urn":"urn:pulumi:dev::web::pulumi:pulumi:StackReference::base","custom":true,"external":true,
         "id":"organization/web/base","type":"pulumi:pulumi:StackReference","inputs":{"name":"organization/web/base"},
         "outputs":{"name":"organization/web/base","outputs":{"a":1},"secretOutputNames":[]}}]}}"#;
    let state = read(text).unwrap().state;
    let resource = state.resources.values().next().unwrap();
    assert_eq!(resource.id.as_deref(), Some("web/base"));
    assert_eq!(resource.inputs.get("name"), Some(&"web/base".into()));
    let names: Vec<&String> = resource.outputs.keys().collect();
    assert_eq!(names, ["name", "outputs"]);
    assert!(written(&state).contains("secretOutputNames"));
    // A stack without anything is not given back.
    assert!(!written(&StackState::default()).contains("pulumi:pulumi:Stack"));
}
