import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  DhcpImportResult,
  DhcpLeaseHistoryEntry,
  DhcpLeaseOut,
} from "../../../../src/features/ipam/leases/models";
import { uniqueName } from "../../../support/app";
import { patient } from "../../../support/patience";
import { createIpamService } from "../ipam-service";

const LEASES = "/api/v1/ipam/dhcp-leases";
const service = await createIpamService();
const { send } = service;
afterAll(service.close);

let source: string;
beforeEach(() => {
  source = uniqueName("server");
});

type Line = { host: number; mac?: string; name?: string; ends?: number };

/** A file of dnsmasq; a host's number makes its address and its MAC address. */
const fileOf = (...lines: Line[]) =>
  lines
    .map(({ host, mac = `02:00:00:00:00:${String(host).padStart(2, "0")}`, name = "*", ends = 0 }) =>
      [ends, mac, `192.0.2.${host}`, name, "*"].join(" "),
    )
    .join("\n");

async function post(content: string, query = "") {
  return send(`POST ${LEASES}/import?source=${source}${query}`, { content });
}

async function importFile(content: string, query = ""): Promise<DhcpImportResult> {
  const answer = await post(content, query);
  expect(answer.status).toBe(200);
  return DhcpImportResult.parse(answer.body);
}

const list = async (query = "") =>
  z.array(DhcpLeaseOut).parse((await send(`GET ${LEASES}?source=${source}${query}`)).body);
const history = async (query = "") =>
  z.array(DhcpLeaseHistoryEntry).parse((await send(`GET ${LEASES}/history?source=${source}${query}`)).body);
const hosts = async () => (await list()).map(({ ip_address }) => Number(ip_address.split(".").at(-1)));

describe("POST /ipam/dhcp-leases/import", () => {
  test("imports every lease; without a source they come from `import`", async () => {
    const answer = await send(`POST ${LEASES}/import`, {
      content: "0 02-00-00-00-00-FE 192.0.2.254 printer *",
    });
    expect(answer).toMatchObject({ status: 200, body: { imported: 1, total: 1, errors: [] } });
    const { body } = await send(`GET ${LEASES}?source=import`);
    expect(body).toMatchObject([
      {
        ip_address: "192.0.2.254",
        mac_address: "02:00:00:00:00:fe",
        hostname: "printer",
        expires_at: null,
        is_active: true,
        source: "import",
      },
    ]);
    expect(await service.auditOf("dhcp_leases:import", "ipam.dhcp_leases_imported")).toMatchObject([
      { detail: "format=dnsmasq total=1 errors=0", after: { imported: 1, total: 1, closed: 0 } },
    ]);
  });

  test("the same file again changes nothing", async () => {
    const file = fileOf({ host: 1, name: "a" }, { host: 2, ends: 4_000_000_000 });
    await importFile(file);
    const before = await history();
    expect(await importFile(file)).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 2,
      closed: 0,
      total: 2,
    });
    expect(await history()).toEqual(before);
  });

  test("a renewed lease stays the same one; an address with another client gets another, and its history stays", async () => {
    await importFile(fileOf({ host: 1, ends: 4_000_000_000 }, { host: 2 }));
    const [first] = await list();
    const result = await importFile(
      fileOf({ host: 1, ends: 4_000_000_060 }, { host: 2, mac: "02:00:00:00:00:99" }),
    );
    expect(result).toMatchObject({ imported: 0, updated: 2, unchanged: 0, closed: 0 });
    const [renewed] = await list();
    expect(renewed).toMatchObject({ id: first?.id, expires_at: new Date(4_000_000_060_000).toISOString() });
    const ofSecond = await history("&ip_address=192.0.2.2");
    expect(ofSecond.map(({ mac_address, closed_at }) => [mac_address, closed_at === null])).toEqual([
      ["02:00:00:00:00:99", true],
      ["02:00:00:00:00:02", false],
    ]);
    expect(await history("&mac_address=0200.0000.0002")).toHaveLength(1);
  });

  test("a lease that is no longer listed is closed and frees its address", async () => {
    await importFile(fileOf({ host: 1 }, { host: 2 }));
    expect(await importFile(fileOf({ host: 2 }, { host: 3 }))).toMatchObject({ imported: 1, closed: 1 });
    expect(await hosts()).toEqual([2, 3]);
    expect(await history()).toHaveLength(3);
    await importFile(fileOf({ host: 1 }, { host: 2 }, { host: 3 }));
    expect(await hosts()).toEqual([1, 2, 3]);
  });

  test("nothing is closed by one of several files, by a file of the other family, or by one with unreadable lines", async () => {
    await importFile(fileOf({ host: 1 }));
    expect(await importFile(fileOf({ host: 2 }), "&close_missing=false")).toMatchObject({ closed: 0 });
    expect(
      await importFile("duid 00:03:00:01\n0 1 2001:db8::1 * 00:03:00:01:02:00:00:00:00:01"),
    ).toMatchObject({ imported: 1, closed: 0 });
    const damaged = await importFile(`${fileOf({ host: 3 })}\nrubbish`);
    expect(damaged).toMatchObject({ closed: 0, error_count: 1, errors: [{ line: 2 }] });
    expect((await list()).map(({ ip_address }) => ip_address)).toEqual([
      "192.0.2.1",
      "192.0.2.2",
      "192.0.2.3",
      "2001:db8::1",
    ]);
  });

  test("sources do not touch each other's leases", async () => {
    await importFile(fileOf({ host: 1 }));
    const first = source;
    source = uniqueName("server");
    await importFile(fileOf({ host: 1 }, { host: 2 }));
    source = first;
    expect(await hosts()).toEqual([1]);
  });

  test("ten imports of one source at the same time leave one lease for each address", async () => {
    const files = Array.from({ length: 10 }, (_, index) => fileOf({ host: 1 }, { host: 2 + (index % 2) }));
    const answers = await Promise.all(files.map((file) => post(file)));
    expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
    const left = await hosts();
    expect(left[0]).toBe(1);
    expect(left).toHaveLength(2);
  });

  test(
    "50,000 leases are imported, and imported again without a change",
    async () => {
      const file = Array.from({ length: 50_000 }, (_, index) => {
        const octets = [index >> 16, (index >> 8) & 255, index & 255];
        const mac = octets.map((octet) => octet.toString(16).padStart(2, "0")).join(":");
        return `0 02:00:00:${mac} 10.${octets.join(".")} host-${index} *`;
      }).join("\n");
      expect(await importFile(file)).toMatchObject({ imported: 50_000, total: 50_000 });
      expect(await importFile(file)).toMatchObject({ imported: 0, updated: 0, unchanged: 50_000, closed: 0 });
      await send(`DELETE ${LEASES}?source=${source}`);
    },
    patient(30_000),
  );

  test("the file itself may be sent as plain text", async () => {
    const { adminToken: token } = service;
    const answer = await service.call(`POST ${LEASES}/import?source=${source}`, {
      token,
      text: "address,hwaddr,valid_lifetime,expire\n192.0.2.1,02:00:00:00:00:01,4294967295,0\n",
      headers: { "Content-Type": "text/plain" },
    });
    expect(answer).toMatchObject({ status: 200, body: { format: "kea-csv", imported: 1 } });
  });

  test("a file in UTF-16, as Windows calls Unicode, is read", async () => {
    const text = `\ufeff"IPAddress","ClientId","HostName"\r\n"192.0.2.40","02-00-00-00-00-40","caf\xe9"\r\n`;
    const answer = await service.call(`POST ${LEASES}/import?source=${source}`, {
      token: service.adminToken,
      text: new Uint8Array(Buffer.from(text, "utf16le")),
      headers: { "Content-Type": "text/plain" },
    });
    expect(answer).toMatchObject({ status: 200, body: { imported: 1, format: "windows-csv" } });
    expect(await list()).toMatchObject([{ ip_address: "192.0.2.40", hostname: "caf\xe9" }]);
  });

  test("a named format is not guessed", async () => {
    const answer = await post("192.0.2.1,02:00:00:00:00:01", "&format=isc-dhcpd");
    expect(answer).toMatchObject({ status: 200, body: { format: "isc-dhcpd", total: 0 } });
  });

  test.each(["", "hello", "lease x {\n}\n"])("%j is 422 and names the formats", async (content) => {
    const answer = await post(content);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: expect.arrayContaining([expect.objectContaining({ loc: ["body", "content"] })]) },
    });
    expect(answer.text).toContain("Could not parse lease file. Supported formats: ISC dhcpd, dnsmasq, Kea");
  });

  test.each([
    [{}, "content"],
    [{ content: 7 }, "content"],
    [{ content: null }, "content"],
  ])("%j is 422", async (body, field) => {
    const answer = await send(`POST ${LEASES}/import`, body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });

  test.each([
    ["source=%20", "source"],
    [`source=${"x".repeat(121)}`, "source"],
    ["format=excel", "format"],
    ["utc_offset=CET", "utc_offset"],
    ["utc_offset=%2B15:00", "utc_offset"],
    ["close_missing=perhaps", "close_missing"],
  ])("?%s is 422", async (query, field) => {
    const answer = await send(`POST ${LEASES}/import?${query}`, { content: fileOf({ host: 1 }) });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", field] }] } });
  });
});

describe("GET /ipam/dhcp-leases", () => {
  test("gives all by address text, or by number; filtered, and in pages that miss none", async () => {
    await importFile(fileOf({ host: 10 }, { host: 9, ends: 1 }, { host: 100 }));
    expect(await hosts()).toEqual([10, 100, 9]);
    const numbers = (leases: DhcpLeaseOut[]) => leases.map(({ ip_address }) => ip_address.split(".").at(-1));
    expect(numbers(await list("&sort=address"))).toEqual(["9", "10", "100"]);
    expect(numbers(await list("&is_active=true"))).toEqual(["10", "100"]);
    for (const sort of ["text", "address"]) {
      const query = `?source=${source}&sort=${sort}`;
      const first = await send(`GET ${LEASES}${query}&limit=2`);
      expect(first.headers.get("X-Total-Count")).toBe("3");
      const next = /<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
      const second = await send(`GET ${next}`);
      const all = [first, second].flatMap(({ body }) => z.array(DhcpLeaseOut).parse(body));
      expect(all).toEqual(await list(`&sort=${sort}`));
      expect(second.headers.get("Link")).toBeNull();
    }
  });

  test.each([
    "?cursor=x&limit=1",
    "?limit=0",
    "?sort=mac",
    "?is_active=7",
    "/history?ip_address=x",
    "/history?limit=0",
  ])("%s is 422", async (query) => {
    expect((await send(`GET ${LEASES}${query}`)).status).toBe(422);
  });

  test("the history comes latest first, in pages", async () => {
    await importFile(fileOf({ host: 1 }, { host: 2 }, { host: 3 }));
    const first = await send(`GET ${LEASES}/history?source=${source}&limit=2`);
    const next = /<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await send(`GET ${next}`);
    const ids = [first, second]
      .flatMap(({ body }) => z.array(DhcpLeaseHistoryEntry).parse(body))
      .map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
  });
});

describe("DELETE /ipam/dhcp-leases", () => {
  test("says what would go, then removes it with its history, and is audited with counts", async () => {
    await importFile(fileOf({ host: 1 }, { host: 2 }));
    await importFile(fileOf({ host: 2 }));
    const preview = await send(`DELETE ${LEASES}?source=${source}&dry_run=true`);
    expect(preview).toMatchObject({
      status: 200,
      body: {
        would_delete: {
          leases: { count: 1, names: ["192.0.2.2"] },
          former_leases: { count: 1, names: ["192.0.2.1"] },
        },
      },
    });
    expect(await history()).toHaveLength(2);
    expect((await send(`DELETE ${LEASES}?source=${source}`)).status).toBe(204);
    expect(await history()).toEqual([]);
    expect(await service.auditOf(`dhcp_leases:${source}`, "ipam.dhcp_leases_deleted")).toMatchObject([
      { before: { sources: [source], current: 1, former: 1 } },
    ]);
  });

  test("without a source every lease goes", async () => {
    const own = await createIpamService();
    for (const name of ["one", "two"])
      await own.send(`POST ${LEASES}/import?source=${name}`, { content: fileOf({ host: 1 }) });
    expect((await own.send(`DELETE ${LEASES}`)).status).toBe(204);
    expect((await own.send(`GET ${LEASES}/history`)).body).toEqual([]);
    await own.close();
  });
});

describe("what GET /exports/leases gives", () => {
  const FORMATS = ["csv", "json"] as const;
  const exported = async (format: string) => (await send(`GET /api/v1/exports/leases?format=${format}`)).text;
  const take = (content: string, query = "") => send(`POST ${LEASES}/import?${query}`, { content });

  async function givenLeasesOfTwoSources() {
    const other = uniqueName("server");
    await importFile(fileOf({ host: 61, name: "=printer" }, { host: 62, ends: 1_700_000_000 }));
    await send(`POST ${LEASES}/import?source=${other}`, {
      content: "0 02:00:00:00:00:61 192.0.2.61 -other 01:02\n4000000000 * 2001:db8::61 * 00:01:00",
    });
    await service.database
      .sql`UPDATE dhcp_leases SET is_active = true, expires_at = '2024-01-02T03:04:05.678Z',
      hostname = E'turned \\u202e, "quoted"' WHERE address = '192.0.2.62' AND closed_at IS NULL`;
    return other;
  }

  test.each(FORMATS)("is taken as %s, changes nothing, and is given again as it was", async (format) => {
    const other = await givenLeasesOfTwoSources();
    const before = await exported(format);
    const answer = await take(before);
    expect(answer).toMatchObject({
      status: 200,
      body: { format: `netatlas-${format}`, imported: 0, updated: 0, closed: 0, skipped: 0, error_count: 0 },
    });
    const result = DhcpImportResult.parse(answer.body);
    expect(result.source.split(", ")).toEqual(expect.arrayContaining([source, other]));
    expect(await exported(format)).toBe(before);
  });

  test("brings back what was removed, each lease to its source", async () => {
    const other = await givenLeasesOfTwoSources();
    const file = await exported("csv");
    const before = await list();
    for (const name of [source, other]) await send(`DELETE ${LEASES}?source=${name}`);
    expect((await take(file)).status).toBe(200);
    const unnumbered = (leases: DhcpLeaseOut[]) =>
      leases.map(({ id: _id, imported_at: _at, ...rest }) => rest);
    expect(unnumbered(await list())).toEqual(unnumbered(before));
  });

  test("gives the leases of one source alone where that is asked for", async () => {
    const other = await givenLeasesOfTwoSources();
    const file = await exported("json");
    for (const name of [source, other]) await send(`DELETE ${LEASES}?source=${name}`);
    const answer = await take(file, `source=${source}`);
    expect(answer).toMatchObject({ status: 200, body: { source, imported: 2, total: 2 } });
    expect((await send(`GET ${LEASES}?source=${other}`)).body).toEqual([]);
  });

  test.each([
    ["expires_at", "soon", "The end"],
    ["is_active", "perhaps", "is_active"],
  ])("a row whose %s is wrong is told of with its line, and nothing ends", async (field, wrong, said) => {
    await importFile(fileOf({ host: 71 }));
    const columns = ["ip_address", "client_id", "expires_at", "is_active", "imported_at", "source"];
    const good: Record<string, string> = { ip_address: "192.0.2.72", is_active: "true", source };
    const rows = [good, { ...good, ip_address: "192.0.2.73", [field]: wrong }];
    const content = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))];
    expect(await take(content.map((cells) => cells.join(",")).join("\r\n"))).toMatchObject({
      status: 200,
      body: { imported: 1, closed: 0, errors: [{ line: 3, message: expect.stringContaining(said) }] },
    });
  });
});
