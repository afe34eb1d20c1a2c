import { eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { badRequest, notFound } from "#platform/errors";
import type { SnmpAccess } from "#platform/snmp/access";
import { refuseIncomplete } from "./completeness";
import type { Credentials } from "./credentials";
import type { SnmpProfileCreate } from "./models";
import { snmpProfiles } from "./tables";

export type SnmpProfileRow = typeof snmpProfiles.$inferSelect;

/** Throws UnreadableSecret. */
export function openSnmpAccess(encryption: Encryption, row: SnmpProfileRow): SnmpAccess {
  const secrets: Credentials = JSON.parse(encryption.decrypt(row.secrets));
  const { version, port, retries, authProtocol, privProtocol } = row;
  const patience = { port, timeoutMs: row.timeoutSeconds * 1000, retries };
  if (version !== "v3") return { ...patience, version, community: secrets.community ?? "" };
  return {
    ...patience,
    version,
    username: row.username ?? "",
    auth: authProtocol === null ? null : { protocol: authProtocol, key: secrets.auth_key ?? "" },
    priv: privProtocol === null ? null : { protocol: privProtocol, key: secrets.priv_key ?? "" },
    context: row.context ?? "",
  };
}

/** How an agent is asked by the profile of an id. @throws ApiError 404; 400 where its secrets cannot be read. */
export async function getSnmpAccess(
  { db, encryption }: { db: Db; encryption: Encryption },
  id: number,
): Promise<SnmpAccess> {
  const [row] = await db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id));
  if (row === undefined) throw notFound("SNMP profile not found");
  try {
    return openSnmpAccess(encryption, row);
  } catch (error) {
    if (error instanceof UnreadableSecret) throw badRequest(error.message);
    throw error;
  }
}

/** All profiles, opened; those whose secrets cannot be read are left out. */
export async function listSnmpAccess({
  db,
  encryption,
}: {
  db: Db;
  encryption: Encryption;
}): Promise<SnmpAccess[]> {
  const rows = await db.select().from(snmpProfiles).orderBy(snmpProfiles.id);
  return rows.flatMap((row) => {
    try {
      return [openSnmpAccess(encryption, row)];
    } catch (error) {
      if (error instanceof UnreadableSecret) return [];
      throw error;
    }
  });
}

/**
 * How an agent is asked by what stands in a request and is not kept. @throws ApiError 422 where the version needs more.
 */
export function snmpAccessOf(given: Omit<SnmpProfileCreate, "name">): SnmpAccess {
  refuseIncomplete(given);
  const patience = { port: given.port, timeoutMs: given.timeout_seconds * 1000, retries: given.retries };
  if (given.version !== "v3")
    return { ...patience, version: given.version, community: given.community ?? "" };
  const { auth_protocol: auth, auth_key: authKey, priv_protocol: priv, priv_key: privKey } = given;
  return {
    ...patience,
    version: "v3",
    username: given.username ?? "",
    auth: auth === null ? null : { protocol: auth, key: authKey ?? "" },
    priv: priv === null ? null : { protocol: priv, key: privKey ?? "" },
    context: given.context ?? "",
  };
}
