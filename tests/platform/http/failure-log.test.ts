import { expect, test } from "bun:test";
import { z } from "@hono/zod-openapi";
import pino from "pino";
import { publicRoute } from "#platform/http/route";
import { createServerApp } from "#platform/http/server-app";

test("the log of a failure names the route, and not what stands in its path", async () => {
  const lines: string[] = [];
  const app = createServerApp(
    [
      publicRoute(
        {
          method: "get",
          path: "/report/{token}",
          tag: "test",
          summary: "Fails",
          access: "public",
          params: z.object({ token: z.string() }),
        },
        () => {
          throw new Error("broken");
        },
      ),
    ],
    {
      log: pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }),
      rules: { authenticate: () => Promise.reject(new Error("no route asks for it")), refusalOf: () => "" },
      corsOrigins: [],
      trustedHosts: [],
      trustedProxies: [],
      headers: {
        isEnabled: false,
        contentSecurityPolicy: "",
        referrerPolicy: "",
        permissionsPolicy: "",
        hstsMaxAge: null,
      },
      requireDatabase: () => undefined,
    },
  );
  const answer = await app.request("/report/TheSecretToken?msg=x", {}, { peer: "192.0.2.1" });
  expect(answer.status).toBe(500);
  expect(lines.join("")).toContain('"path":"/report/{token}"');
  expect(lines.join("")).not.toContain("TheSecretToken");
});
