//! Compiles `proto/pulumirpc`, which `pulumirpc.rs` includes.

#[path = "../rpc/build/compile_proto.rs"]
mod compile_proto;

fn main() {
    compile_proto::compile_proto("pulumirpc");
}
