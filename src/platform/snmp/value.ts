import { ObjectType, type Varbind } from "net-snmp";
import { oneLine } from "../one-line";
import { describeTicks, pairsOf, textIn } from "./printed";

export type SnmpValue = {
  type: string;
  /** What is compared, and shown where `note` is null. */
  text: string;
  /** Null: it is no number. */
  number: bigint | number | null;
  /** Other ways to write it, which are equal to it. */
  aliases: readonly string[];
  /** The same for people. */
  note: string | null;
};

/** Why an agent has no value. */
const MISSING = new Map([
  [ObjectType["NoSuchObject"], "the agent knows no such object"],
  [ObjectType["NoSuchInstance"], "the object has no such instance"],
  [ObjectType["EndOfMibView"], "the agent has nothing there"],
]);

const NUMBERS = new Map([
  [ObjectType["Integer"], "Integer32"],
  [ObjectType["Counter"], "Counter32"],
  [ObjectType["Gauge"], "Gauge32"],
]);

const MAX_COUNTER64_BYTES = 9;
const WHOLE = /^[+-]?\d{1,40}$/;
const DECIMAL = /^[+-]?(?:\d{1,20}\.\d{0,20}|\.\d{1,20})$/;

/** What keeps a variable from having a value; undefined: it has one. */
export function missingOf({ type }: Varbind): string | undefined {
  return MISSING.get(type);
}

/** @throws where the octets are no value of their type. */
export function readValue({ type, value }: Varbind): SnmpValue {
  const simple = NUMBERS.get(type);
  if (simple !== undefined) return ofNumber(simple, BigInt(requireNumber(value)));
  switch (type) {
    case ObjectType["TimeTicks"]: {
      const ticks = requireNumber(value);
      return { ...ofNumber("TimeTicks", BigInt(ticks)), note: `${ticks} (${describeTicks(ticks)})` };
    }
    case ObjectType["Counter64"]:
      return ofNumber("Counter64", readCounter(requireOctets(value)));
    case ObjectType["OctetString"]:
      return ofOctets("OctetString", requireOctets(value));
    case ObjectType["Opaque"]:
      return readOpaque(requireOctets(value));
    case ObjectType["OID"]:
      return ofText("ObjectIdentifier", String(value));
    case ObjectType["IpAddress"]:
      return ofText("IpAddress", String(value));
    case ObjectType["Null"]:
      return ofText("Null", "");
    default:
      return ofText(`type ${type}`, String(value));
  }
}

/** For people. */
export function describeValue({ text, note }: SnmpValue): string {
  return oneLine(note ?? text);
}

/** A number as people write it, however large; null: it is none. */
export function readNumber(text: string): bigint | number | null {
  const trimmed = text.trim();
  if (WHOLE.test(trimmed)) return BigInt(trimmed.replace("+", ""));
  return DECIMAL.test(trimmed) ? Number(trimmed) : null;
}

function ofNumber(type: string, number: bigint | number): SnmpValue {
  return { type, text: String(number), number, aliases: [], note: null };
}

function ofText(type: string, text: string): SnmpValue {
  return { type, text, number: null, aliases: [], note: null };
}

/** Text where it is some, else pairs of digits, as the address of an interface is written. */
function ofOctets(type: string, octets: Buffer): SnmpValue {
  const hex = octets.toString("hex");
  const text = textIn(octets);
  if (text === null) return { type, text: pairsOf(octets), number: null, aliases: [hex], note: null };
  return { type, text, number: readNumber(text), aliases: [], note: null };
}

/** An unsigned number, which may have a zero octet before it. */
function readCounter(octets: Buffer): bigint {
  if (octets.length === 0 || octets.length > MAX_COUNTER64_BYTES) throw new RangeError("no 64-bit counter");
  return BigInt.asUintN(64, BigInt(`0x${octets.toString("hex")}`));
}

/** Numbers with a fraction come as an ASN.1 value within the octets, as net-snmp's agents do it. */
function readOpaque(octets: Buffer): SnmpValue {
  const [tag, kind, length] = octets;
  if (tag === 0x9f && kind === 0x78 && length === 4 && octets.length === 7)
    return ofNumber("Float", octets.readFloatBE(3));
  if (tag === 0x9f && kind === 0x79 && length === 8 && octets.length === 11)
    return ofNumber("Double", octets.readDoubleBE(3));
  return ofOctets("Opaque", octets);
}

function requireNumber(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("no number");
  return value;
}

function requireOctets(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError("no octets");
  return value;
}
