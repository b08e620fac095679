//! Ops that declare, register, read and call resources.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use deno_core::{FromV8, JsRuntime, OpState, ToV8, op2, v8};

use lumi_graph::{
    Goal, Object, ResourceKind, ResourceName, ResourceType, ResourceTypeError, Urn, Value,
};
use lumi_monitor::{Answer, Call, Construct, Invoke, Registered, RegisteredOutputs};

use super::answer::answered;
use super::edges::Edges;
use super::options::OptionsWire;
use super::registry::Declared;
use super::value;
use super::value::Reader;
use crate::errors::lost_resources::LostResource;
use crate::event::Event;
use crate::ops::error::OpError;
use crate::ops::session::Session;
use crate::program::{Mode, RunContext};

/// A tree of plain data and markers, converted when the op is called.
pub struct Tree(Value);

impl<'s> FromV8<'s> for Tree {
    type Error = OpError;

    fn from_v8<'i>(
        scope: &mut v8::PinScope<'s, 'i>,
        value: v8::Local<'s, v8::Value>,
    ) -> Result<Self, Self::Error> {
        let session = Session::of(scope);
        let session = session.borrow();
        Ok(Self(
            Reader::new(scope, session.markers(), &session.registry).value(scope, value)?,
        ))
    }
}

impl Tree {
    pub fn into_value(self) -> Value {
        self.0
    }

    pub fn into_object(self) -> Result<Object, OpError> {
        match self.0 {
            Value::Object(object) => Ok(object),
            _ => Err(OpError::NotAnObject),
        }
    }
}

/// A value to return to the program.
pub struct Outcome(Value);

impl Outcome {
    pub fn new(value: Value) -> Self {
        Self(value)
    }
}

impl<'s> ToV8<'s> for Outcome {
    type Error = OpError;

    fn to_v8<'i>(
        self,
        scope: &mut v8::PinScope<'s, 'i>,
    ) -> Result<v8::Local<'s, v8::Value>, Self::Error> {
        let session = Session::of(scope);
        let session = session.borrow();
        Ok(value::write(scope, session.markers(), &self.0))
    }
}

/// `Registered` of `js/lumi/protocol/ops.ts`.
pub struct RegisteredAnswer(Registered);

impl<'s> ToV8<'s> for RegisteredAnswer {
    type Error = OpError;

    fn to_v8<'i>(
        self,
        scope: &mut v8::PinScope<'s, 'i>,
    ) -> Result<v8::Local<'s, v8::Value>, Self::Error> {
        let session = Session::of(scope);
        let session = session.borrow();
        let markers = session.markers();
        let id = match &self.0.id {
            Some(id) => value::write(scope, markers, id),
            None => v8::undefined(scope).into(),
        };
        let (outputs, complete) = match &self.0.outputs {
            RegisteredOutputs::EchoInputs => (v8::null(scope).into(), false),
            RegisteredOutputs::Planned(it) => {
                (value::write_object(scope, markers, it).into(), false)
            }
            RegisteredOutputs::Deployed(it) => {
                (value::write_object(scope, markers, it).into(), true)
            }
        };
        let complete = v8::Boolean::new(scope, complete).into();
        let answer = v8::Object::new(scope);
        for (name, member) in [("id", id), ("outputs", outputs), ("complete", complete)] {
            let name = lumi_node::string(scope, name);
            answer.create_data_property(scope, name.into(), member);
        }
        Ok(answer.into())
    }
}

/// The meaning of a `Kind` of `js/lumi/protocol/ops.ts`, and whether a provider makes the component.
fn kind_of(number: i32) -> (ResourceKind, bool) {
    match number {
        1 => (ResourceKind::Component, false),
        2 => (ResourceKind::Provider, false),
        3 => (ResourceKind::Component, true),
        _ => (ResourceKind::Custom, false),
    }
}

/// Validates a type; a provider manages those of components that it makes.
fn type_of(
    kind: ResourceKind,
    is_remote: bool,
    token: &str,
) -> Result<ResourceType, ResourceTypeError> {
    match (kind, is_remote) {
        (ResourceKind::Component, false) => ResourceType::parse(token),
        _ => ResourceType::parse_managed(token),
    }
}

/// Declares a resource; returns its serial.
#[op2(fast)]
#[smi]
pub fn op_lumi_declare<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    #[string] resource_type: &str,
    #[string] name: &str,
    #[smi] kind: i32,
    #[smi] parent: i32,
    classes: v8::Local<'s, v8::Array>,
) -> Result<u32, OpError> {
    let (kind, is_remote) = kind_of(kind);
    let resource_type = type_of(kind, is_remote, resource_type)?;
    let name = ResourceName::parse(name)?;
    let classes: Vec<String> = (0..classes.length())
        .filter_map(|index| classes.get_index(scope, index))
        .map(|class| class.to_rust_string_lossy(scope))
        .collect();
    let session = Session::of(scope);
    let mut session = session.borrow_mut();
    let source = session.scripts.of_construction(scope, &classes);
    if session.context.mode == Mode::Worker {
        let error = OpError::InWorker {
            resource_type,
            name,
        };
        session.lost.note(LostResource {
            message: error.to_string(),
            position: source,
        });
        return Err(error);
    }
    let parent = u32::try_from(parent).ok();
    let module = match parent.and_then(|it| session.registry.get(it)) {
        Some(parent) => parent.urn.child_module(),
        None => Urn::ROOT_MODULE.to_owned(),
    };
    let RunContext { stack, project, .. } = &session.context;
    let urn = Urn::new(stack, project, &module, &resource_type, &name);
    // Planned registrations are not awaited: see `js/lumi/session/plan.ts`.
    let is_planned = session.monitor.plans() && kind != ResourceKind::Component;
    let again = source.clone();
    let declared = Declared {
        urn: urn.clone(),
        resource_type,
        name,
        kind,
        is_remote,
        parent,
        id: is_planned.then_some(Value::Unknown),
        code: None,
        source,
        is_registered: false,
    };
    session
        .registry
        .declare(declared)
        .map_err(|first| OpError::Duplicate {
            first: session.registry.get(first).and_then(|it| it.source.clone()),
            urn,
            again,
        })
}

#[op2]
#[string]
pub fn op_lumi_position(scope: &mut v8::PinScope<'_, '_>) -> String {
    let session = Session::of(scope);
    let position = session.borrow_mut().scripts.of_construction(scope, &[]);
    position.map(|it| it.to_string()).unwrap_or_default()
}

#[op2]
#[string]
pub fn op_lumi_urn(state: &mut OpState, #[smi] serial: u32) -> String {
    let session = Session::from_state(state);
    let session = session.borrow();
    session
        .registry
        .get(serial)
        .map(|it| it.urn.to_string())
        .unwrap_or_default()
}

#[op2]
pub fn op_lumi_register(
    state: Rc<RefCell<OpState>>,
    #[smi] serial: u32,
    #[scoped] inputs: Tree,
    #[scoped] edges: Edges,
    #[scoped] options: Option<OptionsWire>,
) -> Result<impl Future<Output = Result<RegisteredAnswer, OpError>> + use<>, OpError> {
    register(&state, serial, None, inputs, edges, options)
}

#[op2]
pub fn op_lumi_read(
    state: Rc<RefCell<OpState>>,
    #[smi] serial: u32,
    #[scoped] id: Tree,
    #[scoped] inputs: Tree,
    #[scoped] edges: Edges,
    #[scoped] options: Option<OptionsWire>,
) -> Result<impl Future<Output = Result<RegisteredAnswer, OpError>> + use<>, OpError> {
    register(&state, serial, Some(id.0), inputs, edges, options)
}

fn register(
    state: &Rc<RefCell<OpState>>,
    serial: u32,
    read_id: Option<Value>,
    inputs: Tree,
    edges: Edges,
    options: Option<OptionsWire>,
) -> Result<impl Future<Output = Result<RegisteredAnswer, OpError>> + use<>, OpError> {
    let session = Session::from_state(&state.borrow());
    let answer = {
        let session = session.borrow();
        let goal = goal(
            &session,
            serial,
            read_id,
            inputs.into_object()?,
            edges,
            options,
        )?;
        match session.registry.get(serial).is_some_and(|it| it.is_remote) {
            true => construct(&session, goal),
            false => session.monitor.register(goal),
        }
    };
    session.borrow_mut().unanswered += 1;
    Ok(async move {
        let registered = answered(answer).await;
        let mut session = session.borrow_mut();
        session.unanswered -= 1;
        session.has_failures |= registered.is_err();
        let declared = session.registry.get_mut(serial);
        if let (Some(declared), Ok(registered)) = (declared, &registered) {
            declared.id.clone_from(&registered.id);
            declared.is_registered = true;
        }
        let registered = registered?;
        Ok(RegisteredAnswer(registered))
    })
}

/// Constructs a remote component: its provider registers it and its children.
fn construct(session: &Session, goal: Goal) -> Answer<Registered> {
    let providers = goal.options.providers().into_iter();
    let providers = providers.flat_map(|it| it.values().cloned()).collect();
    let dry_run = session.context.dry_run;
    let answer = session.monitor.construct(Construct { goal, providers });
    Box::pin(async move {
        let made = answered(answer).await?;
        Ok(Registered {
            id: None,
            outputs: match dry_run {
                true => RegisteredOutputs::Planned(made.outputs),
                false => RegisteredOutputs::Deployed(made.outputs),
            },
        })
    })
}

fn goal(
    session: &Session,
    serial: u32,
    read_id: Option<Value>,
    inputs: Object,
    edges: Edges,
    options: Option<OptionsWire>,
) -> Result<Goal, OpError> {
    let declared = session
        .registry
        .get(serial)
        .ok_or(OpError::UnknownSerial(serial))?;
    let urn_of = |serial: u32| {
        session
            .registry
            .get(serial)
            .map(|it| it.urn.clone())
            .ok_or(OpError::UnknownSerial(serial))
    };
    let dependencies = edges.into_dependencies(urn_of)?;
    let options = options.unwrap_or_default();
    Ok(Goal {
        parent: declared.parent.map(urn_of).transpose()?,
        provider: options.provider.map(urn_of).transpose()?,
        read_id,
        inputs,
        dependencies,
        depends_on: options
            .depends_on
            .iter()
            .copied()
            .map(urn_of)
            .collect::<Result<_, _>>()?,
        options: options.into_options(urn_of)?,
        ..declared.goal(serial)
    })
}

/// Says that a declared resource will not be registered.
#[op2]
pub fn op_lumi_abandon(
    state: Rc<RefCell<OpState>>,
    #[smi] serial: u32,
    #[scoped] options: Option<OptionsWire>,
    #[string] cause: String,
) -> Result<(), OpError> {
    let session = Session::from_state(&state.borrow());
    let session = session.borrow();
    let inputs = Object::default();
    let goal = goal(&session, serial, None, inputs, Edges::default(), options)?;
    let cause = (!cause.is_empty()).then_some(cause);
    session.monitor.abandon(goal, cause);
    Ok(())
}

#[op2]
pub fn op_lumi_register_outputs(
    state: Rc<RefCell<OpState>>,
    #[smi] serial: u32,
    #[scoped] outputs: Tree,
) -> Result<impl Future<Output = Result<(), OpError>> + use<>, OpError> {
    let session = Session::from_state(&state.borrow());
    let answer: Answer<()> = {
        let session = session.borrow();
        let declared = session
            .registry
            .get(serial)
            .ok_or(OpError::UnknownSerial(serial))?;
        session
            .monitor
            .register_outputs(declared.urn.clone(), outputs.into_object()?)
    };
    Ok(async move { Ok(answered(answer).await?) })
}

#[op2]
pub fn op_lumi_invoke(
    state: Rc<RefCell<OpState>>,
    #[string] token: String,
    #[scoped] arguments: Tree,
    #[smi] provider: i32,
    #[string] version: String,
) -> Result<impl Future<Output = Result<Outcome, OpError>> + use<>, OpError> {
    let session = Session::from_state(&state.borrow());
    let answer = {
        let session = session.borrow();
        let provider = u32::try_from(provider)
            .ok()
            .and_then(|it| session.registry.get(it));
        session.monitor.invoke(Invoke {
            token,
            arguments: arguments.into_object()?,
            provider: provider.map(|it| it.urn.clone()),
            version: (!version.is_empty()).then_some(version),
        })
    };
    Ok(async move {
        let answer = answered(answer).await;
        Ok(Outcome(answer.map_err(OpError::of_function)?))
    })
}

#[op2]
pub fn op_lumi_call(
    state: Rc<RefCell<OpState>>,
    #[string] token: String,
    #[smi] target: u32,
    #[scoped] arguments: Tree,
) -> Result<impl Future<Output = Result<Outcome, OpError>> + use<>, OpError> {
    let session = Session::from_state(&state.borrow());
    let answer = {
        let session = session.borrow();
        let target = session
            .registry
            .get(target)
            .ok_or(OpError::UnknownSerial(target))?;
        let target = target.urn.clone();
        session.monitor.call(Call {
            token,
            target,
            arguments: arguments.into_object()?,
            dependencies: Vec::new(),
        })
    };
    Ok(async move {
        let answer = answered(answer).await;
        Ok(Outcome(answer.map_err(OpError::of_function)?))
    })
}

#[op2]
pub fn op_lumi_set_outputs(
    state: Rc<RefCell<OpState>>,
    #[scoped] outputs: Tree,
    #[serde] opened: Vec<String>,
) -> Result<(), OpError> {
    let session = Session::from_state(&state.borrow());
    let monitor = &session.borrow().monitor;
    monitor.note_opened(opened);
    monitor.set_outputs(outputs.into_object()?);
    Ok(())
}

#[op2]
pub fn op_lumi_note_secrets(state: &mut OpState, #[serde] texts: Vec<String>) {
    let session = Session::from_state(state);
    let session = session.borrow();
    (session.events)(Event::Secrets(texts));
}

impl Session {
    /// The session of the runtime that `scope` belongs to.
    pub fn of(scope: &v8::Isolate) -> Rc<RefCell<Self>> {
        Self::from_state(&JsRuntime::op_state_from(scope).borrow())
    }
}
