import { expect, test } from "bun:test";
import { ROLES } from "#platform/roles";
import { startBlock } from "../../src/composition/start-block";

test("the start names what it came to, each thing once, in columns", () => {
  const block = startBlock({
    roles: ROLES,
    url: "http://localhost:8080",
    database: "PostgreSQL 18",
    dataDirectory: "/data",
    listeners: ["udp", "tcp"],
    reachability: "ping; for a better one: CAP_NET_RAW",
    limitations: ["a small buffer"],
  });
  const lines = block.trim().split("\n");
  expect(lines).toContain("  Reachability  ping; for a better one: CAP_NET_RAW");
  expect(lines.slice(1).map((line) => line.slice(16))).toEqual([
    "http://localhost:8080",
    "http://localhost:8080/api/v1",
    "http://localhost:8080/api/docs",
    "PostgreSQL 18",
    "/data",
    "udp",
    "tcp",
    "ping; for a better one: CAP_NET_RAW",
    "a small buffer",
  ]);
});
