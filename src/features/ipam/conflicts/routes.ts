import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { ConflictEntry } from "./models";
import { listConflicts } from "./service";

export function conflictRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/conflicts",
        tag: "ipam",
        summary: "What contradicts itself in the address plan",
        access: "authenticated",
        response: z.array(ConflictEntry),
      },
      () => listConflicts({ db }),
    ),
  ];
}
