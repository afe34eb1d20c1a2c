import { describe, expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { compileFilters, type EventFilters } from "../../../../src/features/syslog/query/compile";
import { toSql } from "../../../../src/features/syslog/query/to-sql";
import { duckdbDialect, Parameters } from "../../../../src/features/syslog/search/scan/sql";

function compiled(filters: EventFilters) {
  const parameters = new Parameters();
  return { sql: toSql(compileFilters(filters), duckdbDialect(parameters)), values: parameters.values };
}

function refusalOf(filters: EventFilters): { status: number; detail: unknown } {
  try {
    compileFilters(filters);
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, detail: error.detail };
  }
  throw new Error("the filters were taken, against expectation");
}

describe("filters", () => {
  test("no filter is no condition", () => {
    expect(compiled({})).toEqual({ sql: "true", values: [] });
    expect(compiled({ q: "  " })).toEqual({ sql: "true", values: [] });
  });

  const NORMALISED: [filters: EventFilters, sql: string, value: string | number][] = [
    [{ src_ip: "2001:DB8:0:0::1" }, '"src_ip" = $1::VARCHAR', "2001:db8::1"],
    [{ dst_ip: " ::ffff:10.0.0.1 " }, '"dst_ip" = $1::VARCHAR', "10.0.0.1"],
    [{ src_port: 0 }, '"src_port" = $1::USMALLINT', 0],
    [{ action: " BLOCK " }, '"action" = $1::VARCHAR', "block"],
    [{ protocol: "TCP" }, '"protocol" = $1::VARCHAR', "tcp"],
    [{ interface: "Lan1" }, '"interface" = $1::VARCHAR', "Lan1"],
    [{ severity: 3 }, '"severity" = $1::UTINYINT', 3],
    [{ q: "dst_port:443" }, '"dst_port" = $1::USMALLINT', 443],
    [{ q: "-action:PASS" }, '"action" IS DISTINCT FROM $1::VARCHAR', "pass"],
  ];
  for (const [filters, sql, value] of NORMALISED) {
    test(`${JSON.stringify(filters)} is compared by equality`, () => {
      expect(compiled(filters)).toEqual({ sql, values: [value] });
    });
  }

  test("a list fits by one of its values", () => {
    expect(compiled({ q: "verdict:Deny,drop" })).toEqual({
      sql: '("verdict" IN ($1::VARCHAR, $2::VARCHAR))',
      values: ["deny", "drop"],
    });
    expect(compiled({ q: "-dst_port:53,53,123" })).toEqual({
      sql: 'NOT (coalesce("dst_port" IN ($1::USMALLINT, $2::USMALLINT), false))',
      values: [53, 123],
    });
    expect(compiled({ action: "block,deny" }).values).toEqual(["block", "deny"]);
  });

  test.each([
    ["dst_port:20-25", "BETWEEN 20 AND 25"],
    ["dst_port:>1023", "BETWEEN 1024 AND 65535"],
    ["dst_port:>=1024", "BETWEEN 1024 AND 65535"],
    ["severity:<4", "BETWEEN 0 AND 3"],
    ["severity:<=3", "BETWEEN 0 AND 3"],
    ["dst_port:22,80-90", "BETWEEN 22 AND 22 OR BETWEEN 80 AND 90"],
    ["bytes:>1000000", `BETWEEN 1000001 AND ${Number.MAX_SAFE_INTEGER}`],
  ])("%s is a range", (q, wanted) => {
    const { sql, values } = compiled({ q });
    const text = sql
      .replaceAll(/"\w+" |::\w+|[()]/g, "")
      .replaceAll(/\$(\d+)/g, (_, place) => `${values[place - 1]}`);
    expect(text).toBe(wanted);
  });

  test.each([
    ["severity:warning", "severity:4"],
    ["severity:Error,crit", "severity:3,2"],
    ["-severity:<=warn", "-severity:<=4"],
    ["severity:emerg-err", "severity:0-3"],
    ["facility:cron", "facility:9"],
    ["facility:local0-local7", "facility:16-23"],
  ])("%s names a code, and is %s", (named, numbered) => {
    expect(compiled({ q: named })).toEqual(compiled({ q: numbered }));
  });

  test.each(["severity:loud", "severity:err3", "facility:local9", "dst_port:warning"])(
    "%s names no code, and is refused",
    (q) => {
      expect(refusalOf({ q }).status).toBe(422);
    },
  );

  test("a range that holds one number is that number, and one of either port is of both", () => {
    expect(compiled({ q: "dst_port:22-22" })).toEqual(compiled({ q: "dst_port:22" }));
    expect(compiled({ q: "-port:20-25" }).sql).toMatch(/^NOT \(coalesce\(.*"src_port".* OR .*"dst_port"/);
  });

  test.each(["25-20", "0-65536", ">65535", "<0", "1-", "-5", "1-2-3", "> 5", "a-b", "22,", ">"])(
    "dst_port:%s is refused with what a number or a range may be",
    (text) => {
      const { status, detail } = refusalOf({ q: `dst_port:${text}` });
      expect(status).toBe(422);
      expect(JSON.stringify(detail)).toContain("or a range such as 2-5 or >2");
    },
  );

  test("what has commas of its own is no list", () => {
    expect(compiled({ q: "app:a,b" }).values).toEqual(["a,b"]);
  });

  test("each value of a list is checked, and how many they are", () => {
    const refused = (q: string) => JSON.stringify(refusalOf({ q }).detail);
    expect(refused("dst_port:22,ssh")).toContain("dst_port must be a number from 0 to 65535");
    expect(refused("verdict:deny,")).toContain("Field value is required");
    expect(refused("src_ip:10.0.0.1,10.0.0.0/8")).toContain("does not appear to be");
    expect(refused(`port:${Array.from({ length: 33 }, (_, port) => port).join(",")}`)).toContain(
      "at most 32 values",
    );
  });

  test("all filters combine with AND", () => {
    const { sql, values } = compiled({ q: "a -b", src_port: 1, startMicros: 5, endMicros: 6 });
    expect(sql.split(" AND ")).toHaveLength(5);
    expect(values).toEqual(
      [1, "a", "b", 6, 5].toSorted((left, right) => values.indexOf(left) - values.indexOf(right)),
    );
  });

  test("nothing that a caller sends becomes part of the statement", () => {
    const hostile = `'; DROP TABLE x; -- " $1 \\ %`;
    const { sql, values } = compiled({
      q: `"${hostile.replaceAll('"', "")}"`,
      action: hostile,
      interface: hostile,
      app: hostile,
    });
    expect(sql).not.toContain("DROP");
    expect(values).toHaveLength(4);
  });
});

describe("refusals", () => {
  const REFUSED: [filters: EventFilters, status: number, detail: unknown][] = [
    [{ src_ip: "10.0.0.256" }, 400, "'10.0.0.256' does not appear to be an IPv4 or IPv6 address"],
    [{ dst_ip: "" }, 400, "'' does not appear to be an IPv4 or IPv6 address"],
    [{ sender: "fw1" }, 400, "'fw1' does not appear to be an IPv4 or IPv6 address"],
    [{ action: "  " }, 400, "Field value is required"],
    [{ protocol: "" }, 400, "Field value is required"],
    [{ interface: "lan\u00070" }, 400, "Field contains invalid control characters"],
    [{ action: "a\nb" }, 400, "Field contains invalid control characters"],
  ];
  for (const [filters, status, detail] of REFUSED) {
    test(`${JSON.stringify(filters)} is refused`, () =>
      expect(refusalOf(filters)).toEqual({ status, detail }));
  }

  test("33 different terms in q are; the same ones in any case and number are one", () => {
    const words = Array.from({ length: 33 }, (_, index) => `w${index}`);
    expect(refusalOf({ q: words.join(" ") })).toEqual({
      status: 422,
      detail: [
        {
          loc: ["query", "q"],
          msg: "Value error, a search has at most 32 different words, phrases and fields",
          type: "value_error",
        },
      ],
    });
    const repeated = [...words.slice(1), ...words.slice(1).map((word) => word.toUpperCase())].join(" ");
    expect(compiled({ q: repeated }).values).toEqual(compiled({ q: words.slice(1).join(" ") }).values);
    expect(compiled({ q: "a ".repeat(249) }).values).toEqual(["a"]);
    expect(compiled({ q: 'ACTION:Block action:block a "A" -a' }).values).toEqual(["block", "a", "a"]);
  });

  test("terms that only look alike stay apart", () => {
    // Case folds \u0130 to two letters, and the search does not find either by the other.
    expect(compiled({ q: "\u0130 i\u0307 app:a app:A" }).values).toHaveLength(4);
  });

  test("a port in q that is none is a validation error of q", () => {
    expect(refusalOf({ q: "src_port:70000" })).toEqual({
      status: 422,
      detail: [
        {
          loc: ["query", "q"],
          msg: "Value error, src_port must be a number from 0 to 65535, or a range such as 2-5 or >2",
          type: "value_error",
        },
      ],
    });
  });
});
