import { canonicalAddress } from "#platform/ip";

/** What all readers of lease files have in common. Pure. */

export const LEASE_FORMATS = [
  "isc-dhcpd",
  "dnsmasq",
  "kea-csv",
  "kea-json",
  "windows-csv",
  "windows-netsh",
  "mikrotik",
  "opnsense-json",
  "netatlas-csv",
  "netatlas-json",
] as const;
export type LeaseFormat = (typeof LEASE_FORMATS)[number];

/**
 * A file to be read: `now` (ms since 1970) tells what has expired; the offset holds where a format's times name no
 * zone.
 */
export type LeaseFile = { text: string; now: number; utcOffsetMinutes: number };

export type Lease = {
  /** Canonical. */
  address: string;
  /** As the file writes it. */
  hardwareAddress: string | null;
  /** Client identifier or DUID, as hexadecimal octets with colons where the file has octets. */
  clientId: string | null;
  hostname: string | null;
  /** Milliseconds since 1970; null: never. */
  expiresAt: number | null;
  isActive: boolean;
  /** Where the file itself says it: the server that the lease comes from. */
  source?: string | null;
};

/** `line` counts from 1; 0: the whole file. */
export type LineError = { line: number; message: string };

/**
 * One lease for each address of a source: the last that the file has of it. `errors` are the first of `errorCount`.
 * `skipped` counts what is well-formed and no lease of an address: delegated prefixes, and leases that the file itself
 * says are gone.
 */
export type LeaseList = {
  leases: Lease[];
  errors: LineError[];
  errorCount: number;
  skipped: number;
  /** There are more than `MAX_LEASES`; then not all of them are here. */
  isTooLong: boolean;
};

/** Of one file. */
export const MAX_LEASES = 100_000;
const ERRORS_KEPT = 100;
const LONGEST_NAME = 255;
const LONGEST_CLIENT_ID = 512;

export type LeaseCollector = ReturnType<typeof createLeaseCollector>;

/** Takes the entries of a file in their order. */
export function createLeaseCollector() {
  const leases = new Map<string, Lease>();
  const errors: LineError[] = [];
  let errorCount = 0;
  let skipped = 0;
  let isTooLong = false;

  function refuse(line: number, message: string): void {
    errorCount += 1;
    if (errors.length < ERRORS_KEPT) errors.push({ line, message });
  }

  function known(line: number, text: string): string | undefined {
    const address = canonicalAddress(text);
    if (address === undefined) refuse(line, `${shown(text)} is not an IP address`);
    return address;
  }

  return {
    refuse,
    /** Adds a lease, in the place of an earlier one of its address; notes an error where the address is none. */
    add(line: number, lease: Lease): void {
      const address = known(line, lease.address);
      if (address === undefined) return;
      const key = keyOf(address, lease.source);
      if (leases.size === MAX_LEASES && !leases.has(key)) {
        isTooLong = true;
        return;
      }
      leases.set(key, {
        ...lease,
        address,
        hostname: cleaned(lease.hostname, LONGEST_NAME),
        clientId: cleaned(lease.clientId, LONGEST_CLIENT_ID),
      });
    },
    /** The file says that this address has no lease any more. */
    remove(line: number, text: string): void {
      const address = known(line, text);
      if (address === undefined) return;
      leases.delete(keyOf(address));
      skipped += 1;
    },
    /** The file is too long to be read. */
    overflow(): void {
      isTooLong = true;
    },
    skip(): void {
      skipped += 1;
    },
    result: (): LeaseList => ({ leases: [...leases.values()], errors, errorCount, skipped, isTooLong }),
  };
}

function keyOf(address: string, source: string | null = null): string {
  return source === null ? address : `${address} ${source}`;
}

/** Clients choose their names: no control characters, which a database refuses or a terminal obeys. */
function cleaned(text: string | null, maxLength: number): string | null {
  // oxlint-disable-next-line no-control-regex
  const printable = text?.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "") ?? "";
  return printable.trim().slice(0, maxLength).toWellFormed() || null;
}

/** Text of a file as an error message shows it. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A lease that its server calls active and that has not expired. */
export function isInForce(
  lease: { isActive: boolean; expiresAt: number | null },
  { now }: { now: number },
): boolean {
  return lease.isActive && (lease.expiresAt === null || lease.expiresAt > now);
}

/** Lines with their numbers, from 1, without those that are blank. */
export function* linesOf(text: string): Generator<{ line: number; text: string }> {
  let line = 0;
  // One at a time: a file may have as many as octets.
  for (let begin = 0; begin <= text.length;) {
    const found = text.indexOf("\n", begin);
    const end = found < 0 ? text.length : found;
    const content = text.slice(begin, end);
    begin = end + 1;
    line += 1;
    const trimmed = content.replace(/^\uFEFF/, "").trimEnd();
    if (trimmed.trim() !== "") yield { line, text: trimmed };
  }
}
