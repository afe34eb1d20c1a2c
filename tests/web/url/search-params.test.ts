import { describe, expect, test } from "bun:test";
import { parseSearch, read, stringifySearch } from "../../../src/web/url/search-params";

test("a view is printed as plain text, and what is absent is left out", () => {
  const search = {
    q: "action:deny src:10.0.0.0/8",
    site: ["Berlin", "Munich"],
    page: 2,
    live: true,
    none: undefined,
    empty: "",
  };
  expect(stringifySearch(search)).toBe("?q=action:deny+src:10.0.0.0/8&site=Berlin,Munich&page=2&live=true");
  expect(stringifySearch({})).toBe("");
});

test("every list comes back as it was, commas and percent signs included", () => {
  const items = ["a", "a,b", ",", "%2C", "%25", "100 %", "a+b&c=d#e", "é/:?", "%252C,", " "];
  for (const one of items) {
    for (const other of items) {
      const raw = parseSearch(stringifySearch({ list: [one, other] }).slice(1));
      expect(read.list(raw, "list")).toEqual([one, other]);
    }
  }
});

describe("a wrong value is as good as none", () => {
  const raw = parseSearch("n=12x&big=999&ok=7&sort=sideways&flag=yes&list=&text=");
  test("integers", () => {
    expect(read.integer(raw, "n")).toBeUndefined();
    expect(read.integer(raw, "big", { max: 100 })).toBeUndefined();
    expect(read.integer(raw, "ok", { min: 1, max: 100 })).toBe(7);
    expect(read.integer(raw, "absent")).toBeUndefined();
    expect(read.integer(raw, "text")).toBeUndefined();
  });
  test("the others", () => {
    expect(read.choice(raw, "sort", ["up", "down"])).toBeUndefined();
    expect(read.flag(raw, "flag")).toBeUndefined();
    expect(read.list(raw, "list")).toBeUndefined();
    expect(read.text(raw, "text")).toBeUndefined();
  });
});
