//! The registrations of a run, and their claims on resources of the old state.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tokio::sync::watch;

use lumi_graph::Urn;
use lumi_state::{Resource, Serial};

/// The status of each goal, and its claims on resources of the old state.
#[derive(Default)]
pub struct Registrations {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    statuses: FxHashMap<Urn, watch::Sender<RegistrationStatus>>,
    claims: FxHashMap<Serial, Claim>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationStatus {
    Running,
    Done,
    /// Failed, or skipped because a dependency failed.
    Failed,
}

/// The owner of a resource of the old state.
#[derive(Clone)]
enum Claim {
    Goal(Urn),
    /// A pending deletion, because a dependency will be replaced.
    Deletion(watch::Receiver<bool>),
}

pub enum ClaimResult {
    Yes,
    /// Another goal has claimed it.
    By(Urn),
    /// A deletion is pending; retry when the receiver changes.
    Later(watch::Receiver<bool>),
}

/// The tasks that must end before resources can be claimed.
#[derive(Default)]
struct Blockers {
    /// Goals that have claimed one of them and are undecided.
    goals: Vec<watch::Receiver<RegistrationStatus>>,
    /// Deletions of one of them by another replacement, which may fail.
    deletions: Vec<watch::Receiver<bool>>,
}

/// The claims of a replacement on resources to delete. Waiting tasks continue when this is dropped.
#[derive(Default)]
pub struct DeletionClaims {
    pub mine: Vec<Serial>,
    /// The resources that a goal has already decided about.
    pub decided: Vec<(Serial, Urn)>,
    done: Vec<watch::Sender<bool>>,
}

impl Drop for DeletionClaims {
    fn drop(&mut self) {
        for sender in &self.done {
            sender.send_replace(true);
        }
    }
}

impl Registrations {
    pub fn start(&self, urn: &Urn) {
        let (sender, _) = watch::channel(RegistrationStatus::Running);
        self.inner.lock().statuses.insert(urn.clone(), sender);
    }

    pub fn settle(&self, urn: &Urn, status: RegistrationStatus) {
        if let Some(sender) = self.inner.lock().statuses.get(urn) {
            sender.send_replace(status);
        }
    }

    /// `None` if it was not registered in this run.
    pub fn status(&self, urn: &Urn) -> Option<RegistrationStatus> {
        self.inner.lock().statuses.get(urn).map(|it| *it.borrow())
    }

    /// All URNs registered in this run.
    pub fn registered(&self) -> Vec<Urn> {
        self.inner.lock().statuses.keys().cloned().collect()
    }

    /// The URNs that failed in this run, or were skipped because a dependency failed.
    pub fn failed(&self) -> impl Iterator<Item = Urn> + use<> {
        let statuses = &self.inner.lock().statuses;
        let failed = statuses
            .iter()
            .filter(|(_, status)| *status.borrow() == RegistrationStatus::Failed);
        let failed: Vec<Urn> = failed.map(|(urn, _)| urn.clone()).collect();
        failed.into_iter()
    }

    pub fn watch(&self, urn: &Urn) -> Option<watch::Receiver<RegistrationStatus>> {
        self.inner
            .lock()
            .statuses
            .get(urn)
            .map(watch::Sender::subscribe)
    }

    /// Claims a resource of the old state for the goal `urn`.
    pub fn claim(&self, serial: Serial, urn: &Urn) -> ClaimResult {
        let claims = &mut self.inner.lock().claims;
        match claims.get(&serial) {
            Some(Claim::Goal(other)) if other != urn => ClaimResult::By(other.clone()),
            Some(Claim::Deletion(done)) if !*done.borrow() => ClaimResult::Later(done.clone()),
            _ => {
                claims.insert(serial, Claim::Goal(urn.clone()));
                ClaimResult::Yes
            }
        }
    }

    /// Whether a goal has claimed this resource of the old state.
    pub fn has_goal(&self, serial: Serial) -> bool {
        self.goal_of(serial).is_some()
    }

    /// The goal that has claimed this resource of the old state, possibly under another name.
    pub fn goal_of(&self, serial: Serial) -> Option<Urn> {
        match self.inner.lock().claims.get(&serial) {
            Some(Claim::Goal(urn)) => Some(urn.clone()),
            Some(Claim::Deletion(_)) | None => None,
        }
    }

    /// Claims resources for deletion, once no goal is undecided about one of them and no other
    /// replacement is deleting one. Free of deadlocks: a goal never waits for a dependent of its
    /// old resource, and nothing is claimed during the wait.
    pub async fn claim_deletions(&self, to_delete: &[Arc<Resource>]) -> DeletionClaims {
        let to_delete: Vec<Serial> = to_delete.iter().map(|it| it.serial).collect();
        loop {
            let mut busy = Blockers::default();
            let claims = self.inner.lock().try_claim_deletions(&to_delete, &mut busy);
            if let Some(claims) = claims {
                return claims;
            }
            for mut status in busy.goals {
                let _ = status
                    .wait_for(|it| *it != RegistrationStatus::Running)
                    .await;
            }
            for mut done in busy.deletions {
                let _ = done.wait_for(|it| *it).await;
            }
        }
    }

    /// Waits until all registered resources in `urns` are settled; returns the first that failed.
    pub async fn await_all<'a>(&self, urns: impl Iterator<Item = &'a Urn>) -> Result<(), Urn> {
        for urn in urns {
            let Some(mut status) = self.watch(urn) else {
                continue;
            };
            let settled = status
                .wait_for(|it| *it != RegistrationStatus::Running)
                .await;
            if !settled.is_ok_and(|it| *it == RegistrationStatus::Done) {
                return Err(urn.clone());
            }
        }
        Ok(())
    }
}

impl Inner {
    /// Claims all of `to_delete` at once for deletion before a replacement; `None` while a goal is
    /// undecided about one of them or another replacement is deleting one, which are added to
    /// `busy`. Claiming all or nothing prevents deadlocks between replacements.
    fn try_claim_deletions(
        &mut self,
        to_delete: &[Serial],
        busy: &mut Blockers,
    ) -> Option<DeletionClaims> {
        for serial in to_delete {
            match self.claims.get(serial) {
                Some(Claim::Goal(urn)) => {
                    let status = self.statuses.get(urn);
                    let running = status.filter(|it| *it.borrow() == RegistrationStatus::Running);
                    busy.goals.extend(running.map(watch::Sender::subscribe));
                }
                Some(Claim::Deletion(done)) if !*done.borrow() => {
                    busy.deletions.push(done.clone());
                }
                Some(Claim::Deletion(_)) | None => {}
            }
        }
        if !(busy.goals.is_empty() && busy.deletions.is_empty()) {
            return None;
        }
        let mut claims = DeletionClaims::default();
        for serial in to_delete {
            match self.claims.get(serial) {
                Some(Claim::Goal(urn)) => claims.decided.push((*serial, urn.clone())),
                Some(Claim::Deletion(_)) | None => {
                    let (sender, receiver) = watch::channel(false);
                    self.claims.insert(*serial, Claim::Deletion(receiver));
                    claims.mine.push(*serial);
                    claims.done.push(sender);
                }
            }
        }
        Some(claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::program::urn;
    use crate::tests::samples::resource;

    const OLD: Serial = Serial(1);

    #[test]
    fn one_goal_alone_decides_about_a_resource() {
        let registrations = Registrations::default();
        let (a, b) = (urn("a"), urn("b"));
        assert!(matches!(registrations.claim(OLD, &a), ClaimResult::Yes));
        assert!(matches!(registrations.claim(OLD, &b), ClaimResult::By(it) if it == a));
        assert!(matches!(registrations.claim(OLD, &a), ClaimResult::Yes));
        assert!(registrations.has_goal(OLD) && !registrations.has_goal(Serial(2)));
    }

    #[tokio::test]
    async fn a_deletion_waits_until_the_goal_has_decided() {
        let registrations = Registrations::default();
        let a = urn("a");
        registrations.start(&a);
        let _ = registrations.claim(OLD, &a);
        let decide = async {
            tokio::task::yield_now().await;
            registrations.settle(&a, RegistrationStatus::Done);
        };
        let old = [resource(1, "a"), resource(2, "b")].map(Arc::new);
        let (claims, ()) = tokio::join!(registrations.claim_deletions(&old), decide);
        assert_eq!(claims.decided, [(OLD, a)]);
        assert_eq!(claims.mine, [Serial(2)]);
    }

    #[tokio::test]
    async fn a_goal_waits_until_a_deletion_has_ended() {
        let registrations = Registrations::default();
        let claims = registrations
            .claim_deletions(&[Arc::new(resource(1, "a"))])
            .await;
        let ClaimResult::Later(mut ended) = registrations.claim(OLD, &urn("a")) else {
            panic!("it is being deleted");
        };
        assert!(!*ended.borrow());
        drop(claims);
        ended.wait_for(|it| *it).await.unwrap();
        assert!(matches!(
            registrations.claim(OLD, &urn("a")),
            ClaimResult::Yes
        ));
    }

    #[tokio::test]
    async fn the_first_that_failed_is_answered() {
        let registrations = Registrations::default();
        let urns = [urn("a"), urn("elsewhere"), urn("b")];
        registrations.start(&urns[0]);
        registrations.start(&urns[2]);
        registrations.settle(&urns[0], RegistrationStatus::Done);
        registrations.settle(&urns[2], RegistrationStatus::Failed);
        let failed = registrations.await_all(urns.iter()).await;
        assert_eq!(failed, Err(urn("b")));
        assert_eq!(registrations.await_all(urns[..2].iter()).await, Ok(()));
    }
}
