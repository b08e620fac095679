//! Compiles `proto/tfplugin5`, which imports `tfplugin6`, and `proto/goplugin`.

#[path = "../rpc/build/compile_proto.rs"]
mod compile_proto;

fn main() {
    println!("cargo:rerun-if-changed=../../proto/tfplugin6");
    compile_proto::compile_proto("tfplugin5");
    compile_proto::compile_proto("goplugin");
}
