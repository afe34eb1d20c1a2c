/** What is counted at a port, in each direction; their places are what is stored: new ones go to the end. */
export const COUNTERS = [
  "inOctets",
  "outOctets",
  "inUnicast",
  "outUnicast",
  "inMulticast",
  "outMulticast",
  "inBroadcast",
  "outBroadcast",
  "inErrors",
  "outErrors",
  "inDiscards",
  "outDiscards",
] as const;
export type Counter = (typeof COUNTERS)[number];

/** A counter as an agent gives it. */
export type Reading = { value: bigint; bits: 32 | 64 };
/** Of a port: what the agent has none of is absent. */
export type Readings = Partial<Record<Counter, Reading>>;

/** A second; octets as bits. Null: it cannot be told. */
export type Rates = Record<Counter, number | null>;

/** A value for each counter. */
export function forEachCounter<Value>(valueOf: (counter: Counter) => Value): Record<Counter, Value> {
  return {
    inOctets: valueOf("inOctets"),
    outOctets: valueOf("outOctets"),
    inUnicast: valueOf("inUnicast"),
    outUnicast: valueOf("outUnicast"),
    inMulticast: valueOf("inMulticast"),
    outMulticast: valueOf("outMulticast"),
    inBroadcast: valueOf("inBroadcast"),
    outBroadcast: valueOf("outBroadcast"),
    inErrors: valueOf("inErrors"),
    outErrors: valueOf("outErrors"),
    inDiscards: valueOf("inDiscards"),
    outDiscards: valueOf("outDiscards"),
  };
}
