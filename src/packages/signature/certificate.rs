//! A primary key with its names and subkeys, each with the signatures that belong to it (RFC 9580, 10.1.1).

use super::packet::{Packet, packets};
use super::public_key::PublicKey;
use super::signature_packet::{HashAlgorithm, Signature, SignatureKind};

#[derive(Debug)]
pub struct Certificate<'a> {
    pub primary: PublicKey<'a>,
    /// Those of the primary key alone.
    signatures: Vec<Signature<'a>>,
    users: Vec<User<'a>>,
    subkeys: Vec<Subkey<'a>>,
}

#[derive(Debug)]
struct User<'a> {
    packet: Packet<'a>,
    signatures: Vec<Signature<'a>>,
}

#[derive(Debug)]
struct Subkey<'a> {
    key: PublicKey<'a>,
    signatures: Vec<Signature<'a>>,
}

/// The key of a certificate that made a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SigningKey {
    /// When it expires, in seconds since 1970.
    pub end: Option<u64>,
}

/// The certificates in a key ring; those of other versions are left out. `None` if the packets are cut.
pub fn certificates(bytes: &[u8]) -> Option<Vec<Certificate<'_>>> {
    let mut certificates: Vec<Certificate<'_>> = Vec::new();
    let mut place = Place::Unread;
    for packet in packets(bytes)? {
        match packet.tag {
            Packet::PUBLIC_KEY => {
                place = Place::Unread;
                if let Some(primary) = PublicKey::read(packet.body) {
                    certificates.push(Certificate::new(primary));
                    place = Place::Primary;
                }
            }
            _ => {
                if let (Some(certificate), false) =
                    (certificates.last_mut(), place == Place::Unread)
                {
                    place = certificate.add(packet, place);
                }
            }
        }
    }
    Some(certificates)
}

/// The packet that the next signatures belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A primary key that cannot be read.
    Unread,
    Primary,
    User,
    Subkey,
    /// A subkey that cannot be read.
    Skipped,
}

impl<'a> Certificate<'a> {
    const fn new(primary: PublicKey<'a>) -> Self {
        Self {
            primary,
            signatures: Vec::new(),
            users: Vec::new(),
            subkeys: Vec::new(),
        }
    }

    fn add(&mut self, packet: Packet<'a>, place: Place) -> Place {
        let signatures = Vec::new();
        match packet.tag {
            Packet::USER_ID | Packet::USER_ATTRIBUTE => {
                self.users.push(User { packet, signatures });
                Place::User
            }
            Packet::PUBLIC_SUBKEY => match PublicKey::read(packet.body) {
                Some(key) => {
                    self.subkeys.push(Subkey { key, signatures });
                    Place::Subkey
                }
                None => Place::Skipped,
            },
            Packet::SIGNATURE => {
                let signatures = match place {
                    Place::User => self.users.last_mut().map(|it| &mut it.signatures),
                    Place::Subkey => self.subkeys.last_mut().map(|it| &mut it.signatures),
                    Place::Primary => Some(&mut self.signatures),
                    Place::Unread | Place::Skipped => None,
                };
                if let Some(signatures) = signatures {
                    signatures.extend(Signature::read(packet.body));
                }
                place
            }
            _ => place,
        }
    }

    /// The key that made a signature of a document: the primary key, or a subkey that may sign. A primary key that does not
    /// describe itself, by a signature of itself, signs nothing.
    pub fn signer(&self, signature: &Signature<'_>, document: &[u8]) -> Option<SigningKey> {
        let is_of_document =
            signature.kind == SignatureKind::Document && signature.hash != HashAlgorithm::Sha1;
        is_of_document.then_some(())?;
        let own = self.description()?;
        let end = end(&self.primary, own);
        if own.may_sign.unwrap_or(true) && self.primary.has_signed(signature, document) {
            return Some(SigningKey { end });
        }
        self.subkeys.iter().find_map(|subkey| {
            let binding = self.binding(subkey)?;
            let has_signed = subkey.key.has_signed(signature, document);
            let ends = [end, self::end(&subkey.key, binding)];
            has_signed.then(|| SigningKey {
                end: ends.into_iter().flatten().min(),
            })
        })
    }

    pub fn is_revoked(&self) -> bool {
        let Some(message) = self.primary.message() else {
            return false;
        };
        let revocation = SignatureKind::KeyRevocation;
        self.newest(&self.signatures, &message, revocation)
            .is_some()
    }

    /// The newest signature of the primary key by itself, which says how it may be used.
    fn description(&self) -> Option<&Signature<'a>> {
        let message = self.primary.message()?;
        let direct = self.newest(&self.signatures, &message, SignatureKind::Key);
        let of_users = self.users.iter().filter_map(|it| self.user(it));
        of_users.chain(direct).max_by_key(|it| it.created)
    }

    /// The newest signature of a name, unless it is revoked later.
    fn user<'s>(&self, user: &'s User<'a>) -> Option<&'s Signature<'a>> {
        let prefix = match user.packet.tag {
            Packet::USER_ID => 0xb4,
            _ => 0xd1,
        };
        let length = u32::try_from(user.packet.body.len()).ok()?;
        let message = [
            &self.primary.message()?,
            &[prefix][..],
            &length.to_be_bytes(),
            user.packet.body,
        ]
        .concat();
        let newest = |kind| self.newest(&user.signatures, &message, kind);
        let revoked = newest(SignatureKind::UserRevocation).map(|it| it.created);
        newest(SignatureKind::User).filter(|it| revoked.is_none_or(|time| time < it.created))
    }

    /// The newest signature that makes a subkey one of this key, and lets it sign; the subkey has signed the key, too.
    fn binding<'s>(&self, subkey: &'s Subkey<'a>) -> Option<&'s Signature<'a>> {
        let message = [self.primary.message()?, subkey.key.message()?].concat();
        let newest = |kind| self.newest(&subkey.signatures, &message, kind);
        let binding = newest(SignatureKind::Subkey)?;
        let is_revoked = newest(SignatureKind::SubkeyRevocation).is_some();
        let back = Signature::read(binding.embedded?)?;
        let is_mutual =
            back.kind == SignatureKind::PrimaryBySubkey && subkey.key.has_signed(&back, &message);
        (is_mutual && !is_revoked && binding.may_sign == Some(true)).then_some(binding)
    }

    /// The newest of these signatures that is of a kind and by the primary key.
    fn newest<'s>(
        &self,
        signatures: &'s [Signature<'a>],
        message: &[u8],
        kind: SignatureKind,
    ) -> Option<&'s Signature<'a>> {
        let valid = signatures
            .iter()
            .filter(|it| it.kind == kind && self.primary.has_signed(it, message));
        valid.max_by_key(|it| it.created)
    }
}

fn end(key: &PublicKey<'_>, description: &Signature<'_>) -> Option<u64> {
    description.key_lifetime.map(|it| key.created + it)
}
