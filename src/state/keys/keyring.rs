//! The keys of one stack, and the secrets encrypted with them.
//!
//! A random data key encrypts the secrets; a passphrase or a key file wraps the data key. Keys are
//! made at the first secret: a stack without secrets has no key and asks for no passphrase.
//!
//! The wrapped key is stored twice: beside the state, for users who share the backend, and in the
//! settings file of the stack ([`SharedKeys`]), for users who have a copy of the project. A stack
//! whose key is protected by a passphrase always has both; with a key file, which stays on one
//! machine, the settings file has the key as soon as the file holds encrypted values. If the two
//! differ, the one with the higher generation seals (the one in the settings file if they are
//! equal), and both unseal.
//!
//! | module | |
//! |---|---|
//! | `storage` | the two places of the wrapped key |

mod storage;

use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{SealError, Sealer};

use super::data_key::{DataKey, Sealed};
use super::key_document::{KeyDocument, KeyWrapping};
use super::key_error::KeyError;
use super::key_source::KeySource;
use super::passphrase_prompt::{PassphrasePrompt, open_asking};
use super::shared_keys::SharedKeys;
use crate::notice::Notice;
use crate::state_error::StateError;
use crate::stores::store::{Blob, Store};

use storage::{document_bytes, document_text};

/// Seals and unseals the secrets of one stack, in its state and its configuration. Clones share one
/// keyring.
#[derive(Clone)]
pub struct Keyring(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    path: String,
    shared: Option<Arc<dyn SharedKeys>>,
    prompt: Option<Arc<dyn PassphrasePrompt>>,
    project: String,
    stack: String,
    /// The context that each secret is authenticated with.
    context: String,
    content: Mutex<Content>,
}

struct Content {
    source: KeySource,
    /// The document in the store; `None` until it was fetched.
    stored: Option<Option<Blob>>,
    /// The document in the settings file.
    shared: Option<KeyDocument>,
    opened: Option<Result<Arc<Opened>, KeyError>>,
    /// The document to write to the store before any sealed text is written.
    unsaved: Option<Vec<u8>>,
    notices: Vec<Notice>,
}

struct Opened {
    /// The first key seals, all of them unseal.
    keys: Vec<DataKey>,
    generation: u64,
    /// The document with only the first key, for the settings file.
    newest: KeyDocument,
    /// The error of the other document, reported when no key unseals a secret.
    other: Option<KeyError>,
}

impl Keyring {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        path: String,
        project: &str,
        stack: &str,
        source: KeySource,
        shared: Option<Arc<dyn SharedKeys>>,
        prompt: Option<Arc<dyn PassphrasePrompt>>,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            path,
            shared,
            prompt,
            project: project.to_owned(),
            stack: stack.to_owned(),
            context: format!("{project}\n{stack}"),
            content: Mutex::new(Content {
                source,
                stored: None,
                shared: None,
                opened: None,
                unsaved: None,
                notices: Vec::new(),
            }),
        }))
    }

    /// Opens the keys, if there are any; fails if secrets cannot be read.
    pub fn check(&self) -> Result<(), KeyError> {
        match self.has_key() {
            true => self.opened(false).map(drop),
            false => Ok(()),
        }
    }

    /// Encrypts the text of a secret: `v1:<nonce>:<ciphertext>`. Call [`Self::save`] before the
    /// result is written anywhere.
    pub fn seal_text(&self, plain: &str) -> Result<String, KeyError> {
        let opened = self.opened(true)?;
        // The document in the store would lack the key that seals.
        if let Some(error) = &opened.other {
            return Err(error.clone());
        }
        let key = opened.keys.first().ok_or(KeyError::Undecipherable)?;
        key.seal(plain.as_bytes(), &self.0.context)
    }

    /// Decrypts the result of [`Self::seal_text`].
    pub fn unseal_text(&self, text: &str) -> Result<String, KeyError> {
        let sealed = Sealed::parse(text)?;
        let opened = self.opened(false)?;
        let mut keys = opened.keys.iter();
        let plain = keys
            .find_map(|key| key.unseal(&sealed, &self.0.context))
            .ok_or_else(|| opened.other.clone().unwrap_or(KeyError::Undecipherable))?;
        String::from_utf8(plain.to_vec()).map_err(|_| KeyError::Undecipherable)
    }

    /// Whether the key is, or will be, protected by a passphrase.
    pub fn needs_passphrase(&self) -> Result<bool, KeyError> {
        let shared = self.0.content.lock().shared.clone();
        let document = self.stored_document()?.or(shared);
        Ok(match document {
            Some(it) => it.needs_passphrase(),
            None => self.0.content.lock().source.is_passphrase(),
        })
    }

    /// The key document for a settings file whose values are encrypted with the newest key.
    pub fn shared_document(&self) -> Result<String, KeyError> {
        let opened = self.opened(true)?;
        document_text(&opened.newest).map_err(|it| KeyError::Cryptography(it.to_string()))
    }

    pub(crate) fn take_notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.0.content.lock().notices)
    }

    /// Why the keys could not be opened, if opening was tried.
    pub(crate) fn failure(&self) -> Option<KeyError> {
        self.0
            .content
            .lock()
            .opened
            .as_ref()?
            .as_ref()
            .err()
            .cloned()
    }

    /// Whether the stack has a key, or one is about to be written.
    pub fn has_key(&self) -> bool {
        let content = self.0.content.lock();
        content.unsaved.is_some()
            || content.shared.is_some()
            || matches!(content.stored, Some(Some(_)))
    }

    /// Adds a new key, protected by `source`, which seals from now on. Old keys still unseal and
    /// stay in the store, so an interrupted rotation leaves everything readable.
    pub(crate) async fn add_key(&self, source: KeySource) -> Result<(), StateError> {
        let mut keys = vec![DataKey::random()?];
        let mut generation = 0;
        if self.has_key() {
            let opened = self.opened(false)?;
            keys.extend(opened.keys.iter().cloned());
            generation = opened.generation + 1;
        }
        self.store_keys(source, keys, generation).await
    }

    /// Drops every key except the one that seals.
    pub(crate) async fn drop_old_keys(&self) -> Result<(), StateError> {
        let opened = self.opened(false)?;
        let keys = opened.keys.iter().take(1).cloned().collect();
        let source = self.0.content.lock().source.clone();
        self.store_keys(source, keys, opened.generation).await
    }

    async fn store_keys(
        &self,
        source: KeySource,
        keys: Vec<DataKey>,
        generation: u64,
    ) -> Result<(), StateError> {
        let context = &self.0.context;
        let wrapping = KeyWrapping::new(&source)?;
        let bytes = document_bytes(&wrapping.wrap(&keys, context, generation)?)?;
        let newest = wrapping.wrap(&keys[..1], context, generation)?;
        self.0.content.lock().unsaved = Some(bytes);
        self.save_to_store().await?;
        let mut content = self.0.content.lock();
        content.remember_key_file(&source, &wrapping);
        content.source = source;
        content.opened = Some(Ok(Arc::new(Opened {
            keys,
            generation,
            newest,
            other: None,
        })));
        Ok(())
    }

    /// Opens the keys, once, even on failure: deriving a key is slow on purpose.
    fn opened(&self, may_make: bool) -> Result<Arc<Opened>, KeyError> {
        let mut content = self.0.content.lock();
        if let Some(opened) = &content.opened {
            return opened.clone();
        }
        let is_absent = content.shared.is_none() && !matches!(content.stored, Some(Some(_)));
        if is_absent && !may_make {
            return Err(KeyError::Undecipherable);
        }
        let opened = if is_absent {
            self.make(&mut content)
        } else {
            self.open(&mut content)
        };
        content.opened = Some(opened.clone());
        opened
    }

    fn open(&self, content: &mut Content) -> Result<Arc<Opened>, KeyError> {
        let Inner {
            store,
            path,
            prompt,
            stack,
            context,
            ..
        } = &*self.0;
        let blob = content.stored.as_ref().and_then(Option::as_ref);
        let stored = blob.map(|it| KeyDocument::parse(&it.bytes, &store.place(path)));
        let stored = stored.transpose()?;
        let shared = content.shared.clone();
        let is_shared_newer = stored.as_ref().is_none_or(|stored| {
            let shared = shared.as_ref();
            shared.is_some_and(|it| it.generation >= stored.generation)
        });
        let (newest, other) = match is_shared_newer {
            true => (shared, stored.clone()),
            false => (stored.clone(), shared),
        };
        let newest = newest.ok_or(KeyError::Undecipherable)?;
        let other = other.filter(|it| *it != newest);
        let (mut keys, wrapping) = open_asking(
            &newest,
            &mut content.source,
            prompt.as_deref(),
            (stack, context),
        )?;
        let generation = newest.generation;
        let mut unopened = None;
        if let Some(other) = other {
            match other.open(&content.source, stack, context) {
                Ok((found, _)) => add_missing(&mut keys, found),
                Err(_) => unopened = Some(self.older_state()),
            }
        }
        let opened = Opened {
            newest: wrapping.wrap(&keys[..1], context, generation)?,
            generation,
            other: unopened.filter(|_| is_shared_newer),
            keys,
        };
        let document = wrapping.wrap(&opened.keys, context, generation)?;
        // Keep keys that could not be opened: their secrets may be readable later.
        if is_shared_newer && opened.other.is_none() && stored.as_ref() != Some(&document) {
            let bytes = document_bytes(&document);
            content.unsaved = Some(bytes.map_err(|it| KeyError::Cryptography(it.to_string()))?);
        }
        Ok(Arc::new(opened))
    }

    fn older_state(&self) -> KeyError {
        let Inner { shared, stack, .. } = &*self.0;
        let place = shared.as_ref().map(|it| it.place(stack));
        KeyError::OlderState {
            place: place.unwrap_or_default(),
        }
    }

    fn make(&self, content: &mut Content) -> Result<Arc<Opened>, KeyError> {
        let wrapping = KeyWrapping::new(&content.source)?;
        let keys = vec![DataKey::random()?];
        let document = wrapping.wrap(&keys, &self.0.context, 0)?;
        let bytes =
            document_bytes(&document).map_err(|it| KeyError::Cryptography(it.to_string()))?;
        let source = content.source.clone();
        content.remember_key_file(&source, &wrapping);
        content.unsaved = Some(bytes);
        Ok(Arc::new(Opened {
            keys,
            generation: 0,
            newest: document,
            other: None,
        }))
    }
}

impl Content {
    fn remember_key_file(&mut self, source: &KeySource, wrapping: &KeyWrapping) {
        if let (KeySource::File(path), true) = (source, wrapping.is_new_file) {
            let path = path.clone();
            self.notices.push(Notice::KeyFileWritten { path });
        }
    }
}

fn add_missing(keys: &mut Vec<DataKey>, found: Vec<DataKey>) {
    for key in found {
        if !keys.iter().any(|it| it.is_same(&key)) {
            keys.push(key);
        }
    }
}

impl Sealer for Keyring {
    fn seal(&self, plain: &str) -> Result<String, SealError> {
        self.seal_text(plain).map_err(SealError::from)
    }

    fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
        self.unseal_text(ciphertext).map_err(SealError::from)
    }
}
