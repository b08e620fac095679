// A server of gRPC, for the program of @grpc/grpc-js; prints its port.
import grpc from "@grpc/grpc-js";

const same = (bytes) => bytes;
const plain = { requestSerialize: same, requestDeserialize: same, responseSerialize: same, responseDeserialize: same };
const method = (name, requestStream, responseStream) => ({ path: `/test.Service/${name}`, requestStream, responseStream, ...plain });

export const methods = {
  Unary: method("Unary", false, false),
  Server: method("Server", false, true),
  Client: method("Client", true, false),
  Both: method("Both", true, true),
};

function unary(call, done) {
  const text = String(call.request);
  if (text === "never") return;
  if (text === "fail") return void done({ code: grpc.status.NOT_FOUND, details: "there is no caf\u00e9" });
  const head = new grpc.Metadata();
  head.set("x-head", String(call.metadata.get("x-asked")));
  call.sendMetadata(head);
  const trailers = new grpc.Metadata();
  trailers.set("x-trailer", "end");
  done(null, Buffer.from(text.toUpperCase()), trailers);
}

if (process.argv[1] === import.meta.filename) {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1 });
  server.addService(methods, {
    Unary: unary,
    Server(call) {
      for (let index = 0; index < Number(call.request); index += 1) call.write(Buffer.from(`part ${index}`));
      call.end();
    },
    Client(call, done) {
      let size = 0;
      call.on("data", (data) => (size += data.length));
      call.on("end", () => done(null, Buffer.from(String(size))));
    },
    Both(call) {
      call.on("data", (data) => call.write(Buffer.from(`echo ${data}`)));
      call.on("end", () => call.end());
    },
  });
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (_error, port) => console.log(port));
}
