import { StartForm } from "../../values/start-form";
import { countNumber } from "../../values/field-text";
import type { Flow } from "../ends/flow";

/** Packets, bytes, and seconds since 1970 at the start and at the end, as clouds write them. */
const EPOCH_BEHIND = /[\s,;|]1\d{9}[\s,;|]/;
const RECORD_COUNTS = /(?<=[\s,;|])(\d{1,15})[\s,;|](\d{1,15})[\s,;|]1\d{9}[\s,;|]1\d{9}(?=[\s,;|]|$)/;
/** The same before the state of a flow, as Argus has them: `A.p -> B.q 22 9140 FIN`. */
const COUNTS_AND_STATE = new StartForm(
  " ",
  /^ {1,24}(\d{1,12}) {1,16}(\d{1,15}) {1,16}(?:FIN|CON|RST|REQ|ACC|INT|EST|CLO|TIM|RSP|ECO|ECR|URP|URH|URN)\s*$/,
);

/** Packets and bytes that a record has in columns behind its ends; null where it has none. */
export function recordCounts(whole: string, { counts, end }: Flow): Flow["counts"] | null {
  if (counts !== undefined) return counts;
  const behind = whole.slice(end);
  const match =
    (EPOCH_BEHIND.test(behind) ? RECORD_COUNTS.exec(behind) : null) ?? COUNTS_AND_STATE.exec(behind);
  if (match === null) return null;
  return { packets: countNumber(match[1] ?? ""), bytes: countNumber(match[2] ?? "") };
}
