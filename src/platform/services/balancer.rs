//! Addresses of services that requests go to, one after the other.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

/// The replicas of one service that take requests.
pub struct Balancer {
    addresses: watch::Sender<Vec<SocketAddr>>,
    next: AtomicUsize,
    /// Whether the service is there; others may wait for one that is not yet.
    exists: AtomicBool,
}

impl Default for Balancer {
    fn default() -> Self {
        Self {
            addresses: watch::Sender::new(Vec::new()),
            next: AtomicUsize::new(0),
            exists: AtomicBool::new(false),
        }
    }
}

impl Balancer {
    pub fn set(&self, addresses: Vec<SocketAddr>) {
        self.addresses.send_if_modified(|it| {
            let is_other = *it != addresses;
            *it = addresses;
            is_other
        });
    }

    /// Completes when there is an address.
    pub async fn ready(&self) {
        let mut addresses = self.addresses.subscribe();
        // The sender lives as long as `self`.
        let _ = addresses.wait_for(|it| !it.is_empty()).await;
    }

    /// The addresses in the order in which a request tries them; another one is first each time. Waits for `patience` until there is
    /// one.
    pub async fn addresses(&self, patience: Duration) -> Vec<SocketAddr> {
        let _ = tokio::time::timeout(patience, self.ready()).await;
        let mut addresses = self.addresses.borrow().clone();
        if !addresses.is_empty() {
            let first = self.next.fetch_add(1, Ordering::Relaxed) % addresses.len();
            addresses.rotate_left(first);
        }
        addresses
    }
}

/// All services of a platform by name. Cheap to clone.
#[derive(Clone, Default)]
pub struct Services(Arc<Mutex<BTreeMap<String, Arc<Balancer>>>>);

impl Services {
    /// Whether a service is there.
    pub fn has(&self, name: &str) -> bool {
        let services = self.0.lock();
        let found = services.get(name);
        found.is_some_and(|it| it.exists.load(Ordering::Relaxed))
    }

    /// The balancer of a service that may come later.
    pub fn awaited(&self, name: &str) -> Arc<Balancer> {
        Arc::clone(self.0.lock().entry(name.to_owned()).or_default())
    }

    /// The balancer of a service that is there from now on.
    pub fn admit(&self, name: &str) -> Arc<Balancer> {
        let balancer = self.awaited(name);
        balancer.exists.store(true, Ordering::Relaxed);
        balancer
    }

    /// The number of replicas of each service that take requests.
    pub fn ready_replicas(&self) -> Vec<(String, usize)> {
        let services = self.0.lock();
        let there = services
            .iter()
            .filter(|(_, it)| it.exists.load(Ordering::Relaxed));
        there
            .map(|(name, it)| (name.clone(), it.addresses.borrow().len()))
            .collect()
    }

    pub fn remove(&self, name: &str) {
        self.awaited(name).exists.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_go_round() {
        let [a, b]: [SocketAddr; 2] = [1, 2].map(|it| ([127, 0, 0, 1], it).into());
        let balancer = Balancer::default();
        let mut firsts = Vec::new();
        balancer.set(vec![a, b]);
        for _ in 0..4 {
            let all = balancer.addresses(Duration::ZERO).await;
            assert_eq!(all.len(), 2);
            firsts.push(all[0]);
        }
        assert_eq!(firsts, [a, b, a, b]);
    }

    #[tokio::test]
    async fn requests_wait_for_the_first_replica() {
        let services = Services::default();
        let balancer = services.admit("api");
        assert!(services.has("api"));
        assert_eq!(services.ready_replicas(), [("api".to_owned(), 0)]);
        assert!(balancer.addresses(Duration::ZERO).await.is_empty());
        let waiting = tokio::spawn({
            let balancer = services.awaited("api");
            async move { balancer.addresses(Duration::from_secs(60)).await }
        });
        tokio::task::yield_now().await;
        let address: SocketAddr = ([127, 0, 0, 1], 1).into();
        balancer.set(vec![address]);
        assert_eq!(waiting.await.unwrap(), [address]);
        assert_eq!(services.ready_replicas(), [("api".to_owned(), 1)]);
        services.remove("api");
        assert!(!services.has("api"));
        assert_eq!(services.ready_replicas(), []);
    }
}
