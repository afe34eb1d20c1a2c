import { describe, expect, test } from "bun:test";
import { hostOfUrl, refusalOfCheck, refusalOfTarget, resolveTarget } from "#platform/active-targets";

const ALWAYS = "Link-local, metadata and multicast addresses cannot be targets";
const SPELLING = "An address must be written as 192.0.2.1 or 2001:db8::1";
const PUBLIC =
  "Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.";

/** The addresses of a host, as text; or why it has none. */
async function resolved(host: string, options: Partial<Parameters<typeof resolveTarget>[1]> = {}) {
  try {
    const found = await resolveTarget(host, { refusal: refusalOfCheck, ...options });
    return found.map(String);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const named = (...addresses: string[]) => ({ lookUp: async () => addresses });

describe("fault 44: the targets of checks", () => {
  test.each(["10.1.2.3", "127.0.0.1", "::1", "fd00::1", "8.8.8.8", "2606:4700::1111", "64:ff9b::10.0.0.1"])(
    "may be private, loopback or public: %s",
    async (address) => {
      expect(await resolved(address)).toHaveLength(1);
      expect(await resolved("host.test", named(address))).toHaveLength(1);
    },
  );

  test.each([
    "169.254.169.254",
    "169.254.1.1",
    "fe80::1",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
    "64:ff9b::169.254.169.254",
    "2002:a9fe:a9fe::1",
    "100.100.100.200",
    "224.0.0.1",
    "255.255.255.255",
    "0.0.0.0",
    "ff02::1",
  ])("are never %s, nor a name that has it beside a good address", async (address) => {
    expect(await resolved(address)).toBe(ALWAYS);
    expect(await resolved(`[${address}]`)).toBe(ALWAYS);
    expect(await resolved("host.test", named(address))).toBe(ALWAYS);
    expect(await resolved("host.test", named("10.0.0.1", address))).toBe(ALWAYS);
    expect(await resolved("host.test", named(address, "10.0.0.1"))).toBe(ALWAYS);
  });

  test.each([
    "0x7f000001",
    "2130706433",
    "127.1",
    "0177.0.0.1",
    "127.0.0.1.",
    "0x7f.0.0.1",
    "10.0.0.0x1",
    "::ffff:10.0.0.1",
    "fe80::1%eth0",
    "1.2.3.4.5",
  ])("are written in one way only, and a resolver is not asked what %s means", async (host) => {
    const asked: string[] = [];
    const lookUp = async (name: string) => {
      asked.push(name);
      return ["10.0.0.1"];
    };
    expect(await resolved(host, { lookUp })).toBe(SPELLING);
    expect(asked).toEqual([]);
  });

  test("may have names with digits", async () => {
    expect(await resolved("3com.lab42", named("10.0.0.1"))).toEqual(["10.0.0.1"]);
    expect(await resolved("10-0-0-1.0x.test", named("10.0.0.1"))).toEqual(["10.0.0.1"]);
  });
});

test("a rule that refuses public addresses refuses names that have one", async () => {
  const rule = {
    refusal: (address: Parameters<typeof refusalOfTarget>[0]) =>
      refusalOfTarget(address, { mayBePublic: false }),
  };
  expect(await resolved("host.test", { ...rule, ...named("10.0.0.1", "8.8.8.8") })).toBe(PUBLIC);
  expect(await resolved("192.0.2.1", rule)).toBe(PUBLIC);
  expect(await resolved("host.test", { ...rule, ...named("10.0.0.1", "fd00::1") })).toEqual([
    "10.0.0.1",
    "fd00::1",
  ]);
});

test("both families of a name are found in the hosts file, and one without an address says so", async () => {
  expect(await resolved("localhost")).toContain("127.0.0.1");
  expect(await resolved("no-such-host.invalid")).toMatch(/^cannot resolve no-such-host\.invalid: E/);
  expect(await resolved("empty.test", named())).toBe("cannot resolve empty.test: it has no address");
});

describe("the host of a URL", () => {
  test.each([
    ["http://10.0.0.1:8080/x", "10.0.0.1"],
    ["https://user:0x7f@10.0.0.1/", "10.0.0.1"],
    ["http://[FD00::0:1]:80/", "fd00::1"],
    ["http://Host.Test/127.1", "host.test"],
    ["//10.0.0.1/x", "10.0.0.1"],
    ["/path//0x7f000001/", "base.test"],
    ["?u=http://0x7f000001/", "base.test"],
  ])("of %s is %s", (text, host) => {
    expect(hostOfUrl(text, new URL("https://base.test/"))).toBe(host);
  });

  test.each([
    "http://0x7f000001/",
    "http://2130706433/",
    "http://127.1/?x=127.0.0.1",
    "http://0177.0.0.1/",
    "http:\\\\0x7f000001/",
    "HTTP://user:pass@0x7f000001:80/",
    "//0x7f000001/",
    "http://127.0.0.1./",
    "http://１２７.0.0.1/",
    "http://[::ffff:10.0.0.1]/",
    "http://10.0.0.%31/",
    "http:/0x7f000001/",
    "http:2130706433",
    "ht\ntp://0x7f000001/",
    "http://0x7f\t000001/",
  ])("is not read out of %p", (text) => {
    expect(() => hostOfUrl(text, new URL("https://base.test/"))).toThrow(SPELLING);
  });
});
