"""Answers the arithmetic questions of prefix.test.ts with Python's ipaddress: JSON lines in, JSON lines out."""

import ipaddress
import json
import sys


def answer(question):
    interface = ipaddress.ip_interface(question["text"])
    network = interface.network
    part = min(network.max_prefixlen, network.prefixlen + question["deeper"])
    parts = list(network.subnets(new_prefix=part))
    other = ipaddress.ip_network(question["other"])
    same_family = other.version == network.version
    low, high = sorted([int(interface.ip), int(network.broadcast_address)])
    kind = type(interface.ip)
    covering = ipaddress.summarize_address_range(kind(low), kind(high))
    return {
        "network": str(network),
        "address": str(interface.ip),
        "first": str(int(network.network_address)),
        "last": str(int(network.broadcast_address)),
        "last_text": str(network.broadcast_address),
        "size": str(network.num_addresses),
        "parts": len(parts),
        "second_part": str(parts[min(1, len(parts) - 1)]),
        "last_part": str(parts[-1]),
        "contains": same_family and network.subnet_of(other),
        "covering": [str(part) for part in covering],
    }


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))))
