/** A network of its own with hosts behind a link, as lines of shell: `in_router` runs a command where the hosts are. */
const LINK = [
  "ip link set lo up",
  "unshare --net sleep 900 & router=$!",
  'while [ "$(readlink /proc/$router/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done',
  'in_router() { nsenter --target $router --net "$@"; }',
  "ip link add v0 type veth peer name v1 && ip link set v1 netns $router",
  "in_router ip link set lo up && in_router ip link set v1 up && ip link set v0 up",
  "in_router sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'",
];

/** Takes every connection to a port, in the router's network. */
function serve(port: number): string[] {
  const program = `Bun.listen({ hostname: "0.0.0.0", port: ${port}, socket: { open: (s) => s.end(), data() {} } })`;
  return [
    `nsenter --target $router --net ${process.execPath} -e '${program}' & server=$!`,
    "trap 'kill $server $router' EXIT",
    `until in_router sh -c 'grep -q ":${port.toString(16).toUpperCase().padStart(4, "0")} " /proc/net/tcp'; do sleep 0.05; done`,
  ];
}

/** 10.30.0.0/22 with so many hosts, one in each step of addresses, which all have port 80 open. */
export function segmentOf(hosts: number): string[] {
  const addresses = Array.from({ length: hosts }, (_, index) => {
    const number = 2 + Math.floor((index * 1020) / hosts);
    return `addr add 10.30.${number >> 8}.${number & 255}/22 dev v1`;
  });
  return [
    ...LINK,
    "ip addr add 10.30.0.1/22 dev v0",
    `printf '%s\\n' ${addresses.map((line) => `'${line}'`).join(" ")} | in_router ip -batch -`,
    ...serve(80),
  ];
}

/** 10.66.0.0/16 behind a router: the first 4,096 addresses have port 4242 open, all others are silent. */
export function routedNetwork(): string[] {
  return [
    ...LINK,
    "ip addr add 10.9.0.1/24 dev v0 && in_router ip addr add 10.9.0.2/24 dev v1",
    "in_router ip route add local 10.66.0.0/20 dev lo && in_router ip route add blackhole 10.66.0.0/16",
    "ip route add default via 10.9.0.2",
    ...serve(4242),
  ];
}
