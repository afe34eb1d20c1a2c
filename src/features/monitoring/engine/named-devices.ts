import { parseAddress } from "#platform/ip";
import type { CheckOutcome } from "./decide";
import type { FindHost } from "./host-names";

/** Asks addresses, all at once; in their order. */
type AskAddresses = (addresses: readonly string[], signal: AbortSignal) => Promise<CheckOutcome[]>;

type Means = { find: FindHost; ask: AskAddresses };

/** Whether devices answer, in the order of where they are: addresses, and host names of those that have none. */
export async function probeDevicesAt(
  means: Means,
  places: readonly string[],
  signal: AbortSignal,
): Promise<CheckOutcome[]> {
  const names = places.filter(isName);
  if (names.length === 0) return means.ask(places, signal);
  const addresses = places.filter((place) => !isName(place));
  const [asked, named] = await Promise.all([means.ask(addresses, signal), probeNamed(means, names, signal)]);
  const [next, nextNamed] = [asked.values(), named.values()];
  return places.map((place) => taken((isName(place) ? nextNamed : next).next().value));
}

/** Whether a device is watched by its name. */
export function isName(place: string): boolean {
  return parseAddress(place) === undefined;
}

/** One that has an address of each family answers where either does. */
async function probeNamed(
  { find, ask }: Means,
  names: readonly string[],
  signal: AbortSignal,
): Promise<CheckOutcome[]> {
  const found = await Promise.all(names.map((name) => find(name, signal)));
  const addresses = found.flatMap((one) => (Array.isArray(one) ? one : []));
  const answers = (await ask(addresses, signal)).values();
  return found.map((one) =>
    Array.isArray(one)
      ? bestOf(one.map((address) => ({ address, outcome: taken(answers.next().value) })))
      : one,
  );
}

function taken(outcome: CheckOutcome | undefined): CheckOutcome {
  if (outcome === undefined) throw new Error("our bug: a device was not asked");
  return outcome;
}

const ORDER = ["up", "down", "unknown"] as const;

function bestOf(asked: readonly { address: string; outcome: CheckOutcome }[]): CheckOutcome {
  const best = ORDER.flatMap((status) => asked.filter(({ outcome }) => outcome.status === status))[0];
  const { address, outcome } = best ?? { address: "", outcome: taken(undefined) };
  return { ...outcome, details: { ...outcome.details, address } };
}
