import { textOf } from "../../event/byte-range";
import { CEF_KEYS, parseCef, readCefHeader, takeCef } from "../formats/cef";
import { FORTINET_KEYS, parseFortinet, takeFortinet } from "../formats/fortinet";
import { parseSophos, SOPHOS_FIREWALL, SOPHOS_KEYS, takeSophos } from "../formats/sophos";
import type { BodyParser, Line } from "../line";
import { BLANK, COMMA, isDigit, QUOTE } from "../values/characters";
import { type Body, has } from "./body-tests";
import { MARKS } from "./marks";
import { arePairsNoted, bareEnd, OctetValues, pairs, quoteEnd } from "./octet-pairs";

/**
 * As a body parser, of octets. Undefined: it cannot say, and the parser is to be asked.
 */
export type OctetReader = (body: Body, line: Line) => boolean | undefined;

const fortinet = new OctetValues(FORTINET_KEYS);
const sophos = new OctetValues(SOPHOS_KEYS);
const cef = new OctetValues(CEF_KEYS);

/** Those of the parsers that have one. */
export const OCTET_READERS = new Map<BodyParser, OctetReader>([
  [parseFortinet, readFortinet],
  [parseSophos, readSophos],
  [parseCef, readCef],
]);

/** Lets go of the lines that were read last. */
export function forgetReaders(): void {
  for (const values of [fortinet, sophos, cef]) values.forget();
}

function readFortinet(body: Body, line: Line): boolean | undefined {
  if (!has(body, MARKS.logId) || !arePairsNoted()) return undefined;
  fortinet.read(body.line, body.start, separatorOf(body));
  return takeFortinet(fortinet.text, line);
}

/** Only Sophos Firewall's. */
function readSophos(body: Body, line: Line): boolean | undefined {
  const isFirewall = has(body, MARKS.logComponent) && !mayBeUtm(body);
  if (!isFirewall || !arePairsNoted()) return undefined;
  sophos.read(body.line, body.start, BLANK);
  return takeSophos(SOPHOS_FIREWALL, sophos.text, line);
}

/** `id="` begins lines of the older product. */
function mayBeUtm({ line, start }: Body): boolean {
  return line[start] === 0x69 && line[start + 1] === 0x64;
}

function readCef({ line, start }: Body, said: Line): boolean | undefined {
  if (!arePairsNoted()) return undefined;
  const header = readCefHeader(textOf(line, start, line.length));
  if (header === null) return false;
  cef.readExtension(line, start + header.end);
  return takeCef(header, cef.text, said);
}

/** As `separatorOf` of texts. */
function separatorOf({ line }: Body): number {
  const start = (pairs.equals[0] ?? 0) + 1;
  const close = line[start] === QUOTE ? quoteEnd(line, start + 1, QUOTE) : -1;
  const end = close === -1 ? bareEnd(line, start, COMMA) : close + 1;
  let next = end + 1;
  while (line[next] === BLANK) next++;
  return line[end] === COMMA && !isDigit(line[next] ?? 0) ? COMMA : BLANK;
}
