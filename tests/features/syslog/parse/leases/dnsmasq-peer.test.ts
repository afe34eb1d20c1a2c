import { readFileSync } from "node:fs";
import { describe, expect, test } from "bun:test";
import { readLease } from "../../../../../src/features/syslog/parse/leases/read-lease";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { canMakeNetworks, runInNetwork } from "../../../../support/network-namespace";
import { patient } from "../../../../support/patience";
import { temporaryPath } from "../../../../support/temporary-path";

const canRun = canMakeNetworks && ["dnsmasq", "udhcpc"].every((name) => Bun.which(name) !== null);
if (!canRun) console.log("SKIPPED a DHCP server and its clients: need root, unshare, ip, dnsmasq and udhcpc");

const CLIENTS = [
  { host: "anna-laptop", macAddress: "00:16:3e:00:00:07" },
  { host: "printer", macAddress: "00:16:3e:00:00:08" },
];

/** A server, and two clients, one after the other. */
const leaseTwice = (log: string): string[] => [
  "ip link set lo up",
  "unshare --net sleep 60 & router=$!",
  'while [ "$(readlink /proc/$router/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done',
  "ip link add v0 type veth peer name v1 && ip link set v1 netns $router",
  "ip addr add 10.9.0.1/24 dev v0 && ip link set v0 up",
  "dnsmasq --keep-in-foreground --conf-file=/dev/null --user=root --port=0 --interface=v0 --bind-interfaces --no-ping " +
    "--dhcp-range=10.9.0.50,10.9.0.59,3600 " +
    `--leasefile-ro --pid-file= --log-dhcp --log-facility=${log} & server=$!`,
  "trap 'kill $server $router' EXIT",
  `until grep -q 'sockets bound' ${log} 2>/dev/null; do sleep 0.05; done`,
  ...CLIENTS.map(
    ({ host, macAddress }) =>
      `nsenter --target $router --net sh -ec 'ip link set v1 down; ip link set v1 address ${macAddress}; ip link set v1 up; ` +
      `udhcpc -i v1 -f -q -t 20 -T 1 -x hostname:${host} -s /bin/true' >/dev/null 2>&1`,
  ),
  `until [ $(grep -c DHCPACK ${log}) = 2 ]; do sleep 0.05; done`,
];

describe.skipIf(!canRun)("lines of a real dnsmasq", () => {
  test(
    "say who was given which address",
    async () => {
      const log = temporaryPath("dnsmasq");
      await runInNetwork(leaseTwice(log), { command: ["true"] });
      const context = { receivedAtMicros: Date.now() * 1000, sender: "10.9.0.1" };
      const signs = readFileSync(log, "utf8")
        .split("\n")
        .flatMap((line) => readLease(parseMessage(Buffer.from(`<30>${line}`), context)) ?? []);
      expect(signs.map(({ isHeld, macAddress, host }) => ({ isHeld, macAddress, host }))).toEqual(
        CLIENTS.map(({ macAddress, host }) => ({ isHeld: true, macAddress, host })),
      );
      const addresses = signs.map(({ address }) => address);
      expect(new Set(addresses).size).toBe(2);
      for (const address of addresses) expect(address).toMatch(/^10\.9\.0\.5\d$/);
    },
    patient(60_000),
  );
});
