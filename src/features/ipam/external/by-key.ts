import { eq, sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { externalAssignments, externalPools } from "../tables";
import { createAssignment, getAssignment, requirePublicAddress, updateAssignment } from "./assignments";
import type {
  ExternalIpAssignmentCreate,
  ExternalIpAssignmentOut,
  ExternalIpAssignmentUpdate,
  ExternalIpPoolCreate,
  ExternalIpPoolOut,
  ExternalIpPoolUpdate,
} from "./models";
import { createPool, getPool, updatePool } from "./pools";

/** A pool of public addresses under its name. */
export function poolByKey(
  actor: Actor,
  pool: ExternalIpPoolCreate,
): Keyed<ExternalIpPoolOut, ExternalIpPoolUpdate> {
  return {
    key: `pool named ${pool.name}`,
    find: (db) => findIds(db, { table: externalPools, where: eq(externalPools.name, pool.name) }),
    read: (db, id) => getPool({ db }, id),
    create: (db) => createPool({ db, actor }, pool),
    update: (db, change) => updatePool({ db, actor }, change),
  };
}

/** An assigned public address under itself. Throws 422 for one that is not public. */
export function assignmentByKey(
  actor: Actor,
  assignment: ExternalIpAssignmentCreate,
): Keyed<ExternalIpAssignmentOut, ExternalIpAssignmentUpdate> {
  const address = requirePublicAddress(assignment.ip_address);
  const where = sql`${externalAssignments.address} = ${address}::inet`;
  return {
    key: `assignment of ${address}`,
    find: (db) => findIds(db, { table: externalAssignments, where }),
    read: (db, id) => getAssignment({ db }, id),
    create: (db) => createAssignment({ db, actor }, assignment),
    update: (db, change) => updateAssignment({ db, actor }, change),
  };
}
