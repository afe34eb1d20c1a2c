import { z } from "@hono/zod-openapi";
import { drawBadge } from "#platform/badge";
import { notFound } from "#platform/errors";
import { WHOLE } from "#platform/http/conditional";
import { answerHtml, prefersHtml } from "#platform/http/html";
import { publicRoute, type Route } from "#platform/http/route";
import { answerSvg } from "#platform/http/svg";
import { StatusSummary } from "../models";
import { PAGE_POLICY } from "./page-style";
import { pageBadge, PageBadgeQuery } from "./page-badge";
import { NO_PAGE } from "./no-page";
import type { Published, PublishedPages } from "./published";

const params = z.object({ slug: z.string() });
const refusals = { 404: "There is no such page, or it is not published" };
const MISSING = "Status page not found";
const CACHED = "public, max-age=15";

/**
 * What the world may see without a sign-in: published pages, the same for programs, and their badges. They are answered
 * from memory, also while the database is away: then they say that no state is known.
 */
export function publicStatusRoutes(published: PublishedPages): Route[] {
  const open = { method: "get", access: "public", worksWithoutDatabase: true, params, refusals } as const;
  const get = async (slug: string): Promise<Published> => {
    const page = await published.find(slug);
    if (page === undefined) throw notFound(MISSING);
    return page;
  };
  return [
    publicRoute(
      {
        ...open,
        path: "/status/{slug}",
        tag: "monitoring",
        summary: "A published status page",
        description: "It may be 15 seconds old. Where there is none, a browser gets a page that says so.",
        query: z.object({
          refresh: z
            .enum(["60"])
            .optional()
            .openapi({ description: "for displays: the browser loads it again after so many seconds" }),
        }),
        produces: ["text/html"],
        refusalsProduce: { 404: ["text/html"] },
      },
      async ({ context, params: { slug }, query: { refresh } }) => {
        const page = await published.find(slug);
        if (page === undefined) {
          if (!prefersHtml(context)) throw notFound(MISSING);
          return answerHtml(context, {
            html: NO_PAGE,
            status: 404,
            cacheControl: "no-store",
            policy: PAGE_POLICY,
          });
        }
        if (refresh !== undefined) context.header("Refresh", refresh);
        return answerHtml(context, { ...page, cacheControl: CACHED, policy: PAGE_POLICY });
      },
    ),
    publicRoute(
      {
        ...open,
        path: "/status/{slug}/badge.svg",
        tag: "monitoring",
        summary: "A published status page, or a component of it, as a badge",
        query: PageBadgeQuery,
        produces: ["image/svg+xml"],
        versioned: WHOLE,
      },
      async ({ context, params: { slug }, query }) =>
        answerSvg(context, drawBadge(pageBadge((await get(slug)).page, query)), {
          cacheControl: CACHED,
          resourcePolicy: "cross-origin",
        }),
    ),
    publicRoute(
      {
        ...open,
        path: "/api/v1/status-pages/{slug}/summary",
        tag: "monitoring",
        summary: "A published status page for programs",
        description: "It may be 15 seconds old.",
        response: StatusSummary,
      },
      async ({ context, params: { slug } }) =>
        context.body((await get(slug)).summary, 200, {
          "Content-Type": "application/json",
          "Cache-Control": CACHED,
        }),
    ),
  ];
}
