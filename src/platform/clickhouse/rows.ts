import { z } from "zod";
import { ClickHouseUnreachableError, readClickHouseError } from "./errors";

export type ClickHouseValue = string | number | boolean | null;
export type ClickHouseRow = Record<string, ClickHouseValue>;

const NEWLINE = 0x0a;
const names = z.array(z.string());
const values = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * The rows of an answer in the format JSONCompactEachRowWithNames, in batches as they come in.
 * @throws ClickHouseError where ClickHouse could not go on, ClickHouseUnreachableError where the answer breaks off.
 */
export async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ClickHouseRow[]> {
  let columns: string[] | undefined;
  for await (const lines of readLines(chunks)) {
    const rows: ClickHouseRow[] = [];
    for (const line of lines) {
      if (columns === undefined) columns = names.parse(parseLine(line, lines));
      else rows.push(toRow(columns, parseLine(line, lines)));
    }
    if (rows.length > 0) yield rows;
  }
  if (columns === undefined)
    throw new ClickHouseUnreachableError("ClickHouse's answer has ended before its first row");
}

/** An error that comes in the middle of an answer stands there in words. */
function parseLine(line: string, lines: readonly string[]): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    const rest = lines.slice(lines.indexOf(line)).join("\n");
    throw (
      readClickHouseError(rest) ?? new ClickHouseUnreachableError("ClickHouse's answer breaks off", { cause })
    );
  }
}

function toRow(columns: readonly string[], line: unknown): ClickHouseRow {
  const row: ClickHouseRow = {};
  const found = values.parse(line);
  for (const [index, name] of columns.entries()) row[name] = found[index] ?? null;
  return row;
}

/** The lines of each chunk that are whole; what stands behind the last line feed, too. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    yield toLines([...rest, chunk.subarray(0, end)]);
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
  }
  if (rest.length > 0) yield toLines(rest);
}

function toLines(parts: readonly Uint8Array[]): string[] {
  return Buffer.concat(parts)
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}
