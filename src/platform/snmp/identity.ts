import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import { readOctets, readText, valueOf } from "./read";
import type { SnmpSession } from "./session";
import { walkColumn, type WalkOptions } from "./walk";

/** What tells an agent and its chassis from all others; null: it does not say, or says what many do. */
export type AgentIdentity = {
  /** Pairs of digits with colons, in lower case. */
  engineId: string | null;
  serialNumber: string | null;
};

export const NO_IDENTITY: AgentIdentity = { engineId: null, serialNumber: null };

/** SNMP-FRAMEWORK-MIB (RFC 3411) and ENTITY-MIB (RFC 6933). */
const SNMP_ENGINE_ID = "1.3.6.1.6.3.10.2.1.1.0";
const ENT_PHYSICAL_CLASS = "1.3.6.1.2.1.47.1.1.1.1.5";
const ENT_PHYSICAL_SERIAL_NUM = "1.3.6.1.2.1.47.1.1.1.1.11";
const CHASSIS = "3";
/** The chassis is among the first parts: ports and modules are contained in it. */
const MAX_PARTS = 32;
const LONGEST_SERIAL = 120;
/** RFC 3411: SnmpEngineID. */
const ENGINE_ID_OCTETS = { least: 5, most: 32 };

/** What makers put where no number was written. */
const NO_SERIAL =
  /^(?:n\/?a|none|null|unknown|default|(?:not|to be) .*|system serial number|(.)\1*|0?123456789\d?)$/i;
const SHORTEST_SERIAL = 4;

/**
 * Asks an agent that has answered for its engine and the serial number of its chassis, the first where it has several.
 * What it does not answer is null.
 * @throws the signal's reason.
 */
export async function readAgentIdentity(
  session: SnmpSession,
  options: Omit<WalkOptions, "mostRows">,
): Promise<AgentIdentity> {
  const engineId = await orNull(() => readEngineId(session, options));
  // Who has become silent is not asked twice more.
  if (engineId === SILENT) return NO_IDENTITY;
  const serialNumber = await orNull(() => readSerialNumber(session, options));
  return { engineId, serialNumber: serialNumber === SILENT ? null : serialNumber };
}

const SILENT = Symbol("silent");

async function orNull(read: () => Promise<string | null>): Promise<string | typeof SILENT | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof OutOfTimeError) return SILENT;
    if (error instanceof ProbeTrouble) return null;
    throw error;
  }
}

/** An engine of version 3 has said who it is before it answers anything. */
async function readEngineId(
  session: SnmpSession,
  options: Omit<WalkOptions, "mostRows">,
): Promise<string | null> {
  return engineIdOf(session.engineId ?? (await readOctets(session, SNMP_ENGINE_ID, options)));
}

/** The text of an engine id; null: it is none that an engine may have. */
export function engineIdOf(octets: Buffer): string | null {
  const { least, most } = ENGINE_ID_OCTETS;
  if (octets.length < least || octets.length > most) return null;
  if (octets.every((octet) => octet === 0) || octets.every((octet) => octet === 0xff)) return null;
  return octets.toString("hex").replaceAll(/(..)(?=.)/g, "$1:");
}

async function readSerialNumber(
  session: SnmpSession,
  options: Omit<WalkOptions, "mostRows">,
): Promise<string | null> {
  const { rows } = await walkColumn(session, ENT_PHYSICAL_CLASS, { ...options, mostRows: MAX_PARTS });
  const chassis = rows.find(({ variable }) => valueOf(variable)?.text === CHASSIS);
  if (chassis === undefined) return null;
  return serialNumberOf(
    await readText(session, `${ENT_PHYSICAL_SERIAL_NUM}.${chassis.index.join(".")}`, options),
  );
}

/** The serial number that a text is; null: it is one of the texts that stand for none. */
export function serialNumberOf(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed.length < SHORTEST_SERIAL || trimmed.length > LONGEST_SERIAL) return null;
  return NO_SERIAL.test(trimmed) ? null : trimmed;
}
