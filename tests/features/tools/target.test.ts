import { describe, expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import type { LookUpName } from "#platform/name-lookup";
import { endpointText, resolveToolTarget } from "../../../src/features/tools/target";
import { NO_HOSTS } from "./given";

const signal = new AbortController().signal;
const rule = { mayBePublic: false };

/** The status and the text of the refusal. */
async function refusalOf(host: string, lookUp: LookUpName): Promise<unknown> {
  try {
    return await resolveToolTarget(host, { rule, signal, lookUp });
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.message}` : error;
  }
}

const nobodyAsked: LookUpName = async (name) => {
  throw new Error(`a resolver was asked for ${name}`);
};

describe("the target of a tool", () => {
  test.each([...NO_HOSTS, "127.0.0.1\u0000"])("%j is no host, and no resolver is asked", async (host) => {
    expect(await refusalOf(host, nobodyAsked)).toBe("400 Invalid active tool target");
  });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]", "::1"],
    ["FD00::0001", "fd00::1"],
    ["::ffff:10.0.0.1", "Invalid active tool target"],
  ])("%j is %j", async (host, expected) => {
    expect(String(await refusalOf(host, nobodyAsked)).replace("400 ", "")).toBe(
      expected.startsWith("Invalid") ? "An address must be written as 192.0.2.1 or 2001:db8::1" : expected,
    );
  });

  test("a name is looked up once, and its first address is the target", async () => {
    const asked: string[] = [];
    const rebinding: LookUpName = async (name) => {
      asked.push(name);
      return asked.length === 1 ? ["10.0.0.1", "10.0.0.2"] : ["169.254.169.254"];
    };
    expect(await refusalOf("Host.example.", rebinding)).toBe("10.0.0.1");
    expect(asked).toEqual(["host.example"]);
  });

  test.each([
    ["169.254.169.254"],
    ["fd00:ec2::254"],
    ["fe80::1"],
    ["100.100.100.200"],
    ["64:ff9b::a9fe:a9fe"],
  ])("a name that means %s, beside a private address or alone, is refused", async (address) => {
    for (const addresses of [[address], ["10.0.0.1", address]]) {
      expect(await refusalOf("host.example", async () => addresses)).toBe(
        "400 Link-local, metadata and multicast addresses cannot be targets",
      );
    }
  });

  test("a public address needs the setting", async () => {
    const lookUp: LookUpName = async () => ["9.9.9.9"];
    expect(await refusalOf("host.example", lookUp)).toBe(
      "400 Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.",
    );
    expect(await resolveToolTarget("host.example", { rule: { mayBePublic: true }, signal, lookUp })).toBe(
      "9.9.9.9",
    );
  });

  test("a name without an address, and a silent resolver, are told in words that clients know", async () => {
    const failing = (code: string) => async () => {
      throw Object.assign(new Error(code), { code });
    };
    const unable = "400 Unable to resolve target host: host.example";
    expect(await refusalOf("host.example", failing("ENOTFOUND"))).toBe(unable);
    expect(await refusalOf("host.example", async () => [])).toBe(unable);
    const late = "400 Timed out resolving target host: host.example";
    expect(await refusalOf("host.example", failing("ETIMEOUT"))).toBe(late);
    expect(await refusalOf("host.example", () => new Promise(() => undefined))).toBe(late);
  });

  test("who leaves ends the look-up", async () => {
    const leaving = new AbortController();
    const resolving = resolveToolTarget("host.example", {
      rule,
      signal: leaving.signal,
      lookUp: () => new Promise(() => undefined),
    });
    leaving.abort(new Error("left"));
    expect(await resolving.catch(String)).toBe("Error: left");
  });

  test("a port behind an address of IPv6 is told from it", () => {
    expect([endpointText("::1", 80), endpointText("[::1]", 80), endpointText("a.example", 80)]).toEqual([
      "[::1]:80",
      "[::1]:80",
      "a.example:80",
    ]);
  });
});
