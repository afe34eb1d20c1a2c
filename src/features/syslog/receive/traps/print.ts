import { oidOf, signedOf, TAG, unsignedOf } from "#platform/snmp/ber";
import { ipv4Of, type Notification, type Variable } from "#platform/snmp/notification";
import { describeTicks, pairsOf, textIn } from "#platform/snmp/printed";
import { findNotification, findObject, UNNAMED_SEVERITY } from "./names";
import type { TrapOrigin } from "./verdict";

/** RFC 5424 table 1: system daemons. */
const FACILITY = 3;
/** A zero octet may stand before the eight. */
const MAX_COUNTER64_BYTES = 9;
/** A community is a password, and whoever reads events need not know it. */
const SECRET = "snmpTrapCommunity";

/**
 * A notification as the line that is kept of it: RFC 5424 without a time, of which traps have none, the name in MSGID
 * and before the colon, then every variable by its name, then what else the message says. Octets that are text stand in
 * quotation marks, as JSON has them, others in pairs of digits.
 */
export function printTrap(notification: Notification, origin: TrapOrigin): string {
  const { oid, agentAddress, uptime, enterprise, kind, variables } = notification;
  const { name, severity } = findNotification(oid) ?? { name: oid, severity: UNNAMED_SEVERITY };
  const rest = [
    ...variables.map(printVariable),
    `version=${origin.version}`,
    ...(kind === "inform" ? ["inform"] : []),
    ...(origin.version === "v3" ? printUser(origin) : []),
    `uptime="${describeTicks(uptime)}"`,
    `oid=${oid}`,
    ...(enterprise === null ? [] : [`enterprise=${enterprise}`]),
  ];
  return `<${FACILITY * 8 + severity}>1 - ${agentAddress ?? "-"} snmptrap - ${name} - ${name}: ${rest.join(" ")}`;
}

function printUser({ user, engine, context }: Extract<TrapOrigin, { version: "v3" }>): string[] {
  const ofContext = context === "" ? [] : [`context=${JSON.stringify(context)}`];
  return [`user=${JSON.stringify(user)}`, `engine=${engine}`, ...ofContext];
}

function printVariable(variable: Variable): string {
  const object = findObject(variable.oid);
  if (object === undefined) return `${variable.oid}=${printValue(variable)}`;
  const { name, index, states } = object;
  if (name === SECRET) return `${name}${index}=(hidden)`;
  const state = variable.tag === TAG.integer ? states[(signedOf(variable.value) ?? 0) - 1] : undefined;
  const value = printValue(variable);
  return `${name}${index}=${state === undefined ? value : `${state}(${value})`}`;
}

/** Values that are not what their tag says are shown as their octets. */
function printValue({ tag, value }: Variable): string {
  return printTyped(tag, value) ?? `(${tag.toString(16)})${pairsOf(value)}`;
}

function printTyped(tag: number, value: Buffer): string | null {
  switch (tag) {
    case TAG.integer:
      return numberText(signedOf(value));
    case TAG.counter32:
    case TAG.gauge32:
    case TAG.timeTicks:
      return numberText(unsignedOf(value));
    case TAG.counter64:
      return value.length === 0 || value.length > MAX_COUNTER64_BYTES
        ? null
        : String(BigInt(`0x${value.toString("hex")}`));
    case TAG.octets: {
      const text = textIn(value);
      return text === null ? pairsOf(value) : JSON.stringify(text);
    }
    case TAG.oid:
      return oidOf(value);
    case TAG.ipAddress:
      return ipv4Of(value);
    case TAG.null:
      return "null";
    default:
      return null;
  }
}

function numberText(number: number | null): string | null {
  return number === null ? null : String(number);
}
