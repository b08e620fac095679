//! A provider of the size and shape of the largest ones, made by code. Tests of other crates compile
//! this file, too.

use std::collections::HashMap;
use std::fmt::Write as _;

use prost::Message as _;

use lumi_terraform::tfplugin6::schema::{Attribute, Block, NestedBlock};
use lumi_terraform::tfplugin6::{Schema, get_provider_schema};

/// Words that names are made of.
const WORDS: [&str; 24] = [
    "access",
    "bucket",
    "cluster",
    "domain",
    "endpoint",
    "filter",
    "gateway",
    "hosted",
    "instance",
    "job",
    "key",
    "lifecycle",
    "metric",
    "network",
    "object",
    "policy",
    "queue",
    "route",
    "security",
    "table",
    "user",
    "volume",
    "web",
    "zone",
];

pub fn resource_name(at: usize) -> String {
    let word = |it: usize| WORDS[it % WORDS.len()];
    format!(
        "cloud_{}_{}_{}{at}",
        word(at),
        word(at / 24 + 7),
        word(at / 576 + 3)
    )
}

/// The answer of a provider with so many resources, and data sources for a third of them.
pub fn response(resources: usize) -> get_provider_schema::Response {
    let schema = |at: usize, is_data: bool| {
        let block = resource(at, is_data);
        Schema {
            version: 1,
            block: Some(block),
        }
        .encode_to_vec()
    };
    let named = |count: usize, is_data: bool| {
        let each = (0..count).map(|at| (resource_name(at), schema(at, is_data)));
        each.collect::<HashMap<_, _>>()
    };
    let provider = Block {
        attributes: vec![attribute("region", "\"string\"", Role::Optional, 3)],
        ..Block::default()
    };
    get_provider_schema::Response {
        provider: Schema {
            version: 0,
            block: Some(provider),
        }
        .encode_to_vec(),
        resource_schemas: named(resources, false),
        data_source_schemas: named(resources / 3, true),
        ..Default::default()
    }
}

#[derive(Clone, Copy)]
enum Role {
    Required,
    Optional,
    Computed,
    Both,
}

fn attribute(name: &str, of: &str, role: Role, words: usize) -> Attribute {
    let mut description = String::new();
    for at in 0..words {
        let _ = write!(
            description,
            "{} ",
            WORDS[(at * 5 + name.len()) % WORDS.len()]
        );
    }
    Attribute {
        name: name.to_owned(),
        r#type: of.as_bytes().to_vec(),
        description,
        required: matches!(role, Role::Required),
        optional: matches!(role, Role::Optional | Role::Both),
        computed: matches!(role, Role::Computed | Role::Both),
        ..Attribute::default()
    }
}

/// Some resources are small, and some consist of the same statements again and again.
fn resource(at: usize, is_data: bool) -> Block {
    let role = match is_data {
        true => Role::Computed,
        false => Role::Optional,
    };
    let types = [
        "\"string\"",
        "\"number\"",
        "\"bool\"",
        "[\"list\",\"string\"]",
        "[\"map\",\"string\"]",
        "[\"set\",[\"object\",{\"from_port\":\"number\",\"to_port\":\"number\"}]]",
    ];
    let mut attributes = vec![
        attribute("id", "\"string\"", Role::Both, 0),
        attribute("name", "\"string\"", Role::Required, 12),
        attribute("arn", "\"string\"", Role::Computed, 6),
    ];
    for number in 0..12 + at % 23 {
        let word = WORDS[(at + number) % WORDS.len()];
        let name = format!("{word}_setting_{}", WORDS[number % WORDS.len()]);
        if !attributes.iter().any(|it| it.name == name) {
            attributes.push(attribute(&name, types[number % types.len()], role, 14));
        }
    }
    let depth = if at.is_multiple_of(40) { 3 } else { 1 };
    let blocks = 2 + at % 5;
    Block {
        attributes,
        block_types: (0..blocks).map(|it| nested(it, depth, 2)).collect(),
        description: format!("Manages the thing with the number {at}."),
        deprecated: at % 97 == 13,
        ..Block::default()
    }
}

fn nested(at: usize, depth: usize, nesting: i32) -> NestedBlock {
    let each = (0..6).map(|it| {
        let name = format!("{}_{}", WORDS[(at * 3 + it) % WORDS.len()], WORDS[it]);
        let role = if it == 0 { Role::Required } else { Role::Both };
        attribute(&name, "\"string\"", role, 16)
    });
    let below = match depth {
        0 => 0,
        _ => 5,
    };
    NestedBlock {
        type_name: format!("{}_block", WORDS[at]),
        block: Some(Block {
            attributes: each.collect(),
            block_types: (0..below).map(|it| nested(it, depth - 1, 3)).collect(),
            ..Block::default()
        }),
        nesting,
        ..NestedBlock::default()
    }
}
