//! The name or the URN of a resource on the command line.

use std::convert::Infallible;

use lumi_pulumi::lumi_urn;

/// A URN as Pulumi writes it becomes that of the same resource in Lumi; other texts stay.
pub fn parse_resource(text: &str) -> Result<String, Infallible> {
    Ok(match lumi_urn(text) {
        Ok(urn) => urn.to_string(),
        Err(_) => text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urns_of_pulumi_name_the_resources_of_lumi() {
        let parsed = |text| parse_resource(text).unwrap();
        assert_eq!(
            parsed("urn:pulumi:dev::shop::shop:index:Group$random:index/randomId:RandomId::web-*"),
            "urn:lumi:dev::shop::index$shop:index:Group::random:index/randomId:RandomId::web-*"
        );
        for text in [
            "web",
            "*",
            "urn:lumi:dev::shop::index::a:b:C::d",
            "urn:pulumi:**",
        ] {
            assert_eq!(parsed(text), text);
        }
    }
}
