import type { Model } from "../../../api/client";
import { formatAddress, parseAddress, sizeOf, type Network } from "../network";

export type AddressEntry = Model<"IpAddressEntry">;
export type AddressRange = Model<"AddressRange">;
export type Conflict = Model<"ConflictEntry">;

/**
 * What a cell of the grid says: the kind of the address, `pool` for a free one in a DHCP range, `conflict` above all.
 */
export const CELL_STATES = [
  "conflict",
  "device",
  "dhcp",
  "reserved",
  "gateway",
  "network",
  "broadcast",
  "pool",
  "free",
] as const;
export type CellState = (typeof CELL_STATES)[number];

export const STATE_WORDS: Readonly<Record<CellState, { letter: string; word: string }>> = {
  conflict: { letter: "!", word: "Conflict" },
  device: { letter: "D", word: "Device" },
  dhcp: { letter: "L", word: "Lease" },
  reserved: { letter: "R", word: "Reserved" },
  gateway: { letter: "G", word: "Gateway" },
  network: { letter: "N", word: "Network address" },
  broadcast: { letter: "B", word: "Broadcast" },
  pool: { letter: "P", word: "DHCP range, free" },
  free: { letter: "", word: "Free" },
};

export type Cell = AddressEntry & { state: CellState; conflicts: readonly Conflict[] };

/** Conflicts by the address that they are about. */
export function conflictsByAddress(conflicts: readonly Conflict[]): ReadonlyMap<string, readonly Conflict[]> {
  const byAddress = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    if (conflict.ip === null) continue;
    const others = byAddress.get(conflict.ip);
    if (others === undefined) byAddress.set(conflict.ip, [conflict]);
    else others.push(conflict);
  }
  return byAddress;
}

export function toCell(entry: AddressEntry, conflicts: ReadonlyMap<string, readonly Conflict[]>): Cell {
  const own = conflicts.get(entry.ip) ?? [];
  const state = own.length > 0 ? "conflict" : entry.kind === "free" && entry.dhcp_range ? "pool" : entry.kind;
  return { ...entry, state, conflicts: own };
}

/** The addresses of a network, one by one, out of rows in which free stretches are one row each. */
export function entriesOf(network: Network, ranges: readonly AddressRange[]): AddressEntry[] {
  const size = Number(sizeOf(network));
  const entries: AddressEntry[] = [];
  for (const { first, last, count: _, count_text: __, ...description } of ranges) {
    const [from, to] = [parseAddress(first)?.value, parseAddress(last)?.value];
    if (from === undefined || to === undefined) continue;
    const start = from < network.first ? network.first : from;
    for (let value = start; value <= to && entries.length < size; value += 1n) {
      if (value - network.first >= BigInt(size)) return entries;
      entries.push({ ip: formatAddress({ bits: network.bits, value }), ...description });
    }
  }
  return entries;
}

/** How many cells are in each state, for the legend; states that do not occur are left out. */
export function countStates(cells: readonly Cell[]): { state: CellState; count: number }[] {
  const counts = new Map<CellState, number>();
  for (const { state } of cells) counts.set(state, (counts.get(state) ?? 0) + 1);
  return CELL_STATES.flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [{ state, count }];
  });
}

/** What a cell is called: `10.0.0.7, device, sw-berlin-1`. */
export function describeCell({
  ip,
  state,
  kind,
  display_name: name,
  label,
  dhcp_range: isInRange,
}: Cell): string {
  const words = [ip, STATE_WORDS[state].word.toLowerCase()];
  if (state === "conflict") words.push(STATE_WORDS[kind].word.toLowerCase());
  const called = name ?? label;
  if (called !== null && !words.includes(called.toLowerCase())) words.push(called);
  if (isInRange && state !== "pool") words.push("in a DHCP range");
  return words.join(", ");
}

/** Addresses of a selection that may be reserved now: free ones outside of DHCP ranges. */
export function reservable(cells: readonly Cell[]): Cell[] {
  return cells.filter(({ state }) => state === "free");
}

/** How many addresses of each part are in use, out of rows that begin at the first address; null: not looked at. */
export function usedByBlock(
  blocks: readonly Network[],
  { ranges, isComplete }: { ranges: readonly AddressRange[]; isComplete: boolean },
): (number | null)[] {
  const [first, second] = blocks;
  if (first === undefined) return [];
  const size = second === undefined ? sizeOf(first) : second.first - first.first;
  const counts = blocks.map(() => 0);
  let seenTo = first.first - 1n;
  for (const { first: start, last, kind } of ranges) {
    const [from, to] = [parseAddress(start)?.value, parseAddress(last)?.value];
    if (from === undefined || to === undefined) continue;
    seenTo = to;
    if (kind === "free" || kind === "network" || kind === "broadcast") continue;
    const index = Number((from - first.first) / size);
    if (counts[index] !== undefined) counts[index] += Number(to - from + 1n);
  }
  return blocks.map((block, index) =>
    isComplete || block.first + size - 1n <= seenTo ? (counts[index] ?? 0) : null,
  );
}
