//! Makes Rust of the protocol.

fn main() {
    // A plugin of your own has a copy of the folder `proto` of lumi.
    println!("cargo:rerun-if-changed=../../proto");
    let files = ["lumirpc/provider.proto", "lumirpc/engine.proto"];
    let descriptors = protox::compile(files, ["../../proto"]).expect("the protocol compiles");
    tonic_prost_build::configure()
        // Who connects is hyper's business, see `main.rs`.
        .build_transport(false)
        .compile_fds(descriptors)
        .expect("OUT_DIR is writable");
}
