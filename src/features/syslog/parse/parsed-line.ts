import { type LineText, textOf } from "../event/byte-range";
import { emptyMessage, type ParsedMessage } from "./line";
import type { RawLine } from "./raw-line";

/** Texts that may be read without being cut out of their line. */
const TEXT_FIELDS = [
  "srcIp",
  "dstIp",
  "interface",
  "direction",
  "ruleId",
  "trackerId",
  "reason",
  "message",
] as const;

type TextField = (typeof TEXT_FIELDS)[number];

/** Whether a field is one of `ParsedLine.texts`. */
export function isTextField(name: string): name is TextField {
  return TEXT_NAMES.has(name);
}

const TEXT_NAMES: ReadonlySet<string> = new Set(TEXT_FIELDS);

export type LineTexts = Readonly<Record<TextField, LineText>>;
export type LineFields = Omit<ParsedMessage, TextField>;

const NO_BYTES = new Uint8Array();
const NO_FIELDS = emptyMessage();

/**
 * A line and what it says, however it was read. One object for many lines, one after the other, so that all code that
 * looks at lines sees one shape and no memory is asked for: whoever keeps something keeps it himself.
 */
export class ParsedLine {
  /** What the line says, but for `texts`. */
  fields: LineFields = emptyMessage();
  readonly texts: LineTexts = emptyTexts();
  /** The line as it is stored, in UTF-8: a view of what was received where that is the same. */
  bytes: Uint8Array = new Uint8Array();
  isAscii = true;
  /** What was received, where `bytes` do not tell it. */
  rawBytes: Uint8Array | null = null;
  /**
   * The character of the line, counted from 1, with which its message begins; null where the message is not the end of
   * the line, as with escaped line breaks. Characters are code points, as SQL counts them; null, too, where surrogate
   * pairs stand before it.
   */
  messageStart: number | null = null;
  /**
   * Lines of the same number are the same up to their message but for the digits of their time's fraction, which end
   * at `fractionEnd`; 0: no such line is known.
   */
  header = 0;
  fractionEnd = 0;
  #rawLog: string | undefined = "";

  /** The line as it is stored. */
  get rawLog(): string {
    return (this.#rawLog ??= textOf(this.bytes, 0, this.bytes.length));
  }

  /** One of `texts` as a text. */
  read(field: LineText): string | null {
    if (field.start === field.end) return field.text;
    return (field.text ??= textOf(this.bytes, field.start, field.end));
  }

  /** Turns to no line at all, so that no memory of a line is kept. */
  forget(): void {
    this.showBytes(NO_BYTES, NO_FIELDS);
  }

  /** Turns to a line of ASCII whose fields and texts whoever calls sets. */
  showBytes(bytes: Uint8Array, fields: LineFields): void {
    this.fields = fields;
    this.bytes = bytes;
    this.isAscii = true;
    this.rawBytes = null;
    this.#rawLog = undefined;
  }

  /** Turns to a line of ASCII that says this, and whose message is its end from an octet on; it may have none. */
  showAscii(bytes: Uint8Array, fields: ParsedMessage, messageStart: number): void {
    this.showBytes(bytes, fields);
    this.header = 0;
    const hasMessage = messageStart < bytes.length;
    this.messageStart = hasMessage ? messageStart + 1 : null;
    const { texts } = this;
    setText(texts.srcIp, fields.srcIp);
    setText(texts.dstIp, fields.dstIp);
    setText(texts.interface, fields.interface);
    setText(texts.direction, fields.direction);
    setText(texts.ruleId, fields.ruleId);
    setText(texts.trackerId, fields.trackerId);
    setText(texts.reason, fields.reason);
    texts.message.text = null;
    texts.message.start = hasMessage ? messageStart : 0;
    texts.message.end = hasMessage ? bytes.length : 0;
  }

  /** Turns to a line that was parsed as a text. */
  show({ rawLog, rawBytes, bytes, isVerbatim }: Omit<RawLine, "text">, message: ParsedMessage): void {
    this.fields = message;
    this.bytes = bytes;
    this.isAscii = bytes.length === rawLog.length;
    this.rawBytes = rawBytes;
    this.header = 0;
    this.#rawLog = rawLog;
    this.messageStart =
      isVerbatim || rawLog.endsWith(message.message ?? "") ? this.#findMessage(message) : null;
    const { texts } = this;
    setText(texts.srcIp, message.srcIp);
    setText(texts.dstIp, message.dstIp);
    setText(texts.interface, message.interface);
    setText(texts.direction, message.direction);
    setText(texts.ruleId, message.ruleId);
    setText(texts.trackerId, message.trackerId);
    setText(texts.reason, message.reason);
    setText(texts.message, message.message);
  }

  /** Where a message begins that is the end of the line. */
  #findMessage({ message }: ParsedMessage): number | null {
    if (message === null || message === "") return null;
    const start = this.rawLog.length - message.length;
    return this.isAscii || !hasSurrogate(this.rawLog, start) ? start + 1 : null;
  }
}

function setText(field: LineText, text: string | null): void {
  field.text = text;
  field.start = 0;
  field.end = 0;
}

function emptyTexts(): LineTexts {
  const empty = (): LineText => ({ start: 0, end: 0, text: null });
  return {
    srcIp: empty(),
    dstIp: empty(),
    interface: empty(),
    direction: empty(),
    ruleId: empty(),
    trackerId: empty(),
    reason: empty(),
    message: empty(),
  };
}

function hasSurrogate(text: string, end: number): boolean {
  for (let index = 0; index < end; index++) {
    if ((text.charCodeAt(index) & 0xf800) === 0xd800) return true;
  }
  return false;
}
