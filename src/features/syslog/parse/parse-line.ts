import { FastPath } from "./fast/fast-path";
import { forgetBody } from "./fast/octet-body";
import { type MessageContext, parseMessage } from "./message";
import { ParsedLine } from "./parsed-line";

/** Of this thread, which looks at one line at a time. */
const line = new ParsedLine();
const fastPath = new FastPath();

/**
 * Parses one syslog message, whatever its bytes are: as `parseMessage`, and in less than half of the time where lines
 * before it were like it. What it gives is valid until the next call.
 */
export function parseLine(bytes: Uint8Array, context: MessageContext): ParsedLine {
  if (context.genericOnly === true) return parseMessage(bytes, context, line);
  if (fastPath.read(bytes, context, line)) return line;
  parseMessage(bytes, context, line);
  fastPath.learn(context, line);
  return line;
}

/** Lets go of the last line, and of the chunk that its bytes are a view of. */
export function forgetLine(): void {
  line.forget();
  forgetBody();
}
