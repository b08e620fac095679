//! Identifies callers of the platform's services by the token in a request.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::definition::Permissions;
use super::function::Function;
use super::services::ServiceCaller;
use super::token::Token;

/// The known tokens. Each function version has its own, which is valid while any part of it runs.
pub struct Callers {
    owner: Token,
    /// Those who may call functions, and nothing else.
    peers: Option<Token>,
    functions: Mutex<Vec<Weak<Function>>>,
    services: Mutex<Vec<Weak<ServiceCaller>>>,
}

pub enum Caller {
    /// A process that can read the files of the platform.
    Owner,
    /// Work elsewhere, which may call functions, and nothing else.
    Peer,
    Function(Arc<Function>),
    Service(Arc<ServiceCaller>),
}

impl Caller {
    /// The name and the permissions of a function or a service.
    pub fn of_application(&self) -> Option<(&str, &Permissions)> {
        match self {
            Self::Owner | Self::Peer => None,
            Self::Function(it) => Some((it.name(), &it.definition.permissions)),
            Self::Service(it) => Some((&it.name, &it.permissions)),
        }
    }
}

impl Callers {
    pub fn new(owner: Token, peers: Option<Token>) -> Self {
        Self {
            owner,
            peers,
            functions: Mutex::default(),
            services: Mutex::default(),
        }
    }

    /// Registers the function's token with its current permissions.
    pub fn admit(&self, function: &Arc<Function>) {
        let mut functions = self.functions.lock();
        functions.retain(|it| it.strong_count() > 0);
        functions.push(Arc::downgrade(function));
    }

    /// Registers the token of a version of a service.
    pub fn admit_service(&self, service: &Arc<ServiceCaller>) {
        let mut services = self.services.lock();
        services.retain(|it| it.strong_count() > 0);
        services.push(Arc::downgrade(service));
    }

    /// The caller with this `authorization` header; `None` if the token is unknown.
    pub fn find(&self, header: Option<&[u8]>) -> Option<Caller> {
        if self.owner.is_in(header) {
            return Some(Caller::Owner);
        }
        if self.peers.as_ref().is_some_and(|it| it.is_in(header)) {
            return Some(Caller::Peer);
        }
        let functions = self.functions.lock();
        let mut running = functions.iter().filter_map(Weak::upgrade);
        let found = running.find(|it| it.token.is_in(header));
        if let Some(function) = found {
            return Some(Caller::Function(function));
        }
        let services = self.services.lock();
        let mut running = services.iter().filter_map(Weak::upgrade);
        let found = running.find(|it| it.token.is_in(header));
        found.map(Caller::Service)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_as_long_as_its_function() {
        let owner = Token::random().unwrap();
        let callers = Callers::new(owner.clone(), None);
        let header = |token: &Token| format!("Bearer {}", token.text());
        let find = |token: &Token| callers.find(Some(header(token).as_bytes()));
        assert!(matches!(find(&owner), Some(Caller::Owner)));
        let function = Function::of(r#"{ "name": "f" }"#);
        assert!(find(&function.token).is_none());
        callers.admit(&function);
        let found = find(&function.token);
        assert!(matches!(found, Some(Caller::Function(it)) if it.name() == "f"));
        // Another version of the function has its own token.
        let again = Function::of(r#"{ "name": "f" }"#);
        callers.admit(&again);
        assert!(find(&function.token).is_some() && find(&again.token).is_some());
        let token = function.token.clone();
        drop(function);
        assert!(find(&token).is_none() && callers.find(None).is_none());
    }

    #[test]
    fn peers_have_a_token_of_their_own() {
        let [owner, peers] = [Token::random().unwrap(), Token::random().unwrap()];
        let header = format!("Bearer {}", peers.text());
        let find = |callers: &Callers| callers.find(Some(header.as_bytes()));
        assert!(find(&Callers::new(owner.clone(), None)).is_none());
        let callers = Callers::new(owner, Some(peers.clone()));
        assert!(matches!(find(&callers), Some(Caller::Peer)));
    }
}
