import { afterAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { z } from "zod";
import { generateKey, prefixOf } from "../../src/features/api-keys/key-format";
import { FrameSplitter } from "../../src/features/syslog/receive/framing/framing";
import { clickhouseDialect } from "../../src/features/syslog/clickhouse/dialect";
import { Values } from "../../src/features/syslog/clickhouse/values";
import { duckdbDialect, Parameters } from "../../src/features/syslog/search/scan/sql";
import { toSql } from "../../src/features/syslog/query/to-sql";
import { compileQuery } from "../../src/features/syslog/query/compile";
import { ApiError } from "../../src/platform/errors";
import { keysOf, toCursor } from "../../src/platform/http/paging";
import { canonicalNetwork, parseAddress, parseNetwork } from "../../src/platform/ip";
import { createTestService, uniqueAddress } from "../support/app";

/**
 * Whatever outsiders write is parsed to something or refused, and never raises anything else; the seed is printed with
 * a failure.
 */
const SEED = 20_261_122;
const runs = (numRuns: number) => ({ seed: SEED, numRuns });

const service = await createTestService();
const { key } = await service.apiKeyOf(await service.givenAdmin());
afterAll(service.close);

/** Texts that are nearly what a parser wants. */
const nearly = (alphabet: string, maxLength = 60) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), maxLength }),
    fc.string({ unit: "binary", maxLength }),
  );

describe("framing of TCP streams", () => {
  const MAX_BYTES = 80;
  const framesOf = (packets: readonly Buffer[]) => {
    const frames: { text: string; bytes: number; isMalformed: boolean }[] = [];
    const splitter = new FrameSplitter(MAX_BYTES, (octets, bytes, isMalformed) => {
      frames.push({ text: Buffer.from(octets).toString("latin1"), bytes, isMalformed });
    });
    for (const packet of packets) splitter.push(packet);
    splitter.end();
    return frames;
  };

  test("any octets in any packets give the same messages, none longer than the limit", () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            "10 <13>hello",
            "5 ",
            "<34>a line\n",
            "99999999999 <1>x",
            "007 <1>abcd",
            "\0",
            "\r\n",
            "1",
            " ",
          ),
          { maxLength: 30 },
        )
        .map((parts) => Buffer.from(parts.join(""))),
    );
    fc.assert(
      fc.property(
        octets,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
        (stream, cuts) => {
          const whole = Buffer.from(stream);
          const packets: Buffer[] = [];
          for (let at = 0, cut = 0; at < whole.length; cut++) {
            const size = cuts[cut % cuts.length] ?? 1;
            packets.push(Buffer.from(whole.subarray(at, at + size)));
            at += size;
          }
          const frames = framesOf(packets);
          expect(frames).toEqual(framesOf([Buffer.from(whole)]));
          for (const { text } of frames) expect(text.length).toBeLessThanOrEqual(MAX_BYTES);
          expect(frames.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(whole.length);
        },
      ),
      runs(500),
    );
  });
});

describe("addresses and networks", () => {
  test("a text is none, or has one canonical form that is read as the same network", () => {
    fc.assert(
      fc.property(nearly("0123456789abcdefABCDEFx.:/% -", 45), (text) => {
        const canonical = canonicalNetwork(text);
        parseAddress(text);
        if (canonical === undefined) return;
        expect(canonicalNetwork(canonical)).toBe(canonical);
        expect(parseNetwork(canonical)).toBeDefined();
      }),
      runs(4000),
    );
  });

  test("every address and length that can be written is read, in whatever spelling", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(128), (address, length) => {
        const bits = address.includes(":") ? 128 : 32;
        const network = parseNetwork(canonicalNetwork(`${address}/${length % (bits + 1)}`) ?? "");
        expect(network).toMatchObject({ prefixLength: expect.any(Number) });
        expect(parseAddress(address.toUpperCase())?.toString()).toBe(parseAddress(address)?.toString() ?? "");
      }),
      runs(1500),
    );
  });

  test("what ends like IPv4 is IPv4 only where it is mapped", () => {
    expect(canonicalNetwork("::192.0.2.1")).toBe("::c000:201/128");
    expect(canonicalNetwork("::192.0.2.1/96")).toBe("::/96");
    expect(canonicalNetwork("::ffff:192.0.2.1")).toBe("192.0.2.1/32");
    expect(canonicalNetwork("64:ff9b::192.0.2.1")).toBe("64:ff9b::c000:201/128");
    expect(parseAddress("::192.0.2.256")).toBeUndefined();
  });
});

describe("cursors", () => {
  const Keys = z.tuple([z.string(), z.int()]);
  const read = (cursor: string) => keysOf(cursor, { order: "fuzz", schema: Keys });

  test("what was not made for the list is refused with 422", () => {
    fc.assert(
      fc.property(fc.oneof(nearly("abcXYZ019-_=+/", 80), fc.base64String({ maxLength: 80 })), (text) => {
        expect(() => read(text)).toThrow(ApiError);
      }),
      runs(1500),
    );
  });

  test("what was made for it comes back, and with any octet changed it does not", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer(), fc.nat(), (text, number, place) => {
        const wellFormed = text.toWellFormed();
        const cursor = toCursor("fuzz", [wellFormed, number]);
        expect(read(cursor)).toEqual([wellFormed, number]);
        const octets = Buffer.from(cursor, "base64url");
        const at = place % octets.length;
        octets[at] = (octets[at] ?? 0) ^ 1;
        expect(() => read(octets.toString("base64url"))).toThrow(ApiError);
        expect(() => keysOf(cursor, { order: "other", schema: Keys })).toThrow(ApiError);
      }),
      runs(600),
    );
  });
});

describe("API keys", () => {
  test("only a text of the key's own form has a prefix to look for", () => {
    fc.assert(
      fc.property(nearly("svc_ABCabc019-' \n", 70), (text) => {
        expect(prefixOf(text)).toBeUndefined();
      }),
      runs(3000),
    );
    fc.assert(
      fc.property(fc.nat(), hostileCharacter(), (place, character) => {
        const { key, prefix } = generateKey();
        expect(prefixOf(key)).toBe(prefix);
        const at = place % (key.length + 1);
        expect(prefixOf(key.slice(0, at) + character + key.slice(at))).toBeUndefined();
      }),
      runs(2000),
    );
  });

  test("any text in the header is answered with 401", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 90 }), async (text) => {
        const given = text.trim();
        const answer = await service.call("GET /api/v1/auth/me", { key: given, peer: uniqueAddress() });
        expect(answer.status).toBe(401);
      }),
      runs(60),
    );
  });
});

function hostileCharacter() {
  return fc.constantFrom(" ", "\n", "'", "_", "-", "é", "\0", "%", "a");
}

describe("search texts", () => {
  const words = fc.oneof(
    nearly('ab-:"\\ \t()*%_./0189', 80),
    fc
      .array(
        fc.constantFrom(
          "src_ip:",
          "ip:10.0.0.0/33",
          "-",
          '"',
          "port:",
          "70000",
          "' OR 1=1 --",
          "verdict:deny",
          "$1",
          " ",
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join("")),
  );

  test("any is conditions whose values reach the statement as parameters alone, or a 422", () => {
    fc.assert(
      fc.property(words, (text) => {
        try {
          const conditions = compileQuery(text);
          const parameters = new Parameters();
          const sql = toSql({ conditions }, duckdbDialect(parameters));
          expect(sql).not.toMatch(/OR 1=1|--/);
          for (const [index] of parameters.values.entries()) expect(sql).toContain(`$${index + 1}`);
          const values = new Values();
          const there = toSql({ conditions }, clickhouseDialect(values));
          expect(there).not.toMatch(/OR 1=1|--/);
          for (const name of Object.keys(values.parameters)) expect(there).toContain(`{${name}:`);
        } catch (error) {
          expect(error).toMatchObject({ status: 422 });
        }
      }),
      runs(1500),
    );
  });
});

describe("over HTTP", () => {
  test("a Host is a name or an address with a port, or is refused with 400", async () => {
    await fc.assert(
      fc.asyncProperty(nearly("abZ019.-:[]@/?#\\% ", 30), async (text) => {
        const host = text.replaceAll(/[^\x21-\x7e]/g, "_");
        const { status } = await service.call("GET /api/health", { headers: { Host: host } });
        const mayBeHost = /^(?:[%\w.-]+|\[[\da-f:.]+\])?(?::\d{0,5})?$/i.test(host);
        expect({ host, status: status === 400 ? 400 : 200 }).toEqual({
          host,
          status: mayBeHost ? status : 400,
        });
        expect(status).toBeOneOf([200, 400]);
      }),
      runs(300),
    );
  });

  test("any file is an import's verdict or a 422, and writes nothing", async () => {
    const cell = nearly('ab,;"\n\t=+-@10.2:\\', 20);
    const file = fc
      .tuple(
        fc.subarray(["display_name", "ip_address", "mac_address", "tags", "interfaces", "nonsense"]),
        fc.array(cell),
      )
      .map(([header, cells]) => `${header.join(",")}\n${cells.join(",")}`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(file, fc.string({ unit: "binary" })), async (text) => {
        await service.database.sql`DELETE FROM api_key_windows`;
        const headers = { "Content-Type": "text/csv" };
        const answer = await service.call("POST /api/v1/topology/devices/import?dry_run=true", {
          key,
          headers,
          text,
        });
        expect(answer.status).toBeOneOf([200, 422]);
      }),
      runs(25),
    );
    const [row] = await service.database.sql`SELECT count(*)::int AS devices FROM devices`;
    expect(row).toEqual({ devices: 0 });
  });
});
