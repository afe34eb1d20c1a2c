import { getSnmpAccess, snmpAccessOf } from "#features/snmp-profiles";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { badRequest } from "#platform/errors";
import type { SnmpAccess } from "#platform/snmp/access";
import type { SnmpProbeRequest } from "./models";

/** Of what is not kept in a profile. */
const RETRIES = 1;

/**
 * How the agent of a request is asked: by its profile, else by what stands in it.
 * @throws ApiError 400 without either or where the profile's secrets cannot be read, 404 without such a profile, 422
 * where v3 needs more.
 */
export async function findSnmpAccess(
  ctx: { db: Db; encryption: Encryption },
  request: SnmpProbeRequest,
): Promise<SnmpAccess> {
  const { profile_id: profileId, version, community } = request;
  if (profileId !== null) return getSnmpAccess(ctx, profileId);
  if (version !== "v3" && community === null) throw badRequest("SNMP community or profile is required");
  return snmpAccessOf({ ...request, retries: RETRIES });
}
