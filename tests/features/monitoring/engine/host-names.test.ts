import { expect, test } from "bun:test";
import { createHostFinder } from "../../../../src/features/monitoring/engine/host-names";
import { probeDevicesAt } from "../../../../src/features/monitoring/engine/named-devices";
import { outcomeOf } from "../../../support/monitoring";

const NEVER = new AbortController().signal;

const answering = (...addresses: string[]) => createHostFinder({ lookUp: () => Promise.resolve(addresses) });
const failing = (code: string) =>
  createHostFinder({ lookUp: () => Promise.reject(Object.assign(new Error("no"), { code })) });

test("a name is asked at its first address of each family", async () => {
  const find = answering("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2");
  expect(await find("nas.lan", NEVER)).toEqual(["192.0.2.1", "2001:db8::1"]);
});

test.each([
  [["169.254.169.254"], "metadata"],
  [["192.0.2.1", "fe80::1"], "one of two that may not be asked"],
  [["192.0.2.1", "fe80::1%eth0"], "one with a zone"],
])("a name that leads to %j is not asked: %s", async (addresses) => {
  expect(await answering(...addresses)("trap.lan", NEVER)).toMatchObject({
    status: "unknown",
    error: "trap.lan: Link-local, metadata and multicast addresses cannot be targets",
  });
});

test("what is connected to is what was judged: the checks of one round have one look-up, later ones another", async () => {
  const answers = [["192.0.2.1"], ["169.254.169.254"]];
  let now = 0;
  const find = createHostFinder({
    lookUp: () => Promise.resolve(answers.shift() ?? []),
    clock: () => now,
  });
  expect(await find("nas.lan", NEVER)).toEqual(["192.0.2.1"]);
  expect(await find("nas.lan", NEVER)).toEqual(["192.0.2.1"]);
  now = 5001;
  expect(await find("nas.lan", NEVER)).toMatchObject({ status: "unknown" });
});

test.each(["ENOTFOUND", "ENODATA"])("%s: there is no such host", async (code) => {
  expect(await failing(code)("gone.lan", NEVER)).toMatchObject({ status: "down", isNameless: true });
});

test.each(["ETIMEOUT", "ESERVFAIL", "EREFUSED", "EUNKNOWN"])("%s says nothing of the host", async (code) => {
  const outcome = await failing(code)("nas.lan", NEVER);
  expect(outcome).toMatchObject({ status: "unknown", error: expect.stringContaining("nas.lan: ") });
  expect(outcome).not.toHaveProperty("isNameless");
});

test("a look-up that nobody answers does not hold up the devices that are asked with it", async () => {
  const find = createHostFinder({ lookUp: () => Promise.withResolvers<string[]>().promise, patienceMs: 1 });
  const ask = (addresses: readonly string[]) => Promise.resolve(addresses.map(() => outcomeOf("up")));
  const outcomes = await probeDevicesAt({ find, ask }, ["slow.lan", "192.0.2.1"], NEVER);
  expect(outcomes).toMatchObject([
    { status: "unknown", error: "slow.lan: the name servers do not answer" },
    { status: "up" },
  ]);
});

test("a look-up that lasts is not begun again by later rounds", async () => {
  let begun = 0;
  const find = createHostFinder({
    lookUp() {
      begun += 1;
      return Promise.withResolvers<string[]>().promise;
    },
    patienceMs: 1,
    clock: () => begun * 60_000,
  });
  for (let round = 0; round < 3; round++) await find("slow.lan", NEVER);
  expect(begun).toBe(1);
});

test("names of multicast DNS, however they are written, take four threads at most", async () => {
  const begun: string[] = [];
  const find = createHostFinder({
    lookUp(name) {
      begun.push(name);
      return Promise.withResolvers<string[]>().promise;
    },
    patienceMs: 1,
  });
  const names = ["a.local", "b.LOCAL", "c.local.", "d.Local", "e.local", "f.LOCAL."];
  await Promise.all(["nas.lan", ...names].map((name) => find(name, NEVER)));
  expect(begun).toEqual(["nas.lan", ...names.slice(0, 4)]);
});

test("a round that is given up throws its reason", async () => {
  const find = createHostFinder({ lookUp: () => Promise.withResolvers<string[]>().promise });
  const given = new AbortController();
  const asked = find("slow.lan", given.signal);
  given.abort(new Error("stopping"));
  expect(await asked.catch((error: unknown) => error)).toEqual(new Error("stopping"));
});

test("a host answers where either of its addresses does, and says which; the order is that of what was given", async () => {
  const states = new Map([["2001:db8::1", outcomeOf("up")]]);
  const ask = (addresses: readonly string[]) =>
    Promise.resolve(addresses.map((address) => states.get(address) ?? outcomeOf("down")));
  const means = { find: answering("192.0.2.1", "2001:db8::1"), ask };
  const outcomes = await probeDevicesAt(means, ["192.0.2.9", "nas.lan", "2001:db8::1"], NEVER);
  expect(outcomes.map(({ status }) => status)).toEqual(["down", "up", "up"]);
  expect(outcomes[1]?.details).toEqual({ address: "2001:db8::1" });
});
