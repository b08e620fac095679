//! Own members of objects and functions.

use deno_core::v8;

use lumi_closure::analysis::UnitKind;
use lumi_closure::capture::{
    Integrity, Member, MemberContent, MemberKey, ObjectKind, Origin, ValueId,
};

use crate::closures::capture_builder::{CaptureBuilder, CaptureResult, Need, member};
use crate::closures::error::Failure;
use crate::closures::modules::FunctionOrigin;
use crate::closures::reader::RawMember;

impl<'s> CaptureBuilder<'s, '_> {
    /// The own members that an object of its kind does not have by default.
    pub fn members_of(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
        kind: &ObjectKind,
    ) -> CaptureResult<(Integrity, Vec<Member>)> {
        let wanted = match self.called_with_this(scope, id, object) {
            true => None,
            false => self.wanted.get(&id).cloned(),
        };
        let (integrity, found) = self.reader.members(scope, object).ok_or(Failure::Thrown)?;
        if let Some(wanted) = &wanted {
            // A getter may read other members through `this`.
            let is_seen = |it: &RawMember| it.is_accessor() && is_wanted(scope, it, wanted);
            if found.iter().any(is_seen) {
                self.wanted.remove(&id);
                return self.members_of(scope, id, object, kind);
            }
        }
        let mut members = Vec::with_capacity(found.len());
        for raw in found {
            let is_needed = wanted
                .as_ref()
                .is_none_or(|wanted| is_wanted(scope, &raw, wanted));
            if is_needed && !self.is_implied(scope, kind, &raw) {
                members.push(self.member(scope, id, "", &raw)?);
            }
        }
        Ok((integrity, members))
    }

    /// Whether every object of this kind has such a member.
    fn is_implied(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        kind: &ObjectKind,
        raw: &RawMember<'s>,
    ) -> bool {
        match kind {
            ObjectKind::Array { .. } => raw.is_named(scope, "length"),
            ObjectKind::Arguments { .. } => {
                raw.key.is_symbol()
                    || raw.is_named(scope, "length")
                    || raw.is_named(scope, "callee")
            }
            ObjectKind::RegExp { .. } => {
                raw.is_named(scope, "lastIndex") && raw.value.int32_value(scope) == Some(0)
            }
            ObjectKind::Error { .. } => raw.is_named(scope, "stack"),
            // Their internal state is kept under symbols.
            ObjectKind::FromText { .. } => raw.key.is_symbol(),
            ObjectKind::Wrapper(_) => raw.is_named(scope, "length"),
            // V8 lists the indices of views on resizable buffers regardless of the filter.
            ObjectKind::View { .. } => raw.key.is_number(),
            _ => false,
        }
    }

    /// Captures a member of the value `id`, or of its part `part`.
    pub fn member(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        part: &str,
        raw: &RawMember<'s>,
    ) -> CaptureResult<Member> {
        let (key, path) = self.key(scope, id, raw)?;
        let origin = member(id, format!("{part}{path}"));
        let content = if raw.is_accessor() {
            MemberContent::Accessor {
                get: self.accessor(scope, id, raw.value, origin.clone())?,
                set: self.accessor(scope, id, raw.setter, origin)?,
            }
        } else {
            let value = self.value(scope, raw.value, origin, Need::All)?;
            self.note_home(scope, id, value, raw.value);
            MemberContent::Data {
                value,
                is_writable: raw.is_writable(),
            }
        };
        Ok(Member {
            key,
            content,
            is_enumerable: raw.is_enumerable(),
            is_configurable: raw.is_configurable(),
        })
    }

    pub fn key(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        raw: &RawMember<'s>,
    ) -> CaptureResult<(MemberKey, String)> {
        if raw.key.is_symbol() {
            let text = raw.key.to_detail_string(scope).ok_or(Failure::Thrown)?;
            let text = text.to_rust_string_lossy(scope);
            let path = format!("[{text}]");
            let symbol = self.value(scope, raw.key, member(id, path.clone()), Need::All)?;
            return Ok((MemberKey::Symbol(symbol), path));
        }
        let text = raw.key.to_rust_string_lossy(scope);
        let path = path_of(&text);
        if text.contains(char::REPLACEMENT_CHARACTER) && has_lone_surrogates(scope, raw.key) {
            let key = self.value(scope, raw.key, member(id, path.clone()), Need::All)?;
            return Ok((MemberKey::Symbol(key), path));
        }
        Ok((MemberKey::Name(text), path))
    }

    fn accessor(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Value>,
        origin: Origin,
    ) -> CaptureResult<Option<ValueId>> {
        if function.is_undefined() {
            return Ok(None);
        }
        let value = self.value(scope, function, origin, Need::All)?;
        self.note_home(scope, id, value, function);
        Ok(Some(value))
    }

    /// Records the home object of a method that may use `super`.
    pub fn note_home(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        object: ValueId,
        id: ValueId,
        function: v8::Local<'s, v8::Value>,
    ) {
        let Ok(function) = v8::Local::<v8::Function>::try_from(function) else {
            return;
        };
        if let FunctionOrigin::Program(module, unit) = self.origin_of(scope, function)
            && module.analysis.unit(unit).traits.uses_super
            && is_method(module.analysis.unit(unit).kind)
        {
            self.method_homes.add_object(id, object);
        }
    }
}

pub fn is_method(kind: UnitKind) -> bool {
    matches!(
        kind,
        UnitKind::Method { .. } | UnitKind::Getter { .. } | UnitKind::Setter { .. }
    )
}

/// Whether a string contains lone surrogates.
fn has_lone_surrogates(scope: &mut v8::PinScope<'_, '_>, key: v8::Local<v8::Value>) -> bool {
    let Ok(text) = v8::Local::<v8::String>::try_from(key) else {
        return false;
    };
    let mut units = vec![0; text.length()];
    text.write_v2(scope, 0, &mut units, v8::WriteFlags::empty());
    char::decode_utf16(units).any(|it| it.is_err())
}

fn is_wanted(
    scope: &mut v8::PinScope<'_, '_>,
    raw: &RawMember<'_>,
    wanted: &[crate::closures::module::UsedMember],
) -> bool {
    if raw.key.is_symbol() {
        return false;
    }
    let name = raw.key.to_rust_string_lossy(scope);
    wanted.iter().any(|it| it.name == name)
}

/// A member as a path suffix: `.name`, `[0]`, `["a b"]`.
pub fn path_of(name: &str) -> String {
    let is_name = name
        .chars()
        .all(|it| it.is_alphanumeric() || matches!(it, '_' | '$'));
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() && is_name => format!("[{name}]"),
        Some(_) if is_name => format!(".{name}"),
        _ => format!("[{name:?}]"),
    }
}
