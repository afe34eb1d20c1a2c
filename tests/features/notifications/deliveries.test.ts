import { beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { putAlert } from "#features/notifications";
import { NotificationDeliveryRead } from "../../../src/features/notifications/deliveries/models";
import { createTestService } from "../../support/app";

/** What people see of the outbox. */
const service = await createTestService();
const { database, notifications } = service;
const { db, sql } = database;
const admin = await service.tokenOf(await service.givenAdmin());
await service.call("POST /api/v1/admin/roles", { token: admin, body: { name: "Auditor" } });
await service.call("PUT /api/v1/admin/role-permissions", {
  token: admin,
  body: { roles: { Auditor: ["alert_write"] } },
});
const watcher = await service.tokenOf(await service.givenUser({ role: "Auditor" }));

const PATH = "/api/v1/alerts/deliveries";
const alert = { title: "core-sw1 is down", text: "It does not answer", ruleName: "Core", deviceId: 7 };
const mail = { to: "alice@example.com", subject: "Reset your Netatlas password", text: "link" };

/** One that was given up, one that waits, and a mail to a user. */
beforeEach(async () => {
  await sql`DELETE FROM outbox`;
  await putAlert(notifications.outbox, db, { ...alert, target: "profile:404" });
  await notifications.worker.deliverDue();
  await putAlert(notifications.outbox, db, { ...alert, target: "profile:8" });
  await notifications.accountMail.put(db, mail);
});

async function list(query = "", token = watcher) {
  const answer = await service.call(`GET ${PATH}${query}`, { token });
  expect(answer.status).toBe(200);
  return z.array(NotificationDeliveryRead).parse(answer.body);
}

const targetsOf = (rows: readonly NotificationDeliveryRead[]) => rows.map(({ target }) => target);

test("deliveries are listed newest first, by state and by target", async () => {
  expect(targetsOf(await list())).toEqual(["profile:8", "profile:404"]);
  const [failed, ...others] = await list("?status=failed");
  expect(others).toEqual([]);
  expect(failed).toMatchObject({
    kind: "alert",
    rule_name: "Core",
    device_id: 7,
    target: "profile:404",
    subject: "core-sw1 is down",
    status: "failed",
    detail: "Notification profile 404 was not found",
    next_attempt_at: null,
    attempts: 1,
    attempt_log: [{ detail: "Notification profile 404 was not found" }],
    can_resend: true,
  });
  const [waiting] = await list("?target=profile:8");
  expect(waiting).toMatchObject({ status: "waiting", attempts: 0, detail: "", can_resend: false });
  expect(Date.parse(waiting?.next_attempt_at ?? "")).toBeLessThanOrEqual(Date.now());
});

test("mails to users are listed for SuperAdmins only, and nobody sees what they say", async () => {
  expect(targetsOf(await list("?kind=account"))).toEqual([]);
  const answer = await service.call(`GET ${PATH}?kind=account`, { token: admin });
  expect(answer.body).toMatchObject([{ kind: "account", subject: mail.subject, rule_name: "" }]);
  expect(answer.text).not.toContain(mail.to);
  expect(answer.text).not.toContain(mail.text);
});

test("a delivery is sent again by who may see it, once it was given up", async () => {
  const [failed, waiting] = [(await list("?status=failed"))[0], (await list("?status=waiting"))[0]];
  const resend = (id: number | undefined, token = watcher) =>
    service.call(`POST ${PATH}/${id}/resend`, { token });
  const [mailed] = await list("?kind=account", admin);
  await sql`UPDATE outbox SET state = 'dead' WHERE kind = 'account'`;
  expect(await resend(mailed?.id)).toMatchObject({ status: 404, body: { detail: "Delivery not found" } });
  expect(await resend(mailed?.id, admin)).toMatchObject({ status: 200, body: { status: "waiting" } });
  expect((await resend(987_654)).status).toBe(404);
  expect(await resend(waiting?.id)).toMatchObject({ status: 409 });
  expect(await resend(failed?.id)).toMatchObject({
    status: 200,
    body: { delivery_id: failed?.delivery_id, status: "waiting", attempts: 0 },
  });
});

test("without the permission there is nothing to see", async () => {
  const viewer = await service.tokenOf(await service.givenUser());
  const refusal = { status: 403, body: { detail: "Alert management is not permitted for your role" } };
  expect(await service.call(`GET ${PATH}`, { token: viewer })).toMatchObject(refusal);
  expect(await service.call(`POST ${PATH}/1/resend`, { token: viewer })).toMatchObject(refusal);
});

test("pages of any size are the same rows in the same order", async () => {
  for (let number = 0; number < 5; number++) {
    await putAlert(notifications.outbox, db, { ...alert, target: `profile:${100 + number}` });
  }
  const whole = (await list()).map(({ id }) => id);
  expect(whole).toHaveLength(7);
  const walked: number[] = [];
  let next: string | undefined = `${PATH}?limit=2`;
  while (next !== undefined) {
    const answer = await service.call(`GET ${next}`, { token: watcher });
    expect(answer.headers.get("x-total-count")).toBe("7");
    walked.push(
      ...z
        .array(NotificationDeliveryRead)
        .parse(answer.body)
        .map(({ id }) => id),
    );
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  expect(walked).toEqual(whole);
  expect((await service.call(`GET ${PATH}?limit=501`, { token: watcher })).status).toBe(422);
});
