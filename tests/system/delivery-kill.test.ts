import { expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { startMailServer } from "../support/mail-server";
import { startService } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(120_000));

const CAROL = {
  username: "carol",
  email: "carol@example.com",
  password: "a lamp of blue glass",
  role: "Viewer",
};

test("kill -9 between a mail and its receipt: the next start delivers it again under the same Message-ID, and no third time", async () => {
  let isHoldingReceipts = true;
  const server = await startMailServer({ isHoldingReceipts: () => isHoldingReceipts });
  const environment = {
    APP_URL: "https://atlas.example.com",
    SMTP_CA_FILE: server.caFile,
    API_KEY_RATE_LIMIT_MAX_CALLS: "100000",
  };
  const first = await startService({ environment });
  const { dataDirectory } = first;
  const toCarol = () => server.received.filter(({ to }) => to.includes(CAROL.email));
  const admin = await setUpAdmin(first.url);
  try {
    await admin.send("PUT", "/api/v1/admin/notification-settings", {
      smtp_host: "localhost",
      smtp_port: String(server.port),
      smtp_from: "netatlas@example.com",
    });
    await admin.send("POST", "/api/v1/auth/users", CAROL);
    await waitFor("the first delivery", () => toCarol().length === 1, 30_000);
  } finally {
    await first.kill();
  }
  isHoldingReceipts = false;
  const next = await startService({ dataDirectory, environment });
  try {
    await waitForDatabase(next.url);
    const deliveries = () =>
      createApiClient(next.url, { "X-API-Key": admin.key }).get<{ status: string }[]>(
        "/api/v1/alerts/deliveries",
      );
    const sent = await waitFor(
      "it to be marked as sent",
      async () => {
        const all = await deliveries();
        return all.every(({ status }) => status === "sent") && all;
      },
      60_000,
    );
    expect(sent.length).toBe(1);
    const ids = toCarol().map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim());
    expect(ids.length).toBe(2);
    expect(ids[0]).toMatch(/^<[\w-]+@netatlas>$/);
    expect(ids[1]).toBe(ids[0]);
  } finally {
    await next.remove();
    await server.close();
  }
});
