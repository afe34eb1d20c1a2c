import { expect, test } from "bun:test";
import { z } from "@hono/zod-openapi";
import pino from "pino";
import { unavailable } from "#platform/errors";
import { createFailureLog } from "#platform/http/failure-log";
import { publicRoute } from "#platform/http/route";
import { createServerApp } from "#platform/http/server-app";

const loggerTo = (lines: string[]) =>
  pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });

function givenFailingApp(lines: string[], failure: Error) {
  return createServerApp(
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
          throw failure;
        },
      ),
    ],
    {
      log: loggerTo(lines),
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
}

test("the log of a failure names the route, and not what stands in its path", async () => {
  const lines: string[] = [];
  const app = givenFailingApp(lines, new Error("broken"));
  const answer = await app.request("/report/TheSecretToken?msg=x", {}, { peer: "192.0.2.1" });
  expect(answer.status).toBe(500);
  expect(lines.join("")).toContain('"path":"/report/{token}"');
  expect(lines.join("")).not.toContain("TheSecretToken");
});

test("a thousand answers that the service is full are one line of the log", async () => {
  const lines: string[] = [];
  const app = givenFailingApp(lines, unavailable("Too many request bodies are being received", 5));
  for (let count = 0; count < 1000; count++) {
    const answer = await app.request("/report/x", {}, { peer: "192.0.2.1" });
    expect(answer.status).toBe(503);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("Too many request bodies are being received");
});

test("another failure is logged meanwhile, and a minute later how many of the first were not", () => {
  const lines: string[] = [];
  let nowMs = 5;
  const tell = createFailureLog(loggerTo(lines), () => nowMs);
  const full = unavailable("full", 5);
  for (let count = 0; count < 10; count++) tell(full, `full-${count}`);
  tell(unavailable("away", 5), "away-0");
  nowMs += 59_999;
  tell(full, "full-10");
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(["full-0", "away-0"]);
  nowMs++;
  tell(full, "full-11");
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({ requestId: "full-11", notLogged: 10 });
});

test("failures that each have a text of their own take bounded memory: the oldest kind is logged anew", () => {
  const lines: string[] = [];
  const tell = createFailureLog(loggerTo(lines), () => 0);
  tell(unavailable("first", 5), "first");
  for (let count = 0; count < 200; count++) tell(unavailable(`text ${count}`, 5), "other");
  tell(unavailable("first", 5), "again");
  expect(lines.at(-1)).toContain('"requestId":"again"');
});
