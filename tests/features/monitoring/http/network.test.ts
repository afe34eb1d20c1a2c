import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  canMakeNetworks,
  LOOPBACK_ONLY,
  runInNetwork,
  WITH_ROUTER,
} from "../../../support/network-namespace";
import { temporaryPath } from "../../../support/temporary-path";
import { patient } from "../../../support/patience";

if (!canMakeNetworks) console.log("SKIPPED networks of our own: needs root, unshare and ip");

const SECONDS = 60_000;
const Found = z.array(z.object({ status: z.string(), error: z.string().nullable(), atMs: z.number() }));

const SILENT = "127.0.0.1";
const CLOSED = "127.0.0.9";

/** With one name server, and `known.test` in the hosts file. */
async function askInNetwork(
  network: readonly string[],
  {
    urls,
    timeoutMs = 3000,
    nameServer = SILENT,
  }: { urls: string[]; timeoutMs?: number; nameServer?: string },
) {
  const folder = temporaryPath("names");
  mkdirSync(folder);
  writeFileSync(join(folder, "resolv.conf"), `nameserver ${nameServer}\n`);
  writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost\n127.0.0.1 known.test\nfd00::9 known.test\n");
  const mounts = ["resolv.conf", "hosts"].map((file) => `mount --bind ${folder}/${file} /etc/${file}`);
  const script = [...mounts, 'exec "$@"'].join(" && ");
  const fixture = join(import.meta.dir, "fixtures/ask.ts");
  const command = ["unshare", "--mount", "sh", "-c", script, "sh", process.execPath, fixture];
  const output = await runInNetwork(network, {
    command: [...command, String(timeoutMs), ...urls],
    environment: { UV_THREADPOOL_SIZE: "4" },
  });
  return Found.parse(JSON.parse(output));
}

describe.skipIf(!canMakeNetworks)("in a network of our own", () => {
  test(
    "a name server that says nothing holds up no other look-up",
    async () => {
      const silent = Array.from({ length: 40 }, (_, index) => `http://name-${index}.test:8080/`);
      const found = await askInNetwork(LOOPBACK_ONLY, {
        urls: [...silent, "http://known.test:8080/"],
      });
      const known = found.pop();
      expect(known).toMatchObject({ status: "up", error: null });
      expect(known?.atMs).toBeLessThan(patient(2000));
      expect(found).toHaveLength(40);
      for (const { status, error, atMs } of found) {
        expect({ status, error }).toEqual({
          status: "unknown",
          error: "no complete answer within 3 s: it ended at the name look-up",
        });
        expect(atMs).toBeLessThan(patient(6000));
      }
    },
    SECONDS,
  );

  test(
    "a name whose server is not there is unknown",
    async () => {
      const urls = ["http://name.test:8080/"];
      const found = await askInNetwork(LOOPBACK_ONLY, { urls, timeoutMs: 20_000, nameServer: CLOSED });
      expect(found).toMatchObject([{ status: "unknown", error: "the name servers do not answer" }]);
    },
    SECONDS,
  );

  test(
    "an address that this machine has no way to is unknown, and one whose router knows none is down",
    async () => {
      const without = await askInNetwork(LOOPBACK_ONLY, {
        urls: ["http://10.66.0.1/", "http://[fd66::1]/"],
      });
      expect(without).toMatchObject([
        { status: "unknown", error: "no route to the address" },
        { status: "unknown", error: "no route to the address" },
      ]);
      const routed = await askInNetwork(WITH_ROUTER, {
        urls: ["http://10.66.0.1/", "http://10.8.0.1/"],
      });
      expect(routed.map(({ status }) => status)).toEqual(["down", "down"]);
    },
    SECONDS,
  );
});
