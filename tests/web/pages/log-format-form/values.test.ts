import { expect, test } from "bun:test";
import type { LogFormat } from "../../../../src/web/api/log-formats";
import { parseNewFormatSearch } from "../../../../src/web/pages/log-format-form/search";
import { printWords, readWords, toBody, valuesOf } from "../../../../src/web/pages/log-format-form/values";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const FORMAT: LogFormat = {
  id: 1,
  name: "acme-gate",
  description: null,
  enabled: true,
  kind: "pattern",
  reads: "line",
  pattern: "%{ip:src_ip} (?<verb>.)",
  vendor: "Acme",
  conditions: {
    senders: ["192.0.2.0/24", "2001:db8::1"],
    apps: ["gate"],
    facilities: [16, 17],
    contains: ["a, b", "c"],
  },
  fields: [
    {
      field: "action",
      source: "verb",
      value: null,
      words: { pass: "allow", stop: "deny" },
      time_format: null,
      time_zone: null,
    },
    {
      field: "event_time",
      source: null,
      value: "x",
      words: null,
      time_format: "D.M.YY H:mm",
      time_zone: "Asia/Tokyo",
    },
  ],
  parser: "own:acme-gate",
  position: 1,
  created_at: "2026-11-21T10:50:00Z",
  updated_at: "2026-11-21T10:50:00Z",
  status: { state: "active", rests_until: null, lines: 0, costly: 0, skipped: 0 },
};

test("a form that is sent as it was filled changes nothing", () => {
  const {
    id: _id,
    parser: _parser,
    position: _position,
    created_at: _at,
    updated_at: _up,
    status: _status,
    ...sent
  } = FORMAT;
  expect(toBody(valuesOf(FORMAT))).toEqual(sent);
});

test("words are pairs; of a word without a meaning nothing is said", () => {
  expect(readWords("pass = allow, stop=deny\nodd, =x")).toEqual({ pass: "allow", stop: "deny" });
  expect(readWords(" ")).toBeNull();
  expect(readWords(printWords({ "fw pass": "allow" }))).toEqual({ "fw pass": "allow" });
});

test("what a new format begins with is read as it was printed", () => {
  const search = { event: 7, line: "<13>a: b, c%", pattern: "%{ip:src_ip}, .*" };
  expect(parseNewFormatSearch(parseSearch(stringifySearch(search)))).toEqual(search);
  expect(parseNewFormatSearch({ event: "x" })).toEqual({});
});
