//! A disk for tests that fails, is full, or loses what was not flushed.

use std::io;
use std::sync::Arc;

use parking_lot::Mutex;
use redb::StorageBackend;

/// Bytes that a disk writes wholly or not at all.
const SECTOR: usize = 512;

#[derive(Clone, Debug, Default)]
pub struct FaultyDisk(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The bytes that reads see.
    bytes: Vec<u8>,
    /// The bytes that are there after a loss of power in any case.
    flushed: Vec<u8>,
    /// Sectors that were written since, in order.
    unflushed: Vec<(usize, Vec<u8>)>,
    /// The number of uses until the disk fails.
    uses: Option<usize>,
    /// Whether only what makes the file longer fails.
    is_full: bool,
}

impl FaultyDisk {
    /// Lets each use fail after so many.
    pub fn fail_after(&self, uses: usize) {
        self.0.lock().uses = Some(uses);
    }

    pub fn mend(&self) {
        let mut state = self.0.lock();
        state.uses = None;
        state.is_full = false;
    }

    /// Lets the file grow no more.
    pub fn fill(&self) {
        self.0.lock().is_full = true;
    }

    /// The disk after a loss of power. `is_kept` decides which of the unflushed sectors are there.
    pub fn lose_power(&self, mut is_kept: impl FnMut() -> bool) -> Self {
        let state = self.0.lock();
        let mut bytes = state.flushed.clone();
        for (offset, sector) in &state.unflushed {
            if is_kept() {
                let end = offset + sector.len();
                let length = bytes.len().max(end);
                bytes.resize(length, 0);
                bytes[*offset..end].copy_from_slice(sector);
            }
        }
        Self(Arc::new(Mutex::new(State {
            flushed: bytes.clone(),
            bytes,
            ..State::default()
        })))
    }

    pub fn flip(&self, bit: usize) {
        let mut state = self.0.lock();
        let bit = bit % (state.bytes.len() * 8);
        state.bytes[bit / 8] ^= 1 << (bit % 8);
    }

    /// Another disk with the same content.
    pub fn copy(&self) -> Self {
        let bytes = self.0.lock().bytes.clone();
        let flushed = bytes.clone();
        Self(Arc::new(Mutex::new(State {
            bytes,
            flushed,
            ..State::default()
        })))
    }
}

impl State {
    fn use_once(&mut self) -> io::Result<()> {
        match &mut self.uses {
            Some(0) => Err(io::Error::other("the disk has failed")),
            Some(uses) => {
                *uses -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

type Done<T> = io::Result<T>;

impl StorageBackend for FaultyDisk {
    fn len(&self) -> Done<u64> {
        Ok(self.0.lock().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Done<()> {
        let state = self.0.lock();
        let offset = offset as usize;
        let bytes = state.bytes.get(offset..offset + out.len());
        let bytes = bytes.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, length: u64) -> Done<()> {
        let mut state = self.0.lock();
        state.use_once()?;
        if state.is_full && length > state.bytes.len() as u64 {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        state.bytes.resize(length as usize, 0);
        // File systems write the length before the data, or with it.
        state.flushed.resize(length as usize, 0);
        state
            .unflushed
            .retain(|(offset, sector)| offset + sector.len() <= length as usize);
        Ok(())
    }

    fn sync_data(&self) -> Done<()> {
        let mut state = self.0.lock();
        state.use_once()?;
        state.flushed = state.bytes.clone();
        state.unflushed.clear();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Done<()> {
        let mut state = self.0.lock();
        state.use_once()?;
        let mut offset = offset as usize;
        if offset + data.len() > state.bytes.len() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        for sector in data.chunks(SECTOR) {
            state.bytes[offset..offset + sector.len()].copy_from_slice(sector);
            state.unflushed.push((offset, sector.to_vec()));
            offset += sector.len();
        }
        Ok(())
    }
}
