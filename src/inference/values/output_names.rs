//! Outputs that the name of an input suggests.

use lumi_graph::Vertex;

use crate::identifiers::{camel_case, lower_first};

/// The names of outputs that an input of a name may come from, the likeliest first. `known` are those that the class
/// has, if that is known.
pub fn likely_outputs(input: &str, vertex: &Vertex, known: Option<&[&str]>) -> Vec<String> {
    let mut names = Vec::new();
    let mut add = |name: &str| {
        if !name.is_empty() && !names.iter().any(|it| it == name) {
            names.push(name.to_owned());
        }
    };
    let single = singular(input);
    if let Some(known) = known
        && let Some(same) = known.iter().find(|it| **it == input || **it == single)
    {
        add(same);
    }
    let lower = single.to_ascii_lowercase();
    if lower == "id" || single.ends_with("Id") || single.ends_with("ID") || lower.ends_with("_id") {
        add("id");
    }
    let owners = [vertex.resource_type.type_name(), vertex.name.as_str()];
    for owner in owners {
        add(&rest_after(&single, owner));
    }
    for suffix in ["Arn", "Url", "Endpoint", "Address"] {
        if single.ends_with(suffix) {
            add(&lower_first(suffix));
        }
    }
    // Ids of these are of no use to other resources.
    let token = vertex.resource_type.as_str();
    if let Some(first) = known.and_then(<[&str]>::first)
        && token.starts_with("std:")
        && !token.starts_with("std:http:")
    {
        add(first);
    }
    add("id");
    if vertex.outputs.contains_key("arn") {
        add("arn");
    }
    if let Some(known) = known {
        for name in known {
            add(name);
        }
    } else {
        add(input);
    }
    names
}

/// `arn` of `loadBalancerArn` and `LoadBalancer`; empty if the name does not begin so.
fn rest_after(name: &str, owner: &str) -> String {
    let owner = camel_case(owner);
    let begins = name.len() > owner.len()
        && name.is_char_boundary(owner.len())
        && name[..owner.len()].eq_ignore_ascii_case(&owner);
    match begins.then(|| &name[owner.len()..]) {
        Some(rest) if rest.starts_with(|it: char| it.is_ascii_uppercase()) => lower_first(rest),
        _ => String::new(),
    }
}

/// `subnetId` of `subnetIds`.
pub fn singular(name: &str) -> String {
    match name.strip_suffix('s') {
        Some(one) if !one.ends_with('s') && one.len() > 1 => one.to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::{ResourceName, ResourceType, Urn};

    use super::*;

    fn first(input: &str, of: &str, known: Option<&[&str]>) -> String {
        let of = ResourceType::parse(of).unwrap();
        let name = ResourceName::parse("main").unwrap();
        let urn = Urn::new("dev", "web", Urn::ROOT_MODULE, &of, &name);
        let vertex = Vertex::new(urn, of, name, true);
        likely_outputs(input, &vertex, known).remove(0)
    }

    #[test]
    fn the_name_of_an_input_suggests_an_output() {
        assert_eq!(first("vpcId", "aws:ec2/vpc:Vpc", None), "id");
        assert_eq!(first("subnetIds", "aws:ec2/subnet:Subnet", None), "id");
        let balancer = "aws:lb/loadBalancer:LoadBalancer";
        assert_eq!(first("loadBalancerArn", balancer, None), "arn");
        assert_eq!(first("role", "aws:iam/role:Role", None), "id");
        assert_eq!(first("roleArn", "aws:iam/role:Role", None), "arn");
        assert_eq!(first("mainHost", "aws:x:Y", None), "host");
        let key: &[&str] = &["privateKeyPem", "publicKeyPem"];
        assert_eq!(
            first("privateKeyPem", "std:tls:PrivateKey", Some(key)),
            "privateKeyPem"
        );
        assert_eq!(
            first("content", "std:tls:PrivateKey", Some(key)),
            "privateKeyPem"
        );
        assert_eq!(first("content", "acme:tls:Key", Some(key)), "id");
    }
}
