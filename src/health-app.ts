import type { OpenAPIHono } from "@hono/zod-openapi";
import { createServerApp, type Env } from "#platform/http/server-app";
import { healthRoutes } from "./features/system/routes";
import { healthDeps, serverOptions, type ServerDeps } from "./composition/server-options";

/** What a process without the role `api` answers: whether it is well, its metrics, and nothing else. */
export function createHealthApp(deps: ServerDeps): OpenAPIHono<Env> {
  return createServerApp(healthRoutes(healthDeps(deps)), serverOptions(deps));
}
