import { linkToNext } from "#platform/http/paging";
import type { DeviceBulkImportResult } from "./models";
import type { ImportOutcome } from "./service";
import { cursorAt, rowsPath, VERDICTS_PER_PAGE } from "./verdicts";

/** The result, and, where its verdicts are more than one answer holds, where the others are. */
export function answerImport({ result, rest }: ImportOutcome): DeviceBulkImportResult | Response {
  if (rest === undefined) return result;
  const { importId, total } = rest;
  const query = { limit: String(VERDICTS_PER_PAGE), cursor: cursorAt(VERDICTS_PER_PAGE) };
  return Response.json(result, {
    headers: {
      "X-Total-Count": String(total),
      Link: linkToNext(rowsPath(importId), new URLSearchParams(query)),
    },
  });
}
