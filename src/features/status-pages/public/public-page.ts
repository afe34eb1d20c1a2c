import { and, desc, eq, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { announcedMaintenance, type PublicMaintenance } from "#features/maintenance";
import { isStale, readDays, toState, type Rollup, type TargetState } from "#features/monitoring";
import type { Db } from "#platform/database";
import { alertIncidents } from "#tables/alerts";
import { checkTargets, incidents, serviceChecks } from "#tables/monitoring";
import { devices } from "#tables/topology";
import { readGroups } from "../groups";
import type { OverallState, PublicState } from "../models";
import { overallOf } from "./overall";
import type { statusPageComponents, statusPages } from "../tables";

const DAY_MS = 86_400_000;
/** Of uptime, today among them. */
export const SHOWN_DAYS = 90;
export const INCIDENT_DAYS = 14;
const ANNOUNCED_DAYS = 7;
/** The newest of them; a page that flaps is no longer one that people read. */
const MAX_INCIDENTS = 200;

/** A day (UTC) of a component, in milliseconds. */
export type PublicDay = { startMs: number; upMs: number; downMs: number; maintenanceMs: number };

export type PublicComponent = {
  key: string;
  name: string;
  state: PublicState;
  /** Oldest first; days that nobody knows of are left out, as are all of what is expected to be off. */
  days: PublicDay[];
};

export type PublicIncident = {
  key: string;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  /** Somebody has said that they see to it. */
  isAcknowledged: boolean;
};

/**
 * What the public may know: nothing here comes from a name, an address or a text that is for those who are signed in.
 */
export type PublicPage = {
  title: string;
  description: string | null;
  state: OverallState;
  updatedAt: Date;
  /** False: nothing that is watched has been checked for too long. */
  isCurrent: boolean;
  groups: { name: string; state: OverallState; components: PublicComponent[] }[];
  /** The newest first. */
  incidents: PublicIncident[];
  maintenance: (Pick<PublicMaintenance, "description" | "startsAt" | "endsAt"> & {
    components: Pick<PublicComponent, "key" | "name">[];
  })[];
};

type PageRow = typeof statusPages.$inferSelect;
type ComponentRow = typeof statusPageComponents.$inferSelect;
type TargetRow = typeof checkTargets.$inferSelect & {
  /** Its device, or the one that it is on, is expected to be off: that it does not answer is nobody's trouble. */
  isExpectedOff: boolean;
};

/** How what is on a page is at the moment, for the public. */
export async function readPublicPage({ db, now }: { db: Db; now: Date }, page: PageRow): Promise<PublicPage> {
  const groups = (await readGroups(db, [page.id])).get(page.id) ?? [];
  const components = groups.flatMap((group) => group.components);
  const targets = await readTargets(db, components);
  const targetIds = [...targets.values()].flatMap(({ id, isExpectedOff }) => (isExpectedOff ? [] : [id]));
  const nowMs = now.getTime();
  const [days, incidentRows, announced] = await Promise.all([
    readDays(db, { targetIds, now, fromMs: nowMs - (SHOWN_DAYS - 1) * DAY_MS }),
    readIncidents(db, { targetIds, since: new Date(nowMs - INCIDENT_DAYS * DAY_MS) }),
    announcedMaintenance({ db }, { now, until: new Date(nowMs + ANNOUNCED_DAYS * DAY_MS) }),
  ]);
  const watched = [...targets.values()].filter(({ state }) => state !== "paused");
  const isCurrent = watched.length === 0 || watched.some((target) => !isStale(target, nowMs));
  const shown = groups.map((group) => {
    const own = group.components.map((component): PublicComponent => {
      const target = targets.get(component.id);
      return {
        key: component.key,
        name: component.name,
        state: publicState(target, { nowMs, isCurrent }),
        days: toDays(target === undefined ? undefined : days.get(target.id)),
      };
    });
    return { name: group.name, state: overallOf(own.map(({ state }) => state)), components: own };
  });
  const byTarget = new Map(
    components.flatMap((component) => {
      const target = targets.get(component.id);
      return target === undefined ? [] : [[target.id, component] as const];
    }),
  );
  return {
    title: page.title,
    description: page.description,
    state: overallOf(shown.flatMap((group) => group.components.map(({ state }) => state))),
    updatedAt: now,
    isCurrent,
    groups: shown,
    incidents: incidentRows.flatMap(({ targetId, ...incident }) => {
      const component = byTarget.get(targetId);
      return component === undefined ? [] : [{ key: component.key, name: component.name, ...incident }];
    }),
    maintenance: announced.flatMap(({ description, startsAt, endsAt, covers }) => {
      const covered = components
        .filter((component) => {
          const target = targets.get(component.id);
          return target !== undefined && covers(target);
        })
        .map(({ key, name }) => ({ key, name }));
      return covered.length === 0 ? [] : [{ description, startsAt, endsAt, components: covered }];
    }),
  };
}

/** The same when nothing is known any more: what was so is no longer told as if it were. */
export function withoutState(page: PublicPage): PublicPage {
  const unknown = (state: PublicState): PublicState => (state === "not_watched" ? state : "no_data");
  return {
    ...page,
    state: "no_data",
    isCurrent: false,
    groups: page.groups.map((group) => ({
      ...group,
      state: "no_data",
      components: group.components.map((component) => ({ ...component, state: unknown(component.state) })),
    })),
  };
}

/** By the component's row. A check of every device is none of one thing, and has none. */
async function readTargets(db: Db, components: readonly ComponentRow[]): Promise<Map<number, TargetRow>> {
  const idsOf = (column: "deviceId" | "serviceCheckId" | "monitorId") =>
    components.flatMap((component) => component[column] ?? []);
  const kinds = [
    { kind: "device", column: "deviceId", ids: idsOf("deviceId") },
    { kind: "service", column: "serviceCheckId", ids: await ofOneDevice(db, idsOf("serviceCheckId")) },
    { kind: "monitor", column: "monitorId", ids: idsOf("monitorId") },
  ] as const;
  const wanted = kinds.filter(({ ids }) => ids.length > 0);
  if (wanted.length === 0) return new Map();
  const found = await db
    .select({ target: checkTargets, expected: devices.expectedStatus })
    .from(checkTargets)
    .leftJoin(devices, eq(devices.id, checkTargets.deviceId))
    .where(
      or(
        ...wanted.map(({ kind, column, ids }) =>
          and(eq(checkTargets.kind, kind), inArray(checkTargets[column], ids)),
        ),
      ),
    );
  const rows = found.map(({ target, expected }) => ({ ...target, isExpectedOff: expected === "offline" }));
  const targets = new Map<number, TargetRow>();
  for (const { kind, column } of kinds) {
    const own = new Map(rows.filter((row) => row.kind === kind).map((row) => [row[column], row]));
    for (const component of components) {
      const target = component[column] === null ? undefined : own.get(component[column]);
      if (target !== undefined) targets.set(component.id, target);
    }
  }
  return targets;
}

async function ofOneDevice(db: Db, checkIds: number[]): Promise<number[]> {
  if (checkIds.length === 0) return [];
  const rows = await db
    .select({ id: serviceChecks.id, deviceId: serviceChecks.deviceId })
    .from(serviceChecks)
    .where(inArray(serviceChecks.id, checkIds));
  return rows.filter(({ deviceId }) => deviceId !== null).map(({ id }) => id);
}

/**
 * What alert rules have found of the target or of its device, and somebody sees to. Nothing else of that is for the
 * public.
 */
const isAcknowledged = sql<boolean>`${incidents.endedAt} IS NULL AND EXISTS (
  SELECT FROM ${alertIncidents} alert JOIN ${checkTargets} target ON target.id = ${incidents.targetId}
  WHERE alert.resolved_at IS NULL AND alert.acknowledged_at IS NOT NULL
    AND alert.subject IN ('target:' || target.id, 'device:' || target.device_id))`;

function readIncidents(db: Db, { targetIds, since }: { targetIds: readonly number[]; since: Date }) {
  if (targetIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      targetId: incidents.targetId,
      startedAt: incidents.startedAt,
      endedAt: incidents.endedAt,
      isAcknowledged,
    })
    .from(incidents)
    .where(
      and(
        inArray(incidents.targetId, [...targetIds]),
        or(isNull(incidents.endedAt), gte(incidents.endedAt, since)),
      ),
    )
    .orderBy(desc(incidents.startedAt), desc(incidents.id))
    .limit(MAX_INCIDENTS);
}

const STATES: Readonly<Record<TargetState, PublicState>> = {
  up: "operational",
  down: "down",
  unreachable: "unreachable",
  maintenance: "maintenance",
  unknown: "unknown",
  paused: "not_watched",
};

function publicState(
  target: TargetRow | undefined,
  { nowMs, isCurrent }: { nowMs: number; isCurrent: boolean },
): PublicState {
  if (target === undefined) return "unknown";
  const state = toState(target.state);
  if (state === "paused") return "not_watched";
  if (!isCurrent || isStale(target, nowMs)) return "no_data";
  return target.isExpectedOff && isSilent(state) ? "off" : STATES[state];
}

function isSilent(state: TargetState): boolean {
  return state === "down" || state === "unreachable";
}

function toDays(days: ReadonlyMap<number, Rollup> | undefined): PublicDay[] {
  return [...(days ?? [])]
    .map(([startMs, { stateMs }]) => ({
      startMs,
      upMs: stateMs.up,
      downMs: stateMs.down,
      maintenanceMs: stateMs.maintenance,
    }))
    .toSorted((one, other) => one.startMs - other.startMs);
}
