import type { SnmpProfileRow } from "#features/snmp-profiles";
import type { Turnstile } from "#platform/turnstile";
import { toCheckColumns, type ServiceCheckDefinition } from "../checks/models";
import type { CheckOutcome } from "../engine/decide";
import type { AskedCheck } from "../engine/store";
import { gentler, type Service } from "./services";

/** Asks a check of one address, once. @throws the signal's reason. */
export type Ask = (check: AskedCheck, address: string, signal: AbortSignal) => Promise<CheckOutcome>;

/** A check that succeeded, and what it was told. */
export type Found = { check: ServiceCheckDefinition; outcome: CheckOutcome };

type Asked = { address: string; snmpProfile: SnmpProfileRow | null };

type Means = {
  ask: Ask;
  /** Places at this device, and of all that are asked together. */
  places: readonly Turnstile[];
  /** Once it fires, nothing more is asked; what has been found counts. */
  signal: AbortSignal;
};

export type Look = { found: Found[]; isComplete: boolean };

/** Which of the services a device has: one check of each that succeeds, in the order of the services. */
export async function lookForServices(
  device: Asked,
  services: readonly Service[],
  means: Means,
): Promise<Look> {
  const looks = await Promise.all(services.map((service) => lookFor(service, device, means)));
  return {
    found: looks.flatMap(({ found }) => found),
    isComplete: looks.every(({ isComplete }) => isComplete),
  };
}

const NOTHING: Look = { found: [], isComplete: true };

async function lookFor({ port, checks }: Service, device: Asked, means: Means): Promise<Look> {
  // A connection costs the device less than a handshake, and says at most ports that there is nothing to say.
  const connection = port === null ? undefined : checks.at(-1);
  const known: Found[] = [];
  try {
    if (connection !== undefined) {
      const outcome = await askOne(connection, device, means);
      if (outcome.status !== "up") return NOTHING;
      known.push({ check: connection, outcome });
    }
    for (const check of connection === undefined ? checks : checks.slice(0, -1)) {
      const found = await tryCheck(check, device, means);
      if (found !== undefined) return { found: [found], isComplete: true };
    }
    return { found: known, isComplete: true };
  } catch (error) {
    if (!means.signal.aborted) throw error;
    return { found: known, isComplete: false };
  }
}

/** The check, or a gentler one, if it succeeds. */
async function tryCheck(
  first: ServiceCheckDefinition,
  device: Asked,
  means: Means,
): Promise<Found | undefined> {
  let check: ServiceCheckDefinition | undefined = first;
  while (check !== undefined) {
    const outcome = await askOne(check, device, means);
    if (outcome.status === "up") return { check, outcome };
    check = gentler(check, outcome);
  }
  return undefined;
}

async function askOne(
  check: ServiceCheckDefinition,
  { address, snmpProfile }: Asked,
  { ask, places, signal }: Means,
): Promise<CheckOutcome> {
  const asked = { ...toCheckColumns({ ...check, device_id: null, scope: null }), snmpProfile };
  const work = places.reduce<() => Promise<CheckOutcome>>(
    (inner, turnstile) => () => turnstile(inner),
    async () => {
      signal.throwIfAborted();
      return ask(asked, address, signal);
    },
  );
  return work();
}
