import type { ServiceText, SweepEvidence, SweepFind } from "./models";

/** What is learned of a host, piece by piece. */
type Learned = {
  by?: SweepEvidence;
  macAddress?: string;
  roundTripMs?: number;
  openPort?: number;
  services?: readonly ServiceText[];
} & Partial<Pick<SweepFind, "hostname" | "hostnameSource" | "vendor" | "isRandomMac" | "deviceTypeGuess">>;

/** MAC addresses of one address beside the first, and services of one host. */
const MAX_OTHERS = 4;
const MAX_SERVICES = 64;

/** The hosts that were found. A new one is told at once, what is learned later with the next `publish`. */
export class Finds {
  readonly #finds = new Map<string, SweepFind>();
  readonly #unpublished = new Set<string>();
  readonly #tell: (find: SweepFind) => void;

  constructor(tell: (find: SweepFind) => void) {
    this.#tell = tell;
  }

  get size(): number {
    return this.#finds.size;
  }

  has(address: string): boolean {
    return this.#finds.has(address);
  }

  get(address: string): SweepFind | undefined {
    return this.#finds.get(address);
  }

  all(): SweepFind[] {
    return [...this.#finds.values()];
  }

  /** Also adds the host, where it was not known. */
  learn(address: string, learned: Learned): void {
    const known = this.#finds.get(address);
    const find = known ?? nothingKnown(address);
    merge(find, learned);
    this.#finds.set(address, find);
    this.#unpublished.add(address);
    if (known === undefined) this.publish(address);
  }

  /** Tells what is known of one host, or of all of whom there is something new. */
  publish(address?: string): void {
    const wanted = address === undefined ? [...this.#unpublished] : [address];
    for (const one of wanted) {
      const find = this.#finds.get(one);
      if (!this.#unpublished.delete(one) || find === undefined) continue;
      this.#tell(structuredClone(find));
    }
  }
}

function nothingKnown(address: string): SweepFind {
  return {
    address,
    macAddress: null,
    otherMacAddresses: [],
    isRandomMac: false,
    vendor: null,
    hostname: null,
    hostnameSource: null,
    answeredBy: [],
    roundTripMs: null,
    openPorts: [],
    services: [],
    deviceTypeGuess: null,
  };
}

function merge(
  find: SweepFind,
  { by, macAddress, roundTripMs, openPort, services, ...plain }: Learned,
): void {
  if (by !== undefined && !find.answeredBy.includes(by)) find.answeredBy.push(by);
  if (macAddress !== undefined) addMacAddress(find, macAddress.toUpperCase());
  if (roundTripMs !== undefined) find.roundTripMs = Math.round(roundTripMs * 1000) / 1000;
  if (openPort !== undefined && !find.openPorts.includes(openPort)) {
    find.openPorts = [...find.openPorts, openPort].sort((left, right) => left - right);
  }
  if (services !== undefined) find.services = [...find.services, ...services].slice(0, MAX_SERVICES);
  Object.assign(find, plain);
}

function addMacAddress(find: SweepFind, macAddress: string): void {
  find.macAddress ??= macAddress;
  const isKnown = find.macAddress === macAddress || find.otherMacAddresses.includes(macAddress);
  if (!isKnown && find.otherMacAddresses.length < MAX_OTHERS) find.otherMacAddresses.push(macAddress);
}
