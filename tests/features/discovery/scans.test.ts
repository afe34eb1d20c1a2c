import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { observe } from "#features/bindings";
import { Operation } from "#features/operations";
import { endInterrupted } from "../../../src/features/discovery/jobs";
import { DiscoveryImportResult, DiscoveryScanRead } from "../../../src/features/discovery/scans/models";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { waitFor } from "../../support/wait-for";
import { find, ScriptedNetwork } from "./given";
import { patient } from "../../support/patience";

// The first device that is made waits for the registry of vendors to be read.
setDefaultTimeout(patient(20_000));

const network = new ScriptedNetwork();
const service = await createTestService({
  isOne: true,
  sweep: network.sweep,
  settings: { DISCOVERY_RATE_LIMIT_SECONDS: "0", API_KEY_RATE_LIMIT_MAX_CALLS: "100000" },
});
const limited = await createTestService({ sweep: network.sweep, database: service.database });
afterAll(async () => {
  await limited.close();
  await service.close();
});
const { sql, db } = service.database;
const auditOf = await createAuditReader(service);
const owner = await service.givenUser({ role: "NetworkAdmin" });
const token = await service.tokenOf(owner);
const call = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

const API = "/api/v1/discovery";
const ASYNC = { Prefer: "respond-async" };
const MAC = "00:00:5E:00:53:01";

async function scan(target: string, more: object = {}): Promise<DiscoveryScanRead> {
  const answer = await call(`POST ${API}/scans`, { target, confirm_large_scan: true, ...more });
  expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 201 });
  return DiscoveryScanRead.parse(answer.body);
}

async function given(path: string, body: object): Promise<number> {
  const answer = await call(`POST /api/v1${path}`, body);
  expect(answer.status).toBe(201);
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

const readScan = async (id: number) => DiscoveryScanRead.parse((await call(`GET ${API}/scans/${id}`)).body);

beforeEach(() => {
  network.hosts = [];
  network.isWhole = true;
  network.release();
});

describe("a scan by hand", () => {
  test("answers when it has ended, with what it found held against the inventory", async () => {
    const known = await given("/topology/devices", { hostname: "core", ip_address: "10.1.0.2" });
    const moved = await given("/topology/devices", {
      hostname: "edge",
      ip_address: "10.1.0.77",
      mac_address: MAC,
    });
    network.hosts = [
      find("10.1.0.9", { macAddress: MAC, hostname: "edge" }),
      find("10.1.0.2", { hostname: "core.example.net", openPorts: [22, 443] }),
      find("10.1.0.30", { macAddress: "02:00:5E:00:53:02", isRandomMac: true }),
    ];
    const ended = await scan("10.1.0.7/24", { scan_type: "basic_ports" });
    expect(ended).toMatchObject({
      target: "10.1.0.0/24",
      schedule_id: null,
      scan_type: "basic_ports",
      status: "completed",
      state: "completed",
      host_count: 256,
      result_count: 3,
      error: null,
      username: owner.username,
      progress: null,
      methods: ["as it was told"],
    });
    expect(ended.results).toMatchObject([
      {
        ip_address: "10.1.0.2",
        existing_device_id: known,
        import_status: "existing",
        match_reason: "hostname_and_address",
        open_ports: [22, 443],
        status: "online",
      },
      {
        ip_address: "10.1.0.9",
        existing_device_id: moved,
        import_status: "changed",
        proposed_updates: ["ip_address"],
        proposed_values: { ip_address: "10.1.0.9" },
        match_reason: "mac_address",
      },
      { ip_address: "10.1.0.30", existing_device_id: null, import_status: "new", is_random_mac: true },
    ]);
    expect(network.asked.at(-1)).toMatchObject({ count: 256, kind: "basic_ports", limitMs: 445_000 });
    expect(network.asked.at(-1)?.ports).toHaveLength(20);
    const list = z.array(DiscoveryScanRead).parse((await call(`GET ${API}/scans`)).body);
    expect(list[0]).toEqual(ended);
    const brief = z
      .array(DiscoveryScanRead)
      .parse((await call(`GET ${API}/scans?include_results=false`)).body);
    expect(brief[0]).toMatchObject({ id: ended.id, results: [], result_count: 3 });
    const rows = await auditOf(`scan:${ended.id}`);
    expect(rows.map(({ action }) => action)).toEqual(["discovery.scan_completed", "discovery.scan_started"]);
    const operations = z.array(Operation).parse((await call("GET /api/v1/operations")).body);
    expect(operations[0]).toMatchObject({
      kind: "discovery_scan",
      state: "done",
      subject: "10.1.0.0/24",
      result: { found: 3 },
      result_link: `${API}/scans/${ended.id}`,
    });
  });

  test("that took too long is failed, says so, and has what it found", async () => {
    network.hosts = [find("10.2.0.1")];
    network.isWhole = false;
    expect(await scan("10.2.0.0/24")).toMatchObject({
      status: "failed",
      state: "timed_out",
      result_count: 1,
      error:
        "Discovery scan timed out after 190 seconds for 256 hosts. Reduce the target size or increase DISCOVERY_SCAN_TIMEOUT_SECONDS.",
    });
  });

  test("with an SNMP profile that is not there is failed", async () => {
    const failed = await scan("10.2.0.1", { snmp_profile_id: 987_654 });
    expect(failed).toMatchObject({ status: "failed", state: "failed", error: "SNMP profile not found" });
    expect((await auditOf(`scan:${failed.id}`)).map(({ action }) => action)).toContain(
      "discovery.scan_failed",
    );
  });

  test("goes on behind a 202 where that is preferred, shows its finds, and ends when it is cancelled", async () => {
    network.hosts = [find("10.3.0.1"), find("10.3.0.2")];
    network.hold();
    const answer = await call(`POST ${API}/scans`, { target: "10.3.0.0/28" }, ASYNC);
    expect(answer.status).toBe(202);
    expect(answer.headers.get("Preference-Applied")).toBe("respond-async");
    const operation = Operation.parse(answer.body);
    expect(answer.headers.get("Location")).toBe(`/api/v1/operations/${operation.id}`);
    const path = operation.result_link ?? "";
    const seen = await waitFor("both finds", async () => {
      const running = DiscoveryScanRead.parse((await call(`GET ${path}`)).body);
      return running.result_count === 2 && running.progress?.count === 16 && running;
    });
    expect(seen).toMatchObject({ status: "running", completed_at: null });
    expect((await call(`DELETE ${path}`)).status).toBe(409);

    const stranger = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    const viewer = await service.tokenOf(await service.givenUser());
    const asStranger = await service.call(`GET /api/v1/operations/${operation.id}`, { token: stranger });
    expect(asStranger.status).toBe(404);
    expect((await service.call(`GET ${path}`, { token: viewer })).status).toBe(403);

    expect((await call(`POST ${path}/cancel`)).status).toBe(200);
    const ended = await waitFor("the end", async () => {
      const now = await readScan(seen.id);
      return now.status === "failed" && now;
    });
    expect(ended).toMatchObject({ state: "cancelled", error: "Scan was cancelled", result_count: 2 });
    const after = await waitFor("its operation's end", async () => {
      const now = Operation.parse((await call(`GET /api/v1/operations/${operation.id}`)).body);
      return now.state !== "running" && now;
    });
    expect(after.state).toBe("cancelled");
    expect((await call(`DELETE ${path}`)).status).toBe(204);
    expect((await call(`GET ${path}`)).body).toEqual({ detail: "Scan not found" });
  });

  test("whose process has gone is interrupted, and says so", async () => {
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO discovery_scans (target, scan_type, host_count, user_id) VALUES ('10.0.0.1', 'ping', 1, ${owner.id})
      RETURNING id::int`;
    await endInterrupted(db);
    expect(await readScan(row?.id ?? 0)).toMatchObject({
      status: "failed",
      state: "interrupted",
      error: "Server restarted while scan was in progress",
    });
    expect((await auditOf(`scan:${row?.id}`))[0]?.action).toBe("discovery.scan_failed");
  });

  test("by real packets finds this machine, by hand and by a schedule", async () => {
    const real = await createTestService({ database: service.database });
    await sql`DELETE FROM discovery_scan_calls`;
    const answer = await real.call(`POST ${API}/scans`, { token, body: { target: "127.0.0.1" } });
    const found = DiscoveryScanRead.parse(answer.body);
    expect(found).toMatchObject({ status: "completed", error: null });
    expect(found.results.map(({ ip_address: address }) => address)).toEqual(["127.0.0.1"]);
    await sql`DELETE FROM discovery_scan_calls`;
    const made = await real.call(`POST ${API}/schedules`, {
      token,
      body: { name: "Loopback", target: "127.0.0.1" },
    });
    const { id } = z.looseObject({ id: z.int() }).parse(made.body);
    const ran = DiscoveryScanRead.parse((await real.call(`POST ${API}/schedules/${id}/run`, { token })).body);
    expect(ran).toMatchObject({ status: "completed", schedule_id: id, result_count: 1 });
    expect((await real.call(`GET ${API}/observations?schedule_id=${id}`, { token })).body).toMatchObject([
      { observation_type: "new_device", ip_address: "127.0.0.1" },
    ]);
    await real.close();
  });
});

test("a network of IPv6 is not gone through: what is known of it is asked, and neighbours that routers know", async () => {
  await given("/topology/devices", { hostname: "six", ip_address: "fd07::5" });
  await given("/topology/devices", { hostname: "elsewhere", ip_address: "fd08::5" });
  await given("/ipam/reservations", { ip_address: "fd07::6", label: "reserved" });
  await observe({ db }, [
    { address: "fd07::7", macAddress: MAC, source: "arp", reporter: "router", moment: new Date() },
  ]);
  const estimate = await call(`POST ${API}/estimate`, { target: "fd07::/64" });
  expect(estimate.body).toMatchObject({ addresses: 3, known_addresses: 3, refusal: null });
  network.hosts = ["fd07::5", "fd07::7", "fd07::99"].map((address) => find(address));
  const ended = await scan("fd07::/64, 10.9.0.0/30");
  expect(ended).toMatchObject({
    target: "fd07::/64, 10.9.0.0/30",
    status: "completed",
    host_count: 7,
    notes: ["networks of IPv6 that are too large to be gone through: 3 known addresses were asked"],
  });
  expect(ended.results.map(({ ip_address: address }) => address)).toEqual(["fd07::5", "fd07::7"]);
});

describe("what is refused", () => {
  test.each([
    ["8.8.8.8", "Public IP scanning is blocked by default"],
    ["10.0.0.0/8", "Scan target is too large; maximum is 1024 addresses"],
    ["10.0.0.0/23", "Large scan requires explicit confirmation"],
    [" ", "Scan target is required"],
    ["-oX/tmp/x", "Use a private single IP, IP range, or CIDR target"],
    ["--script=exploit 10.0.0.1", "Use a private single IP, IP range, or CIDR target"],
    ["10.0.0.1\n10.0.0.2", "Use a private single IP, IP range, or CIDR target"],
    ["$(id)", "Use a private single IP, IP range, or CIDR target"],
  ])("%p: 400 %s, and nothing is sent", async (target, detail) => {
    const before = network.asked.length;
    const answer = await call(`POST ${API}/scans`, { target });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: { detail } });
    expect(network.asked.length).toBe(before);
  });

  test("a target of a megabyte, a list in its place, and agents that may not be asked", async () => {
    expect((await call(`POST ${API}/scans`, { target: "1".repeat(200_000) })).status).toBe(422);
    expect((await call(`POST ${API}/scans`, { target: ["10.0.0.1"] })).status).toBe(422);
    const agents = { target: "10.0.0.1", snmp_community: "public", snmp_targets: ["", "169.254.169.254"] };
    expect((await call(`POST ${API}/scans`, agents)).status).toBe(400);
  });

  test("of a thousand scans at once all but one, and the refusal says when to come back", async () => {
    await sql`DELETE FROM discovery_scan_calls`;
    const { key } = await service.apiKeyOf(owner);
    const before = network.asked.length;
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async () =>
        limited.app.request(
          `${API}/scans`,
          {
            method: "POST",
            headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
            body: JSON.stringify({ target: "10.9.0.1" }),
          },
          { peer: "192.0.2.7" },
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(999);
    expect(network.asked.length).toBe(before + 1);
    const refused = await limited.call(`POST ${API}/scans`, { key, body: { target: "not a target" } });
    expect(refused.status).toBe(429);
    const { detail } = z.object({ detail: z.string() }).parse(refused.body);
    const seconds = Number(/^Scan rate limit active; retry in (\d+) seconds$/.exec(detail)?.[1]);
    expect(seconds).toBeGreaterThan(30);
    expect(refused.headers.get("Retry-After")).toBe(String(seconds));
  });

  test("a scan counts before its target is looked at", async () => {
    await sql`DELETE FROM discovery_scan_calls`;
    const bad = await limited.call(`POST ${API}/scans`, { token, body: { target: "8.8.8.8" } });
    expect(bad.status).toBe(400);
    const good = await limited.call(`POST ${API}/scans`, { token, body: { target: "10.0.0.1" } });
    expect(good.status).toBe(429);
  });

  test("a third scan of a user whose first two have not ended", async () => {
    network.hold();
    const begin = () => call(`POST ${API}/scans`, { target: "10.4.0.1" }, ASYNC);
    const [first, second] = [await begin(), await begin()];
    expect([first.status, second.status]).toEqual([202, 202]);
    const third = await begin();
    expect(third.status).toBe(429);
    expect(third.body).toEqual({ detail: "Your last scans have not ended yet" });
    network.release();
    for (const answer of [first, second]) {
      const { id } = Operation.parse(answer.body);
      await waitFor("the end", async () => {
        const now = Operation.parse((await call(`GET /api/v1/operations/${id}`)).body);
        return now.state === "done";
      });
    }
  });
});

describe("an estimate", () => {
  const estimate = async (target: string) => (await call(`POST ${API}/estimate`, { target })).body;

  test("counts addresses of any number, and sends nothing", async () => {
    const before = network.asked.length;
    expect(await estimate("10.0.0.9/24")).toMatchObject({
      target: "10.0.0.0/24",
      addresses: 256,
      addresses_text: "256",
      timeout_seconds: 190,
      needs_confirmation: false,
      refusal: null,
    });
    expect(await estimate("10.0.0.0/23")).toMatchObject({ needs_confirmation: true, refusal: null });
    expect(await estimate("10.0.0.0/8")).toMatchObject({
      addresses_text: "16777216",
      known_addresses: null,
      seconds: null,
      refusal: "Scan target is too large; maximum is 1024 addresses",
    });
    expect(await estimate("8.8.8.8")).toEqual({ detail: "Public IP scanning is blocked by default" });
    expect(network.asked.length).toBe(before);
  });
});

describe("an import", () => {
  const importFrom = async (body: object) => {
    const answer = await call(`POST ${API}/import`, body);
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 });
    return DiscoveryImportResult.parse(answer.body);
  };
  const readDevice = async (id: number) => (await call(`GET /api/v1/topology/devices/${id}`)).body;

  test("makes devices with group and site, fills what is empty, and replaces only where it is told to", async () => {
    const site = await given("/topology/sites", { name: "attic" });
    const group = await given("/topology/groups", { name: "lab" });
    const known = await given("/topology/devices", { hostname: "typed", ip_address: "10.5.0.2" });
    network.hosts = [
      find("10.5.0.1", {
        macAddress: "00:00:5E:00:53:51",
        hostname: "Anna's Phone",
        deviceTypeGuess: { type: "phone", reason: "its name" },
      }),
      find("10.5.0.2", { macAddress: "00:00:5E:00:53:52", hostname: "seen" }),
    ];
    const { id } = await scan("10.5.0.0/24");
    const tried = await call(`POST ${API}/import?dry_run=true`, { scan_id: id });
    expect(tried.body).toMatchObject({ would_answer: { created: 1, updated: 1 } });

    const first = await importFrom({ scan_id: id, topology_group_id: group, site_id: site });
    expect(first).toMatchObject({ created: 1, updated: 1, skipped_existing: 0 });
    const made = first.rows.find(({ action }) => action === "created")?.device_id ?? 0;
    expect(await readDevice(made)).toMatchObject({
      hostname: null,
      ip_address: "10.5.0.1",
      mac_address: "00:00:5e:00:53:51",
      device_type: "discovered",
      status: "online",
      icon: "device",
      topology_group_id: group,
      site_id: site,
    });
    expect(await readDevice(known)).toMatchObject({
      hostname: "typed",
      mac_address: "00:00:5e:00:53:52",
      topology_group_id: group,
      site_id: site,
    });
    expect((await call(`GET /api/v1/topology/groups/${group}`)).body).toMatchObject({
      ip_range: "10.5.0.0/24",
    });

    expect(await importFrom({ scan_id: id, mode: "new_only" })).toMatchObject({ skipped_existing: 2 });
    const fields = { mode: "override_existing", update_fields: ["hostname"], ip_addresses: ["10.5.0.2"] };
    expect(await importFrom({ scan_id: id, ...fields })).toMatchObject({ updated: 1, skipped_existing: 0 });
    expect(await readDevice(known)).toMatchObject({ hostname: "seen" });
    const rows = await auditOf(`scan:${id}`, "discovery.results_imported");
    expect(rows[0]?.detail).toBe("created=0 updated=1 skipped_existing=0 mode=override_existing");
  });

  test("moves the address of a device that its MAC address tells only where it is told to", async () => {
    const device = await given("/topology/devices", {
      hostname: "laptop",
      ip_address: "10.6.0.1",
      mac_address: "00:00:5e:00:53:61",
    });
    network.hosts = [find("10.6.0.9", { macAddress: "00:00:5E:00:53:61" })];
    const { id } = await scan("10.6.0.0/24");
    expect(await importFrom({ scan_id: id })).toMatchObject({ skipped_existing: 1 });
    expect(await importFrom({ scan_id: id, update_ip_on_mac_match: true })).toMatchObject({ updated: 1 });
    expect(await readDevice(device)).toMatchObject({ ip_address: "10.6.0.9" });
  });

  test("of no scan, of one that is not completed, and into nowhere is refused", async () => {
    const detailOf = async (body: object) => (await call(`POST ${API}/import`, body)).body;
    expect(await detailOf({ scan_id: 987_654 })).toEqual({ detail: "Scan not found" });
    network.isWhole = false;
    const failed = await scan("10.7.0.1");
    expect(await detailOf({ scan_id: failed.id })).toEqual({ detail: "Scan is not completed" });
    network.isWhole = true;
    const { id } = await scan("10.7.0.1");
    expect(await detailOf({ scan_id: id, site_id: 987_654 })).toEqual({ detail: "Site not found" });
    expect(await detailOf({ scan_id: id, topology_group_id: 987_654 })).toEqual({
      detail: "Group not found",
    });
  });
});
