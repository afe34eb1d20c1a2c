import { BAR, COMMA, SEMICOLON, TAB } from "../../values/characters";
import { countNumber, portNumber } from "../../values/field-text";
import { verdictOf } from "../../values/action";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { FIRST_USER_PORT, isClientOf, isClientPort } from "../../values/port-ranges";
import { isRequest } from "../ends/role-words";
import { transportName } from "../ends/transport";

const BACKTICK = 0x60;
const CARET = 0x5e;
const MARKS = [TAB, BACKTICK, CARET, BAR, SEMICOLON, COMMA];
const TRANSLATES = /(?:^|[^a-z])(?:[sd]?nat|[sd]nat\w*|xlate\w*|translat\w*|masquerad\w*|pat)(?![a-z])/i;
/** Between columns of which each stands in quotes. */
const QUOTED_COLUMNS = '" "';
const MIN_MARKS = 4;
const MAX_CELLS = 128;
const OPENINGS = "\"'[({";
const CLOSINGS = "\"'])}.";
const QUOTES = /^["'[({]+|(?<!["'\])}.])["'\])}.]+$/g;
/** `mx.example.com:192.0.2.25:25`. */
const HOST_BEFORE = /^[\w.-]*[a-z]\.[a-z]{2,12}:(?=\d)/i;
const NUMBER = /^\d{1,5}$/;
const TRANSPORT_NUMBER = /^(?:6|17|132)$/;
/** Numbers of TCP and UDP, which stand before a client's port. */
const NUMBERED: ReadonlySet<number> = new Set([6, 17]);
const TRANSPORT_CELL = /^(?:\W?|[\w-]{1,24}\/)(tcp|udp|sctp)(?=$|[^a-z])/i;
const SERVICE_NAME = /^[A-Za-z][\w. -]{1,24}$/;
/** The first column behind what the line begins with: `POLICY:Allow 6|A|p|B|q`. */
const HEAD_NUMBER =
  /(?<![a-z])(?:allow|permit|accept|pass|den[yi]|drop|block|reject|session|conn(?:ection)?|traffic|flow|packet)(?:p?ed|ed|s)?:? (6|17|132)$/i;
const SERVICE_CELL = /^(?:(?:[\w-]{1,24}\/)?(?:tcp|udp|sctp)|6|17)$/i;
/** What stands between an address and its port in some rows. */
const CARD_LENGTH = "00:00:5e:00:53:01".length;
const CARD = /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i;
const EPOCH = /^1\d{9}$/;
const REQUEST_CELL = /^(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|HTTP\/\d(?:\.\d)?)(?:$|[ _])/;
const RECORD_TYPES = "A|AAAA|CNAME|MX|TXT|PTR|NS|SOA|SRV|HTTPS|SVCB|ANY";
const RECORD_TYPE = new RegExp(`^(?:${RECORD_TYPES})$`);
const RECORD_TYPE_WORD = new RegExp(String.raw`\b(?:${RECORD_TYPES})\b`);
const RECORD_TYPE_WITHIN = new RegExp(`[\\s,;|"](?:${RECORD_TYPES})(?:[\\s,;|"]|$)`);
const NUMBER_BEHIND = /^\W{1,3}\d{5}(?!\d)/;
const MAX_NUMBER_BEHIND = 12;
const EMPTY_CELL = /^[-0]$/;
const MAX_WORD = 16;
const MAILBOX = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$/;
/** What somebody does in a console, as a column has it. */
const DEEDS =
  "(?:creat|updat|delet|remov|modif|chang|edit|add|export|import|view|enabl|disabl|restor|renam|revok|approv)(?:e|ed|es|s|y|ied|ies)?|log[io]n|logout|sign[ _-]?(?:in|out)|read|reset";
/** What it is done to. */
const THING = /^[a-z][a-z_-]{3,40}$/;
/** What has an address of its own, which may be the row's. */
const ADDRESSED =
  /(?:hosts?|devices?|addresse?s?|ips?|servers?|nodes?|networks?|endpoints?|clients?|peers?|gateways?|machines?|computers?|routers?|routes?|subnets?|lists?|acls?|firewalls?|objects?|records?|dns|sites?|tunnels?|pools?|agents?|sensors?)$/i;
const DEED = new RegExp(`^(?:${DEEDS})$`, "i");
const DEED_WITHIN = new RegExp(`[,;|\\t]\\s?"?(?:${DEEDS})"?[,;|\\t]`, "i");
/** So many columns behind an end another is apart from it. */
const MIN_APART = 3;
const NAME = /^(?=.*[a-z])[\w-]+(?:\.[\w-]+)+\.?$/i;

/** A column, whose text is cut out where somebody asks for it. */
class Cell {
  readonly #row: string;
  #text: string | undefined;
  readonly start: number;
  readonly end: number;

  constructor(row: string, start: number, end: number) {
    this.#row = row;
    this.start = start;
    this.end = end;
  }

  get text(): string {
    return (this.#text ??= withoutQuotes(this.#row.slice(this.start, this.end).trim()));
  }

  /** A card's address; no shorter column can be one. */
  isCard(): boolean {
    return this.end - this.start >= CARD_LENGTH && this.text.length === CARD_LENGTH && CARD.test(this.text);
  }
}

type Row = { cells: readonly Cell[]; ends: readonly (Endpoint | null)[] };
/** Two ends by the columns that they stand in, and the first and the last of these. */
type Pair = { source: Endpoint; destination: Endpoint; first: number; last: number };

/**
 * The flow of a row of columns, parted by tabs, commas, bars, semicolons or blanks, of which some hold one of the
 * `found`
 * addresses alone: `A:p B:q`, `A p B q` or `A B p q`, where a column tells a protocol of ports or a verdict, or the
 * ports
 * tell a client from a service. Null for other rows.
 */
export function columnFlow(text: string, found: readonly Endpoint[]): Flow | null {
  const [first] = found;
  if (found.length === 1 && first !== undefined && !mayBeColumn(text, first)) return null;
  const cells = cellsOf(text).filter((cell) => !cell.isCard());
  const holdsEnd = ({ start, end }: Cell) => found.some((each) => each.start >= start && each.start < end);
  const row: Row = { cells, ends: cells.map((cell) => (holdsEnd(cell) ? endOf(cell) : null)) };
  if (row.ends.every((end) => end === null)) return null;
  for (let first = 0; first + 1 < cells.length; first++) {
    const pair = row.ends[first] === null ? null : pairAt(row, first);
    // What a proxy asked for itself stands behind what it was asked.
    const flow = pair === null ? null : provenFlow(row, pair, isRequest(text));
    if (flow !== null) return flow;
  }
  const before = portsBefore(row);
  if (before !== null) return before;
  // What else is named may stand in no column of its own.
  const isLone = found.length === row.ends.filter((end) => end !== null).length;
  return (
    (isLone ? (loneColumn(row) ?? auditRow(row)) : null) ??
    (RECORD_TYPE_WORD.test(text) ? queryRow(row) : null)
  );
}

/**
 * `443,A,a sentence,50122,B` beside a verdict: each end's port stands before it, and one of the two is a client's. A
 * number
 * behind an end may be its port, too.
 */
function portsBefore({ cells, ends }: Row): Flow | null {
  const [one, two, other] = ends.flatMap((end, place) => (end === null ? [] : [place]));
  if (one === undefined || two === undefined || other !== undefined || two < one + MIN_APART) return null;
  const [first, second] = [ends[one], ends[two]];
  const [port, next] = [portIn(cells[one - 1]), portIn(cells[two - 1])];
  if (!first || !second || first.port !== null || second.port !== null || port === null || next === null)
    return null;
  const isBehind = portIn(cells[one + 1]) !== null || portIn(cells[two + 1]) !== null;
  if (isBehind || !cells.some(({ text }) => isVerdict(text))) return null;
  const [left, right] = [
    { ...first, port },
    { ...second, port: next },
  ];
  const place = { start: first.start, end: second.end };
  if (isClientOf(next, port)) return { source: right, destination: left, ...place };
  return isClientOf(port, next) ? { source: left, destination: right, ...place } : null;
}

/** `A p` beside a protocol, and `A p q`: a client's address and port, where no other end is told. */
function loneColumn({ cells, ends }: Row): Flow | null {
  const index = ends.findIndex((end) => end !== null);
  const source = ends[index];
  const port = portIn(cells[index + 1]);
  if (!source || source.port !== null || ends.some((end, other) => end !== null && other !== index))
    return null;
  if (!isClientPort(port)) return null;
  const protocol = cells.map(({ text }) => TRANSPORT_CELL.exec(text)?.[1]).find((name) => name !== undefined);
  const asked = portIn(cells[index + 2]);
  // A number of four digits may be of a process.
  const isAsked = asked !== null && asked > 0 && asked < FIRST_USER_PORT;
  if (protocol === undefined && !isAsked && !cells.some(({ text }) => REQUEST_CELL.test(text))) return null;
  const end = cells[index + 1]?.end ?? source.end;
  return {
    source: { ...source, port },
    destination: null,
    start: source.start,
    end,
    askedPort: isAsked ? asked : null,
    protocol: protocol === undefined ? null : transportName(protocol),
  };
}

/**
 * Who did what, and from where: one person's mailbox and a verb before the only address, which is a column of its own.
 */
function auditRow({ cells, ends }: Row): Flow | null {
  const [index, other] = ends.flatMap((end, place) => (end === null ? [] : [place]));
  const source = ends[index ?? 0];
  if (index === undefined || other !== undefined || !source || source.port !== null) return null;
  const people = cells.filter(({ text }) => MAILBOX.test(text));
  const [person] = people;
  if (person === undefined || person.start > source.start) return null;
  if (people.some(({ text }) => text !== person.text)) return null;
  if (cells.slice(0, index).some(({ text }) => ADDRESSED.test(text.slice(-MAX_WORD)))) return null;
  const verb = cells.slice(0, index).findLastIndex(({ text }) => DEED.test(text));
  // Directly behind the verb it may be what something was done to, unless that is told before it.
  if (verb === -1 || (verb === index - 1 && !THING.test(cells[verb - 1]?.text ?? ""))) return null;
  return { source, destination: null, start: source.start, end: source.end };
}

/** Client, perhaps server, the name asked for and the type of its record. */
function queryRow({ cells, ends }: Row): Flow | null {
  const said = cells.map(({ text, start, end }, index) => ({
    text,
    start,
    end: ends[index] ?? null,
    behind: end,
  }));
  const row = said.filter(({ text }) => text !== "");
  const first = row.findIndex(({ end }) => end !== null);
  const [client, server] = [row[first], row[first + 1]];
  const source = client?.end;
  if (client === undefined || !source) return null;
  const type = row.findIndex(({ text }) => RECORD_TYPE.test(text));
  const isQuery = type > first && row.slice(first, type).some(({ text }) => NAME.test(text));
  if (!isQuery) return null;
  const destination = server?.end ?? null;
  const end = destination === null ? client.behind : (server?.behind ?? client.behind);
  return { source, destination, start: client.start, end };
}

/** Whether a lone address has a number behind it, or the text a type of DNS, or who did something. */
function mayBeColumn(text: string, { end }: Endpoint): boolean {
  if (NUMBER_BEHIND.test(text.slice(end, end + MAX_NUMBER_BEHIND)) || RECORD_TYPE_WITHIN.test(text))
    return true;
  return text.includes("@") && DEED_WITHIN.test(text);
}

function cellsOf(text: string): Cell[] {
  const mark = MARKS.find((code) => hasOften(text, String.fromCharCode(code)));
  const isQuoted = mark === undefined && text.startsWith('"') && hasOften(text, QUOTED_COLUMNS);
  const cells: Cell[] = [];
  let start = 0;
  const delimiter = isQuoted ? QUOTED_COLUMNS : mark === undefined ? " " : String.fromCharCode(mark);
  while (start <= text.length && cells.length < MAX_CELLS) {
    const found = text.indexOf(delimiter, start);
    const end = found === -1 ? text.length : found;
    // Several blanks part as one does.
    if (end > start || mark !== undefined || isQuoted) cells.push(new Cell(text, start, end));
    start = end + delimiter.length;
  }
  return cells;
}

/** At least as often as marks part columns. */
function hasOften(text: string, mark: string): boolean {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1))
    if (++count === MIN_MARKS) return true;
  return false;
}

function withoutQuotes(text: string): string {
  const mayHave = OPENINGS.includes(text.charAt(0)) || CLOSINGS.includes(text.charAt(text.length - 1));
  return mayHave ? text.replaceAll(QUOTES, "") : text;
}

function endOf({ text, start, end }: Cell): Endpoint | null {
  const value = text.includes(":") ? text.replace(HOST_BEFORE, "") : text;
  const found = value.length < 3 || !/^[\da-f:]/i.test(value) ? null : wholeEndpoint(value);
  return found === null ? null : { ...found, start, end };
}

function pairAt({ cells, ends }: Row, first: number): Pair | null {
  const [source, second, third] = [ends[first], ends[first + 1], ends[first + 2]];
  if (!source) return null;
  const port = (index: number) => portIn(cells[index]);
  if (source.port !== null)
    return second && second.port !== null ? { source, destination: second, first, last: first + 1 } : null;
  const [one, two, three] = [port(first + 1), port(first + 2), port(first + 3)];
  if (third && third.port === null && one !== null && three !== null)
    return { ...withPorts([source, one], [third, three]), first, last: first + 3 };
  const four = port(first + 4);
  // Where a card's address may stand, `A|p||B|q`.
  const behind = cells[first + 2]?.text === "" ? ends[first + 3] : null;
  if (behind && behind.port === null && one !== null && four !== null)
    return { ...withPorts([source, one], [behind, four]), first, last: first + 4 };
  const isNumbered = two !== null && four !== null && NUMBERED.has(two) && isClientPort(three);
  if (second && second.port === null && two !== null && three !== null && !isNumbered)
    return { ...withPorts([source, two], [second, three]), first, last: first + 3 };
  // A service or a protocol stands before the ports, `ssh/tcp`.
  const isServed = SERVICE_CELL.test(cells[first + 2]?.text ?? "");
  if (second && second.port === null && isServed && three !== null && four !== null)
    return { ...withPorts([source, three], [second, four]), first, last: first + 4 };
  // The service's name and the protocol's number, `A;B;Telnet;6;p;q`.
  const five = port(first + 5);
  const isNamed = three !== null && NUMBERED.has(three) && SERVICE_NAME.test(cells[first + 2]?.text ?? "");
  if (second && second.port === null && isNamed && five !== null && four !== null && isClientPort(four))
    return { ...withPorts([source, four], [second, five]), first, last: first + 5 };
  if (second && second.port === null && isServed) return portlessPair({ cells, ends }, first);
  return one === null ? null : apartPair({ cells, ends }, [source, one], first);
}

/** `deny A B tcp`: the only two ends of a row, whose ports are not told, beside a protocol and a verdict. */
function portlessPair({ cells, ends }: Row, first: number): Pair | null {
  const [source, destination] = [ends[first], ends[first + 1]];
  if (!source || !destination || ends.filter((end) => end !== null).length !== 2) return null;
  // Of a translation the second is how the first is seen.
  const isJudged =
    cells.some(({ text }) => isVerdict(text)) && !cells.some(({ text }) => TRANSLATES.test(text));
  return isJudged ? { source, destination, first, last: first + 1 } : null;
}

/** `A p - - 0 0 B q`: nothing stands in the columns between two ends. */
function apartPair({ cells, ends }: Row, source: [Endpoint, number], first: number): Pair | null {
  let next = first + 2;
  // Numbers alone may count.
  if (cells[next]?.text !== "-") return null;
  while (EMPTY_CELL.test(cells[next]?.text ?? "")) next++;
  const [end, port] = [ends[next], portIn(cells[next + 1])];
  if (next < first + MIN_APART || !end || end.port !== null || port === null) return null;
  return { ...withPorts(source, [end, port]), first, last: next + 1 };
}

function portIn(cell: Cell | undefined): number | null {
  return cell !== undefined && NUMBER.test(cell.text) ? portNumber(cell.text) : null;
}

function withPorts(source: [Endpoint, number], destination: [Endpoint, number]) {
  return {
    source: { ...source[0], port: source[1] || null },
    destination: { ...destination[0], port: destination[1] || null },
  };
}

function provenFlow({ cells, ends }: Row, pair: Pair, isAsked: boolean): Flow | null {
  const { source, destination, first, last } = pair;
  const place = { start: cells[first]?.start ?? 0, end: cells[last]?.end ?? 0 };
  const protocol = protocolOf(cells, pair);
  if (protocol !== null || (cells.some(({ text }) => isVerdict(text)) && !isNamedService(cells, pair)))
    return { source, destination, ...place, protocol, counts: countsOf(cells, pair) };
  if (isAsked && ends.findIndex((end) => end !== null) < first) return null;
  if (isAlternating(pair) && isUserOf(pair)) return { source, destination, ...place };
  if (isClientOf(source.port, destination.port)) {
    const isRequest = source.port === destination.port || cells.some(({ text }) => REQUEST_CELL.test(text));
    return last === first + 1 || last > first + MIN_APART || isRequest
      ? { source, destination, ...place }
      : null;
  }
  // Mail servers write their own end first.
  const isOfRequest = last === first + 3 && cells.some(({ text }) => REQUEST_CELL.test(text));
  const isAnswered = isClientOf(destination.port, source.port) && (last === first + 1 || isOfRequest);
  return isAnswered ? { source: destination, destination: source, ...place } : null;
}

/** `mx.example.com:192.0.2.25:25 :203.0.113.9:50122`: who was asked, by his own name and before who asked. */
function isNamedService(cells: readonly Cell[], { source, destination, first, last }: Pair): boolean {
  const isBeside = last === first + 1 && isClientOf(destination.port, source.port);
  return isBeside && HOST_BEFORE.test(cells[first]?.text ?? "");
}

/** A name of a column, or its number beside the ends. */
function protocolOf(cells: readonly Cell[], { first, last }: Pair): string | null {
  for (const { text } of cells) {
    const name = TRANSPORT_CELL.exec(text)?.[1];
    if (name !== undefined) return transportName(name);
  }
  // Between the ends and their ports.
  const between = last > first + 3 ? [cells[last - 2]] : [];
  const beside = [...(last > first + 4 ? between : []), cells[last + 1], cells[first - 1], ...between].find(
    (cell) => cell !== undefined && TRANSPORT_NUMBER.test(cell.text),
  );
  const number = beside?.text ?? (first === 1 ? HEAD_NUMBER.exec(cells[0]?.text ?? "")?.[1] : undefined);
  return number === undefined ? null : transportName(number);
}

/** As clouds write them: protocol, packets, bytes, and seconds since 1970 at the start and at the end. */
function countsOf(cells: readonly Cell[], { last }: Pair): Flow["counts"] {
  const [protocol, packets, bytes, start, end] = cells.slice(last + 1, last + 6).map(({ text }) => text);
  const isRecord = TRANSPORT_NUMBER.test(protocol ?? "") && EPOCH.test(start ?? "") && EPOCH.test(end ?? "");
  return isRecord ? { packets: countNumber(packets ?? ""), bytes: countNumber(bytes ?? "") } : undefined;
}

function isVerdict(text: string): boolean {
  return text.length >= 4 && text.length <= 10 && verdictOf(text.toLowerCase()) !== "other";
}

/** Of two ports the first is a user's, the second the system's. */
function isUserOf({ source, destination }: Pair): boolean {
  return (source.port ?? 0) >= FIRST_USER_PORT && (destination.port ?? FIRST_USER_PORT) < FIRST_USER_PORT;
}

/** `A p B q`. */
function isAlternating({ source, destination, first, last }: Pair): boolean {
  return last === first + 3 && source.end < destination.start - 1;
}
