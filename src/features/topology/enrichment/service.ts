import { recordAudit } from "#features/audit";
import type { Db } from "#platform/database";
import type { WorkerPool } from "#platform/workers";
import { keysOfAgent, noteIdentities } from "../identities/note";
import { lockDevice, updateDevice } from "../devices/service";
import type { DeviceUpdate } from "../devices/models";
import { loadVendorLookup } from "../devices/vendor";
import { changesBy } from "./changes";
import type {
  DeviceSnmpEnrichmentApply,
  DeviceSnmpEnrichmentApplyResult,
  DeviceSnmpEnrichmentChange,
  DeviceSnmpEnrichmentPreview,
} from "./models";
import { askDevice, type AskContext, type Told } from "./read";

type Context = AskContext & { pool: WorkerPool };
type Asked = { deviceId: number; signal: AbortSignal };

/** What the agent of a device would change in the inventory; nothing is written. Throws 400, 404, 504. */
export async function previewEnrichment(
  ctx: Context,
  { deviceId, signal }: Asked,
): Promise<DeviceSnmpEnrichmentPreview> {
  const told = await askDevice(ctx, deviceId, signal);
  return {
    source_device_id: told.sourceDeviceId,
    source_profile_id: told.profileId,
    changes: await changesOf(ctx, told),
    notes: told.notes,
  };
}

/**
 * Asks the agent again, and writes what was chosen of what it says now, each device as a change of its own. Throws 400,
 * 404, 504.
 */
export async function applyEnrichment(
  ctx: Context,
  input: Asked & { userId: number; choice: DeviceSnmpEnrichmentApply },
): Promise<DeviceSnmpEnrichmentApplyResult> {
  const { deviceId, userId, choice } = input;
  const told = await askDevice(ctx, deviceId, input.signal);
  return ctx.db.transaction(async (db) => {
    await lockDevice(db, deviceId);
    const keys = keysOfAgent(told.identity).map((key) => ({
      ...key,
      deviceId,
      source: "enrichment" as const,
    }));
    await noteIdentities(db, keys);
    const changes = (await changesOf({ ...ctx, db }, told)).filter((change) => isChosen(choice, change));
    const byDevice = Map.groupBy(changes, (change) => change.device_id);
    for (const [id, own] of byDevice) {
      await updateDevice(
        { db, actor: ctx.actor, pool: ctx.pool },
        {
          id,
          userId,
          changes: await updateOf({ db, told }, id, own),
          ifMatch: undefined,
          isAddressUnique: false,
        },
      );
    }
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "topology.device_snmp_enrichment_applied",
        target: `device:${deviceId}`,
        detail: `updated=${byDevice.size}`,
      },
    );
    return { updated: byDevice.size };
  });
}

async function changesOf({ db, pool }: { db: Db; pool: WorkerPool }, told: Told) {
  const findVendor = told.arp.length === 0 ? () => null : await loadVendorLookup(pool);
  return changesBy(db, told, findVendor);
}

function isChosen(
  { apply_all: isAll, device_ids: ids, changes }: DeviceSnmpEnrichmentApply,
  change: DeviceSnmpEnrichmentChange,
): boolean {
  if (isAll || ids.includes(change.device_id)) return true;
  return changes.some(
    (chosen) =>
      chosen.device_id === change.device_id &&
      chosen.field === change.field &&
      chosen.suggested === change.suggested,
  );
}

/** A vendor that nobody has typed follows from the MAC address, and is not written as if somebody had. */
async function updateOf(
  { db, told }: { db: Db; told: Told },
  id: number,
  changes: readonly DeviceSnmpEnrichmentChange[],
): Promise<DeviceUpdate> {
  const row = await lockDevice(db, id);
  const suggested = new Map(changes.map((change) => [change.field, change.suggested]));
  const [os, serialNumber, hostname, macAddress, vendor] = [
    suggested.get("os"),
    suggested.get("serial_number"),
    suggested.get("hostname"),
    suggested.get("mac_address"),
    suggested.get("vendor"),
  ];
  const update = {
    ...(os !== undefined && { os }),
    ...(serialNumber !== undefined && { serial_number: serialNumber }),
    ...(hostname !== undefined && { hostname }),
    ...(macAddress !== undefined && { mac_address: macAddress }),
  };
  if (vendor === undefined) return update;
  const heard = told.arp.find(({ address }) => address === row.ipAddress)?.macAddress;
  const isDerived = row.vendor === null || row.isVendorDerived;
  const follows = isDerived && heard !== undefined && (macAddress ?? row.macAddress) === heard;
  return follows ? { ...update, mac_address: heard } : { ...update, vendor };
}
