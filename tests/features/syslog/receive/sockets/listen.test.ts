import { describe, expect, test } from "bun:test";
import { describeBindFailure, listenOn } from "../../../../../src/features/syslog/receive/sockets/listen";

/** A real refusal of the kernel: no address of the documentation range is ours. */
function bindRefusal(): unknown {
  try {
    Bun.listen({ hostname: "192.0.2.77", port: 0, socket: { data: () => undefined } });
    return undefined;
  } catch (cause) {
    return cause;
  }
}

describe("listening", () => {
  test("on :: falls back to 0.0.0.0 where the system has no IPv6", () => {
    const refusal = Object.assign(new Error("no IPv6"), { code: "EAFNOSUPPORT" });
    const tried: string[] = [];
    const host = listenOn("::", (wanted) => {
      tried.push(wanted);
      if (wanted === "::") throw refusal;
      return wanted;
    });
    expect([host, ...tried]).toEqual(["0.0.0.0", "::", "0.0.0.0"]);
  });

  test("anywhere else, or refused for another reason, is not tried twice", () => {
    for (const [host, code] of [
      ["192.0.2.1", "EADDRNOTAVAIL"],
      ["::", "EADDRINUSE"],
    ] as const) {
      const tried: string[] = [];
      const open = (wanted: string): void => {
        tried.push(wanted);
        throw Object.assign(new Error("refused"), { code });
      };
      expect(() => listenOn(host, open)).toThrow("refused");
      expect(tried).toEqual([host]);
    }
  });

  test("that fails says why in words", () => {
    const where = { transport: "tcp", host: "192.0.2.77", port: 514 };
    expect(describeBindFailure(where, bindRefusal())).toStartWith(
      "cannot listen on tcp 192.0.2.77 port 514: ",
    );
    const denied = Object.assign(new Error("bind EACCES"), { code: "EACCES" });
    expect(describeBindFailure(where, denied)).toContain("CAP_NET_BIND_SERVICE");
  });
});
