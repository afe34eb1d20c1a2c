import { escapeXml } from "#platform/escape-xml";
import { formatPercent } from "./overall";
import { SHOWN_DAYS, type PublicDay } from "./public-page";

const DAY_MS = 86_400_000;
const STEP = 5;
const WIDTH = 4;
const HEIGHT = 28;
/** The worse a day was the lower is its bar: the colours are told apart by their heights. */
const HEIGHTS = { ok: 28, degraded: 20, down: 12, maintenance: 24, none: 4 } as const;
/** Share of a day's watched time, from which on it was bad. */
const BAD = 0.05;

type Look = keyof typeof HEIGHTS;

/** A bar for each of the last days, today's last; days of trouble say what it was. */
export function drawBars(days: readonly PublicDay[], { now, label }: { now: Date; label: string }): string {
  const byStart = new Map(days.map((day) => [day.startMs, day]));
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const plain: Record<Look, string> = { ok: "", degraded: "", down: "", maintenance: "", none: "" };
  let told = "";
  for (let index = 0; index < SHOWN_DAYS; index++) {
    const startMs = today - (SHOWN_DAYS - 1 - index) * DAY_MS;
    const day = byStart.get(startMs);
    const look = lookOf(day);
    const [x, y, height] = [index * STEP, HEIGHT - HEIGHTS[look], HEIGHTS[look]];
    if (day === undefined || look === "ok" || look === "none") {
      plain[look] += `M${x} ${y}h${WIDTH}v${height}h-${WIDTH}z`;
    } else {
      told += `<rect class="${look}" x="${x}" y="${y}" width="${WIDTH}" height="${height}"><title>${escapeXml(describeDay(day))}</title></rect>`;
    }
  }
  const paths = Object.entries(plain).flatMap(([look, path]) =>
    path === "" ? [] : [`<path class="${look}" d="${path}"/>`],
  );
  return (
    `<svg class="bars" viewBox="0 0 ${SHOWN_DAYS * STEP - 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeXml(label)}">` +
    `${paths.join("")}${told}</svg>`
  );
}

function lookOf(day: PublicDay | undefined): Look {
  if (day === undefined) return "none";
  const { upMs, downMs, maintenanceMs } = day;
  if (upMs + downMs === 0) return maintenanceMs > 0 ? "maintenance" : "none";
  if (downMs === 0) return "ok";
  return downMs / (upMs + downMs) < BAD ? "degraded" : "down";
}

export function describeDay({ startMs, upMs, downMs }: PublicDay): string {
  const day = formatDay(new Date(startMs));
  if (upMs + downMs === 0) return `${day}: maintenance`;
  return `${day}: ${formatPercent((100 * upMs) / (upMs + downMs))}, down for ${formatDuration(downMs)}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Days and times of the page are those of UTC: nobody has told it where its reader is. */
export function formatDay(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ""} ${at.getUTCFullYear()}`;
}

export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} days` : `${days} days ${hours % 24} h`;
}
