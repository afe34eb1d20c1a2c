import { setImmediate } from "node:timers/promises";
import { toStream } from "#platform/http/download";
import type { DeviceBulkImportResult } from "./models";

/** Verdicts that are written at a time; some milliseconds of work. */
const SLICE_ROWS = 1000;

/** The result as it is, or, where its rows are many, as a JSON answer that is written slice by slice. */
export function answerInSlices(result: DeviceBulkImportResult): DeviceBulkImportResult | Response {
  if (result.rows.length <= SLICE_ROWS) return result;
  return new Response(toStream(encode(result)), { headers: { "Content-Type": "application/json" } });
}

async function* encode({ rows, ...rest }: DeviceBulkImportResult): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${JSON.stringify(rest).slice(0, -1)},"rows":[`);
  for (let start = 0; start < rows.length; start += SLICE_ROWS) {
    const slice = JSON.stringify(rows.slice(start, start + SLICE_ROWS)).slice(1, -1);
    yield encoder.encode(start === 0 ? slice : `,${slice}`);
    await setImmediate();
  }
  yield encoder.encode("]}");
}
