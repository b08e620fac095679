//! Compiles `proto/lumirpc`, which `lumirpc.rs` includes.

mod compile_proto;

fn main() {
    compile_proto::compile_proto("lumirpc");
}
