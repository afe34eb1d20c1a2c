import { z } from "@hono/zod-openapi";
import { toneOfUptime, type Badge, type BadgeTone } from "#platform/badge";
import { notFound } from "#platform/errors";
import type { OverallState } from "../models";
import { formatPercent, uptimePercent } from "./overall";
import type { PublicPage } from "./public-page";

/** No text of the caller's: whoever sees the badge takes what it says for the page's own words. */
export const PageBadgeQuery = z.object({
  component: z
    .string()
    .max(20)
    .optional()
    .openapi({ description: "`key` of a component; absent: the whole page" }),
  metric: z.enum(["state", "uptime"]).default("state").openapi({ description: "`uptime`: of 90 days" }),
});

const STATES: Readonly<Record<OverallState, { value: string; tone: BadgeTone }>> = {
  operational: { value: "working", tone: "ok" },
  degraded: { value: "partly down", tone: "degraded" },
  down: { value: "down", tone: "down" },
  unreachable: { value: "unreachable", tone: "down" },
  maintenance: { value: "maintenance", tone: "maintenance" },
  unknown: { value: "not known", tone: "unknown" },
  no_data: { value: "no data", tone: "unknown" },
  not_watched: { value: "not watched", tone: "unknown" },
  off: { value: "off as planned", tone: "unknown" },
};

/** The page or a component of it as a badge. Throws 404 for a component that it does not have. */
export function pageBadge(
  page: PublicPage,
  { component: key, metric }: z.output<typeof PageBadgeQuery>,
): Badge {
  const components = page.groups.flatMap((group) => group.components);
  const chosen = key === undefined ? undefined : components.find((component) => component.key === key);
  if (key !== undefined && chosen === undefined) throw notFound("Status page component not found");
  const label = chosen?.name ?? page.title;
  if (metric === "state") return { label, ...STATES[chosen?.state ?? page.state] };
  const percent = uptimePercent((chosen === undefined ? components : [chosen]).flatMap(({ days }) => days));
  if (percent === null) return { label, ...STATES.no_data };
  return { label, value: `${formatPercent(percent)} 90 days`, tone: toneOfUptime(percent) };
}
