import { eq, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Claim } from "#platform/claims";
import type { Db } from "#platform/database";
import { deviceNameOf, devices } from "#tables/topology";
import type { Poller } from "../poller";
import { snmpPolls } from "../tables";
import type { Turn } from "./turn";

/** What was claimed, by the device; its pollers in the order in which they were given to the service. */
export async function readTurns(
  db: Db,
  { claims, pollers }: { claims: readonly Claim[]; pollers: readonly Poller[] },
): Promise<Turn[]> {
  if (claims.length === 0) return [];
  const rows = await db
    .select({
      id: snmpPolls.id,
      poller: snmpPolls.poller,
      device: { id: devices.id, name: deviceNameOf() },
    })
    .from(snmpPolls)
    .innerJoin(devices, eq(devices.id, snmpPolls.deviceId))
    .where(sql`${snmpPolls.id} = ${anyOf(claims.map(({ id }) => id))}`);
  const claimOf = new Map(claims.map((claim) => [claim.id, claim]));
  return [...Map.groupBy(rows, ({ device }) => device.id).values()].flatMap((own) => {
    const tasks = pollers.flatMap((poller) => {
      const claim = claimOf.get(own.find((row) => row.poller === poller.name)?.id ?? 0);
      return claim === undefined ? [] : [{ claim, poller }];
    });
    const [first] = own;
    return first === undefined ? [] : [{ device: first.device, tasks }];
  });
}
