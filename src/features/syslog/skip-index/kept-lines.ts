import type { LineText } from "../event/byte-range";
import type { GatheredLine } from "./gatherer";

/** As many as are worth it that the code that gathers them is fetched anew. */
const MAX_KEPT = 64;
const NO_BYTES = new Uint8Array();

/** A line whose octets stay where they are for as long as it is kept, and the row and the sender that it has. */
class KeptLine implements GatheredLine {
  row = 0;
  sender = "";
  bytes: Uint8Array = NO_BYTES;
  isAscii = true;
  rawLog = "";
  header = 0;
  fractionEnd = 0;
  readonly texts = { srcIp: nothing(), dstIp: nothing(), message: { start: 0 } };
  readonly fields: { natSrcIp: string | null; natDstIp: string | null; sourceHost: string | null } = {
    natSrcIp: null,
    natDstIp: null,
    sourceHost: null,
  };

  keep(row: number, sender: string, line: GatheredLine): void {
    this.row = row;
    this.sender = sender;
    this.bytes = line.bytes;
    this.isAscii = line.isAscii;
    // Of ASCII the octets tell it, and no text is made.
    this.rawLog = line.isAscii ? "" : line.rawLog;
    this.header = line.header;
    this.fractionEnd = line.fractionEnd;
    const { texts, fields } = this;
    copyText(line.texts.srcIp, texts.srcIp);
    copyText(line.texts.dstIp, texts.dstIp);
    texts.message.start = line.texts.message.start;
    fields.natSrcIp = line.fields.natSrcIp;
    fields.natDstIp = line.fields.natDstIp;
    fields.sourceHost = line.fields.sourceHost;
  }

  /** Lets go of the chunk that the octets are a view of. */
  forget(): void {
    this.bytes = NO_BYTES;
    this.rawLog = "";
  }
}

/**
 * Lines that wait to be gathered, some dozens one after the other: what is done with a line of any format, and the pass
 * over its octets, do not fit into the processor's cache of instructions together.
 */
export class KeptLines {
  readonly #lines = Array.from({ length: MAX_KEPT }, () => new KeptLine());
  #count = 0;

  /** Keeps a line; its octets must stay as they are until `drain`. True: there is no room for another. */
  // oxlint-disable-next-line max-params -- it runs for every line
  keep(row: number, sender: string, line: GatheredLine): boolean {
    this.#lines[this.#count++]?.keep(row, sender, line);
    return this.#count === MAX_KEPT;
  }

  /** Gives the lines in their order, and forgets them. */
  drain(take: (line: KeptLine) => void): void {
    for (let index = 0; index < this.#count; index++) {
      const line = this.#lines[index];
      if (line === undefined) break;
      take(line);
      line.forget();
    }
    this.#count = 0;
  }
}

function nothing(): LineText {
  return { start: 0, end: 0, text: null };
}

function copyText(from: LineText, to: LineText): void {
  to.start = from.start;
  to.end = from.end;
  to.text = from.text;
}
