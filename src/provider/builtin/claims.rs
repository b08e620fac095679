//! Detects resources of one run that claim the same place.

use std::collections::HashMap;

use parking_lot::Mutex;

use lumi_graph::Urn;

/// The places that the resources of one program claim: the path of a file, the URL of an object.
///
/// Claims are made when inputs are checked, so that a conflict is found in the plan, even if one of
/// the resources is unchanged. Checking a resource again releases its earlier claims.
#[derive(Default)]
pub struct Claims(Mutex<Places>);

#[derive(Default)]
struct Places {
    owners: HashMap<String, Urn>,
    by_owner: HashMap<Urn, Vec<String>>,
}

/// A place that two resources claim.
#[derive(Debug, PartialEq, Eq)]
pub struct ClaimConflict {
    pub place: String,
    pub owner: Urn,
}

impl Claims {
    /// Claims all places of a resource; fails at the first one that another resource has claimed.
    pub fn claim(
        &self,
        urn: &Urn,
        places: impl IntoIterator<Item = String>,
    ) -> Result<(), ClaimConflict> {
        let mut known = self.0.lock();
        known.release(urn);
        for place in places {
            if let Some(owner) = known.owners.get(&place).filter(|it| *it != urn) {
                let owner = owner.clone();
                return Err(ClaimConflict { place, owner });
            }
            known.owners.insert(place.clone(), urn.clone());
            known.by_owner.entry(urn.clone()).or_default().push(place);
        }
        Ok(())
    }
}

impl Places {
    fn release(&mut self, urn: &Urn) {
        for place in self.by_owner.remove(urn).unwrap_or_default() {
            self.owners.remove(&place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_claimed_by_one_resource() {
        let urn = |name: &str| {
            Urn::parse(&format!("urn:lumi:dev::web::index::std:fs:File::{name}")).unwrap()
        };
        let claims = Claims::default();
        let claim = |name: &str, places: &[&str]| {
            let places = places.iter().map(|it| (*it).to_owned());
            let claimed = claims.claim(&urn(name), places);
            claimed
                .err()
                .map(|it| format!("{} {}", it.place, it.owner.name()))
        };
        assert_eq!(claim("a", &["/out/a"]), None);
        assert_eq!(claim("a", &["/out/a"]), None);
        assert_eq!(
            claim("b", &["/out/c", "/out/a"]),
            Some("/out/a a".to_owned())
        );
        // Places that a resource no longer claims are free.
        assert_eq!(claim("a", &["/out/b"]), None);
        assert_eq!(claim("b", &["/out/a"]), None);
    }
}
