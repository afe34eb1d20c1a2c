import { move, transferableSymbol, valueSymbol } from "piscina";
import { parseChunk, type ParseChunkInput } from "../src/features/syslog/parse/chunk";

/** Parses a chunk of the journal. The caller gets a ParseChunkOutput; its rows move there, they are not copied. */
export default function parseChunkTask(input: ParseChunkInput): ReturnType<typeof move> {
  const output = parseChunk(input);
  const buffers =
    output.live === null ? [output.bytes.buffer] : [output.bytes.buffer, output.live.json.buffer];
  return move({ [transferableSymbol]: buffers, [valueSymbol]: output });
}
