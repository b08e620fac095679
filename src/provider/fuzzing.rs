//! Entry points of `make fuzz`: requests of engines and responses of providers. The first byte
//! selects the kind of message.

use prost::Message;

use lumi_rpc::{CallError, lumirpc as wire};

use super::{
    CallRequest, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff,
    DiffConfigRequest, DiffRequest, InvokeRequest, ListRequest, ListedObject, ReadRequest,
    ReadState, RecoverRequest, Recovered, UpdateRequest,
};

/// Reads a message. It is rejected, or survives a round trip.
pub fn lumirpc(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else {
        return;
    };
    match which % 18 {
        0 => message::<_, CheckRequest>(bytes, |it| wire::CheckRequest::from(&it)),
        1 => message::<_, DiffRequest>(bytes, |it| wire::DiffRequest::from(&it)),
        2 => message(bytes, <wire::CreateRequest as From<CreateRequest>>::from),
        3 => message::<_, ReadRequest>(bytes, |it| wire::ReadRequest::from(&it)),
        4 => message(bytes, <wire::UpdateRequest as From<UpdateRequest>>::from),
        5 => message(bytes, <wire::DeleteRequest as From<DeleteRequest>>::from),
        6 => message(bytes, <wire::RecoverRequest as From<RecoverRequest>>::from),
        7 => message(
            bytes,
            <wire::DiffConfigRequest as From<DiffConfigRequest>>::from,
        ),
        8 => message(bytes, <wire::InvokeRequest as From<InvokeRequest>>::from),
        9 => message(bytes, <wire::CallRequest as From<CallRequest>>::from),
        10 => message(bytes, <wire::CheckResponse as From<Checked>>::from),
        11 => message(bytes, <wire::DiffResponse as From<Diff>>::from),
        12 => message(bytes, <wire::CreateResponse as From<Created>>::from),
        13 => message(bytes, <wire::ReadState as From<ReadState>>::from),
        16 => message::<_, ListRequest>(bytes, |it| wire::ListRequest::from(&it)),
        17 => message(bytes, <wire::ListedObject as From<ListedObject>>::from),
        _ => message(bytes, <wire::RecoverResponse as From<Recovered>>::from),
    }
}

fn message<W, T>(bytes: &[u8], write: fn(T) -> W)
where
    W: Message + Default,
    T: TryFrom<W, Error = CallError>,
{
    if let Some(message) = read::<W, T>(bytes) {
        let written = write(message).encode_to_vec();
        let again = read::<W, T>(&written).expect("BUG: what was written is read");
        assert_eq!(write(again).encode_to_vec(), written);
    }
}

fn read<W, T>(bytes: &[u8]) -> Option<T>
where
    W: Message + Default,
    T: TryFrom<W, Error = CallError>,
{
    let message = W::decode(bytes).ok()?;
    T::try_from(message).map_err(|it| it.to_string()).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_messages_pass() {
        crate::saved_inputs::replay("lumirpc_provider", super::lumirpc);
    }
}
