import type { Content } from "../content";
import type { Alert } from "../data";
import { formatDuration, shorten } from "../format";
import { DASH, listTable, paragraph, section, type Page } from "../parts";
import { alertSentence, outageSentence } from "./incident-sentences";

/** What was down, why and for how long, and what alert rules told of. */
export function incidents({ data: { outages, alerts }, clock, width }: Page): Content[] {
  if (outages.total + alerts.total === 0)
    return section("Incidents", [paragraph("There was neither an outage nor an alert.")]);
  return section("Incidents", [
    paragraph(`${outageSentence(outages)} ${alertSentence(alerts)}`),
    ...(outages.total === 0
      ? []
      : listTable(outages, {
          title: "Outages, the longest first",
          width,
          noun: "outage",
          columns: [
            { name: "What", share: 30, cell: ({ name }) => shorten(name) },
            { name: "From", share: 18, cell: ({ startedMs }) => clock.time(startedMs) },
            {
              name: "Until",
              share: 18,
              cell: ({ endedMs }) => (endedMs === null ? "lasts" : clock.time(endedMs)),
            },
            { name: "Lasted", share: 12, isFigure: true, cell: ({ lastedMs }) => formatDuration(lastedMs) },
            { name: "Cause", share: 30, cell: ({ cause }) => shorten(cause ?? DASH) },
          ],
        })),
    ...(alerts.total === 0
      ? []
      : listTable(alerts, {
          title: "Alerts, open ones first",
          width,
          noun: "incident",
          columns: [
            { name: "What", share: 42, cell: ({ title }) => shorten(title) },
            { name: "Severity", share: 12, cell: ({ severity }) => severity },
            { name: "From", share: 18, cell: ({ openedMs }) => clock.time(openedMs) },
            { name: "Lasted", share: 12, isFigure: true, cell: ({ lastedMs }) => formatDuration(lastedMs) },
            { name: "Outcome", share: 24, cell: outcomeOf },
          ],
        })),
  ]);
}

function outcomeOf({ resolvedMs, resolution, acknowledgedBy }: Alert): string {
  if (resolvedMs !== null) return shorten(resolution ?? "over");
  return acknowledgedBy === null ? "open" : `open, seen to by ${shorten(acknowledgedBy, 120)}`;
}
