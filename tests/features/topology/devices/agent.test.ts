import { afterAll, expect, test } from "bun:test";
import { createEncryption } from "#platform/encryption";
import { refusalOfCheck } from "#platform/active-targets";
import { createNameFinder } from "#platform/named-host";
import { findDeviceAgent } from "#features/topology";
import { MASTER_KEY } from "../../../support/app";
import { givenNeighbourService } from "../../neighbours/given";

const { service, givenProfile, givenDevice } = await givenNeighbourService();
afterAll(service.close);
const { db } = service.database;
const encryption = createEncryption(MASTER_KEY);
const { signal } = new AbortController();

const givenNamed = async (hostname: string) =>
  givenDevice({ hostname, snmp_profile_id: await givenProfile({ community: "public" }) });

/** What is asked of a device whose name leads to these addresses, one list a look-up. */
function asking(...answers: string[][]) {
  let now = 0;
  const find = createNameFinder({
    refusal: refusalOfCheck,
    lookUp: () => Promise.resolve(answers.shift() ?? []),
    clock: () => (now += 10_000),
  });
  return (deviceId: number, mayBePublic = false) =>
    findDeviceAgent({ db, encryption, rule: { mayBePublic }, find }, { deviceId, signal });
}

test.each([
  [["10.0.0.7", "169.254.169.254"], "Link-local, metadata and multicast addresses cannot be targets"],
  [["10.0.0.7", "8.8.8.8"], "Public active network targets are blocked"],
  [["fe80::1%eth0"], "Link-local, metadata and multicast addresses cannot be targets"],
  [[], "it has no address"],
])("an agent whose name leads to %j is not asked", async (addresses, words) => {
  const id = await givenNamed(`trap-${addresses.join("-").replaceAll(/[.:%]/g, "-")}-x.lan`);
  expect(await asking(addresses)(id)).toEqual({ refusal: expect.stringContaining(words) });
});

test("each round has a look-up of its own, and every address that it gives is judged", async () => {
  const id = await givenNamed("switch.lan");
  const find = asking(["10.0.0.7"], ["169.254.169.254"], ["8.8.8.8"], ["8.8.8.8"]);
  expect(await find(id)).toMatchObject({ agent: { address: "10.0.0.7" } });
  expect(await find(id)).toMatchObject({ refusal: expect.stringContaining("Link-local") });
  expect(await find(id, true)).toMatchObject({ agent: { address: "8.8.8.8" } });
  expect(await find(id, false)).toMatchObject({ refusal: expect.stringContaining("Public") });
});
