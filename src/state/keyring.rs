//! The keys of one stack, and secrets encrypted with them.
//!
//! A random key encrypts the secrets; it lies beside the state, encrypted itself with a passphrase
//! or a key file. Nothing of that happens before the first secret: a stack without secrets has no
//! key, asks for no passphrase, and spends no time on one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::graph::{SealError, Sealer};

use super::data_key::{DataKey, Sealed};
use super::key_document::{KeyDocument, Wrapping};
use super::key_error::KeyError;
use super::key_source::KeySource;
use super::notice::Notice;
use super::state_error::StateError;
use super::store::{Blob, Store};

/// Seals and unseals the secrets of one stack, those in its state and those in its configuration.
/// Clones are the same keyring.
#[derive(Clone)]
pub struct Keyring(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    path: String,
    stack: String,
    /// Bound into every secret.
    context: String,
    content: Mutex<Content>,
}

struct Content {
    source: KeySource,
    /// What the store holds; `None` until it was asked.
    stored: Option<Option<Blob>>,
    opened: Option<Result<Arc<Opened>, KeyError>>,
    /// To be written before anything that was sealed.
    unsaved: Option<Vec<u8>>,
    notices: Vec<Notice>,
}

struct Opened {
    /// The first one seals, any one unseals.
    keys: Vec<DataKey>,
}

impl Keyring {
    pub(super) fn new(
        store: Arc<dyn Store>,
        path: String,
        project: &str,
        stack: &str,
        source: KeySource,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            path,
            stack: stack.to_owned(),
            context: format!("{project}\n{stack}"),
            content: Mutex::new(Content {
                source,
                stored: None,
                opened: None,
                unsaved: None,
                notices: Vec::new(),
            }),
        }))
    }

    /// Opens the keys, if there are any: an error says why no secret can be read.
    pub fn check(&self) -> Result<(), KeyError> {
        match self.has_key() {
            true => self.opened(false).map(drop),
            false => Ok(()),
        }
    }

    /// Encrypts the text of a secret: `v1:<nonce>:<ciphertext>`. Call [`Self::save`] before it is
    /// written anywhere.
    pub fn seal_text(&self, plain: &str) -> Result<String, KeyError> {
        let opened = self.opened(true)?;
        let key = opened.keys.first().ok_or(KeyError::Undecipherable)?;
        key.seal(plain.as_bytes(), &self.0.context)
    }

    /// Decrypts what [`Self::seal_text`] answered.
    pub fn unseal_text(&self, text: &str) -> Result<String, KeyError> {
        let sealed = Sealed::parse(text)?;
        let opened = self.opened(false)?;
        let mut keys = opened.keys.iter();
        let plain = keys
            .find_map(|key| key.unseal(&sealed, &self.0.context))
            .ok_or(KeyError::Undecipherable)?;
        String::from_utf8(plain.to_vec()).map_err(|_| KeyError::Undecipherable)
    }

    /// Reads what the store holds, once. Sealing and unsealing need it.
    pub(super) async fn fetch(&self) -> Result<(), StateError> {
        if self.content().stored.is_some() {
            return Ok(());
        }
        let blob = self.0.store.read(&self.0.path).await?;
        self.content().stored.get_or_insert(blob);
        Ok(())
    }

    /// Writes the key of a stack that had none. Costs nothing when there is nothing to write.
    pub async fn save(&self) -> Result<(), StateError> {
        let Some(bytes) = self.content().unsaved.clone() else {
            return Ok(());
        };
        let Inner { store, path, .. } = &*self.0;
        match store.create(path, bytes).await? {
            Some(blob) => {
                let mut content = self.content();
                content.stored = Some(Some(blob));
                content.unsaved = None;
                Ok(())
            }
            None => Err(StateError::Changed {
                place: store.place(path),
            }),
        }
    }

    pub(super) fn take_notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.content().notices)
    }

    /// Why the keys cannot be had, if somebody tried.
    pub(super) fn failure(&self) -> Option<KeyError> {
        self.content().opened.as_ref()?.as_ref().err().cloned()
    }

    /// Whether there is, or will be, a key.
    pub(super) fn has_key(&self) -> bool {
        let content = self.content();
        content.unsaved.is_some() || matches!(content.stored, Some(Some(_)))
    }

    /// From now on a new key seals, protected by `source`. Old ones still unseal, also in the
    /// store: a rotation that is interrupted leaves nothing that cannot be read.
    pub(super) async fn add_key(&self, source: KeySource) -> Result<(), StateError> {
        let mut keys = vec![DataKey::random()?];
        if self.has_key() {
            keys.extend(self.opened(false)?.keys.iter().cloned());
        }
        self.store_keys(source, keys).await
    }

    /// Forgets every key but the one that seals.
    pub(super) async fn drop_old_keys(&self) -> Result<(), StateError> {
        let keys: Vec<_> = self.opened(false)?.keys.iter().take(1).cloned().collect();
        let source = self.content().source.clone();
        self.store_keys(source, keys).await
    }

    async fn store_keys(&self, source: KeySource, keys: Vec<DataKey>) -> Result<(), StateError> {
        let Inner {
            store,
            path,
            context,
            ..
        } = &*self.0;
        let wrapping = Wrapping::new(&source)?;
        let bytes = document_bytes(&wrapping.wrap(&keys, context)?)?;
        let stored = self.content().stored.clone().flatten();
        let written = match &stored {
            Some(blob) => store.replace(path, blob, bytes).await?,
            None => store.create(path, bytes).await?,
        };
        let place = || store.place(path);
        let blob = written.ok_or_else(|| StateError::Changed { place: place() })?;
        let mut content = self.content();
        content.note_file(&source, &wrapping);
        content.source = source;
        content.stored = Some(Some(blob));
        content.opened = Some(Ok(Arc::new(Opened { keys })));
        content.unsaved = None;
        Ok(())
    }

    /// The keys; opened once, as that may be slow on purpose, and once only if it fails.
    fn opened(&self, may_make: bool) -> Result<Arc<Opened>, KeyError> {
        let mut content = self.content();
        if let Some(opened) = &content.opened {
            return opened.clone();
        }
        let is_absent = !matches!(content.stored, Some(Some(_)));
        if is_absent && !may_make {
            return Err(KeyError::Undecipherable);
        }
        let opened = if is_absent {
            self.make(&mut content)
        } else {
            self.open(&content)
        };
        content.opened = Some(opened.clone());
        opened
    }

    fn open(&self, content: &Content) -> Result<Arc<Opened>, KeyError> {
        let Some(Some(blob)) = &content.stored else {
            return Err(KeyError::Undecipherable);
        };
        let Inner {
            store,
            path,
            stack,
            context,
            ..
        } = &*self.0;
        let document = KeyDocument::parse(&blob.bytes, &store.place(path))?;
        let (keys, _) = document.open(&content.source, stack, context)?;
        Ok(Arc::new(Opened { keys }))
    }

    fn make(&self, content: &mut Content) -> Result<Arc<Opened>, KeyError> {
        let wrapping = Wrapping::new(&content.source)?;
        let keys = vec![DataKey::random()?];
        let document = wrapping.wrap(&keys, &self.0.context)?;
        let bytes =
            document_bytes(&document).map_err(|it| KeyError::Cryptography(it.to_string()))?;
        let source = content.source.clone();
        content.note_file(&source, &wrapping);
        content.unsaved = Some(bytes);
        Ok(Arc::new(Opened { keys }))
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        // A poisoned lock means that a panic is already on its way out; the data is plain.
        self.0
            .content
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn note_file(&mut self, source: &KeySource, wrapping: &Wrapping) {
        if let (KeySource::File(path), true) = (source, wrapping.is_new_file) {
            let path = path.clone();
            self.notices.push(Notice::KeyFileWritten { path });
        }
    }
}

fn document_bytes(document: &KeyDocument) -> Result<Vec<u8>, StateError> {
    let mut bytes = serde_json::to_vec_pretty(document)
        .map_err(|error| StateError::Unwritable("the key", error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

impl Sealer for Keyring {
    fn seal(&self, plain: &str) -> Result<String, SealError> {
        self.seal_text(plain).map_err(SealError::from)
    }

    fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
        self.unseal_text(ciphertext).map_err(SealError::from)
    }
}
