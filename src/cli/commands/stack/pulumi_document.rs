//! `lumi stack import` and `lumi stack export` with documents of Pulumi.

use std::io::Read as _;
use std::path::Path;
use std::time::SystemTime;

use chrono::DateTime;
use flate2::read::GzDecoder;

use crate::commands::CommandError;
use lumi_graph::Sealer;
use lumi_project::stacks::pulumi_cipher::PulumiCipher;
use lumi_project::{ProjectSettings, PulumiEncryption};
use lumi_pulumi::checkpoint::{
    Checkpoint, CheckpointError, SecretForm, SecretsKey, TakenState, WrittenState,
};
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::{Report, escaped};

/// The first bytes of a compressed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The text of a file with a state of Pulumi; `None` for other files.
pub fn of_pulumi(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    let bytes = read_limit::file(path, read_limit::DOCUMENT);
    let bytes = bytes.map_err(|source| CommandError::Read {
        path: path.to_owned(),
        source,
    })?;
    let document = uncompressed(bytes)?;
    Ok(Checkpoint::is_one(&document).then_some(document))
}

/// The failure for a document that cannot be taken over.
pub fn refused_document(place: &str, error: &CheckpointError) -> Failure {
    refused(&format!("`{}`: {error}", escaped(place)))
}

/// The document in a file of a backend, which may be compressed.
pub fn uncompressed(document: Vec<u8>) -> Result<Vec<u8>, Failure> {
    if !document.starts_with(&GZIP) {
        return Ok(document);
    }
    let mut text = Vec::new();
    let mut reader = GzDecoder::new(&*document).take(read_limit::DOCUMENT);
    match reader.read_to_end(&mut text) {
        Ok(length) if (length as u64) < read_limit::DOCUMENT => Ok(text),
        Ok(_) => Err(refused("the document is too large, uncompressed")),
        Err(error) => Err(refused(&format!("the document cannot be read: {error}"))),
    }
}

/// Reads a state of Pulumi; `None` if the document is something else. `place` names it in messages.
pub fn read(document: &[u8], place: &str, stack: &str) -> Result<Option<TakenState>, Failure> {
    if !Checkpoint::is_one(document) {
        return Ok(None);
    }
    let at = |error: CheckpointError| refused_document(place, &error);
    let checkpoint = Checkpoint::parse(document).map_err(at)?;
    let cipher = match checkpoint.secrets_key() {
        SecretsKey::None => None,
        SecretsKey::Passphrase(salt) => {
            let cipher = PulumiCipher::open(&salt, stack);
            Some(cipher.map_err(|it| of_secrets(it.into(), place))?)
        }
        SecretsKey::Service(kind) => return Err(of_service(place, &kind)),
    };
    let sealer = cipher.as_ref().map(|it| it as &dyn Sealer);
    checkpoint.into_state(sealer).map(Some).map_err(at)
}

/// Fails for a document of another stack of the project, which a flag names.
pub fn check_stack(taken: &TakenState, place: &str, names: (&str, &str)) -> Result<(), Failure> {
    let Some((stack, project)) = &taken.of else {
        return Ok(());
    };
    if project != names.0 || stack == names.1 {
        return Ok(());
    }
    let (place, stack) = (escaped(place), escaped(stack));
    let message = format!("`{place}`: it belongs to the stack `{stack}`");
    let help = format!(
        "`lumi stack import -s {stack} {place}` makes it that of the same stack here, and --force that \
         of `{}`",
        escaped(names.1)
    );
    Err(Failure::new(Exit::Usage, Report::error(message).help(help)))
}

/// The document that `pulumi stack import` reads. Secrets are encrypted with the passphrase of the
/// stack's file, or with that of the environment.
pub fn written(
    settings: &ProjectSettings,
    stack: &str,
    state: &StackState,
    show_secrets: bool,
) -> Result<Vec<u8>, Failure> {
    let (cipher, salt) = match show_secrets {
        true => (None, salt(settings, stack)?),
        false => {
            let cipher = cipher_of(settings, stack)?;
            let salt = cipher.salt().to_owned();
            (Some(cipher), Some(salt))
        }
    };
    let written = WrittenState {
        state,
        project: &settings.name,
        stack,
        at: DateTime::from(SystemTime::now()),
        secrets: match &cipher {
            Some(cipher) => SecretForm::Sealed(cipher),
            None => SecretForm::Plain,
        },
        salt: salt.as_deref(),
    };
    let document = Checkpoint::of(&written).and_then(|it| it.to_export());
    document.map_err(|error| refused(&format!("the state cannot be written for Pulumi: {error}")))
}

/// The salt with which Pulumi encrypts what it imports openly: that of the stack's file, or a new one.
fn salt(settings: &ProjectSettings, stack: &str) -> Result<Option<String>, Failure> {
    let file = settings.pulumi_stack_file(stack)?.unwrap_or_default();
    if let PulumiEncryption::Passphrase(salt) = file.encryption {
        return Ok(Some(salt));
    }
    let new = PulumiCipher::new().ok();
    Ok(new.map(|it| it.salt().to_owned()))
}

fn cipher_of(settings: &ProjectSettings, stack: &str) -> Result<PulumiCipher, Failure> {
    let file = settings.pulumi_stack_file(stack)?.unwrap_or_default();
    let opened = match &file.encryption {
        PulumiEncryption::Passphrase(salt) => PulumiCipher::open(salt, stack),
        PulumiEncryption::Service | PulumiEncryption::KeyService(_) => PulumiCipher::new(),
    };
    opened.map_err(|failure| {
        let mut failure = Failure::from(failure);
        if let Some(report) = &mut failure.report {
            report.message = format!("the secrets cannot be encrypted: {}", report.message);
            let help = report.help.take().unwrap_or_default();
            report.help = Some(format!("{help}, or write them openly with --show-secrets"));
        }
        failure
    })
}

/// The error for secrets that only a service decrypts.
fn of_service(place: &str, kind: &str) -> Failure {
    let kind = match kind {
        "cloud" => "a key management service".to_owned(),
        "service" => "the service of Pulumi".to_owned(),
        other => format!("`{}`", escaped(other)),
    };
    let message = format!(
        "`{}`: its secrets are encrypted by {kind}, which lumi does not ask",
        escaped(place)
    );
    let help = "export the stack with `pulumi stack export --show-secrets`; lumi encrypts what it \
                imports";
    Failure::new(Exit::Usage, Report::error(message).help(help))
}

fn of_secrets(mut failure: Failure, place: &str) -> Failure {
    if let Some(report) = &mut failure.report {
        let place = escaped(place);
        report.message = format!("`{place}`: its secrets cannot be read: {}", report.message);
    }
    failure
}

fn refused(message: &str) -> Failure {
    Failure::new(Exit::Usage, Report::error(message.to_owned()))
}
