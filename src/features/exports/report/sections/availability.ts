import { shareByDay } from "../charts/share-by-day";
import { shareBar } from "../charts/bar";
import type { Content } from "../content";
import { uptimeOf } from "../data";
import { createClock, formatCount, formatDuration, formatUptime, shorten } from "../format";
import { listTable, note, paragraph, section, subheading, together, type Page } from "../parts";
import { COLORS } from "../theme";

/** Roll-ups are by its days. */
const UTC = createClock("UTC");

/** Uptime by day, and what lost the most of it. */
export function availability({ data: { availability: part }, width }: Page): Content[] {
  if (part.targets === 0)
    return section("Availability", [paragraph("Nothing was watched for a whole hour of this period.")]);
  const worstMs = Math.max(1, ...part.worst.rows.map(({ downMs }) => downMs));
  const chart = together(
    subheading("Uptime by day"),
    shareByDay({
      width,
      height: 110,
      days: part.days.map((day) => ({ label: UTC.shortDay(day.startMs), share: uptimeOf(day) })),
    }),
    note(
      "The time up, of the time in which somebody looked, by days of UTC. Maintenance, pauses and what lies behind something that is down are not counted.",
    ),
  );
  if (part.worst.rows.length === 0) return section("Availability", [chart, paragraph("Nothing was down.")]);
  return section("Availability", [
    chart,
    ...listTable(part.worst, {
      title: "Most downtime",
      width,
      noun: "target",
      columns: [
        { name: "Name", share: 40, cell: ({ name }) => shorten(name) },
        { name: "Kind", share: 12, cell: ({ kind }) => kind },
        { name: "Uptime", share: 12, isFigure: true, cell: (row) => formatUptime(uptimeOf(row)) },
        { name: "Outages", share: 10, isFigure: true, cell: ({ outages }) => formatCount(outages) },
        { name: "Down", share: 13, isFigure: true, cell: ({ downMs }) => formatDuration(downMs) },
        {
          name: "",
          share: 16,
          cell: ({ downMs }, own) => shareBar(downMs / worstMs, { width: own, color: COLORS.degraded }),
        },
      ],
    }),
  ]);
}
