import ipaddress
import random

source = random.Random(5)
networks = ["10.0.0.0/16", "192.168.1.0/24", "0.0.0.0/0", "172.16.0.0/12", "10.1.2.3/32", "10.0.0.0/31", "2001:db8::/32", "fd00::/8", "::1/128", "10.0.0.0/255.255.0.0"]
for _ in range(15):
    prefix = source.randint(4, 30)
    networks.append(str(ipaddress.ip_network((source.randint(0, 2**32 - 1), prefix), strict=False)))
for text in networks:
    net = ipaddress.ip_network(text)
    print(net, repr(net), net.network_address, net.broadcast_address, net.netmask, net.hostmask, net.prefixlen, net.version, net.is_private, net.with_netmask)
    print(net.num_addresses if net.version == 4 else "-", net[0], net[-1] if net.version == 4 else "-", net.supernet() if net.prefixlen else "-", net.exploded)
    if net.prefixlen < net.max_prefixlen - 2:
        subnets = [str(it) for it, _ in zip(net.subnets(prefixlen_diff=2), range(4))]
        print(subnets, [str(it) for it, _ in zip(net.hosts(), range(3))], ipaddress.ip_network(subnets[1]).subnet_of(net), net.overlaps(ipaddress.ip_network(subnets[2])))
vpc = ipaddress.IPv4Network("10.0.0.0/16")
print([str(it) for it in list(vpc.subnets(new_prefix=24))[:3]], len(list(vpc.subnets(new_prefix=20))), ipaddress.ip_address("10.0.5.1") in vpc, ipaddress.ip_address("11.0.0.1") in vpc)
for _ in range(30):
    address = ipaddress.ip_address(source.randint(0, 2**32 - 100))
    print(address, repr(address), int(address), address + 5, address.is_private, address.is_global, address.is_loopback, address.is_multicast, address.is_link_local, address.reverse_pointer, address.packed)
for text in ("::", "::1", "2001:db8::1", "fe80::1:0:0:2", "1:0:0:2:0:0:0:3", "::ffff:1.2.3.4", "ff02::1", "1:2:3:4:5:6:7:8", "ABCD::"):
    address = ipaddress.ip_address(text)
    print(address, address.exploded, address.is_private, address.is_loopback, address.is_multicast, address.is_unspecified, address + 1, address.version)
print(sorted([ipaddress.ip_address("10.0.0.10"), ipaddress.ip_address("10.0.0.9")]), ipaddress.ip_interface("10.0.0.5/24"), ipaddress.ip_interface("10.0.0.5/24").network, ipaddress.ip_address("1.2.3.4") == ipaddress.IPv4Address("1.2.3.4"))
print(list(ipaddress.collapse_addresses([ipaddress.ip_network("10.0.0.0/25"), ipaddress.ip_network("10.0.0.128/25"), ipaddress.ip_network("10.0.2.0/24")])))
print([str(it) for it in ipaddress.ip_network("10.0.0.0/24").address_exclude(ipaddress.ip_network("10.0.0.64/26"))], {vpc: 1}[ipaddress.ip_network("10.0.0.0/16")])
for wrong in ("10.0.0.1/16", "10.0.0/16", "256.0.0.1/8", "10.0.0.0/33", "x", "1.2.3.4/1/2", "01.2.3.4/8"):
    try:
        print(ipaddress.ip_network(wrong))
    except ValueError as error:
        print(type(error).__name__, error)
    try:
        print(ipaddress.ip_network(wrong, strict=False))
    except ValueError as error:
        print(type(error).__name__, error)
for wrong in ("1.2.3", "1.2.3.x", "::1::", ":1", "12345::"):
    try:
        print(ipaddress.ip_address(wrong))
    except ValueError as error:
        print(error)
