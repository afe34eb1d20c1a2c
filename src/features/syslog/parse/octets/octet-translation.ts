import { isThere } from "./octet-range";
import { type ByteRange, isSame, textOf } from "../../event/byte-range";
import type { ParsedMessage } from "../line";
import { type End, translatedEnd } from "../values/fields";
import { isDottedQuad, isSameRange, octetTexts, portIn, textIn } from "./octet-texts";

const ZERO = 0x30;
const NO_TRANSLATION: End = [null, null];

/** Where a translated end stands in the line; empty ranges: the line does not say it. */
export type TranslatedEnd = { ip: ByteRange; port: ByteRange };

/**
 * As `setTranslation`, of ends that stand in the line. The ends themselves must be set before, in the message or in
 * `octetTexts`.
 */
// oxlint-disable-next-line max-params -- it runs for every line
export function takeTranslation(
  line: Uint8Array,
  source: TranslatedEnd,
  destination: TranslatedEnd,
  message: ParsedMessage,
): void {
  if (isThere(source.ip) || isThere(source.port)) {
    const end = readEnd(line, source, octetTexts.srcIp, [message.srcIp, message.srcPort]);
    [message.natSrcIp, message.natSrcPort] = end;
  }
  if (isThere(destination.ip) || isThere(destination.port)) {
    const end = readEnd(line, destination, octetTexts.dstIp, [message.dstIp, message.dstPort]);
    [message.natDstIp, message.natDstPort] = end;
  }
}

/** Mostly the same end once more, which is no translation and of which no text is made. */
// oxlint-disable-next-line max-params -- it runs for every line
function readEnd(line: Uint8Array, { ip, port }: TranslatedEnd, own: ByteRange, [ownIp, ownPort]: End): End {
  if (!isDottedQuad(line, ip.start, ip.end) || line[ip.start] === ZERO) {
    const [ipText, portText] = [textOf(line, ip.start, ip.end), textOf(line, port.start, port.end)];
    return translatedEnd(ipText, portText, [textIn(line, own, ownIp), ownPort]);
  }
  const number = portIn(line, port);
  const natPort = number === 0 ? null : number;
  const isOwn =
    own.start === own.end
      ? ownIp !== null && isSame(ownIp, line, ip.start, ip.end)
      : isSameRange(line, ip, own);
  if (isOwn && (natPort === null || natPort === ownPort)) return NO_TRANSLATION;
  return [textOf(line, ip.start, ip.end), natPort];
}
