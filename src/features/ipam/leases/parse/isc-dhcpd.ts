import { hardwareAddressOfDuid, hexOf } from "./duid";
import { iscTokens, unescapeOctets, unescapeText, type Token } from "./isc-tokens";
import { createLeaseCollector, shown, type LeaseCollector, type LeaseFile, type LeaseList } from "./lease";
import { fromEpochSeconds, fromYearFirst } from "./lease-time";

type Statement = readonly Token[];
type Block = { head: Statement; line: number; statements: Statement[] };

/** Blocks that stand in the file itself: one that seems to begin in another shows that the other was never closed. */
const TOP_BLOCKS = new Set(["lease", "ia-na", "ia-ta", "ia-pd"]);

/** Deeper nesting is no lease file. */
const DEEPEST = 32;
/** Of a statement, and statements of a block: what a file has beyond them would fill memory, and is never asked for. */
const MAX_WORDS = 1000;
const MAX_STATEMENTS = 1000;

/**
 * Reads the lease files of ISC's dhcpd and dhcpd6 (dhcpd.leases(5)). They are journals: the last block of an address
 * counts. Times are UTC. Whether a lease is active is its binding state alone, which the server keeps.
 */
export function parseIscDhcpd({ text }: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  let open: Block[] = [];
  let words: Token[] = [];
  for (const token of iscTokens(text)) {
    switch (token.kind) {
      case "word":
      case "string":
        if (words.length < MAX_WORDS) words.push(token);
        break;
      case "end":
        endStatement(open.at(-1), words);
        words = [];
        break;
      case "open":
        if (open.length > 0 && TOP_BLOCKS.has(wordOf(words, 0))) open = refuseOpen(leases, open);
        open.push({ head: words, line: words[0]?.line ?? token.line, statements: [] });
        words = [];
        if (open.length > DEEPEST) open = refuseOpen(leases, open);
        break;
      case "close":
        closeBlock(leases, { block: open.pop(), parent: open.at(-1), line: token.line });
        words = [];
        break;
    }
  }
  refuseOpen(leases, open);
  return leases.result();
}

function endStatement(block: Block | undefined, words: Statement): void {
  if (words.length > 0 && block !== undefined && block.statements.length < MAX_STATEMENTS)
    block.statements.push(words);
}

function wordOf(statement: Statement, index: number): string {
  return statement[index]?.text ?? "";
}

function refuseOpen(leases: LeaseCollector, open: readonly Block[]): Block[] {
  const [outer] = open;
  if (outer !== undefined) leases.refuse(outer.line, `${titleOf(outer)} is not closed`);
  return [];
}

function titleOf({ head }: Block): string {
  return shown(head.map(({ text }) => text).join(" "));
}

type Closing = { block: Block | undefined; parent: Block | undefined; line: number };

function closeBlock(leases: LeaseCollector, { block, parent, line }: Closing): void {
  if (block === undefined) {
    leases.refuse(line, "A block is closed that was not opened");
    return;
  }
  const kind = wordOf(block.head, 0);
  if (kind === "lease") addLease(leases, block);
  else if (kind === "iaaddr") addLease(leases, block, parent);
  else if (kind === "iaprefix") leases.skip();
}

function addLease(leases: LeaseCollector, block: Block, association?: Block): void {
  const find = (...names: string[]) =>
    block.statements.find((statement) => names.every((name, index) => wordOf(statement, index) === name));
  const ends = find("ends");
  const expiresAt = ends === undefined ? null : expiryOf(ends);
  if (expiresAt === undefined) {
    leases.refuse(ends?.[0]?.line ?? block.line, `${titleOf(block)} has an end that is no time`);
    return;
  }
  const hostname = find("client-hostname")?.[1];
  const uid = find("uid")?.[1];
  const identity = association?.head[1];
  // The name of an association is the client's IAID (4 octets) and its DUID.
  const duid = identity === undefined ? null : hexOf(octetsOf(identity).slice(4));
  leases.add(block.line, {
    address: wordOf(block.head, 1),
    hardwareAddress: find("hardware")?.[2]?.text ?? (duid === null ? null : hardwareAddressOfDuid(duid)),
    clientId: duid ?? (uid === undefined ? null : hexOf(octetsOf(uid))),
    hostname: hostname === undefined ? null : unescapeText(hostname.text),
    expiresAt,
    isActive: wordOf(find("binding", "state") ?? [], 2) === "active",
  });
}

/** An identifier is a string with escapes, or octets in hexadecimal with colons. */
function octetsOf({ kind, text }: Token): number[] {
  if (kind === "string") return unescapeOctets(text);
  return text.split(":").map((octet) => Number.parseInt(octet, 16) & 0xff);
}

/** Null: `never`. `epoch <seconds>` is what dhcpd writes with `db-time-format local`. */
function expiryOf(statement: Statement): number | null | undefined {
  const first = wordOf(statement, 1);
  if (first === "never") return null;
  if (first === "epoch") return fromEpochSeconds(wordOf(statement, 2));
  return fromYearFirst(`${wordOf(statement, 2)} ${wordOf(statement, 3)}`, 0);
}
