import { createSession, ObjectType, TrapType, Version2c, type Varbind } from "net-snmp";
import { DEVICES, type DemoDevice } from "./plan";
import type { Random } from "./log-lines";
import { COMMUNITY } from "./stand-ins";

const PORTS = 48;
const ADDRESS_OF_AGENT = "1.3.6.1.6.3.18.1.3.0";
const INTERFACES = "1.3.6.1.2.1.2.2.1";
const SWITCHES = DEVICES.filter(({ hostname }) => hostname.includes("-access-"));

/**
 * A port of an access switch goes down, and comes up again `upAfterMs` later: told to the trap port of the service as
 * such a switch would.
 */
export async function tellOfPort(port: number, random: Random, upAfterMs: number): Promise<void> {
  const device = SWITCHES[random(SWITCHES.length)];
  if (device === undefined) throw new Error("our bug: the plan has no access switch");
  const index = 1 + random(PORTS);
  const session = createSession("127.0.0.1", COMMUNITY, {
    version: Version2c,
    trapPort: port,
    timeout: 1000,
    retries: 0,
  });
  const tell = (kind: "LinkDown" | "LinkUp"): Promise<void> =>
    new Promise((resolve, reject) => {
      const variables = variablesOf(device, { index, isUp: kind === "LinkUp" });
      session.trap(TrapType[kind] ?? 0, variables, {}, (error) =>
        error === null ? resolve() : reject(error),
      );
    });
  try {
    await tell("LinkDown");
    await Bun.sleep(upAfterMs);
    await tell("LinkUp");
  } finally {
    session.close();
  }
}

function variablesOf(device: DemoDevice, { index, isUp }: { index: number; isUp: boolean }): Varbind[] {
  const type = (name: string): number => ObjectType[name] ?? 0;
  const state = (column: number, value: number): Varbind => ({
    oid: `${INTERFACES}.${column}.${index}`,
    type: type("Integer"),
    value,
  });
  const name = `GigabitEthernet1/0/${index}`;
  return [
    state(1, index),
    state(7, 1),
    state(8, isUp ? 1 : 2),
    { oid: `${INTERFACES}.2.${index}`, type: type("OctetString"), value: name },
    { oid: ADDRESS_OF_AGENT, type: type("IpAddress"), value: device.ip_address },
  ];
}
