//! Curves of NIST and secp256k1: points, ECDSA and ECDH.

use p256::elliptic_curve::ops::Reduce;
use p256::elliptic_curve::point::AffineCoordinates as _;
use p256::elliptic_curve::sec1::{FromSec1Point, ModulusSize, ToSec1Point};
use p256::elliptic_curve::{
    AffinePoint, CurveArithmetic, CurveGroup as _, Field as _, FieldBytes, FieldBytesSize,
    Group as _, NonZeroScalar, ProjectivePoint, PublicKey, Scalar, SecretKey,
};

use super::keys::oid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    P256,
    P384,
    P521,
    K256,
}

/// Each curve with its names in OpenSSL and in JWK, its size in bytes and its identifier.
const CURVES: &[(Curve, &str, &str, usize, &[u8])] = &[
    (Curve::P256, "prime256v1", "P-256", 32, oid::P256),
    (Curve::P384, "secp384r1", "P-384", 48, oid::P384),
    (Curve::P521, "secp521r1", "P-521", 66, oid::P521),
    (Curve::K256, "secp256k1", "secp256k1", 32, oid::K256),
];

/// Calls a function that is generic over the curve.
macro_rules! on {
    ($curve:expr, $function:ident($($argument:expr),*)) => {
        match $curve {
            Curve::P256 => $function::<p256::NistP256>($($argument),*),
            Curve::P384 => $function::<p384::NistP384>($($argument),*),
            Curve::P521 => $function::<p521::NistP521>($($argument),*),
            Curve::K256 => $function::<k256::Secp256k1>($($argument),*),
        }
    };
}

impl Curve {
    pub fn named(name: &str) -> Option<Self> {
        let known = |(_, long, short, ..): &&(Self, &str, &str, usize, &[u8])| {
            name == *long || name == *short || (*long == "prime256v1" && name == "secp256r1")
        };
        CURVES.iter().find(known).map(|(curve, ..)| *curve)
    }

    pub fn of_oid(oid: &[u8]) -> Option<Self> {
        let row = CURVES.iter().find(|(.., known)| *known == oid)?;
        Some(row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, usize, &'static [u8]) {
        let row = CURVES.iter().find(|(curve, ..)| *curve == self);
        row.expect("BUG: every curve is in the table")
    }

    pub fn name(self) -> &'static str {
        self.row().1
    }

    pub fn size(self) -> usize {
        self.row().3
    }

    pub fn oid(self) -> &'static [u8] {
        self.row().4
    }

    /// A point in another form; `None` if it is not on the curve.
    pub fn point(self, point: &[u8], is_compressed: bool) -> Option<Vec<u8>> {
        on!(self, point_of(point, is_compressed))
    }

    /// The public key; `None` unless the secret is in the range of the curve.
    pub fn public_of(self, secret: &[u8], is_compressed: bool) -> Option<Vec<u8>> {
        on!(self, public_of(secret, is_compressed))
    }

    pub fn generate(self) -> Option<Vec<u8>> {
        on!(self, generate())
    }

    /// The numbers r and s, one after another.
    pub fn sign(self, secret: &[u8], digest: &[u8]) -> Option<Vec<u8>> {
        on!(self, sign(secret, digest))
    }

    pub fn verify(self, point: &[u8], digest: &[u8], signature: &[u8]) -> bool {
        on!(self, verify(point, digest, signature)).unwrap_or(false)
    }

    /// The x coordinate of the common point.
    pub fn exchange(self, secret: &[u8], point: &[u8]) -> Option<Vec<u8>> {
        on!(self, exchange(secret, point))
    }
}

fn point_of<C>(point: &[u8], is_compressed: bool) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    FieldBytesSize<C>: ModulusSize,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
{
    let key = PublicKey::<C>::from_sec1_bytes(point).ok()?;
    Some(
        key.as_affine()
            .to_sec1_point(is_compressed)
            .as_bytes()
            .to_vec(),
    )
}

fn public_of<C>(secret: &[u8], is_compressed: bool) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    FieldBytesSize<C>: ModulusSize,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
{
    let key = SecretKey::<C>::from_slice(secret).ok()?.public_key();
    Some(
        key.as_affine()
            .to_sec1_point(is_compressed)
            .as_bytes()
            .to_vec(),
    )
}

/// A random number of the curve; `None` if the system has no random bytes.
fn random<C: CurveArithmetic>() -> Option<NonZeroScalar<C>> {
    loop {
        let mut bytes = FieldBytes::<C>::default();
        getrandom::fill(&mut bytes).ok()?;
        // A number of 521 bits has one bit in its first byte.
        if bytes.len() == 66 {
            bytes[0] &= 1;
        }
        if let Some(number) = NonZeroScalar::<C>::from_repr(bytes).into_option() {
            return Some(number);
        }
    }
}

fn generate<C: CurveArithmetic>() -> Option<Vec<u8>> {
    let bytes: FieldBytes<C> = (*random::<C>()?).into();
    Some(bytes.to_vec())
}

/// The leftmost bits of a digest as a number.
fn scalar_of_digest<C: CurveArithmetic>(digest: &[u8]) -> Scalar<C> {
    let mut bytes = FieldBytes::<C>::default();
    let count = digest.len().min(bytes.len());
    let start = bytes.len() - count;
    bytes[start..].copy_from_slice(&digest[..count]);
    reduce::<C>(&bytes)
}

fn reduce<C: CurveArithmetic>(bytes: &FieldBytes<C>) -> Scalar<C> {
    <Scalar<C> as Reduce<FieldBytes<C>>>::reduce(bytes)
}

fn sign<C>(secret: &[u8], digest: &[u8]) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    FieldBytesSize<C>: ModulusSize,
{
    let secret = SecretKey::<C>::from_slice(secret).ok()?.to_nonzero_scalar();
    let digest = scalar_of_digest::<C>(digest);
    loop {
        let once = *random::<C>()?;
        let point = (ProjectivePoint::<C>::generator() * once).to_affine();
        let r = reduce::<C>(&point.x());
        let inverse: Scalar<C> = once.invert().into_option()?;
        let s = inverse * (digest + r * *secret);
        if bool::from(r.is_zero()) || bool::from(s.is_zero()) {
            continue;
        }
        let (r, s): (FieldBytes<C>, FieldBytes<C>) = (r.into(), s.into());
        return Some([r.as_slice(), s.as_slice()].concat());
    }
}

fn verify<C>(point: &[u8], digest: &[u8], signature: &[u8]) -> Option<bool>
where
    C: CurveArithmetic,
    FieldBytesSize<C>: ModulusSize,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
{
    let key = PublicKey::<C>::from_sec1_bytes(point).ok()?;
    let number = |bytes: &[u8]| {
        let bytes = FieldBytes::<C>::try_from(bytes).ok()?;
        let number = NonZeroScalar::<C>::from_repr(bytes).into_option()?;
        Some(*number)
    };
    let (r, s) = signature.split_at_checked(signature.len() / 2)?;
    let (r, s): (Scalar<C>, Scalar<C>) = (number(r)?, number(s)?);
    let inverse: Scalar<C> = s.invert().into_option()?;
    let found = ProjectivePoint::<C>::generator() * (scalar_of_digest::<C>(digest) * inverse)
        + key.to_projective() * (r * inverse);
    if bool::from(found.is_identity()) {
        return Some(false);
    }
    Some(reduce::<C>(&found.to_affine().x()) == r)
}

fn exchange<C>(secret: &[u8], point: &[u8]) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    FieldBytesSize<C>: ModulusSize,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
{
    let secret = SecretKey::<C>::from_slice(secret).ok()?.to_nonzero_scalar();
    let key = PublicKey::<C>::from_sec1_bytes(point).ok()?;
    let shared = (key.to_projective() * *secret).to_affine();
    Some(shared.x().to_vec())
}
