import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { ConflictEntry } from "./models";
import { pageConflicts } from "./service";

export function conflictRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/conflicts",
        tag: "ipam",
        summary: "What contradicts itself in the address plan",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(ConflictEntry),
      },
      async ({ context, query }) => answerPage(context, await pageConflicts({ db }, query)),
    ),
  ];
}
