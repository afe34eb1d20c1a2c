import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../../support/app";
import { patient } from "../../support/patience";
import { importer } from "./given";
import { endlessDatabase, kumaDatabase } from "./kuma-database";

const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());
const { take, send, get } = importer(service, token);
beforeEach(async () => {
  await service.database.sql`TRUNCATE monitors, devices CASCADE`;
});

const MONITORS = `INSERT INTO monitor (id, name, active, interval, url, type, hostname, keyword, invert_keyword, maxretries,
    ignore_tls, maxredirects, accepted_statuscodes_json, method, basic_auth_user, basic_auth_pass, push_token) VALUES
  (1, 'Shop', 1, 60, 'https://shop.example.com', 'http', NULL, NULL, 0, 2, 1, 5, '["200-299","301"]', 'GET', 'ann', 'hidden-word', NULL),
  (2, 'Search', 0, 120, 'https://search.example.com', 'keyword', NULL, 'welcome', 1, 0, 0, 0, '["200-299"]', 'GET', NULL, NULL, NULL),
  (3, 'Router', 1, 60, 'https://', 'ping', '192.0.2.1', NULL, 0, 0, 0, 0, '["200-299"]', 'GET', NULL, NULL, NULL),
  (4, 'Nightly', 1, 3600, '', 'push', NULL, NULL, 0, 0, 0, 0, '["200-299"]', 'GET', NULL, NULL, 'hidden-token')`;

const database = (content: Uint8Array<ArrayBuffer>) => ({ files: [{ name: "kuma.db", content }] });

async function refusal(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, text } = await send("uptime-kuma", database(content));
  expect(status).toBe(422);
  expect(text).toContain('["body","file","kuma.db"]');
  return text;
}

test("monitors come out of Uptime Kuma's database with their tags, without secrets; other tables are counted", async () => {
  const content = kumaDatabase((kuma) => {
    kuma.run(MONITORS);
    kuma.run("INSERT INTO tag VALUES (1, 'public', '#fff'), (2, 'shop', '#000')");
    kuma.run("INSERT INTO monitor_tag VALUES (1, 1, 1, ''), (2, 1, 2, '')");
    kuma.run(`INSERT INTO notification VALUES (1, 'Team chat', '{"token":"hidden-chat"}', 1, 1, 1)`);
    kuma.run("INSERT INTO heartbeat VALUES (1, 1, 1, '2026-11-01'), (2, 1, 1, '2026-11-02')");
  });
  const taken = await take("uptime-kuma", database(content));
  expect(taken.verdicts.map(({ kind, name, action }) => `${action} ${kind} ${name}`).toSorted()).toEqual([
    "created device Router",
    "created monitor Nightly",
    "created monitor Search",
    "created monitor Shop",
    "not_taken channel Team chat",
  ]);
  expect(await get("monitors")).toMatchObject([
    { name: "Nightly", kind: "push" },
    { name: "Search", keyword: "welcome", keyword_inverted: true, enabled: false, tags: [] },
    { name: "Shop", accepted_status_codes: "200-299,301", verify_tls: false, tags: ["public", "shop"] },
  ]);
  expect(taken.left_out).toContainEqual({ table: "heartbeat", column: null, rows: 2 });
  expect(JSON.stringify(taken)).not.toContain("hidden");
});

test("checks of version 2 have the answer that they ask for; other conditions are told, and not left out", async () => {
  const is = (operator: string, value: string) =>
    JSON.stringify([{ type: "expression", id: "a", variable: "record", operator, value, andOr: "and" }]);
  const content = kumaDatabase((kuma) => {
    const add = kuma.prepare(`INSERT INTO monitor (name, active, interval, type, hostname, maxretries, port,
      dns_resolve_type, dns_resolve_server, smtp_security, conditions) VALUES (?, 1, 60, ?, ?, 0, ?, ?, ?, ?, ?)`);
    add.run("Web", "dns", "www.example.com", 53, "A", "[2001:db8::53]", null, is("equals", "192.0.2.80"));
    add.run("Mail", "dns", "example.com", null, "MX", "ns.example.com.", null, is("contains", "mail"));
    add.run("Calls", "dns", "_sip._tcp.example.com", 53, "SRV", "192.0.2.53", null, "[]");
    add.run("Post", "smtp", "mail.example.com", 465, null, null, "secure", "[]");
    add.run("Shell", "port", "192.0.2.53", 22, "A", "1.1.1.1", null, "[]");
  });
  const { verdicts, left_out: left } = await take("uptime-kuma", database(content));
  expect(verdicts.map(({ kind, name, action }) => `${action} ${kind} ${name}`)).toEqual([
    "created check Web",
    "not_taken monitor Mail",
    "not_taken monitor Calls",
    "created check Post",
    "created check Shell",
  ]);
  expect(verdicts[1]?.errors[0]?.msg).toContain("conditions");
  expect(verdicts[2]?.errors[0]?.msg).toContain("SRV");
  expect(left.filter(({ table }) => table === "monitors")).toEqual([]);
  expect(await get("monitoring/service-checks")).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        label: "Web",
        check_type: "dns",
        options: { name: "www.example.com", record_type: "A", expected: "192.0.2.80" },
      }),
      expect.objectContaining({ label: "Post", port: 465, options: { tls: "implicit" }, verify_tls: true }),
      expect.objectContaining({ label: "Shell", check_type: "tcp", port: 22, options: {} }),
    ]),
  );
  const devices = z
    .array(z.looseObject({ ip_address: z.string(), hostname: z.string().nullable() }))
    .parse(await get("topology/devices?sort=id"));
  expect(devices.map(({ ip_address: address, hostname }) => hostname ?? address)).toEqual([
    "2001:db8::53",
    "mail.example.com",
    "192.0.2.53",
  ]);
  const again = await take("uptime-kuma", database(content));
  expect(again.counts).toMatchObject({ unchanged: 3, not_taken: 2, created: 0, updated: 0 });
});

test("a database that was in use, with a log of its own beside it, and one without tags are read", async () => {
  const content = kumaDatabase((kuma) => {
    kuma.run("DROP TABLE monitor_tag");
    kuma.run(MONITORS);
  });
  // Write-ahead logging (Database File Format 1.3.3): what is in the log only is not there.
  content.set([2, 2], 18);
  expect((await take("uptime-kuma", database(content))).counts).toMatchObject({ created: 4 });
});

test("a damaged database, one without monitors, and another product's are refused by name", async () => {
  const content = kumaDatabase((kuma) => kuma.run(MONITORS));
  expect(await refusal(content.slice(0, 3000))).toContain("the database cannot be read");
  const another = kumaDatabase((other) => other.run("DROP TABLE monitor; DROP TABLE notification"));
  expect(await refusal(another)).toContain("nothing of Uptime Kuma is in the file");
  const elsewhere = await send("librenms", database(content));
  expect([elsewhere.status, elsewhere.text.includes("a database is not read")]).toEqual([422, true]);
});

test(
  "a database that would be read for ever, or fill all memory, is given up, and the service goes on",
  async () => {
    const filling = kumaDatabase((kuma) => {
      kuma.run(MONITORS);
      kuma.run("ALTER TABLE monitor ADD COLUMN filling TEXT AS (hex(zeroblob(250000000)))");
    });
    expect(await refusal(filling)).toContain("it takes too much memory");
    const wide = kumaDatabase((kuma) => {
      const add = kuma.prepare("INSERT INTO monitor (name, type) VALUES (?, 'http')");
      for (let monitor = 0; monitor < 60; monitor++) add.run(`Shop ${monitor}`);
      kuma.run("ALTER TABLE monitor ADD COLUMN wide TEXT AS (hex(zeroblob(500000)))");
    });
    expect(await refusal(wide)).toContain("more than 48 MiB");
    const endless = refusal(endlessDatabase());
    expect((await service.call("GET /api/v1/monitors", { token })).status).toBe(200);
    expect(await endless).toContain("it takes too much time");
  },
  // The process that reads has a low priority: beside others its five seconds take long.
  patient(100_000),
);
