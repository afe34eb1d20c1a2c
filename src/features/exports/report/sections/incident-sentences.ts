import type { ReportData } from "../data";
import { counted, formatCount, formatDuration } from "../format";

/** How many outages there were, whether some last, and what they took. */
export function outageSentence({ total, open, lostMs }: ReportData["outages"]): string {
  if (total === 0) return "There was no outage.";
  const took = formatDuration(lostMs);
  if (total === 1) return `There was one outage, which ${open === 1 ? "lasts" : "is over"}. It took ${took}.`;
  const lasting =
    open === 0 ? "none of them lasts" : `${formatCount(open)} of them ${open === 1 ? "lasts" : "last"}`;
  return `There were ${counted(total, "outage")}; ${lasting}. Together they took ${took}.`;
}

/** How much of what alert rules told is open. */
export function alertSentence({ total, open }: ReportData["alerts"]): string {
  if (total === 0) return "No alert was raised.";
  const still = open === 0 ? "none is" : open === 1 ? "one is" : `${formatCount(open)} are`;
  return `Alert rules told of ${counted(total, "incident")}, of which ${still} open.`;
}
