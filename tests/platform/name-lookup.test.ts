import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookUpName } from "#platform/name-lookup";
import { canMakeNetworks, LOOPBACK_ONLY, runInNetwork } from "../support/network-namespace";
import { temporaryPath } from "../support/temporary-path";

if (!canMakeNetworks) console.log("SKIPPED networks of our own: needs root, unshare and ip");

test("a name of the hosts file has its addresses, each once", async () => {
  const found = await lookUpName("localhost");
  expect(found).toContain("127.0.0.1");
  expect(new Set(found).size).toBe(found.length);
});

test.skipIf(!canMakeNetworks)(
  "name servers that the system has changed are asked within seconds",
  async () => {
    const path = temporaryPath("resolv");
    writeFileSync(path, "nameserver 127.0.0.1\n");
    const fixture = join(import.meta.dir, "fixtures/look-up.ts");
    const script = `mount --bind ${path} /etc/resolv.conf && exec "$@"`;
    const output = await runInNetwork(LOOPBACK_ONLY, {
      command: ["unshare", "--mount", "sh", "-c", script, "sh", process.execPath, fixture],
    });
    expect(JSON.parse(output)).toEqual({ before: ["127.0.0.1"], after: ["127.0.0.2"] });
  },
  60_000,
);
