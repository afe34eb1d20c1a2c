import { describe, expect, test } from "bun:test";
import type { Lease, LeaseFormat } from "../../../../src/features/ipam/leases/parse/lease";
import { parseLeaseFile } from "../../../../src/features/ipam/leases/parse/parse-lease-file";
import { SAMPLES } from "./samples";

const NOW = Date.UTC(2026, 0, 15, 12);
const at = (text: string) => Date.parse(text);

function parse(text: string, options: { format?: LeaseFormat; utcOffsetMinutes?: number } = {}) {
  const { format, utcOffsetMinutes = 0 } = options;
  const list = parseLeaseFile({ text, now: NOW, utcOffsetMinutes }, format);
  if (list === undefined) throw new Error("no format was found");
  return list;
}

const short = ({ address, hardwareAddress, hostname, expiresAt, isActive }: Lease) => [
  address,
  hardwareAddress,
  hostname,
  expiresAt === null ? "never" : new Date(expiresAt).toISOString(),
  isActive,
];

describe("formats are told by their signs", () => {
  test.each(SAMPLES.map(({ name, format, text }) => [name, format, text] as const))(
    "%s",
    (_, format, text) => {
      expect(parse(text)).toMatchObject({ format, errors: [], errorCount: 0 });
    },
  );

  test.each(["", "hello", "a,b,c\n1,2,3", "1 2 3"])("%j is no lease file", (text) => {
    expect(parseLeaseFile({ text, now: NOW, utcOffsetMinutes: 0 }, undefined)).toBeUndefined();
  });
});

test("a first line that names the separator of a CSV file is no header, and counts among the lines", () => {
  const rows = ["IPAddress;HostName;LeaseExpiryTime", "192.0.2.10;a,b;", "192.0.2.11;c;nonsense"];
  const list = parse(["sep=;", ...rows].join("\r\n"));
  expect(list).toMatchObject({ format: "windows-csv", errors: [{ line: 4 }] });
  expect(list.leases.map(({ address }) => address)).toEqual(["192.0.2.10"]);
});

test.each(SAMPLES.map(({ name, text, leases, skipped = 0 }) => [name, text, leases, skipped] as const))(
  "%s: every lease with its fields",
  (_, text, leases, skipped) => {
    const list = parse(text);
    expect(list.leases.map(short)).toEqual(leases.map((lease) => [...lease]));
    expect(list.skipped).toBe(skipped);
    expect(parse(text.replaceAll("\n", "\r\n")).leases).toEqual(list.leases);
  },
);

describe("ISC dhcpd", () => {
  test("a file without a lease yet is one", () => {
    const text =
      "# The format of this file is documented in the dhcpd.leases(5) manual page.\n\nauthoring-byte-order little-endian;\n";
    expect(parse(text)).toMatchObject({ format: "isc-dhcpd", leases: [], errorCount: 0 });
  });

  const lease = (body: string, address = "192.0.2.1") => `lease ${address} {\n${body}\n}\n`;

  test("the last block of an address wins, whatever its state", () => {
    const text =
      lease("  ends never;\n  binding state active;") + lease("  ends never;\n  binding state free;");
    expect(parse(text).leases.map(short)).toEqual([["192.0.2.1", null, null, "never", false]]);
  });

  test("identifiers are read through their escapes, and DUIDs give the MAC address", () => {
    const four = parse(lease('  uid "\\001\\000\\021\\"3D\\\\";\n  binding state active;')).leases[0];
    expect(four?.clientId).toBe("01:00:11:22:33:44:5c");
    const six = parse(
      'ia-na "\\001\\000\\000\\000\\000\\003\\000\\001\\002\\000\\000\\000\\000\\001" {\n iaaddr 2001:db8::1 {\n  binding state active;\n ends never;\n }\n}',
    ).leases[0];
    expect(six).toMatchObject({
      address: "2001:db8::1",
      clientId: "00:03:00:01:02:00:00:00:00:01",
      hardwareAddress: "02:00:00:00:00:01",
    });
  });

  test("a block that is cut off, or never closed, is an error and takes none of its neighbours along", () => {
    const good = lease("  binding state active;", "192.0.2.2");
    const list = parse(`lease 192.0.2.1 {\n  binding state active;\n${good}lease 192.0.2.3 {\n  ends 4 20`);
    expect(list.leases.map(({ address }) => address)).toEqual(["192.0.2.2"]);
    expect(list.errors.map(({ line }) => line)).toEqual([1, 6]);
  });

  test("an end that is no time and an address that is none are errors with their lines", () => {
    const text = lease("  ends 4 2026/13/01 00:00:00;") + lease("  ends never;", "192.0.2.256");
    expect(parse(text)).toMatchObject({ leases: [], errors: [{ line: 2 }, { line: 4 }] });
  });

  test("times are UTC, also as seconds", () => {
    const ends = (text: string) => parse(lease(`  ends ${text};`)).leases[0]?.expiresAt;
    expect(ends("4 2026/01/15 10:20:30")).toBe(at("2026-01-15T10:20:30Z"));
    expect(ends("epoch 1768472430")).toBe(1_768_472_430_000);
  });
});

describe("dnsmasq", () => {
  test("0 never ends; what has ended is not active; the last line of an address wins", () => {
    const past = at("2026-01-01T00:00:00Z");
    const text = `0 02:00:00:00:00:01 192.0.2.1 * *\n${past / 1000} 02:00:00:00:00:02 192.0.2.2 old *\n0 02:00:00:00:00:03 192.0.2.1 new *`;
    expect(parse(text).leases.map(short)).toEqual([
      ["192.0.2.1", "02:00:00:00:00:03", "new", "never", true],
      ["192.0.2.2", "02:00:00:00:00:02", "old", "2026-01-01T00:00:00.000Z", false],
    ]);
  });

  test("a line that is none is reported with its number", () => {
    const list = parse("0 02:00:00:00:00:01 192.0.2.1 * *\n\nrubbish\n0 02:00:00:00:00:02 192.0.2.x a *");
    expect(list.leases).toHaveLength(1);
    expect(list.errors.map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe("Kea", () => {
  const HEADER =
    "address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state\n";
  const row = (lifetime: number, expire: number, state: number) =>
    `192.0.2.1,02:00:00:00:00:01,,${lifetime},${expire},1,0,0,a,${state}\n`;
  const FUTURE = at("2026-02-01T00:00:00Z") / 1000;

  test("the last row of an address counts; a lifetime of 0 removes it; all ones is for ever", () => {
    expect(parse(HEADER + row(600, FUTURE, 0) + row(600, FUTURE, 1)).leases[0]?.isActive).toBe(false);
    expect(parse(HEADER + row(600, FUTURE, 0) + row(0, FUTURE, 2))).toMatchObject({ leases: [], skipped: 1 });
    expect(parse(HEADER + row(4_294_967_295, 0, 0)).leases.map(short)).toEqual([
      ["192.0.2.1", "02:00:00:00:00:01", "a", "never", true],
    ]);
    expect(parse(HEADER + row(600, FUTURE, 0).replace(`${FUTURE}`, "soon")).errors).toMatchObject([
      { line: 2 },
    ]);
  });

  test("line ends may be mixed, as where a file was appended to on another system", () => {
    const other = row(600, FUTURE, 0).replace("192.0.2.1", "192.0.2.2");
    const { leases, errors } = parse(HEADER.replace("\n", "\r\n") + row(600, FUTURE, 0) + other);
    expect(leases.map(({ address }) => address)).toEqual(["192.0.2.1", "192.0.2.2"]);
    expect(errors).toEqual([]);
  });

  test.each([
    [
      "a row of a million cells",
      `${HEADER}${",".repeat(1_000_000)}`,
      "a row has more than 200000 separators",
    ],
    ["a header of them", ",".repeat(1_000_000), "a row has more than 200000 separators"],
    [
      "six million cells",
      HEADER + `${",".repeat(60)}\n`.repeat(100_000),
      "the file has more than 5000000 separators",
    ],
  ])("%s are refused before they are read", (_, text, message) => {
    expect(parse(text, { format: "kea-csv" })).toMatchObject({ leases: [], errors: [{ line: 0, message }] });
  });
});

describe("Windows", () => {
  const csv = (expiry: string) => `"IPAddress","ClientId","AddressState","LeaseExpiryTime"\n${expiry}`;
  const row = (expiry: string, host = 1) => `"192.0.2.${host}","02-00-00-00-00-01","Active","${expiry}"\n`;
  const expiryOf = (text: string) => parse(csv(text)).leases.map(({ expiresAt }) => expiresAt);

  test.each([
    ["1/2/2026 5:00:00 PM", "2026-01-02T17:00:00Z"],
    ["1/2/2026 12:00:00 AM", "2026-01-02T00:00:00Z"],
    ["13/2/2026 5:00:00 PM", "2026-02-13T17:00:00Z"],
    ["01/02/2026 17:00:00", "2026-02-01T17:00:00Z"],
    ["01.02.2026 17:00:00", "2026-02-01T17:00:00Z"],
    ["2026-02-01 17:00:00", "2026-02-01T17:00:00Z"],
    ["2026-02-01T17:00:00+02:00", "2026-02-01T15:00:00Z"],
  ])("%s is %s", (text, instant) => {
    expect(expiryOf(row(text))).toEqual([at(instant)]);
  });

  test("one date that tells the order tells it for the file", () => {
    expect(expiryOf(row("1/2/2026 5:00:00 PM") + row("31/1/2026 5:00:00 PM", 2))).toEqual([
      at("2026-02-01T17:00:00Z"),
      at("2026-01-31T17:00:00Z"),
    ]);
  });

  test("times are the server's: the offset is told", () => {
    const { leases } = parse(csv(row("2026-02-01 17:00:00")), { utcOffsetMinutes: 90 });
    expect(leases[0]?.expiresAt).toBe(at("2026-02-01T15:30:00Z"));
  });

  test.each(["31/31/2026 1:00:00 AM", "1/1/2026 13:00:00 PM", "30.02.2026 10:00:00", "soon"])(
    "%s is no time",
    (text) => {
      expect(parse(csv(row(text)))).toMatchObject({ leases: [], errors: [{ line: 2 }] });
    },
  );
});

test("MikroTik: a line that is no row of the table is told, so that a file read by halves closes no lease unseen", () => {
  const list = parse("#   ADDRESS      MAC-ADDRESS        STATUS\n192.0.2.10  02:00:00:00:00:0A  bound\n");
  expect(list).toMatchObject({ leases: [], errorCount: 1, errors: [{ line: 2 }] });
});

test("a client's name cannot carry control characters", () => {
  const { leases } = parse('lease 192.0.2.1 {\n client-hostname "a\\033[2J\\000b";\n}');
  expect(leases[0]?.hostname).toBe("a[2Jb");
});

describe("whatever a file holds", () => {
  /** A small linear generator, so that a failure can be run again. */
  function createRandom(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
  }
  const NOISE = ['"', "{", "}", ";", "\\", ",", "\n", "[", "]", " ", "=", "\u0000", "\uD800", "9", "é", "\t"];

  test.each(SAMPLES.map(({ name, format, text }, seed) => [name, format, text, seed] as const))(
    "%s, damaged a thousand times: no exception, no more leases than lines, all addresses valid",
    (_, format, text, seed) => {
      const random = createRandom(seed + 1);
      for (let round = 0; round < 1000; round++) {
        let damaged = text;
        for (let change = random(6); change >= 0; change--) {
          const place = random(damaged.length);
          const noise = random(3) === 0 ? "" : (NOISE[random(NOISE.length)] ?? "");
          damaged = damaged.slice(0, place) + noise + damaged.slice(place + random(4));
        }
        const list = parse(damaged, { format });
        expect(list.leases.length).toBeLessThanOrEqual(damaged.split("\n").length);
        for (const { address, expiresAt, hostname } of list.leases) {
          expect(address).toMatch(/^[0-9a-f.:]+$/);
          expect(expiresAt === null || Number.isFinite(new Date(expiresAt).getTime())).toBe(true);
          // oxlint-disable-next-line no-control-regex
          expect(hostname ?? "").not.toMatch(/[\u0000-\u001f]/);
        }
      }
    },
  );
});
