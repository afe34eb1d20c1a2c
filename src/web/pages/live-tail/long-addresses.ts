import type { AddressLengths } from "../../components/event-table/columns";
import type { TailRow } from "./tail-store";

const FIELDS = ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip", "sender"] as const;
/** Characters of the longest IPv4 address: every column has room for it. */
const LONGEST_IPV4 = 15;
/** Characters of the longest IPv6 address (RFC 5952 section 4: eight groups of four digits). */
const LONGEST_IPV6 = 39;

/** Of two needs of each column the greater. */
export function longestOf(one: AddressLengths, other: AddressLengths): AddressLengths {
  const fields = FIELDS.map((field) => [field, Math.max(one[field] ?? 0, other[field] ?? 0)] as const);
  return Object.fromEntries(fields.filter(([, length]) => length > 0));
}

/**
 * The room that the addresses of a list need, which grows once by column: to that of any IPv6 address as soon as one
 * does not fit.
 */
export function createLongAddresses() {
  let lengths: AddressLengths = {};
  let narrow = [...FIELDS];
  let last: TailRow | undefined;
  return {
    /** Looks at the rows behind those of the last call; the same object as long as nothing grows. */
    read(rows: readonly TailRow[]): AddressLengths {
      for (let index = rows.length - 1; index >= 0 && rows[index] !== last; index--) look(rows[index]);
      last = rows.at(-1);
      return lengths;
    },
    clear() {
      lengths = {};
      narrow = [...FIELDS];
      last = undefined;
    },
  };

  function look(row: TailRow | undefined): void {
    if (row?.kind !== "event") return;
    const { event } = row;
    const long = narrow.filter((field) => (event[field]?.length ?? 0) > LONGEST_IPV4);
    if (long.length === 0) return;
    narrow = narrow.filter((field) => !long.includes(field));
    lengths = { ...lengths, ...Object.fromEntries(long.map((field) => [field, LONGEST_IPV6])) };
  }
}
