//! Ports of messages, behind `MessagePort`: the ops of deno_web that wait for messages and post them, on ports that can be handed
//! on to another thread at any time.
//!
//! deno_web's own ports cannot be handed on while they wait for a message, as the wait owns the port. Here it does not.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use deno_core::{
    Canceled, DetachedBuffer, JsBuffer, OpDecl, OpState, Resource, ResourceId, TransferredResource,
    op2,
};
use deno_error::JsErrorBox;
use deno_web::{
    JsMessageData, MessagePort, MessagePortError, RecvMessageData, Transferable,
    create_entangled_message_port, deserialize_js_transferables, serialize_transferables,
};

type Message = (DetachedBuffer, Vec<Transferable>);

/// A port of this thread.
struct PortResource {
    queue: PortQueue,
    /// Of the wait for a message, if there is one.
    waker: RefCell<Option<Waker>>,
}

/// A port, which any thread may have.
struct PortQueue {
    port: MessagePort,
    /// Messages that were taken out of the port and given back: they come before all that are in it.
    returned: RefCell<VecDeque<Message>>,
}

impl PortResource {
    fn new(queue: PortQueue) -> Self {
        Self {
            queue,
            waker: RefCell::default(),
        }
    }

    /// Ends the wait for a message, which finds that the port is gone.
    fn wake(&self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn of(state: &OpState, id: ResourceId) -> Result<Rc<Self>, MessagePortError> {
        let port = state.resource_table.get::<Self>(id);
        port.map_err(MessagePortError::Resource)
    }
}

impl PortQueue {
    fn new(port: MessagePort) -> Self {
        Self {
            port,
            returned: RefCell::default(),
        }
    }

    /// The next message if it has arrived.
    fn take(&self) -> Option<Message> {
        let returned = self.returned.borrow_mut().pop_front();
        returned.or_else(|| self.port.rx.borrow_mut().try_recv().ok())
    }

    /// The next message; `None` once the other end is closed.
    fn poll(&self, context: &mut Context<'_>) -> Poll<Option<Message>> {
        match self.returned.borrow_mut().pop_front() {
            Some(message) => Poll::Ready(Some(message)),
            None => self.port.rx.borrow_mut().poll_recv(context),
        }
    }
}

impl Resource for PortResource {
    fn name(&self) -> Cow<'_, str> {
        "messagePort".into()
    }

    fn close(self: Rc<Self>) {
        self.wake();
    }

    fn transfer(self: Rc<Self>) -> Result<Box<dyn TransferredResource>, JsErrorBox> {
        self.wake();
        match Rc::try_unwrap(self) {
            Ok(port) => Ok(Box::new(port.queue)),
            Err(_) => Err(JsErrorBox::from_err(MessagePortError::NotReady)),
        }
    }
}

impl TransferredResource for PortQueue {
    fn receive(self: Box<Self>) -> Rc<dyn Resource> {
        Rc::new(PortResource::new(*self))
    }
}

fn in_javascript(state: &mut OpState, (data, transferables): Message) -> JsMessageData {
    let transferables = serialize_transferables(state, transferables);
    JsMessageData {
        data,
        transferables,
    }
}

/// Returns the numbers of two ports; a message that is posted on one arrives at the other.
#[op2]
fn op_entangle(state: &mut OpState) -> (ResourceId, ResourceId) {
    let (first, second) = create_entangled_message_port();
    let [first, second] = [first, second].map(|it| PortResource::new(PortQueue::new(it)));
    let table = &mut state.resource_table;
    (table.add(first), table.add(second))
}

#[op2]
fn op_post(
    state: &mut OpState,
    #[smi] id: ResourceId,
    #[serde] data: JsMessageData,
) -> Result<(), MessagePortError> {
    let port = PortResource::of(state, id)?;
    port.queue.port.send(state, data)
}

/// Posts a message that hands nothing on.
#[op2]
fn op_post_raw(
    state: &mut OpState,
    #[smi] id: ResourceId,
    #[buffer(detach)] data: JsBuffer,
) -> Result<(), MessagePortError> {
    let port = PortResource::of(state, id)?;
    let data = DetachedBuffer::from_v8slice(data.into_parts());
    if let Some(sender) = &*port.queue.port.tx.borrow() {
        // The other end may be closed.
        let _ = sender.send((data, Vec::new()));
    }
    Ok(())
}

/// Returns the next message without waiting; null if there is none.
#[op2]
fn op_take(
    state: &mut OpState,
    #[smi] id: ResourceId,
) -> Result<Option<JsMessageData>, MessagePortError> {
    let message = PortResource::of(state, id)?.queue.take();
    Ok(message.map(|it| in_javascript(state, it)))
}

/// Returns the next message; null once the other end is closed. Fails if the port is closed or handed on in the meantime.
#[op2]
async fn op_receive(
    state: Rc<RefCell<OpState>>,
    #[smi] id: ResourceId,
) -> Result<Option<RecvMessageData>, MessagePortError> {
    let port = PortResource::of(&state.borrow(), id).map(|it| Rc::downgrade(&it));
    let Ok(port) = port else {
        return Ok(None);
    };
    let message = poll_fn(|context| poll_port(&port, context)).await?;
    Ok(message.map(|it| in_javascript(&mut state.borrow_mut(), it).into()))
}

fn poll_port(
    port: &Weak<PortResource>,
    context: &mut Context<'_>,
) -> Poll<Result<Option<Message>, Canceled>> {
    let Some(port) = port.upgrade() else {
        return Poll::Ready(Err(Canceled));
    };
    port.waker.replace(Some(context.waker().clone()));
    port.queue.poll(context).map(Ok)
}

/// Gives a message back that was taken out of a port: it is the next one again.
#[op2]
pub fn op_lumi_port_return(
    state: &mut OpState,
    #[smi] id: ResourceId,
    #[serde] data: JsMessageData,
) -> Result<(), MessagePortError> {
    let port = PortResource::of(state, id)?;
    let transferables = deserialize_js_transferables(state, data.transferables)?;
    let message = (data.data, transferables);
    port.queue.returned.borrow_mut().push_front(message);
    Ok(())
}

/// The op itself, or that of these ports for one of deno_web.
pub fn on_own_ports(op: OpDecl) -> OpDecl {
    let own = match op.name {
        "op_message_port_create_entangled" => op_entangle(),
        "op_message_port_post_message" => op_post(),
        "op_message_port_post_message_raw" => op_post_raw(),
        "op_message_port_recv_message" => op_receive(),
        "op_message_port_recv_message_sync" => op_take(),
        _ => return op,
    };
    debug_assert_eq!(
        (op.is_async, op.arg_count),
        (own.is_async, own.arg_count),
        "{}",
        op.name
    );
    op.with_implementation_from(&own)
}
