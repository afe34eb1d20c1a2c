import { expect, test } from "bun:test";
import { OwnNetwork } from "../../../../src/features/monitoring/engine/own-network";

/** A machine with a network that works, until a test breaks it. */
async function givenNetwork() {
  const view = { addresses: ["192.0.2.1"], gateway: true as boolean | null };
  const network = new OwnNetwork({
    ownAddresses: () => view.addresses,
    askGateway: () => Promise.resolve(view.gateway),
  });
  await network.look(0);
  return { network, view };
}

const results = (up: number, silent: number) => [
  ...Array.from({ length: up }, (_, id) => ({ id, isUp: true })),
  ...Array.from({ length: silent }, (_, id) => ({ id: 1000 + id, isUp: false })),
];
const LATER = 60_000;

test("it is down when all addresses are gone, but not where there never were any", async () => {
  const { network, view } = await givenNetwork();
  expect(await network.isDown(results(0, 1), LATER)).toBe(false);
  view.addresses = [];
  expect(await network.isDown(results(0, 1), LATER)).toBe(true);
  const bare = new OwnNetwork({ ownAddresses: () => [], askGateway: () => Promise.resolve(null) });
  expect(await bare.isDown(results(0, 30), LATER)).toBe(false);
});

test("it is down when nearly everything is silent and the gateway is, too", async () => {
  const { network, view } = await givenNetwork();
  view.gateway = false;
  expect(await network.isDown(results(5, 20), LATER)).toBe(false);
  expect(await network.isDown(results(1, 30), LATER + 6000)).toBe(true);
});

test("a gateway that answers, or never did, makes silence the others' own", async () => {
  const { network } = await givenNetwork();
  expect(await network.isDown(results(0, 30), LATER)).toBe(false);
  const mute = new OwnNetwork({
    ownAddresses: () => ["192.0.2.1"],
    askGateway: () => Promise.resolve(false),
  });
  await mute.look(0);
  expect(await mute.isDown(results(0, 30), LATER)).toBe(false);
});

test("one target alone that is silent says nothing of the network", async () => {
  const { network, view } = await givenNetwork();
  view.gateway = false;
  expect(await network.isDown(results(0, 1), LATER)).toBe(false);
});
