import type { Model } from "../../../api/client";
import { formatCount, formatNumber } from "../../../format/number";
import { formatListTime } from "../../../format/time";

export type Rehearsal = Model<"AlertRehearsal">;

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** What a rule would have told, in a sentence. `nameOf` gives what people call a channel. */
export function toldWords(
  { coverage, totals, notices }: Rehearsal,
  nameOf: (target: string) => string,
): string {
  if (coverage === "none") return "What it would have told cannot be said.";
  if (totals.alerts === 0) return "It would have told nothing.";
  const alerts = formatCount(totals.alerts, ["alert", "alerts"]);
  const incidents =
    totals.incidents === 0 ? "" : ` in ${formatCount(totals.incidents, ["incident", "incidents"])}`;
  if (notices.length === 0) return `It would have found ${alerts}${incidents}, and told nobody.`;
  const told = notices.map(
    ({ target, count }) => `${formatCount(count, ["message", "messages"])} to ${nameOf(target)}`,
  );
  return `It would have found ${alerts}${incidents}, and sent ${LIST.format(told)}.`;
}

/** What of it is not known, a sentence each. */
export function unknownWords(
  { known_from: since, reason, is_complete: isComplete, things }: Rehearsal,
  now?: number,
): string[] {
  const known =
    since === null
      ? ""
      : `Nothing is known of the time before ${formatListTime(since, now === undefined ? {} : { now })}.`;
  const looked = `It took too long: ${formatNumber(things.looked_at)} of ${formatNumber(things.total)} were looked at.`;
  return [known, reason === null ? "" : `${reason}.`, isComplete ? "" : looked].filter((text) => text !== "");
}
