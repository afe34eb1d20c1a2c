import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { signClaims } from "#features/auth";
import { SECRET_KEY, uniqueAddress } from "../../support/app";
import { startHttpServer } from "../../support/http-server";
import { createAlertService, INCIDENTS } from "./alert-service";

const service = await createAlertService();
const { sql, call, send, turn, givenRule, givenWatched, becomes, noticesOf, incidentsOf } = service;
afterAll(service.close);

const LINKS = "/api/v1/alerts/acknowledgements";
const NOT_VALID = { status: 400, body: { detail: "This link is not valid" } };

const admin = await service.tokenOf(await service.givenAdmin());
const receiver = startHttpServer();
const made = await call("POST /api/v1/admin/notification-profiles", {
  token: admin,
  body: { name: "Night shift", provider: "webhook", config: { webhook_url: receiver.url } },
});
const profile = z.looseObject({ id: z.int() }).parse(made.body).id;
const channel = `profile:${profile}`;

beforeEach(async () => {
  await sql`DELETE FROM alert_rules`;
  await sql`DELETE FROM devices`;
  await sql`UPDATE notification_profiles SET enabled = true`;
  await turn();
});

/** A device that is down, and the token of the link in its notice. */
async function givenLink(fields: Record<string, unknown> = {}) {
  const { device, target } = await givenWatched();
  const rule = await givenRule({ channels: [channel], ...fields });
  await becomes(target, "down");
  await turn();
  const [notice] = await noticesOf(rule);
  const [incident] = await incidentsOf(device);
  if (incident === undefined) throw new Error("there is no incident");
  const { acknowledgeLink = "" } = z.looseObject({ acknowledgeLink: z.string().optional() }).parse(notice);
  const [, token = ""] = acknowledgeLink.split("#token=");
  return { device, target, rule, incident, link: acknowledgeLink, token };
}

const read = (token: string) => call(`POST ${LINKS}/read`, { body: { token } });
const acknowledge = (token: string, more: Record<string, unknown> = {}) =>
  call(`POST ${LINKS}`, { body: { token, ...more } });

const claimsOf = (token: string): Record<string, unknown> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));

/** As the service itself would sign it. */
const signed = (claims: Record<string, unknown>) =>
  signClaims(claims, createHmac("sha256", SECRET_KEY).update("alert acknowledgement").digest("base64url"));

describe("the link of a notice", () => {
  test("leads to the page, with its token where no server sees it", async () => {
    const { link } = await givenLink();
    expect(link).toStartWith("https://atlas.example.com/alerts/acknowledge#token=");
    expect(new URL(link).search).toBe("");
  });

  test("says what it is about, and acknowledges in the name of who says so and the way out it went by", async () => {
    const { token, incident } = await givenLink();
    const about = { title: incident.title, severity: "warning", channel: "Night shift" };
    const seen = await read(token);
    expect(seen).toMatchObject({ status: 200, body: { ...about, status: "open", acknowledged_by: null } });
    expect(seen.headers.get("Cache-Control")).toBe("no-store");
    expect(await acknowledge(token, { name: " Ada ", note: "on my way" })).toMatchObject({
      status: 200,
      body: { ...about, status: "acknowledged", acknowledged_by: "Ada via Night shift" },
    });
    expect((await send(`GET ${INCIDENTS}/${incident.id}`)).body).toMatchObject({
      acknowledged_by: "Ada via Night shift",
      note: "on my way",
    });
    expect(await service.auditOf(`alert_incident:${incident.id}`)).toMatchObject([
      { action: "alerts.incident_acknowledged", after: { acknowledged_by: "Ada via Night shift" } },
    ]);
  });

  test("needs no name", async () => {
    const { token } = await givenLink();
    expect((await acknowledge(token)).body).toMatchObject({ acknowledged_by: "Somebody via Night shift" });
  });

  test("takes nothing over from who sees to it", async () => {
    const { token, incident } = await givenLink();
    await send(`POST ${INCIDENTS}/${incident.id}/acknowledge`, { note: "mine" });
    expect(await acknowledge(token, { name: "Mallory" })).toMatchObject({
      status: 409,
      body: { detail: "The incident is acknowledged already" },
    });
    const [before] = await incidentsOf(incident.device_id ?? 0);
    expect((await read(token)).body).toMatchObject({
      status: "acknowledged",
      acknowledged_by: before?.acknowledged_by,
    });
  });

  test("used many times at once acknowledges once", async () => {
    const { token, incident } = await givenLink();
    const answers = await Promise.all(Array.from({ length: 8 }, () => acknowledge(token)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
    expect(await service.auditOf(`alert_incident:${incident.id}`)).toHaveLength(1);
  });

  test("is dead when the incident is over, and says so", async () => {
    const { token, target } = await givenLink();
    await becomes(target, "up");
    await turn();
    expect((await read(token)).body).toMatchObject({ status: "resolved" });
    expect(await acknowledge(token)).toMatchObject({ status: 409, body: { detail: "The incident is over" } });
  });

  test("is in no recovery, and in no notice of a rule that has none", async () => {
    const { rule, target } = await givenLink();
    await becomes(target, "up");
    await turn();
    expect((await noticesOf(rule)).map((notice) => "acknowledgeLink" in notice)).toEqual([true, false]);
    expect((await givenLink({ acknowledge_link: false })).link).toBe("");
  });

  test("stands in the message alone: neither in the list of deliveries, nor in that of events, nor in the audit log", async () => {
    const { token } = await givenLink({ title_template: "{{link}}", text_template: "{{link}}" });
    await service.notifications.worker.deliverDue();
    const signature = token.split(".")[2] ?? "";
    const sent = receiver.received.filter(({ body }) => body.includes(signature));
    expect(
      sent.map(({ body }) => z.looseObject({ acknowledge_url: z.url() }).parse(JSON.parse(body))),
    ).toHaveLength(1);
    await acknowledge(token);
    for (const path of [
      "/api/v1/alerts/deliveries",
      "/api/v1/alerts/events",
      INCIDENTS,
      "/api/v1/audit/logs",
    ]) {
      const answer = await call(`GET ${path}`, { token: admin });
      expect([answer.status, answer.text.includes(signature)]).toEqual([200, false]);
    }
    const rows = await sql`SELECT * FROM outbox`;
    expect(JSON.stringify(rows)).not.toContain(signature);
  });

  test("is not followed by whoever looks at links ahead: a GET of the page or of the API changes nothing", async () => {
    const { link, token, incident } = await givenLink();
    const { pathname } = new URL(link);
    await call(`GET ${pathname}`, { headers: { Accept: "text/html" } });
    expect((await call(`GET ${LINKS}`)).status).toBe(405);
    expect((await call(`GET ${LINKS}?token=${token}`)).status).toBe(405);
    expect((await call(`POST ${LINKS}?token=${token}`)).status).toBe(422);
    expect((await send(`GET ${INCIDENTS}/${incident.id}`)).body).toMatchObject({ status: "open" });
  });
});

describe("a link that is none", () => {
  test("is refused whatever was changed, in the same words", async () => {
    const { token, incident } = await givenLink();
    const claims = claimsOf(token);
    const [head = "", body = "", signature = ""] = token.split(".");
    const forged = [
      "",
      "x",
      `${head}.${body}.`,
      `${head}.${body}.${signature.slice(0, -2)}AA`,
      `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${body}.`,
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: String(incident.id + 1) })).toString("base64url")}.${signature}`,
      await signClaims(claims, SECRET_KEY),
      await signClaims(claims, "another key"),
      await signed({ ...claims, typ: "access" }),
      await signed({ ...claims, sub: "999999999" }),
      await signed({ ...claims, opened: Number(claims["opened"]) + 1 }),
      await signed({ ...claims, via: "profile:999999" }),
      await signed({ ...claims, via: "pigeon" }),
    ];
    for (const wrong of forged) {
      const peer = uniqueAddress();
      for (const path of [`${LINKS}/read`, LINKS]) {
        const answer = await call(`POST ${path}`, { peer, body: { token: wrong } });
        expect({ wrong, status: answer.status, body: answer.body }).toEqual({ wrong, ...NOT_VALID });
      }
    }
    expect((await send(`GET ${INCIDENTS}/${incident.id}`)).body).toMatchObject({ status: "open" });
  });

  test("because it is too old is told so", async () => {
    const { token } = await givenLink();
    const old = await signed({ ...claimsOf(token), until: Math.floor(Date.now() / 1000) - 60 });
    for (const answer of [await read(old), await acknowledge(old)])
      expect(answer).toMatchObject({ status: 400, body: { detail: "This link has expired" } });
  });

  test("because its way out is switched off or gone is refused, and works again when it is back", async () => {
    const { token } = await givenLink();
    await sql`UPDATE notification_profiles SET enabled = false`;
    expect(await acknowledge(token)).toMatchObject(NOT_VALID);
    await sql`UPDATE notification_profiles SET enabled = true`;
    expect((await acknowledge(token)).status).toBe(200);
  });

  test("opens nothing else", async () => {
    const { token } = await givenLink();
    expect((await call(`GET ${INCIDENTS}`, { token })).status).toBe(401);
    expect(
      (
        await call("POST /api/v1/auth/reset-password", {
          body: { reset_token: token, new_password: "correct horse battery" },
        })
      ).status,
    ).toBe(400);
  });

  test("is refused for a while where too many came from an address; a good one works there all the same", async () => {
    const { token } = await givenLink();
    const peer = uniqueAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1)
      statuses.push((await call(`POST ${LINKS}/read`, { peer, body: { token: "x" } })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429]);
    expect((await call(`POST ${LINKS}/read`, { peer, body: { token } })).status).toBe(200);
    expect((await read("x")).status).toBe(400);
  });

  test.each([
    [{ token: "x".repeat(2049) }, 422],
    [{ token: "x".repeat(1_000_000) }, 413],
    [{}, 422],
    [{ token: "x", name: "a\nb" }, 422],
    [{ token: "x", name: "a\u202eb" }, 422],
    [{ token: "x", name: "n".repeat(61) }, 422],
    [{ token: "x", note: "n".repeat(501) }, 422],
  ])("is refused before it is looked at: %#", async (body, status) => {
    expect((await call(`POST ${LINKS}`, { body })).status).toBe(status);
  });
});
