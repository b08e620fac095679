import net, { BlockList, SocketAddress } from "node:net";

function attempt(name, work) {
  try {
    console.log(name, work());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

const list = new BlockList();
list.addAddress("1.1.1.1");
list.addRange("10.0.0.1", "10.0.0.10");
list.addSubnet("8592:757c:efae:4e45::", 64, "ipv6");
list.addAddress("::ffff:9.9.9.9", "ipv6");
list.addSubnet(new SocketAddress({ address: "172.16.0.0" }), 12);
console.log(list.rules.join("\n"));
for (const [address, family] of [
  ["1.1.1.1"], ["1.1.1.2"], ["10.0.0.1"], ["10.0.0.10"], ["10.0.0.11"], ["::ffff:a00:5", "ipv6"],
  ["8592:757c:efae:4e45::1", "ipv6"], ["8592:757c:efae:4e46::1", "ipv6"], ["9.9.9.9"], ["::ffff:9.9.9.9", "ipv6"],
  ["172.31.255.255", "IPv4"], ["172.32.0.0"], ["nothing"], ["::1"],
]) {
  console.log(address, list.check(address, family));
}
console.log(list.check(new SocketAddress({ address: "1.1.1.1" })), net.BlockList === BlockList);
attempt("order", () => list.addRange("1.1.1.3", "1.1.1.2"));
attempt("address", () => list.addAddress(1));
attempt("family", () => list.addAddress("1.1.1.1", 1));
attempt("no family", () => list.addAddress("1.1.1.1", "ipv7"));
attempt("no address", () => list.addAddress("1.1.1"));
attempt("prefix", () => list.addSubnet("1.1.1.1", 33));
attempt("prefix of text", () => list.addSubnet("1.1.1.1", "8"));
attempt("check", () => list.check(1));

for (const options of [undefined, {}, { family: "ipv6" }, { address: "1.2.3.4", port: 80 }, { family: "IPV6", address: "::ffff:1.2.3.4", flowlabel: 5, port: 8 }]) {
  attempt("made", () => {
    const { address, port, family, flowlabel } = new SocketAddress(options);
    return JSON.stringify([address, port, family, flowlabel]);
  });
}
attempt("port", () => new SocketAddress({ port: 65536 }));
attempt("port of text", () => new SocketAddress({ port: "a" }));
attempt("flow", () => new SocketAddress({ flowlabel: -1 }));
attempt("flow of text", () => new SocketAddress({ flowlabel: "a" }));
attempt("family of address", () => new SocketAddress({ family: "a" }));
attempt("address of number", () => new SocketAddress({ address: 1 }));
attempt("options", () => new SocketAddress(1));
for (const address of ["1:2:3:4:5:6:7:8", "1:0:0:4:0:0:0:8", "::", "::1", "fe80::", "0:1:0:1:0:1:0:1", "::1.2.3.4", "1:2:3:4:5:6:0:8", "::2", "::1:0", "::ffff:0:0"]) {
  console.log(address, new SocketAddress({ address, family: "ipv6" }).address);
}
