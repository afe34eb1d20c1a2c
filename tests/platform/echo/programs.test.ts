import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bunAs } from "../../support/foreign-user";
import { canMakeNetworks, LOOPBACK_ONLY, runInNetwork } from "../../support/network-namespace";
import { askCommand, type Outcome, type Question } from "./given";
import { patient } from "../../support/patience";

const scratch = mkdtempSync(join(tmpdir(), "netatlas-echo-"));
chmodSync(scratch, 0o755);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** No sockets of our own. */
const NO_SOCKETS = { kinds: [] };
const SECONDS = 60_000;
/** None of these tests goes beyond the loopback, and where nothing is reachable none can. */
const setup = [...LOOPBACK_ONLY, "ip route add unreachable 10.1.0.0/16"];

/** A folder for PATH with these programs, by the name that each has there. */
function folderOf(programs: Record<string, string>): string {
  const folder = mkdtempSync(join(scratch, "path-"));
  chmodSync(folder, 0o755);
  for (const [name, program] of Object.entries(programs)) symlinkSync(program, join(folder, name));
  return folder;
}

async function ask(folder: string, question: Question, runner?: readonly string[]): Promise<Outcome> {
  const command = askCommand({ ...NO_SOCKETS, ...question }, runner);
  return JSON.parse(await runInNetwork(setup, { command, environment: { PATH: folder } }));
}

const found = (name: string): string | undefined => Bun.which(name) ?? undefined;
const busybox = found("busybox");
const PROGRAMS = [
  { title: "fping", name: "fping", program: found("fping") },
  { title: "ping", name: "ping", program: found("ping") },
  { title: "BusyBox's ping", name: "ping", program: busybox },
];
for (const { title, program } of PROGRAMS)
  if (canMakeNetworks && program === undefined) console.log(`SKIPPED ${title}: it is not on this machine`);
if (!canMakeNetworks) console.log("SKIPPED programs that send echoes: needs root, unshare and ip");

for (const { title, name, program } of PROGRAMS) {
  describe.skipIf(!canMakeNetworks || program === undefined)(`${title} in the PATH`, () => {
    const folder = folderOf(program === undefined ? {} : { [name]: program });

    test(
      "asks both families, and what it cannot ask counts as not asked",
      async () => {
        const { answers, status, counters } = await ask(folder, {
          addresses: ["127.0.0.1", "0:0::1", "10.1.0.1", "nonsense", "192.0.2.9"],
          count: 3,
          spacingMs: 200,
        });
        expect(status.method === name && status.improvement?.startsWith("CAP_NET_RAW, or sysctl -w")).toBe(
          true,
        );
        expect(counters).toBeNull();
        for (const answer of answers.slice(0, 2)) {
          expect(answer).toMatchObject({ method: name, sent: 3, received: 3, trouble: null, tcpPort: null });
          expect(answer.averageMs).toBeGreaterThan(0);
        }
        expect(answers[1]?.address).toBe("0:0::1");
        expect(answers.slice(2)).toMatchObject([
          { sent: 0, received: 0, trouble: { kind: "no_route" } },
          { sent: 0, received: 0, trouble: { kind: "invalid_address" } },
          { sent: 0, received: 0, trouble: { kind: "no_route" } },
        ]);
      },
      SECONDS,
    );

    test(
      "asks many addresses",
      async () => {
        const addresses = Array.from({ length: 600 }, (_, index) => `127.0.${index >> 8}.${index & 255}`);
        const { answers } = await ask(folder, {
          addresses: name === "fping" ? addresses : addresses.slice(0, 60),
        });
        expect(answers.filter(({ received }) => received !== 1)).toEqual([]);
      },
      SECONDS,
    );
  });
}

describe.skipIf(!canMakeNetworks)("without a program that may send", () => {
  const port = 47_123;
  const listening = join(scratch, "listen.ts");
  writeFileSync(
    listening,
    `Bun.listen({ hostname: "127.0.0.1", port: ${port}, socket: { data: () => undefined } });
     process.argv.splice(1, 2, process.argv[2]);
     await import(process.argv[1]);
     process.exit(0);`,
  );
  const withListener = [process.execPath, listening];

  test(
    "TCP connections stand in, and say so",
    async () => {
      const { answers, status } = await ask(
        folderOf({}),
        { addresses: ["127.0.0.1", "127.0.0.2", "10.1.0.1"], port },
        withListener,
      );
      expect(status.method).toBe("tcp");
      expect(status.improvement).toEndWith("; or fping or ping in the PATH");
      expect(answers).toMatchObject([
        { method: "tcp", sent: 1, received: 1, tcpPort: port, trouble: null },
        { method: "tcp", sent: 1, received: 0, tcpPort: null, trouble: null },
        { method: "tcp", sent: 0, received: 0, trouble: { kind: "no_route" } },
      ]);
    },
    SECONDS,
  );

  const ping = found("ping");
  const asNobody = bunAs(65_534);
  test.skipIf(ping === undefined || asNobody === undefined)(
    "a ping that has no right of its own is none",
    async () => {
      const own = join(scratch, "ping");
      // A copy has no capability.
      writeFileSync(own, readFileSync(ping ?? ""), { mode: 0o755 });
      const { status } = await ask(folderOf({ ping: own }), { addresses: ["127.0.0.1"] }, asNobody);
      expect(status.method).toBe("tcp");
    },
    SECONDS,
  );
});

test.skipIf(!canMakeNetworks)(
  "a program gets an address as one word, and nothing that is no address",
  async () => {
    const folder = mkdtempSync(join(scratch, "path-"));
    // In place of ping: notes the words of each call, and answers as ping does.
    writeFileSync(
      join(folder, "ping"),
      `#!/bin/sh\nprintf '%s|' "$@" >${folder}/$$.words\necho "64 bytes from x: icmp_seq=1 ttl=64 time=0.1 ms"\n`,
      { mode: 0o755 },
    );
    const addresses = [
      "-f",
      "127.0.0.1;id",
      "$(id)",
      "@file",
      "127.0.0.1\n-f",
      "127.0.0.2",
      " ::ffff:127.0.0.3 ",
    ];
    const { answers } = await ask(folder, { addresses });
    expect(answers.map(({ received }) => received)).toEqual([0, 0, 0, 0, 0, 1, 1]);
    const words = readdirSync(folder)
      .filter((name) => name.endsWith(".words"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    const asked = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
    expect(words.toSorted()).toEqual(asked.map((address) => `-n|-c|1|-W|1|${address}|`));
  },
  SECONDS,
);

test.skipIf(!canMakeNetworks)(
  "the caller's signal ends the programs that it waits for",
  async () => {
    const folder = mkdtempSync(join(scratch, "path-"));
    // In place of ping: lets the trial pass, and waits with all else.
    writeFileSync(
      join(folder, "ping"),
      `#!/bin/sh\nfor word; do last=$word; done\n[ $last = 127.0.0.1 ] || exec sleep 40\necho "64 bytes from x: icmp_seq=1 ttl=64 time=0.1 ms"\n`,
      { mode: 0o755 },
    );
    const addresses = Array.from({ length: 100 }, (_, index) => `127.0.1.${index}`);
    const { failure, tookMs } = await ask(folder, {
      addresses,
      timeoutMs: 30_000,
      leaveAfterMs: 700,
    });
    expect(failure).toContain("TimeoutError");
    expect(tookMs).toBeLessThan(patient(10_000));
  },
  SECONDS,
);
