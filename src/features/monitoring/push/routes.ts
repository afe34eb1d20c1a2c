import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { escapeControls } from "#platform/control-characters";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { id } from "#platform/http/fields";
import { publicRoute, route, type Route } from "#platform/http/route";
import { PushLimit } from "./limit";
import { takeReport, type Report } from "./report";
import { readPushToken, rotatePushToken } from "./token";

const PATH = "/api/v1/monitors";
const REPORT_PATH = `${PATH}/push/{token}`;
const params = z.object({ monitor_id: id });
const LONGEST_MESSAGE = 255;

const PushToken = z
  .object({
    token: z.string().openapi({ description: "secret: whoever has it can report" }),
    path: z.string().openapi({ description: "where to report", example: "/api/v1/monitors/push/ABC" }),
  })
  .openapi("PushToken");

/** As clients of Uptime Kuma send it; nothing of it is refused, so that no report is lost to a slip of the pen. */
const ReportQuery = z.object({
  status: z
    .string()
    .default("up")
    .openapi({ description: "`up`; every other word is `down`", example: "up" }),
  msg: z
    .string()
    .default("")
    .openapi({ description: `shown with the result; at most ${LONGEST_MESSAGE} characters are kept` }),
  ping: z.string().default("").openapi({ description: "milliseconds that the job took", example: "12.5" }),
});

type Deps = { db: Db; encryption: Encryption };

export function pushRoutes(deps: Deps): Route[] {
  return [...reportRoutes(deps), ...tokenRoutes(deps)];
}

function reportRoutes({ db }: Deps): Route[] {
  const limit = new PushLimit();
  return (["get", "post"] as const).map((method) =>
    publicRoute(
      {
        method,
        path: REPORT_PATH,
        tag: "monitors",
        summary: "Report to a push monitor",
        description:
          "For jobs: no sign-in, the token in the path is the right. HEAD does the same as GET; a body is not read. One report a second " +
          "counts for each token, and 600 a minute for each address.",
        access: "public",
        isCsrfExempt: true,
        ...(method === "post" && { noTrial: "A job tells of itself." }),
        params: z.object({ token: z.string() }),
        query: ReportQuery,
        response: z.object({ ok: z.literal(true) }),
        refusals: { 404: "No monitor has this token", 429: "Reports come too often" },
      },
      async ({ params: { token }, query, client, context }) => {
        context.header("Cache-Control", "no-store");
        await takeReport({ db, limit }, { token, address: client.address, report: toReport(query) });
        return { ok: true as const };
      },
    ),
  );
}

function toReport({ status, msg, ping }: z.output<typeof ReportQuery>): Report {
  const message = escapeControls(msg.trim()).slice(0, LONGEST_MESSAGE);
  const pingMs = ping.trim() === "" ? Number.NaN : Number(ping);
  return {
    status: ["", "up"].includes(status.trim().toLowerCase()) ? "up" : "down",
    message: message === "" ? null : message,
    pingMs: pingMs >= 0 && pingMs <= 86_400_000 ? pingMs : null,
  };
}

function tokenRoutes({ db, encryption }: Deps): Route[] {
  const refusals = { 404: "There is no such push monitor" };
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{monitor_id}/push-token`,
        tag: "monitors",
        summary: "The token that jobs report to a push monitor with",
        access: requires("monitoring_write"),
        params,
        response: PushToken,
        refusals: { ...refusals, 409: "The token cannot be read with this MASTER_KEY" },
      },
      async ({ params, context }) => {
        context.header("Cache-Control", "no-store");
        return toAnswer(await readPushToken({ db, encryption }, params.monitor_id));
      },
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{monitor_id}/push-token`,
        tag: "monitors",
        summary: "Give a push monitor a new token; the old one ends at once",
        access: requires("monitoring_write"),
        secrets: ["token", "path"],
        isTryable: true,
        params,
        response: PushToken,
        refusals,
        replay: { whole: `${PATH}/{monitor_id}/push-token` },
      },
      async (request) => {
        request.context.header("Cache-Control", "no-store");
        const ctx = { db: request.db, encryption, actor: actorOf(request) };
        return toAnswer(await rotatePushToken(ctx, request.params.monitor_id));
      },
    ),
  ];
}

function toAnswer(token: string) {
  return { token, path: REPORT_PATH.replace("{token}", token) };
}
