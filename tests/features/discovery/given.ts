import { ApiError } from "#platform/errors";
import type {
  SweepFind,
  SweepOptions,
  SweepSink,
  SweepSummary,
} from "../../../src/features/discovery/sweep/models";

/** What a refusal says; undefined: there was none. */
export function refusalTextOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.detail;
    throw error;
  }
}

export function find(address: string, fields: Partial<SweepFind> = {}): SweepFind {
  return {
    address,
    macAddress: null,
    otherMacAddresses: [],
    isRandomMac: false,
    vendor: null,
    hostname: null,
    hostnameSource: null,
    answeredBy: ["icmp"],
    roundTripMs: 0.4,
    openPorts: [],
    services: [],
    deviceTypeGuess: null,
    ...fields,
  };
}

/** A network that answers as it was told: an injected peer in place of packets. */
export class ScriptedNetwork {
  hosts: SweepFind[] = [];
  isWhole = true;
  /** Sweeps that were asked for, as they were. */
  readonly asked: SweepOptions[] = [];
  /** While it is there, sweeps wait for it. */
  #gate: PromiseWithResolvers<void> | undefined;

  hold(): void {
    this.#gate = Promise.withResolvers<void>();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  readonly sweep = async (options: SweepOptions, sink: SweepSink): Promise<SweepSummary> => {
    this.asked.push(options);
    const wanted = new Set<string>();
    for (const address of options.addresses) wanted.add(address);
    const found = this.hosts.filter(({ address }) => wanted.has(address));
    for (const host of found) sink.onFind(host);
    sink.onProgress({ phase: "looking", asked: wanted.size, count: options.count, found: found.length });
    if (this.#gate !== undefined) await Promise.race([this.#gate.promise, aborted(options.signal)]);
    options.signal.throwIfAborted();
    return { found: found.length, isWhole: this.isWhole, methods: ["as it was told"], notes: [] };
  };
}

/** Never resolves; rejects with the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
