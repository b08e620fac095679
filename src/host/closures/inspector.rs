//! Uses V8's inspector to look into functions and objects: scopes of closures, targets of bound
//! functions, and `#private` fields.
//!
//! The session is created on first use. No agent is enabled, so the program runs unchanged, and
//! responses arrive synchronously while a request is dispatched.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use deno_core::serde_json::{self, Value as Json, json};
use deno_core::v8;
use deno_core::v8::inspector::{
    Channel, ChannelImpl, StringBuffer, StringView, V8Inspector, V8InspectorClient,
    V8InspectorClientImpl, V8InspectorClientTrustLevel, V8InspectorSession,
};
use serde::Deserialize;

use crate::inspector::SharedInspector;
use lumi_node::string;

use super::objects::object_parts::keys;

const GROUP: i32 = 1;
/// The inspector's object group of a capture.
const OBJECTS: &str = "capture";
/// The global name of the holder during one request.
const HOLDER_NAME: &str = "__lumi_7c1b0d7e5f5d4a3f9d55c0ffee_holder";
const HOLDER_KEY: &str = "value";
/// Objects are released after this number of calls, because releasing is a call, too.
const MANY_CALLS: u32 = 500;

pub struct Inspector {
    // Declared before the inspector: fields drop in order, and sessions must not outlive it.
    session: V8InspectorSession,
    inspector: Rc<V8Inspector>,
    /// The inspector of debuggers, if there are any: an isolate can have one only.
    shared: Option<SharedInspector>,
    answers: Answers,
    context: v8::Global<v8::Context>,
    /// The object through which values pass to the inspector and back.
    holder: v8::Global<v8::Object>,
    holder_id: String,
    calls: Cell<u32>,
    /// The number of calls at the last release.
    released: Cell<u32>,
}

/// Internal slots of an object.
#[derive(Default)]
pub struct Internals<'s> {
    /// For a function: objects with the variables of each scope and the scope's kind, innermost
    /// first.
    pub scopes: Vec<(ScopeKind, v8::Local<'s, v8::Object>)>,
    /// For a bound function: target, `this`, and an array of arguments.
    pub bound: Option<[v8::Local<'s, v8::Value>; 3]>,
    /// `#private` fields.
    pub private: Vec<(String, v8::Local<'s, v8::Value>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ScopeKind {
    Module,
    Global,
    Other,
}

type Answers = Rc<RefCell<Option<String>>>;

struct Client;

impl V8InspectorClientImpl for Client {}

struct Line(Answers);

impl ChannelImpl for Line {
    fn send_response(&self, _: i32, message: v8::UniquePtr<StringBuffer>) {
        let text = message.as_ref().map(|it| it.string().to_string());
        *self.0.borrow_mut() = text;
    }

    fn send_notification(&self, _: v8::UniquePtr<StringBuffer>) {}

    fn flush_protocol_notifications(&self) {}
}

#[derive(Deserialize)]
struct Answer<T> {
    result: Option<T>,
}

#[derive(Deserialize)]
struct Evaluated {
    result: Remote,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Properties {
    #[serde(default)]
    internal_properties: Vec<Property>,
    #[serde(default)]
    private_properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    value: Option<Remote>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Remote {
    object_id: Option<String>,
    value: Option<Json>,
    unserializable_value: Option<String>,
}

impl Remote {
    fn argument(&self) -> Json {
        match (&self.object_id, &self.unserializable_value, &self.value) {
            (Some(id), _, _) => json!({ "objectId": id }),
            (None, Some(text), _) => json!({ "unserializableValue": text }),
            (None, None, Some(value)) => json!({ "value": value }),
            (None, None, None) => json!({}),
        }
    }
}

impl Inspector {
    /// Creates a session; `None` if V8 refuses.
    pub fn new(scope: &mut v8::PinScope<'_, '_>, shared: Option<SharedInspector>) -> Option<Self> {
        let context = scope.get_current_context();
        let global = context.global(scope);
        let inspector = match &shared {
            Some(shared) => Rc::clone(&shared.inspector),
            None => own_inspector(scope),
        };
        let answers = Answers::default();
        let channel = Channel::new(Box::new(Line(Rc::clone(&answers))));
        let session = inspector.connect(
            GROUP,
            channel,
            StringView::empty(),
            V8InspectorClientTrustLevel::FullyTrusted,
        );
        let null = v8::null(scope).into();
        let holder = v8::Object::with_prototype_and_properties(scope, null, &[], &[]);
        let mut this = Self {
            session,
            inspector,
            shared,
            answers,
            context: v8::Global::new(scope, context),
            holder: v8::Global::new(scope, holder),
            holder_id: String::new(),
            calls: Cell::new(0),
            released: Cell::new(0),
        };
        let door = string(scope, HOLDER_NAME);
        global.create_data_property(scope, door.into(), holder.into());
        let found: Option<Evaluated> = this.request(
            "Runtime.evaluate",
            &json!({ "expression": format!("globalThis.{HOLDER_NAME}"), "contextId": 1 }),
        );
        global.delete(scope, door.into());
        this.holder_id = found?.result.object_id?;
        Some(this)
    }

    /// Reads the internal slots of `object`; `None` if V8 does not answer.
    pub fn internals<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
    ) -> Option<Internals<'s>> {
        let holder = v8::Local::new(scope, &self.holder);
        let passed = string(scope, HOLDER_KEY);
        holder.create_data_property(scope, passed.into(), object.into());
        let id = self
            .call(&format!("function(){{return this.{HOLDER_KEY}}}"), &[])?
            .object_id?;
        let found: Properties = self.request(
            "Runtime.getProperties",
            &json!({ "objectId": id, "ownProperties": true }),
        )?;
        self.pass(scope, &found)
    }

    /// Passes the values that the inspector found to Rust, through the holder.
    fn pass<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        found: &Properties,
    ) -> Option<Internals<'s>> {
        let wanted: Vec<&Property> = found
            .internal_properties
            .iter()
            .filter(|it| it.name.starts_with("[[Scopes") || it.name.starts_with("[[Bound"))
            .chain(
                found
                    .internal_properties
                    .iter()
                    .filter(|it| it.name == "[[TargetFunction]]"),
            )
            .chain(&found.private_properties)
            .collect();
        let mut internals = Internals::default();
        if wanted.is_empty() {
            return Some(internals);
        }
        let values = self.values(scope, &wanted)?;
        let mut bound = [None; 3];
        for (index, property) in wanted.iter().enumerate() {
            let value = values.get_index(scope, u32::try_from(index).ok()?)?;
            match property.name.as_str() {
                "[[Scopes]]" => internals.scopes = scopes(scope, value),
                "[[TargetFunction]]" => bound[0] = Some(value),
                "[[BoundThis]]" => bound[1] = Some(value),
                "[[BoundArgs]]" => bound[2] = Some(value),
                // Accessors have no value.
                name if property.value.is_some() => {
                    internals.private.push((name.to_owned(), value));
                }
                _ => {}
            }
        }
        if let [Some(target), Some(this), Some(arguments)] = bound {
            internals.bound = Some([target, this, arguments]);
        }
        Some(internals)
    }

    fn values<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        wanted: &[&Property],
    ) -> Option<v8::Local<'s, v8::Object>> {
        let undefined = Remote::default();
        let arguments: Vec<Json> = wanted
            .iter()
            .map(|it| it.value.as_ref().unwrap_or(&undefined).argument())
            .collect();
        self.call(
            &format!("function(...values){{this.{HOLDER_KEY}=values}}"),
            &arguments,
        )?;
        let holder = v8::Local::new(scope, &self.holder);
        let passed = string(scope, HOLDER_KEY);
        let values = holder.get(scope, passed.into())?;
        holder.delete(scope, passed.into());
        values.try_into().ok()
    }

    /// Releases inspected objects once enough calls were made.
    pub fn release(&self) {
        if self.calls.get().wrapping_sub(self.released.get()) < MANY_CALLS {
            return;
        }
        self.released.set(self.calls.get());
        let _: Option<Json> = self.request(
            "Runtime.releaseObjectGroup",
            &json!({ "objectGroup": OBJECTS }),
        );
    }

    /// Must be called before the isolate is gone.
    pub fn close(&self, scope: &mut v8::PinScope<'_, '_>) {
        if self.shared.is_none() {
            let context = v8::Local::new(scope, &self.context);
            self.inspector.context_destroyed(context);
        }
    }

    fn call(&self, function: &str, arguments: &[Json]) -> Option<Remote> {
        let called: Evaluated = self.request(
            "Runtime.callFunctionOn",
            &json!({
                "objectId": self.holder_id,
                "functionDeclaration": function,
                "arguments": arguments,
                "objectGroup": OBJECTS,
            }),
        )?;
        Some(called.result)
    }

    fn request<T: for<'a> Deserialize<'a>>(&self, method: &str, parameters: &Json) -> Option<T> {
        let id = self.calls.get().wrapping_add(1) & 0x7fff_ffff;
        self.calls.set(id);
        let message = json!({ "id": id, "method": method, "params": parameters }).to_string();
        self.answers.borrow_mut().take();
        self.set_capturing(true);
        self.session
            .dispatch_protocol_message(StringView::from(message.as_bytes()));
        self.set_capturing(false);
        let answer = self.answers.borrow_mut().take()?;
        let answer: Answer<T> = serde_json::from_str(&answer).ok()?;
        answer.result
    }

    fn set_capturing(&self, is_capturing: bool) {
        if let Some(shared) = &self.shared {
            shared.is_capturing.set(is_capturing);
        }
    }
}

fn own_inspector(scope: &mut v8::PinScope<'_, '_>) -> Rc<V8Inspector> {
    let context = scope.get_current_context();
    let client = V8InspectorClient::new(Box::new(Client));
    let inspector = Rc::new(V8Inspector::create(scope, client));
    without_console_additions(scope, |_| {
        let nothing = StringView::from(&b"{}"[..]);
        inspector.context_created(context, GROUP, StringView::empty(), nothing);
    });
    inspector
}

/// Runs `create`, which tells an inspector about the context, and removes the members that V8 adds
/// to the console.
pub fn without_console_additions(
    scope: &mut v8::PinScope<'_, '_>,
    create: impl FnOnce(&mut v8::PinScope<'_, '_>),
) {
    let global = scope.get_current_context().global(scope);
    let before = console_members(scope, global);
    create(scope);
    remove_added(scope, global, before);
}

fn scopes<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    list: v8::Local<'s, v8::Value>,
) -> Vec<(ScopeKind, v8::Local<'s, v8::Object>)> {
    let mut found = Vec::new();
    let Ok(list) = v8::Local::<v8::Object>::try_from(list) else {
        return found;
    };
    let (description, object) = (string(scope, "description"), string(scope, "object"));
    for index in 0.. {
        let Some(entry) = list.get_index(scope, index) else {
            break;
        };
        let Ok(entry) = v8::Local::<v8::Object>::try_from(entry) else {
            break;
        };
        let Some(variables) = entry
            .get(scope, object.into())
            .and_then(|it| v8::Local::<v8::Object>::try_from(it).ok())
        else {
            continue;
        };
        let kind = entry
            .get(scope, description.into())
            .map(|it| it.to_rust_string_lossy(scope));
        let kind = match kind.as_deref() {
            Some("Module") => ScopeKind::Module,
            Some("Global" | "Script") => ScopeKind::Global,
            _ => ScopeKind::Other,
        };
        found.push((kind, variables));
    }
    found
}

/// The members that the inspector adds to the console; programs must not see them.
fn console_members<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    global: v8::Local<'s, v8::Object>,
) -> Option<(v8::Local<'s, v8::Object>, Vec<v8::Local<'s, v8::Value>>)> {
    let name = string(scope, "console");
    let console = global.get(scope, name.into())?;
    let console: v8::Local<v8::Object> = console.try_into().ok()?;
    Some((
        console,
        keys(scope, console, v8::PropertyFilter::ALL_PROPERTIES),
    ))
}

fn remove_added<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    global: v8::Local<'s, v8::Object>,
    before: Option<(v8::Local<'s, v8::Object>, Vec<v8::Local<'s, v8::Value>>)>,
) {
    let (Some((console, before)), Some((_, after))) = (before, console_members(scope, global))
    else {
        return;
    };
    for name in after {
        if !before.iter().any(|it| it.strict_equals(name)) {
            console.delete(scope, name);
        }
    }
}
