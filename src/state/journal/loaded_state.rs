//! A stack's snapshot with its journal folded in.

use lumi_graph::Sealer;

use super::journal_text::{JournalText, NextRecord};
use super::snapshot;
use super::snapshot::Snapshot;
use super::snapshot::SnapshotId;
use crate::documents::document_members::DocumentReader;
use crate::notice::Notice;
use crate::stack_state::StackState;
use crate::state_error::StateError;

/// The state of a stack as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedState {
    pub state: StackState,
    /// False for a stack of which nothing was ever written.
    pub exists: bool,
    pub notices: Vec<Notice>,
}

/// The snapshot and journal that the next write continues from.
#[derive(Clone, Debug, Default)]
pub struct Base {
    pub snapshot: SnapshotId,
    /// The checksum of the snapshot; `None` without one.
    pub checksum: Option<String>,
    /// A journal that a killed run left.
    pub journal: Option<OpenJournal>,
}

#[derive(Clone, Debug)]
pub struct OpenJournal {
    pub id: String,
    /// The bytes up to the last complete record.
    pub valid: Vec<u8>,
    pub records: u64,
}

/// The files of a stack, as read from the store.
pub struct Files<'a> {
    pub project: &'a str,
    pub stack: &'a str,
    pub snapshot: Option<&'a [u8]>,
    pub snapshot_place: &'a str,
    pub journal: Option<&'a [u8]>,
    pub journal_place: &'a str,
}

impl Files<'_> {
    /// Parses and verifies the files.
    pub fn load(&self, sealer: &dyn Sealer) -> Result<(LoadedState, Base), StateError> {
        let snapshot = self.read_snapshot(sealer)?;
        let mut base = Base {
            checksum: self.snapshot.is_some().then_some(snapshot.checksum),
            snapshot: snapshot.id,
            journal: None,
        };
        let mut loaded = LoadedState {
            exists: base.checksum.is_some(),
            state: snapshot.state,
            notices: Vec::new(),
        };
        self.fold_journal(&mut loaded, &mut base, sealer)?;
        let place = if base.journal.is_some() {
            self.journal_place
        } else {
            self.snapshot_place
        };
        loaded
            .state
            .check_shape()
            .map_err(|fault| StateError::Damaged {
                place: place.to_owned(),
                problem: fault.to_string(),
            })?;
        Ok((loaded, base))
    }

    fn read_snapshot(&self, sealer: &dyn Sealer) -> Result<Snapshot, StateError> {
        let (project, stack) = (self.project, self.stack);
        match self.snapshot {
            Some(bytes) => snapshot::read(bytes, self.snapshot_place, project, stack, sealer),
            None => Ok(Snapshot {
                id: SnapshotId {
                    project: project.to_owned(),
                    stack: stack.to_owned(),
                    ..SnapshotId::default()
                },
                checksum: String::new(),
                state: StackState::default(),
            }),
        }
    }

    fn fold_journal(
        &self,
        loaded: &mut LoadedState,
        base: &mut Base,
        sealer: &dyn Sealer,
    ) -> Result<(), StateError> {
        let Some(journal) = self.journal else {
            return Ok(());
        };
        let mut text = JournalText::open(journal, self.journal_place)?;
        if base.snapshot.journal.as_ref() == Some(&text.header.id) {
            // The run was killed after it wrote the snapshot and before it removed the journal.
            return Ok(());
        }
        self.check_header(&text, base)?;
        let mut reading = DocumentReader::new(sealer);
        let is_torn = loop {
            match text.next(&mut reading)? {
                NextRecord::Record(record) => loaded
                    .state
                    .apply(&record)
                    .map_err(|fault| text.damaged(text.records(), &fault.to_string()))?,
                NextRecord::End { is_torn } => break is_torn,
            }
        };
        loaded.state.prune_dangling_dependencies();
        let records = text.records();
        if is_torn {
            let number = records + 1;
            loaded.notices.push(Notice::TornRecord { number });
        }
        if records > 0 {
            loaded.exists = true;
            loaded.notices.push(Notice::Recovered { records });
        }
        base.journal = Some(OpenJournal {
            id: text.header.id.clone(),
            valid: text.valid().to_vec(),
            records,
        });
        Ok(())
    }

    fn check_header(&self, text: &JournalText<'_>, base: &Base) -> Result<(), StateError> {
        let header = &text.header;
        if (header.project.as_str(), header.stack.as_str()) != (self.project, self.stack) {
            let (project, stack) = (&header.project, &header.stack);
            let problem = format!("it belongs to the stack `{stack}` of the project `{project}`");
            return Err(text.damaged(0, &problem));
        }
        if header.serial == base.snapshot.serial && header.snapshot == base.checksum {
            return Ok(());
        }
        let snapshot = match base.snapshot.serial {
            0 => "there is none".to_owned(),
            serial => format!("`{}` is number {serial}", self.snapshot_place),
        };
        let problem = format!("it continues snapshot {}, but {snapshot}", header.serial);
        Err(text.damaged(0, &problem))
    }
}
