import { toTimestamp } from "#platform/http/fields";
import type { StatusSummary } from "../models";
import { sentenceOf, uptimePercent } from "./overall";
import type { PublicPage } from "./public-page";

/** The page for programs. */
export function toSummary(page: PublicPage): StatusSummary {
  const states = page.groups.flatMap((group) => group.components.map(({ state }) => state));
  return {
    title: page.title,
    description: page.description,
    state: page.state,
    sentence: sentenceOf(states),
    updated_at: toTimestamp(page.updatedAt),
    is_current: page.isCurrent,
    groups: page.groups.map(({ name, state, components }) => ({
      name,
      state,
      components: components.map((component) => {
        const percent = uptimePercent(component.days);
        return {
          key: component.key,
          name: component.name,
          state: component.state,
          uptime_percent: percent === null ? null : Math.floor(percent * 1000) / 1000,
          watched_days: component.days.filter(({ upMs, downMs }) => upMs + downMs > 0).length,
        };
      }),
    })),
    incidents: page.incidents.map(({ key, startedAt, endedAt, isAcknowledged }) => ({
      key,
      started_at: toTimestamp(startedAt),
      ended_at: toTimestamp(endedAt),
      is_acknowledged: isAcknowledged,
    })),
    maintenance: page.maintenance.map(({ description, startsAt, endsAt, components }) => ({
      description,
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(endsAt),
      keys: components.map(({ key }) => key),
    })),
  };
}
