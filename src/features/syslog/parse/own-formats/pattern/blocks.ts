import { PatternError } from "./node";

const OCTET = String.raw`\d{1,3}`;
const HEX = "[0-9A-Fa-f]{1,4}";
const IPV4 = String.raw`\b${OCTET}\.${OCTET}\.${OCTET}\.${OCTET}\b`;
const IPV6 = `(?:(?:${HEX}:){7}${HEX}|(?:${HEX}(?::${HEX}){0,6})?::(?:${HEX}(?::${HEX}){0,6})?)`;

/** A short name that patterns may use for what stands in many lines. */
export type Block = { name: string; pattern: string; description: string; example: string };

/**
 * What `%{name}` stands for, and `%{name:group}` with a named group around it. Each is a piece that can end in one way
 * only where another piece stands behind it, so that patterns made of them are cheap.
 */
export const BLOCKS: readonly Block[] = [
  {
    name: "ip",
    pattern: `(?:${IPV4}|${IPV6})`,
    description: "an address, IPv4 or IPv6",
    example: "192.0.2.7",
  },
  { name: "port", pattern: String.raw`\d{1,5}`, description: "a port number", example: "443" },
  {
    name: "number",
    pattern: String.raw`\d+`,
    description: "digits: bytes, packets, the number of a rule",
    example: "1500",
  },
  {
    name: "word",
    pattern: String.raw`[\w.-]+`,
    description: "letters, digits, dot, hyphen, underscore",
    example: "permit",
  },
  {
    name: "text",
    pattern: String.raw`\S+`,
    description: "anything up to the next blank",
    example: "vlan7/trunk",
  },
  {
    name: "quoted",
    pattern: '[^"]*',
    description: 'what stands between quotes: "%{quoted:reason}"',
    example: "a b",
  },
  {
    name: "host",
    pattern: "[A-Za-z0-9][A-Za-z0-9._-]*",
    description: "a host name",
    example: "edge-1.example.com",
  },
  {
    name: "mac",
    pattern: "[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}",
    description: "a hardware address",
    example: "00:00:5e:00:53:01",
  },
  {
    name: "time",
    pattern: String.raw`\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?`,
    description: "date and time, year first",
    example: "2026-11-21 10:50:00",
  },
  { name: "space", pattern: String.raw`\s+`, description: "blanks and tabs, one at least", example: " " },
  { name: "skip", pattern: ".*?", description: "anything, as little of it as will do", example: "…" },
  { name: "rest", pattern: ".*", description: "everything up to the end of the line", example: "…" },
];

const BY_NAME = new Map(BLOCKS.map((block) => [block.name, block]));
const BLOCK = /%\{([^}:]*)(?::([^}]*))?\}/y;
const MAX_BLOCKS = 100;

/**
 * A pattern with its blocks written out, and where each of its characters came from, so that what is found wrong can be
 * shown in the pattern as it was given. Throws PatternError.
 */
export function writeOutBlocks(pattern: string): { text: string; origins: readonly number[] } {
  let text = "";
  const origins: number[] = [];
  let blocks = 0;
  const write = (piece: string, at: number, isSpread = false) => {
    for (let index = 0; index < piece.length; index++) origins.push(isSpread ? at + index : at);
    text += piece;
  };
  for (let at = 0; at < pattern.length;) {
    const isEscaped = pattern[at] === "\\";
    if (isEscaped || pattern[at] !== "%" || pattern[at + 1] !== "{") {
      const piece = pattern.slice(at, at + (isEscaped ? 2 : 1));
      write(piece, at, true);
      at += piece.length;
      continue;
    }
    BLOCK.lastIndex = at;
    const [whole = "", name = "", group] = BLOCK.exec(pattern) ?? [];
    const block = BY_NAME.get(name);
    if (whole === "")
      throw new PatternError("%{ begins a building block, and } is missing; write \\%{ for the text", at);
    if (block === undefined)
      throw new PatternError(
        `there is no building block ${JSON.stringify(name)}: ${BLOCKS.map((each) => each.name).join(", ")}`,
        at,
      );
    if (++blocks > MAX_BLOCKS) throw new PatternError(`there are ${MAX_BLOCKS} building blocks at most`, at);
    write(group === undefined ? `(?:${block.pattern})` : `(?<${group}>${block.pattern})`, at);
    at += whole.length;
  }
  return { text, origins };
}
