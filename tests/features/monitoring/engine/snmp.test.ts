import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { MaintenanceWatch } from "#features/maintenance";
import { startMonitoring } from "#features/monitoring";
import { openReachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { snmpProfiles } from "../../../../src/features/snmp-profiles/tables";
import { MASTER_KEY } from "../../../support/app";
import { createTestDatabase } from "../../../support/database";
import { monitored } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";
import { BASE, closeAgents, startAgent } from "../probes/snmp-agent";

/** Checks by SNMP, each device by its own profile. */
const database = await createTestDatabase();
const log = pino({ level: "silent" });
const reachability = await openReachability({ log });
const { givenDevice, givenServiceCheck, serviceTargetOf } = monitored(database);
const encryption = createEncryption(MASTER_KEY);
const engine = startMonitoring({
  database,
  reachability,
  encryption,
  observer: { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined },
  log,
  maintenance: new MaintenanceWatch({ db: database.db }),
  rootAddresses: [],
});

afterAll(async () => {
  await engine.stop();
  await reachability.close();
  closeAgents();
  await database.drop();
});

async function givenProfile(name: string, fields: Partial<typeof snmpProfiles.$inferInsert>) {
  const secrets = encryption.encrypt(JSON.stringify({ community: "public", auth_key: null, priv_key: null }));
  const [row] = await database.db
    .insert(snmpProfiles)
    .values({ name, version: "v2c", port: 161, timeoutSeconds: 1, retries: 0, secrets, ...fields })
    .returning();
  return row?.id ?? 0;
}

test("a check of every device asks each by its profile, and says of one without that it cannot", async () => {
  const { port } = await startAgent([{ type: "Integer", value: 1 }]);
  const ours = await givenDevice("127.0.0.1", { snmpProfileId: await givenProfile("ours", { port }) });
  const lost = await givenDevice("127.0.0.1", {
    snmpProfileId: await givenProfile("lost", { port, secrets: createEncryption(OTHER_KEY).encrypt("{}") }),
  });
  const bare = await givenDevice("127.0.0.1");
  const options = { oid: `${BASE}.0.0`, operator: "equals", expected: "1" };
  await givenServiceCheck(161, { checkType: "snmp", options });
  engine.wake();
  const resultOf = (id: number) =>
    waitFor("a result", async () => (await serviceTargetOf(id))?.result ?? undefined, 30_000);
  expect(await resultOf(ours)).toMatchObject({ error: null, value: "1", type: "Integer32" });
  expect(await resultOf(lost)).toMatchObject({ error: expect.stringContaining("cannot decrypt") });
  expect(await resultOf(bare)).toMatchObject({ error: "The device has no SNMP profile to be asked by" });
  const states = [ours, lost, bare].map(async (id) => (await serviceTargetOf(id))?.rawStatus);
  expect(await Promise.all(states)).toEqual(["up", "unknown", "unknown"]);
}, 90_000);

const OTHER_KEY = Buffer.alloc(32, 7).toString("base64url").padEnd(44, "=");
