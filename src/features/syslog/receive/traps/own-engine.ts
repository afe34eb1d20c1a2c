/** Our engine for informs: its id, and how often it has started. Plain data: it goes to the receiver's thread. */
export type TrapEngine = { id: Uint8Array; boots: number };

/** RFC 3411 section 5, SnmpEngineID: no enterprise, the octets are the administrator's. */
const ENGINE_PREFIX = Buffer.from("8000000005", "hex");
const BOOTS_BEGIN_MS = Date.UTC(2020, 0, 1);
const MAX_BOOTS = 2 ** 31 - 2;

/**
 * One engine per collector. Its boots are the second of its start, so that they grow from start to start without being
 * kept.
 */
export function startTrapEngine(
  collector: string,
  { nowMs, formerBoots }: { nowMs: number; formerBoots: number },
): TrapEngine {
  const seconds = Math.floor((nowMs - BOOTS_BEGIN_MS) / 1000);
  return {
    id: Buffer.concat([ENGINE_PREFIX, Buffer.from(collector, "hex")]),
    boots: Math.min(MAX_BOOTS, Math.max(formerBoots + 1, seconds)),
  };
}
