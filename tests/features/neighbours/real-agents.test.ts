import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import type { SnmpAccess } from "#platform/snmp/access";
import { canMakeNetworks, runInNetwork } from "../../support/network-namespace";
import { patient } from "../../support/patience";
import { temporaryPath } from "../../support/temporary-path";

const canRun = canMakeNetworks && ["lldpd", "lldpcli", "snmpd"].every((name) => Bun.which(name) !== null);
if (!canRun) console.log("SKIPPED a pair of lldpd with snmpd: need root, unshare, ip, lldpd and snmpd");

const PORT = 161;
const [AUTH_KEY, PRIV_KEY] = ["the-key-of-answers", "the-key-of-privacy"];
const MAC = { here: "00:16:3e:00:00:01", there: "00:16:3e:00:00:02" };

const THERE = "nsenter --target $router --net --uts";

/** Two hosts on one cable, `here` and `there`: each with an lldpd, whose tables its snmpd serves by AgentX. */
const pairOf = (folder: string): string[] => [
  "ip link set lo up",
  "unshare --net --uts sleep 90 & router=$!",
  'while [ "$(readlink /proc/$router/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done',
  "ip link add v0 type veth peer name v1 && ip link set v1 netns $router",
  `ip link set v0 address ${MAC.here} && ip addr add 10.9.0.1/24 dev v0 && ip link set v0 up`,
  `${THERE} hostname there`,
  `${THERE} sh -ec 'ip link set lo up; ip link set v1 address ${MAC.there}; ip addr add 10.9.0.2/24 dev v1; ip link set v1 up'`,
  ...["here", "there"].flatMap((name) => [
    `mkdir -p -m 755 ${folder}/${name}`,
    `printf '%s\\n' 'rocommunity public' 'createUser netatlas SHA-256 ${AUTH_KEY} AES ${PRIV_KEY}' 'rouser netatlas priv' ` +
      `'master agentx' 'agentXSocket ${folder}/${name}/agentx' 'agentXPerms 0777 0777' >${folder}/${name}/snmpd.conf`,
  ]),
  `SNMP_PERSISTENT_DIR=${folder}/here snmpd -f -C -c ${folder}/here/snmpd.conf -Lf ${folder}/here/log udp:10.9.0.1:${PORT} >/dev/null 2>&1 & started="$!"`,
  `SNMP_PERSISTENT_DIR=${folder}/there ${THERE} snmpd -f -C -c ${folder}/there/snmpd.conf -Lf ${folder}/there/log udp:10.9.0.2:${PORT} >/dev/null 2>&1 & started="$started $!"`,
  "trap 'kill $started $router' EXIT",
  `for name in here there; do until [ -S ${folder}/$name/agentx ]; do sleep 0.05; done; done`,
  `lldpd -d -u ${folder}/here/socket -X ${folder}/here/agentx >${folder}/here/lldpd 2>&1 & started="$started $!"`,
  `${THERE} lldpd -d -u ${folder}/there/socket -X ${folder}/there/agentx >${folder}/there/lldpd 2>&1 & started="$started $!"`,
  // It says something by itself twice a minute.
  `until lldpcli -u ${folder}/here/socket show neighbors 2>/dev/null | grep -q PortDescr; do ` +
    `lldpcli -u ${folder}/there/socket update >/dev/null 2>&1 || true; sleep 0.1; done`,
];

const Told = z.array(
  z.object({
    scan: z.object({ neighbours: z.array(z.looseObject({})), isComplete: z.boolean() }),
    arp: z.array(z.object({ address: z.string(), macAddress: z.string() })),
  }),
);

describe.skipIf(!canRun)("two hosts with lldpd and snmpd", () => {
  test(
    "tell who is at the other end of the cable, by v2c and by v3, with name, port and address",
    async () => {
      const tries = { port: PORT, timeoutMs: 2000, retries: 2 };
      const byCommunity: SnmpAccess = { ...tries, version: "v2c", community: "public" };
      const byUser: SnmpAccess = {
        ...tries,
        version: "v3",
        username: "netatlas",
        auth: { protocol: "sha256", key: AUTH_KEY },
        priv: { protocol: "aes", key: PRIV_KEY },
        context: "",
      };
      const agents = [
        { address: "10.9.0.1", port: PORT, access: byCommunity },
        { address: "10.9.0.1", port: PORT, access: byUser },
        { address: "10.9.0.2", port: PORT, access: byUser },
      ];
      const command = [
        process.execPath,
        join(import.meta.dir, "fixtures/ask-agents.ts"),
        JSON.stringify(agents),
      ];
      const told = await runInNetwork(pairOf(temporaryPath("lldpd")), { command });
      const [open, secret, other] = Told.parse(JSON.parse(told));
      const neighbour = {
        protocol: "lldp",
        localPortName: "v0",
        remoteSystemName: "there",
        remoteChassisId: MAC.there.toUpperCase(),
        remotePortName: "v1",
        macAddress: MAC.there,
        addresses: expect.arrayContaining(["10.9.0.2"]),
      };
      for (const by of [open, secret])
        expect(by?.scan).toMatchObject({ isComplete: true, neighbours: [neighbour] });
      // Asked over the cable, it has had to find us.
      expect(other?.arp).toContainEqual({ address: "10.9.0.1", macAddress: MAC.here });
    },
    patient(90_000),
  );
});
