//! The description of a plugin for Lumi, in a file.

use std::fs::{self, Metadata};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::UNIX_EPOCH;

use lumi_rpc::lumirpc::GetSchemaResponse;
use lumi_state::regular_file;
use prost::Message as _;

/// The first bytes of a file. Another number stands for another layout.
const MAGIC: &[u8] = b"lumi plugin schema 1\n";

/// The maximum size of a file in bytes.
const LIMIT: u64 = 64 << 20;

/// Reads the file of the executable with this metadata; `None` if there is none that can be used.
pub fn read(path: &Path, program: &Metadata) -> Option<GetSchemaResponse> {
    let bytes = regular_file::read(path, LIMIT).ok()?;
    let rest = bytes.strip_prefix(head(program).as_slice())?;
    let (checksum, schema) = rest.split_first_chunk::<4>()?;
    if crc32fast::hash(schema) != u32::from_le_bytes(*checksum) {
        return None;
    }
    GetSchemaResponse::decode(schema).ok()
}

/// Writes the file in the place of an older one at once.
pub fn write(path: &Path, program: &Metadata, schema: &GetSchemaResponse) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    let schema = schema.encode_to_vec();
    file.write_all(&head(program))?;
    file.write_all(&crc32fast::hash(&schema).to_le_bytes())?;
    file.write_all(&schema)?;
    file.persist(path).map_err(|it| it.error)?;
    Ok(())
}

/// The magic bytes, and the size and the time of change of the executable.
fn head(program: &Metadata) -> Vec<u8> {
    let changed = program.modified().ok();
    let changed = changed.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    let changed = changed.unwrap_or_default().as_nanos();
    let mut head = MAGIC.to_vec();
    head.extend(program.len().to_le_bytes());
    head.extend(changed.to_le_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_that_of_its_executable() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "x").unwrap();
        let metadata = fs::metadata(&program).unwrap();
        let path = folder.path().join("schemas/demo");
        let schema = GetSchemaResponse {
            description: "Things.".to_owned(),
            ..GetSchemaResponse::default()
        };
        assert!(read(&path, &metadata).is_none());
        write(&path, &metadata, &schema).unwrap();
        assert!(read(&path, &metadata) == Some(schema));
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(read(&path, &metadata).is_none());
        fs::write(&program, "xy").unwrap();
        assert!(read(&path, &fs::metadata(&program).unwrap()).is_none());
    }
}
