import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { TargetUpkeep } from "../../../../src/features/monitoring/engine/target-upkeep";
import { devices } from "../../../../src/features/topology/tables";
import { createTestDatabase } from "../../../support/database";
import { createScriptedProbes, monitored, outcomeOf, startTestEngine } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";

const SETTINGS = { isEnabled: true, intervalSeconds: 60 };

const database = await createTestDatabase();
const { givenDevice, givenServiceCheck, targetOf, serviceTargetOf } = monitored(database);
const upkeep = new TargetUpkeep(database.sql);

const nowhere = { ipAddress: null };
const placeOf = async (id: number) => {
  const target = await targetOf(id);
  return target === undefined || target.state === "paused" ? undefined : target.subject;
};

test.each([
  ["nas.lan", "nas.lan"],
  ["NAS", "nas"],
  ["a-b.example.org", "a-b.example.org"],
  ["the printer", undefined],
  ["-x.lan", undefined],
  ["under_score.lan", undefined],
  ["", undefined],
  [`${"a".repeat(64)}.lan`, undefined],
  [`${"a.".repeat(126)}ab`, undefined],
  ["nas.lan\n", undefined],
])("a device without an address and with the host name %p is watched at %p", async (hostname, place) => {
  const id = await givenDevice("", { ...nowhere, hostname });
  await upkeep.look(SETTINGS);
  expect(await placeOf(id)).toBe(place);
});

test("an address comes before the name; without one the name is asked, and so are the checks", async () => {
  const id = await givenDevice("192.0.2.7", { hostname: "nas.lan" });
  await givenServiceCheck(22, { deviceId: id });
  await upkeep.look(SETTINGS);
  expect(await placeOf(id)).toBe("192.0.2.7");
  await database.db.update(devices).set(nowhere).where(eq(devices.id, id));
  await upkeep.look(SETTINGS);
  expect(await placeOf(id)).toBe("nas.lan");
  expect((await serviceTargetOf(id))?.subject).toStartWith("nas.lan ");
  await database.db.update(devices).set({ hostname: "nas.home" }).where(eq(devices.id, id));
  await upkeep.look(SETTINGS);
  expect(await placeOf(id)).toBe("nas.home");
  await database.db.update(devices).set({ hostname: null }).where(eq(devices.id, id));
  await upkeep.look(SETTINGS);
  expect(await placeOf(id)).toBeUndefined();
});

test("a name that never led anywhere is unknown; one that was up and is not known any more is down", async () => {
  await database.db.delete(devices);
  const { probes } = createScriptedProbes();
  const known = new Set(["nas.lan"]);
  const { engine } = startTestEngine(database, {
    probes: {
      ...probes,
      devices: async (places) =>
        places.map((place) =>
          known.has(place) ? outcomeOf("up") : { ...outcomeOf("down"), isNameless: true },
        ),
    },
  });
  const nas = await givenDevice("", { ...nowhere, hostname: "nas.lan" });
  const never = await givenDevice("", { ...nowhere, hostname: "never.lan" });
  try {
    engine.wake();
    const stateOf = async (id: number) => (await targetOf(id))?.state;
    await waitFor("the host", async () => (await stateOf(nas)) === "up");
    known.clear();
    await waitFor("its end", async () => (await stateOf(nas)) === "down", 15_000);
    expect(await targetOf(never)).toMatchObject({ state: "unknown", rawStatus: "unknown" });
    known.add("never.lan");
    await waitFor("the other's name", async () => (await stateOf(never)) === "up");
  } finally {
    await engine.stop();
  }
}, 60_000);
