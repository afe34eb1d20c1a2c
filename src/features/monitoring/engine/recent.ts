import type { RawStatus } from "../state";

/** One result as a heartbeat bar shows it. */
export type RecentResult = {
  /** To a second. */
  at: Date;
  rawStatus: RawStatus;
  isHealthy: boolean | null;
  /** To 0.01 ms. */
  latencyMs: number | null;
};

const KEPT_RESULTS = 50;
/** Seconds since 1970 (4), kind and health (1), hundredths of a millisecond (3). */
const RESULT_BYTES = 8;
export const RECENT_BYTES = KEPT_RESULTS * RESULT_BYTES;

const STATUSES: readonly RawStatus[] = ["up", "down", "unknown"];
const HEALTHS = [null, true, false] as const;
const NO_LATENCY = 0xff_ff_ff;

/** One result, packed. The newest of a target stand first, one after the other. */
export function packResult({ at, rawStatus, isHealthy, latencyMs }: RecentResult): Buffer {
  const packed = Buffer.alloc(RESULT_BYTES);
  packed.writeUInt32BE(Math.max(0, Math.floor(at.getTime() / 1000)) >>> 0);
  packed.writeUInt8(STATUSES.indexOf(rawStatus) | (HEALTHS.indexOf(isHealthy) << 2), 4);
  const hundredths = latencyMs === null ? NO_LATENCY : Math.round(latencyMs * 100);
  packed.writeUIntBE(Math.min(NO_LATENCY, hundredths), 5, 3);
  return packed;
}

/** The newest 50 results with one more. */
export function appendResult(recent: Uint8Array | null, result: RecentResult): Uint8Array {
  return Buffer.concat([packResult(result), recent ?? Buffer.alloc(0)]).subarray(0, RECENT_BYTES);
}

/** Newest first. */
export function readRecent(recent: Uint8Array | null): RecentResult[] {
  const packed = Buffer.from(recent ?? []);
  const count = Math.floor(packed.length / RESULT_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const place = index * RESULT_BYTES;
    const kind = packed.readUInt8(place + 4);
    const hundredths = packed.readUIntBE(place + 5, 3);
    return {
      at: new Date(packed.readUInt32BE(place) * 1000),
      rawStatus: STATUSES[kind & 3] ?? "unknown",
      isHealthy: HEALTHS[kind >> 2] ?? null,
      latencyMs: hundredths === NO_LATENCY ? null : hundredths / 100,
    };
  });
}
