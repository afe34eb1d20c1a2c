import { shareBar } from "../charts/bar";
import { stackedColumns } from "../charts/stacked-columns";
import type { Content } from "../content";
import { blockedOf, VERDICTS, type Events, type ValueCount } from "../data";
import { counted, formatCount, shorten } from "../format";
import { legend, note, paragraph, section, subheading, table, tiles, together, type Page } from "../parts";
import { VERDICT_COLORS } from "../theme";

/** In shorter periods columns are named by the hour. */
const HOURS_BELOW_MS = 2 * 86_400_000;

/** What firewalls let through and what they did not; nothing where the caller may not see events. */
export function events({ data: { events: part }, clock, width }: Page): Content[] {
  if (part === null) return [];
  const retention = `Events are kept for ${counted(part.retentionDays, "day")}.`;
  if (part.failure !== null)
    return section("Events", [
      paragraph(`They could not be counted: ${shorten(part.failure)}.`),
      note(retention),
    ]);
  return section("Events", [
    tiles(
      [
        { value: formatCount(part.total), name: "in the period" },
        { value: formatCount(blockedOf(part.verdicts)), name: "blocked", color: VERDICT_COLORS.deny },
        { value: formatCount(part.lastDay.blocked), name: "blocked, last 24 h", color: VERDICT_COLORS.deny },
        { value: formatCount(part.lastDay.passed), name: "passed, last 24 h", color: VERDICT_COLORS.allow },
      ],
      width,
    ),
    part.total === 0 ? paragraph("None was received.") : verdictChart(part, { clock, width }),
    note(`${retention}${part.isPartial ? " Some of this period is missing, as its files are damaged." : ""}`),
    ...tops(part, width),
  ]);
}

function verdictChart({ buckets }: Events, { clock, width }: Pick<Page, "clock" | "width">): Content {
  const spanMs = (buckets.at(-1)?.startMs ?? 0) - (buckets[0]?.startMs ?? 0);
  const isByHour = spanMs < HOURS_BELOW_MS;
  return together(
    subheading("Events by verdict"),
    stackedColumns({
      width,
      height: 130,
      colors: VERDICTS.map((verdict) => VERDICT_COLORS[verdict]),
      columns: buckets.map(({ startMs, counts }) => ({
        label: isByHour ? clock.hour(startMs) : clock.shortDay(startMs),
        parts: counts && VERDICTS.map((verdict) => counts[verdict]),
      })),
    }),
    legend(VERDICTS.map((name) => ({ name, color: VERDICT_COLORS[name] }))),
    ...(buckets.some(({ counts }) => counts === null) ? [note("Grey: nothing is stored of that time.")] : []),
  );
}

function tops({ blockedSources, blockedDestinations }: Events, width: number): Content[] {
  if (blockedSources.length + blockedDestinations.length === 0) return [];
  const half = (width - 20) / 2;
  return [
    {
      unbreakable: true,
      columnGap: 20,
      columns: [
        { width: half, stack: [top("Sources blocked most", blockedSources, half)] },
        { width: half, stack: [top("Destinations blocked most", blockedDestinations, half)] },
      ],
    },
  ];
}

function top(title: string, values: readonly ValueCount[], width: number): Content {
  const most = Math.max(1, ...values.map(({ count }) => count));
  return table(values, {
    title,
    width,
    columns: [
      { name: "Address", share: 52, cell: ({ value }) => shorten(value, 64) },
      { name: "Events", share: 25, isFigure: true, cell: ({ count }) => formatCount(count) },
      { name: "", share: 23, cell: ({ count }, own) => shareBar(count / most, { width: own }) },
    ],
  });
}
