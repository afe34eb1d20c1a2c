import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ObjectType } from "net-snmp";
import type { SnmpAccess } from "#platform/snmp/access";
import { TrapEvaluator } from "../../../../../src/features/syslog/receive/traps/evaluator";
import { printTrap } from "../../../../../src/features/syslog/receive/traps/print";
import type { TrapVerdict } from "../../../../../src/features/syslog/receive/traps/verdict";
import { patient } from "../../../../support/patience";
import {
  accessOf,
  ALICE,
  BOB,
  captured,
  COMMUNITY,
  givenUser,
  PROFILES,
  sendLinkDown,
  sendTrap,
  withCommunity,
  withUser,
} from "./senders";

setDefaultTimeout(patient(30_000));

const ENGINE = { id: Buffer.from("800000000500aa11bb22cc", "hex"), boots: 4711 };

async function givenEvaluator(profiles: readonly SnmpAccess[] = PROFILES, isAnyCommunity = false) {
  const clock = { seconds: 1000 };
  const evaluator = new TrapEvaluator(ENGINE, () => clock.seconds);
  evaluator.setAccess(await accessOf(profiles, isAnyCommunity));
  return { evaluator, clock };
}

/** The line that is kept; why it is none where it is not. */
function lineOf(verdict: TrapVerdict): string {
  return "notification" in verdict
    ? printTrap(verdict.notification, verdict.origin)
    : `refused: ${verdict.refusal}`;
}

async function evaluated(datagram: Buffer | undefined, profiles = PROFILES): Promise<string> {
  const { evaluator } = await givenEvaluator(profiles);
  return lineOf(evaluator.evaluate(datagram ?? Buffer.alloc(0)));
}

const VARIABLES = 'ifIndex.3=3 ifAdminStatus.3=up(1) ifOperStatus.3=down(2) ifDescr.3="GigabitEthernet1/0/3"';

describe("a trap is kept with everything that it says", () => {
  test("of version 1, whose host is the agent's address", async () => {
    const [datagram] = await captured((port) =>
      withCommunity({ port, version: "v1" }, (session) =>
        sendLinkDown(session, { agentAddr: "192.0.2.9", upTime: 26_000_000 }),
      ),
    );
    expect(await evaluated(datagram)).toBe(
      `<28>1 - 192.0.2.9 snmptrap - linkDown - linkDown: ${VARIABLES} version=v1 uptime="3 d 00:13:20" oid=1.3.6.1.6.3.1.1.5.3 enterprise=1.3.6.1.4.1`,
    );
  });

  test("of version 1, specific to an enterprise", async () => {
    const [datagram] = await captured((port) =>
      withCommunity({ port, version: "v1" }, (session) =>
        sendTrap(session, "1.3.6.1.4.1.318.5", [], { agentAddr: "0.0.0.0", upTime: 100 }),
      ),
    );
    expect(await evaluated(datagram)).toBe(
      '<27>1 - - snmptrap - upsOnBattery - upsOnBattery: version=v1 uptime="00:00:01" oid=1.3.6.1.4.1.318.0.5 enterprise=1.3.6.1.4.1.318',
    );
  });

  test("of version 2c", async () => {
    const [datagram] = await captured((port) =>
      withCommunity({ port }, (session) => sendLinkDown(session, { upTime: 500 })),
    );
    expect(await evaluated(datagram)).toBe(
      `<28>1 - - snmptrap - linkDown - linkDown: ${VARIABLES} version=v2c uptime="00:00:05" oid=1.3.6.1.6.3.1.1.5.3`,
    );
  });

  test.each([
    ["authenticated", ALICE],
    ["authenticated and encrypted", BOB],
    ["neither", givenUser("carol", {})],
    [
      "MD5 and DES",
      givenUser("dora", {
        auth: { protocol: "md5", key: "dora-dora" },
        priv: { protocol: "des", key: "dora-hides" },
      }),
    ],
    [
      "SHA and AES-256",
      givenUser("emil", {
        auth: { protocol: "sha", key: "emil-emil" },
        priv: { protocol: "aes256", key: "emil-hides" },
      }),
    ],
    [
      "SHA-512 and AES-256",
      givenUser("fred", {
        auth: { protocol: "sha512", key: "fred-fred" },
        priv: { protocol: "aes256", key: "fred-hides" },
      }),
    ],
  ] as const)("of version 3, %s", async (_, user) => {
    const [datagram] = await captured((port) =>
      withUser({ port, user }, (session) => sendLinkDown(session, { upTime: 500 })),
    );
    expect(await evaluated(datagram, [user])).toBe(
      `<28>1 - - snmptrap - linkDown - linkDown: ${VARIABLES} version=v3 user="${user.username}" engine=80001f8880d1a2b3c4d5e6f701 uptime="00:00:05" oid=1.3.6.1.6.3.1.1.5.3`,
    );
  });

  test("with names where they are known, texts in quotation marks, and no community", async () => {
    const type = (name: string) => ObjectType[name] ?? 0;
    const [datagram] = await captured((port) =>
      withCommunity({ port }, (session) =>
        sendTrap(
          session,
          "1.3.6.1.4.1.99999.7",
          [
            { oid: "1.3.6.1.4.1.99999.1", type: type("OctetString"), value: 'a "b"\nc\\d' },
            { oid: "1.3.6.1.4.1.99999.2", type: type("OctetString"), value: Buffer.from([0, 0x1b, 0x21]) },
            {
              oid: "1.3.6.1.4.1.99999.3",
              type: type("Counter64"),
              value: Buffer.from("00ffffffffffffffff", "hex"),
            },
            { oid: "1.3.6.1.4.1.99999.4", type: type("IpAddress"), value: "192.0.2.77" },
            { oid: "1.3.6.1.4.1.99999.5", type: type("OID"), value: "1.3.6.1.2.1" },
            { oid: "1.3.6.1.4.1.99999.6", type: type("Gauge"), value: 4_294_967_295 },
            { oid: "1.3.6.1.6.3.18.1.4.0", type: type("OctetString"), value: "secret" },
            { oid: "1.3.6.1.6.3.18.1.3.0", type: type("IpAddress"), value: "192.0.2.78" },
            { oid: "1.3.6.1.6.3.1.1.4.3.0", type: type("OID"), value: "1.3.6.1.4.1.99999" },
          ],
          { upTime: 1 },
        ),
      ),
    );
    expect(await evaluated(datagram)).toBe(
      String.raw`<29>1 - 192.0.2.78 snmptrap - 1.3.6.1.4.1.99999.7 - 1.3.6.1.4.1.99999.7: 1.3.6.1.4.1.99999.1="a \"b\"\nc\\d" 1.3.6.1.4.1.99999.2=00:1b:21 1.3.6.1.4.1.99999.3=18446744073709551615 1.3.6.1.4.1.99999.4=192.0.2.77 1.3.6.1.4.1.99999.5=1.3.6.1.2.1 1.3.6.1.4.1.99999.6=4294967295 snmpTrapCommunity.0=(hidden) version=v2c uptime="00:00:00" oid=1.3.6.1.4.1.99999.7 enterprise=1.3.6.1.4.1.99999`,
    );
  });
});

describe("what is not taken", () => {
  test("a community that no profile has, unless any will do", async () => {
    const [datagram] = await captured((port) =>
      withCommunity({ port, community: "public" }, (session) => sendLinkDown(session)),
    );
    expect(await evaluated(datagram)).toBe("refused: wrong_community");
    const { evaluator } = await givenEvaluator([], true);
    expect(lineOf(evaluator.evaluate(datagram ?? Buffer.alloc(0)))).toContain("linkDown");
  });

  test.each([
    ["a user that no profile has", [COMMUNITY, BOB], "unknown_user"],
    ["a user whose profile encrypts", [{ ...BOB, username: "alice" }], "wrong_level"],
    ["a user whose profile protects nothing", [givenUser("alice", {})], "wrong_level"],
    ["another key", [givenUser("alice", { auth: { protocol: "sha", key: "something-else" } })], "wrong_key"],
    [
      "another protocol",
      [givenUser("alice", { auth: { protocol: "sha256", key: "alice-authenticates" } })],
      "wrong_key",
    ],
  ])("%s", async (_, profiles: readonly SnmpAccess[], refusal) => {
    const [datagram] = await captured((port) =>
      withUser({ port, user: ALICE }, (session) => sendLinkDown(session)),
    );
    expect(await evaluated(datagram, profiles)).toBe(`refused: ${refusal}`);
  });

  test("one octet of an authentic message that was changed, wherever it is", async () => {
    const [datagram = Buffer.alloc(0)] = await captured((port) =>
      withUser({ port, user: ALICE }, (session) => sendLinkDown(session)),
    );
    const { evaluator } = await givenEvaluator();
    for (const [index, octet] of datagram.entries()) {
      const changed = Buffer.from(datagram);
      changed[index] = octet ^ 1;
      expect([index, "notification" in evaluator.evaluate(changed)]).toEqual([index, false]);
    }
    expect("notification" in evaluator.evaluate(datagram)).toBeTrue();
  });

  test("the right key of authentication and another of privacy", async () => {
    const [datagram] = await captured((port) =>
      withUser({ port, user: BOB }, (session) => sendLinkDown(session)),
    );
    const other = { ...BOB, priv: { protocol: "aes", key: "not-the-same-key" } } as const;
    expect(await evaluated(datagram, [other])).toBe("refused: wrong_key");
  });

  test("two profiles of one name are both tried", async () => {
    const [datagram] = await captured((port) =>
      withUser({ port, user: ALICE }, (session) => sendLinkDown(session)),
    );
    const other = givenUser("alice", { auth: { protocol: "sha", key: "something-else" } });
    expect(await evaluated(datagram, [other, ALICE])).toContain('user="alice"');
  });

  test("a message of version 3 that comes again after more than 150 s, and one of another engine does not matter to it", async () => {
    const send = (engine: string) =>
      captured((port) => withUser({ port, user: ALICE, engine }, (session) => sendLinkDown(session)));
    const [datagram = Buffer.alloc(0)] = await send("80001f8880aaaaaaaaaaaa01");
    const [other = Buffer.alloc(0)] = await send("80001f8880bbbbbbbbbbbb01");
    const { evaluator, clock } = await givenEvaluator();
    expect("notification" in evaluator.evaluate(datagram)).toBeTrue();
    clock.seconds += 150;
    expect("notification" in evaluator.evaluate(datagram)).toBeTrue();
    clock.seconds += 1;
    expect(evaluator.evaluate(datagram)).toEqual({ refusal: "outside_time_window" });
    expect("notification" in evaluator.evaluate(other)).toBeTrue();
  });

  test("a question", async () => {
    const [datagram = Buffer.alloc(0)] = await captured((port) =>
      withCommunity({ port }, (session) => sendLinkDown(session)),
    );
    const [trap, get] = [0xa7, 0xa0];
    datagram[datagram.indexOf(trap)] = get;
    expect(await evaluated(datagram)).toBe("refused: not_a_trap");
  });
});

test("bytes of any kind are evaluated, and nothing is kept of them", async () => {
  const seeds = await Promise.all([
    captured((port) => withCommunity({ port }, (session) => sendLinkDown(session))),
    captured((port) => withCommunity({ port, version: "v1" }, (session) => sendLinkDown(session))),
    captured((port) => withUser({ port, user: ALICE }, (session) => sendLinkDown(session))),
    captured((port) => withUser({ port, user: BOB }, (session) => sendLinkDown(session))),
  ]);
  const samples = seeds.flat();
  const { evaluator } = await givenEvaluator(PROFILES, true);
  let state = 20_261_124;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const kinds = new Map<string, number>();
  for (let round = 0; round < 20_000; round++) {
    const octets = Buffer.from(samples[round % samples.length] ?? []);
    const changes = 1 + random(6);
    for (let change = 0; change < changes; change++) octets[random(octets.length)] = random(256);
    const datagram = random(4) === 0 ? octets.subarray(0, random(octets.length + 1)) : octets;
    const verdict = evaluator.evaluate(datagram);
    const kind = "notification" in verdict ? "kept" : String(verdict.refusal);
    if ("notification" in verdict)
      expect(printTrap(verdict.notification, verdict.origin).length).toBeLessThan(20_000);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(["kept", "malformed", "wrong_key", "unknown_user"]),
  );
});
