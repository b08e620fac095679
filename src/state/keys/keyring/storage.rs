//! The places of the wrapped keys: beside the state, and in the settings file of the stack.

use super::{Inner, Keyring};
use crate::keys::key_document::KeyDocument;
use crate::keys::key_error::KeyError;
use crate::notice::Notice;
use crate::state_error::StateError;

impl Keyring {
    /// Reads the document in the store, once. Must be called before sealing and unsealing.
    pub(crate) async fn fetch(&self) -> Result<(), StateError> {
        if self.0.content.lock().stored.is_some() {
            return Ok(());
        }
        let blob = self.0.store.read(&self.0.path).await?;
        let shared = self.read_shared()?;
        let mut content = self.0.content.lock();
        content.shared = shared;
        content.stored.get_or_insert(blob);
        Ok(())
    }

    fn read_shared(&self) -> Result<Option<KeyDocument>, KeyError> {
        let Inner {
            shared,
            project,
            stack,
            ..
        } = &*self.0;
        let Some(shared) = shared else {
            return Ok(None);
        };
        let place = shared.place(stack);
        let text = shared.read(project, stack);
        let text = text.map_err(|problem| KeyError::Shared {
            place: place.clone(),
            problem,
        })?;
        text.map(|it| KeyDocument::parse(it.as_bytes(), &place))
            .transpose()
    }

    /// Writes the key of a stack that had none, and adds it to the settings file if a passphrase
    /// protects it. Does nothing when there is nothing to write.
    pub async fn save(&self) -> Result<(), StateError> {
        self.save_to_store().await?;
        self.share_passphrase();
        Ok(())
    }

    pub(super) async fn save_to_store(&self) -> Result<(), StateError> {
        let (unsaved, stored) = {
            let content = self.0.content.lock();
            (content.unsaved.clone(), content.stored.clone().flatten())
        };
        let Some(bytes) = unsaved else {
            return Ok(());
        };
        let Inner { store, path, .. } = &*self.0;
        let written = match &stored {
            Some(blob) => store.replace(path, blob, bytes).await?,
            None => store.create(path, bytes).await?,
        };
        let place = || store.place(path);
        let blob = written.ok_or_else(|| StateError::Changed { place: place() })?;
        let mut content = self.0.content.lock();
        content.stored = Some(Some(blob));
        content.unsaved = None;
        Ok(())
    }

    /// Creates the key of a stack that has none, which fixes its protection.
    pub async fn bind(&self) -> Result<(), StateError> {
        self.opened(true)?;
        self.save().await
    }

    /// Adds the wrapped key to the settings file, before encrypted values are written there. Needs
    /// neither passphrase nor key file if the stack has a key.
    pub async fn share(&self) -> Result<(), StateError> {
        self.save_to_store().await?;
        let Inner {
            shared: Some(shared),
            stack,
            ..
        } = &*self.0
        else {
            return Ok(());
        };
        let place = shared.place(stack);
        let Some(document) = self.stored_document()? else {
            return Ok(());
        };
        match self.0.content.lock().shared.clone() {
            Some(it) if it.generation < document.generation => {
                return Err(KeyError::OlderFile { place }.into());
            }
            Some(_) => return Ok(()),
            None => {}
        }
        let written = self.write_shared(&document);
        written.map_err(|problem| KeyError::Shared { place, problem })?;
        Ok(())
    }

    /// Adds a key that a passphrase protects to the settings file. The state does not depend on
    /// that copy, so a failed write is ignored.
    fn share_passphrase(&self) {
        let document = match self.stored_document() {
            Ok(Some(it)) if it.needs_passphrase() => it,
            _ => return,
        };
        if self.0.content.lock().shared.is_some() {
            return;
        }
        if let Err(problem) = self.write_shared(&document) {
            let Inner { shared, stack, .. } = &*self.0;
            let place = shared.as_ref().map(|it| it.place(stack));
            let place = place.unwrap_or_default();
            let mut content = self.0.content.lock();
            content
                .notices
                .push(Notice::KeyNotShared { place, problem });
            // Do not try again.
            content.shared = Some(document);
        }
    }

    fn write_shared(&self, document: &KeyDocument) -> Result<(), String> {
        let Inner {
            shared: Some(shared),
            project,
            stack,
            ..
        } = &*self.0
        else {
            return Ok(());
        };
        let text = document_text(document).map_err(|it| it.to_string())?;
        if shared.write(project, stack, &text)? {
            let mut content = self.0.content.lock();
            content.shared = Some(document.clone());
            content.notices.push(Notice::KeyShared {
                place: shared.place(stack),
                passphrase: document.needs_passphrase(),
            });
        }
        Ok(())
    }

    pub(super) fn stored_document(&self) -> Result<Option<KeyDocument>, KeyError> {
        let blob = self.0.content.lock().stored.clone().flatten();
        let Inner { store, path, .. } = &*self.0;
        blob.map(|it| KeyDocument::parse(&it.bytes, &store.place(path)))
            .transpose()
    }
}

pub(super) fn document_bytes(document: &KeyDocument) -> Result<Vec<u8>, StateError> {
    document_text(document).map(String::into_bytes)
}

pub(super) fn document_text(document: &KeyDocument) -> Result<String, StateError> {
    let mut text = serde_json::to_string_pretty(document)
        .map_err(|error| StateError::Unwritable("the key", error.to_string()))?;
    text.push('\n');
    Ok(text)
}
