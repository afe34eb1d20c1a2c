import { escapeXml } from "#platform/escape-xml";
import { toTimestamp } from "#platform/http/fields";
import type { OverallState, PublicState } from "../models";
import { formatPercent, sentenceOf, uptimePercent } from "./overall";
import {
  INCIDENT_DAYS,
  SHOWN_DAYS,
  type PublicComponent,
  type PublicIncident,
  type PublicPage,
} from "./public-page";
import { PAGE_STYLE } from "./page-style";
import { describeDay, drawBars, formatDay, formatDuration } from "./uptime-bars";

/** Spoken of a component's bars; more would only be noise. */
const MAX_SPOKEN_DAYS = 10;

type Look = "ok" | "degraded" | "down" | "unknown" | "maintenance";

const WORDS: Readonly<Record<OverallState, { look: Look; word: string }>> = {
  operational: { look: "ok", word: "Working" },
  degraded: { look: "degraded", word: "Partly down" },
  down: { look: "down", word: "Down" },
  unreachable: { look: "down", word: "Unreachable" },
  maintenance: { look: "maintenance", word: "Maintenance" },
  unknown: { look: "unknown", word: "Not known" },
  no_data: { look: "unknown", word: "No data" },
  not_watched: { look: "unknown", word: "Not watched" },
  off: { look: "unknown", word: "Off, as planned" },
};

/** Told apart without colours: disc, triangle, square with a cross, half disc, ring. */
const SHAPES: Readonly<Record<Look, string>> = {
  ok: '<circle cx="6" cy="6" r="5" fill="currentColor"/>',
  degraded: '<path d="M6 1 11.5 11H.5Z" fill="currentColor"/>',
  down: '<path fill-rule="evenodd" d="M1 1h10v10H1ZM3 4l2 2-2 2 1 1 2-2 2 2 1-1-2-2 2-2-1-1-2 2-2-2Z" fill="currentColor"/>',
  maintenance:
    '<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M6 1.5a4.5 4.5 0 0 1 0 9Z" fill="currentColor"/>',
  unknown:
    '<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.4 1.6"/>',
};

/** The page as HTML that needs no script. `note` stands above everything, for who looks before it is published. */
export function renderPage(page: PublicPage, { note }: { note?: string } = {}): string {
  const states = page.groups.flatMap((group) => group.components.map(({ state }) => state));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeXml(page.title)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body${page.isCurrent ? "" : ' class="stale"'}>
<header>
${note === undefined ? "" : `<p class="box unknown"><span>${escapeXml(note)}</span></p>`}
<h1>${escapeXml(page.title)}</h1>
${page.description === null ? "" : `<p>${escapeXml(page.description)}</p>`}
</header>
<main>
<p class="banner ${WORDS[page.state].look}">${mark(page.state)}<span>${escapeXml(sentenceOf(states))}</span></p>
${page.isCurrent ? "" : STALE_BOX}
${runningIncidents(page)}
${maintenance(page)}
${page.groups.map((group) => renderGroup(group, page.updatedAt)).join("\n")}
${pastIncidents(page)}
</main>
<footer>
<p>Last looked at ${time(page.updatedAt)}. Reload every minute: <a href="?refresh=60">on</a>, <a href="?">off</a>.</p>
</footer>
<p class="aged">This page has been open for five minutes, and may no longer be right. <a href="?">Load it again</a></p>
</body>
</html>
`;
}

function mark(state: OverallState): string {
  return `<svg viewBox="0 0 12 12" aria-hidden="true">${SHAPES[WORDS[state].look]}</svg>`;
}

function stateOf(state: PublicState | OverallState): string {
  const { look, word } = WORDS[state];
  return `<span class="state ${look}">${mark(state)}${word}</span>`;
}

function time(at: Date): string {
  const clock = at.toISOString().slice(11, 16);
  return `<time datetime="${toTimestamp(at)}">${formatDay(at)}, ${clock} UTC</time>`;
}

const STALE_BOX =
  '<div class="box unknown"><p>The checks behind this page have stopped. What was so before is not shown as if it were so now.</p></div>';

function runningIncidents({ incidents, updatedAt, isCurrent }: PublicPage): string {
  const running = incidents.filter(({ endedAt }) => endedAt === null);
  if (running.length === 0) return "";
  const lines = running.map(({ name, startedAt, isAcknowledged }) => {
    const since = isCurrent
      ? `has been in trouble since ${time(startedAt)}, for ${lasted(startedAt, updatedAt)}`
      : `was in trouble from ${time(startedAt)} on when it was seen last`;
    const seenTo = isCurrent && isAcknowledged ? " It is being looked at." : "";
    return `<li><span class="name">${escapeXml(name)}</span> ${since}.${seenTo}</li>`;
  });
  const title = isCurrent ? "Running incidents" : "Seen last";
  return `<section aria-labelledby="running"><h2 id="running">${title}</h2><div class="box ${isCurrent ? "down" : "unknown"}"><ul>${lines.join("")}</ul></div></section>`;
}

function lasted(from: Date, to: Date): string {
  return formatDuration(to.getTime() - from.getTime());
}

function maintenance({ maintenance: windows, updatedAt }: PublicPage): string {
  if (windows.length === 0) return "";
  const items = windows.map(({ description, startsAt, endsAt, components }) => {
    const isRunning = startsAt <= updatedAt;
    const when = `${isRunning ? "Since" : "From"} ${time(startsAt)} until ${time(endsAt)}`;
    const names = components.map(({ name }) => escapeXml(name)).join(", ");
    return `<div class="box maintenance"><p>${description === null ? "Maintenance" : escapeXml(description)}</p><p class="dimmed">${when}: ${names}</p></div>`;
  });
  return `<section aria-labelledby="maintenance"><h2 id="maintenance">Maintenance</h2>${items.join("")}</section>`;
}

function renderGroup({ name, state, components }: PublicPage["groups"][number], now: Date): string {
  const items = components.map((component) => renderComponent(component, now)).join("\n");
  return `<section>
<div class="head"><h2>${escapeXml(name)}</h2>${components.length === 0 ? "" : stateOf(state)}</div>
<ul class="components">
${items}
</ul>
</section>`;
}

function renderComponent({ name, state, days }: PublicComponent, now: Date): string {
  const percent = uptimePercent(days);
  const watched = days.filter(({ upMs, downMs }) => upMs + downMs > 0);
  const uptime =
    percent === null
      ? "not watched yet"
      : `${formatPercent(percent)} of ${watched.length === 1 ? "1 day" : `${watched.length} days`} watched`;
  return `<li>
<div class="head"><span class="name">${escapeXml(name)}</span>${stateOf(state)}</div>
${drawBars(days, { now, label: describeBars(name, { uptime, days }) })}
<div class="scale"><span>${SHOWN_DAYS} days ago</span><span>${uptime}</span><span>today</span></div>
</li>`;
}

function describeBars(
  name: string,
  { uptime, days }: { uptime: string; days: PublicComponent["days"] },
): string {
  const bad = days.filter(({ downMs }) => downMs > 0).toReversed();
  const spoken = bad.slice(0, MAX_SPOKEN_DAYS).map(describeDay);
  const more = bad.length > spoken.length ? [`and ${bad.length - spoken.length} days more`] : [];
  return [`${name}: ${uptime}`, ...spoken, ...more].join("; ");
}

/** By the day on which they began, the newest first. */
function pastIncidents({ incidents }: PublicPage): string {
  const past = incidents.filter(({ endedAt }) => endedAt !== null);
  const head = `<h2 id="past">The last ${INCIDENT_DAYS} days</h2>`;
  if (past.length === 0)
    return `<section aria-labelledby="past">${head}<p>No incident has ended in the last ${INCIDENT_DAYS} days.</p></section>`;
  const byDay = [...Map.groupBy(past, ({ startedAt }) => formatDay(startedAt))];
  const parts = byDay.map(
    ([day, own]) => `<h3>${day}</h3><ul class="log">${own.map(describeIncident).join("")}</ul>`,
  );
  return `<section aria-labelledby="past">${head}${parts.join("")}</section>`;
}

function describeIncident({ name, startedAt, endedAt }: PublicIncident): string {
  if (endedAt === null) throw new Error("our bug: an incident that lasts is not past");
  return `<li><span class="name">${escapeXml(name)}</span> was in trouble from ${time(startedAt)} until ${time(endedAt)}, for ${lasted(startedAt, endedAt)}.</li>`;
}
