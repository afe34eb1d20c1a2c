import { describe, expect, test } from "bun:test";
import { bunAs } from "../../../support/foreign-user";
import { canMakeNetworks } from "../../../support/network-namespace";
import { temporaryPath } from "../../../support/temporary-path";
import { playHosts, readConfiguration, type StepOutcome, sweepInNetwork } from "./given";

const NOBODY = 65_534;
const asNobody = bunAs(NOBODY) ?? [];
const canRun = canMakeNetworks && asNobody.length > 0;
if (!canRun) console.log("SKIPPED networks of our own: needs root, unshare, ip and setpriv");

const SECONDS = 120_000;
/** Sixty hosts, each with a MAC address of its own. */
const HOSTS = Array.from({ length: 60 }, (_, index) => ({
  name: `h${index + 2}`,
  address: `10.20.0.${index + 2}`,
  macAddress: `00:16:3E:00:00:${(index + 2).toString(16).padStart(2, "0").toUpperCase()}`,
}));
const ROUTED = ["10.66.0.5", "10.66.0.6", "10.66.0.7"];
const STAYING = HOSTS.filter(({ name }) => !["h20", "h21"].includes(name));

/** A segment with hosts in another network; behind one of them, three addresses that a silent network surrounds. */
const segmentWith = (hosts: typeof HOSTS): string[] => [
  "export router",
  "ip link set lo up",
  "unshare --net sleep 120 & router=$!",
  'while [ "$(readlink /proc/$router/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done',
  'in_router() { nsenter --target $router --net "$@"; }',
  "echo 0 2147483647 >/proc/sys/net/ipv4/ping_group_range",
  "ip link add v0 type veth peer name v1",
  "ip link set v1 netns $router",
  "ip addr add 10.20.0.1/24 dev v0 && ip addr add fd20::1/64 dev v0 nodad && ip link set v0 up",
  "in_router sh -c 'echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter; echo 0 >/proc/sys/net/ipv4/conf/default/rp_filter; echo 1 >/proc/sys/net/ipv4/conf/all/arp_ignore; echo 1 >/proc/sys/net/ipv4/ip_forward'",
  "in_router ip link set lo up && in_router ip link set v1 up",
  `{ ${hosts
    .map(
      ({ name, address, macAddress }) =>
        `echo "link add link v1 name ${name} address ${macAddress} type macvlan mode bridge"; echo "addr add ${address}/24 dev ${name}"; echo "link set ${name} up"`,
    )
    .join("; ")}; } | in_router ip -batch -`,
  "in_router ip addr add fd20::5/64 dev h5 nodad",
  ...ROUTED.map((address) => `in_router ip addr add ${address}/32 dev lo`),
  "in_router ip route add blackhole 10.66.0.0/16",
  "ip route add 10.66.0.0/16 via 10.20.0.2",
  "ip link add docker0 type bridge && ip addr add 172.17.0.1/16 dev docker0 && ip link set docker0 up",
];

/** Three hosts move, two vanish, one gets another network card, one takes the address of another as well. */
const MOVES = [
  "nsenter --target $router --net sh -ec '",
  "for n in 3 4 5; do ip addr del 10.20.0.$n/24 dev h$n; ip addr add 10.20.0.$((n + 100))/24 dev h$n; done;",
  "ip link del h20; ip link del h21;",
  "ip link set h30 down; ip link set h30 address 00:16:3e:00:ff:30; ip link set h30 up;",
  "ip addr add 10.20.0.40/32 dev h41'",
].join(" ");

const found = ({ finds }: StepOutcome) =>
  finds.map(({ address, macAddress }) => `${address} ${macAddress}`).sort();
const expected = (hosts: readonly { address: string; macAddress: string }[]) =>
  hosts.map(({ address, macAddress }) => `${address} ${macAddress}`).sort();
const findOf = (outcome: StepOutcome, address: string) =>
  outcome.finds.find((find) => find.address === address);

describe.skipIf(!canRun)("in a network of our own", () => {
  test(
    "a segment's hosts are found by ARP, exactly, and again after some moved; names, ports and routed hosts as well",
    async () => {
      const setup = [...segmentWith(HOSTS), ...playHosts(temporaryPath("hosts-ready"))];
      const [first, second, routed, others] = await sweepInNetwork(setup, [
        { targets: ["10.20.0.0/24"], kind: "basic_ports", ports: [22, 80, 443], names: true },
        { before: MOVES, targets: ["10.20.0.0/24"] },
        { targets: ["10.66.0.0/28"], kind: "basic_ports", ports: [4242] },
        { targets: ["172.17.0.0/28", "fd20::5", "fd20::99"] },
      ]);
      if (first === undefined || second === undefined || routed === undefined || others === undefined)
        throw new Error("a step is missing");
      holdFirst(first);
      const moved = STAYING.map((host) => {
        const last = Number(host.name.slice(1));
        if (last >= 3 && last <= 5) return { ...host, address: `10.20.0.${last + 100}` };
        // Whoever of the two answers first.
        if (last === 40) return { ...host, macAddress: findOf(second, host.address)?.macAddress ?? "" };
        return last === 30 ? { ...host, macAddress: "00:16:3E:00:FF:30" } : host;
      });
      expect(found(second)).toEqual(
        expected([
          { address: "10.20.0.1", macAddress: findOf(second, "10.20.0.1")?.macAddress ?? "" },
          ...moved,
        ]),
      );
      const { macAddress, otherMacAddresses = [] } = findOf(second, "10.20.0.40") ?? {};
      expect(new Set([macAddress, ...otherMacAddresses])).toEqual(
        new Set(["00:16:3E:00:00:28", "00:16:3E:00:00:29"]),
      );
      expect(routed.finds.map(({ address }) => address).sort()).toEqual(ROUTED);
      expect(findOf(routed, "10.66.0.7")).toMatchObject({ openPorts: [4242], macAddress: null });
      expect(others.finds.map(({ address }) => address).sort()).toEqual(["172.17.0.1", "fd20::5"]);
      expect(findOf(others, "fd20::5")?.macAddress).toStartWith("00:16:3E:");
      expect(others.learned).toContain("fd20::5");
      expect(others.learned).not.toContain("fd20::99");
      expect(others.summary.notes.join()).toContain("14 addresses behind docker0");
    },
    SECONDS,
  );

  test(
    "without the right to send ARP, hosts that ignore echoes are found in the kernel's table of neighbours",
    async () => {
      const some = HOSTS.slice(0, 10);
      const setup = [
        ...segmentWith(some),
        "in_router sh -c 'echo 1 >/proc/sys/net/ipv4/icmp_echo_ignore_all'",
      ];
      const [outcome] = await sweepInNetwork(setup, [{ targets: ["10.20.0.0/28"] }], asNobody);
      if (outcome === undefined) throw new Error("a step is missing");
      const without = outcome.finds.filter(({ address }) => address !== "10.20.0.1");
      expect(without.map(({ address, macAddress }) => `${address} ${macAddress}`).sort()).toEqual(
        expected(some),
      );
      expect(new Set(without.flatMap(({ answeredBy }) => answeredBy))).toEqual(new Set(["neighbour"]));
      expect(outcome.summary.methods).toContain("ICMP datagram sockets");
      expect(outcome.summary.notes.join()).toContain("ARP could not be used on v0: it needs CAP_NET_RAW");
    },
    SECONDS,
  );
});

function holdFirst(first: StepOutcome): void {
  const { web, ssh, mdns, group, netbios, ssdp } = readConfiguration();
  const own = findOf(first, "10.20.0.1");
  expect(own?.macAddress).toMatch(/^[\dA-F:]{17}$/);
  expect(found(first)).toEqual(
    expected([{ address: "10.20.0.1", macAddress: own?.macAddress ?? "" }, ...HOSTS]),
  );
  expect(findOf(first, web.address)).toMatchObject({
    answeredBy: ["arp", "icmp", "tcp"],
    openPorts: [80],
    vendor: "Xensource, Inc.",
    isRandomMac: false,
    services: [
      { port: 80, kind: "http_title", text: "Reception & more" },
      { port: 80, kind: "http_server", text: "tiny" },
    ],
  });
  expect(findOf(first, ssh.address)).toMatchObject({
    services: [{ port: 22, kind: "ssh", text: ssh.banner }],
    deviceTypeGuess: { type: "server", reason: `its SSH server says "${ssh.banner}"` },
  });
  expect(findOf(first, mdns.address)).toMatchObject({ hostname: mdns.name, hostnameSource: "mdns" });
  expect(findOf(first, group.address)).toMatchObject({ hostname: group.name, hostnameSource: "mdns" });
  expect(findOf(first, netbios.address)).toMatchObject({
    hostname: "buchhaltung",
    hostnameSource: "netbios",
  });
  expect(findOf(first, ssdp.address)).toMatchObject({
    services: [{ port: 5000, kind: "upnp", text: ssdp.friendlyName }],
  });
  expect(first.summary.isWhole).toBe(true);
  expect(first.summary.methods[0]).toContain("ARP on");
  expect(first.progress.at(-1)).toMatchObject({ phase: "names", found: 61 });
}
