import { StatusPageRead, StatusSummary } from "../../../src/features/status-pages/models";
import type { TargetState } from "../../../src/features/monitoring/state";
import { checkRollups, incidents } from "../../../src/features/monitoring/tables";
import { uniqueName } from "../../support/app";
import { createMonitoringService } from "../monitoring/monitoring-service";

export const PAGES = "/api/v1/admin/status-pages";
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Component = { kind: "device" | "service_check" | "monitor"; id: number; name: string };

/** A service with an administrator, and what tests of status pages put into it. */
export async function createStatusPageService() {
  // Another process sees a write up to a second later.
  const service = await createMonitoringService({ isOne: true });
  const token = await service.tokenOf(await service.givenAdmin());
  const send = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });
  /** As somebody who is not signed in. */
  const visit = (path: string, headers: Record<string, string> = {}) =>
    service.call(`GET ${path}`, { headers });

  async function givenPage(fields: Record<string, unknown> = {}): Promise<StatusPageRead> {
    const slug = uniqueName("page")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-");
    const answer = await send(`POST ${PAGES}`, { slug, title: "Example Co.", published: true, ...fields });
    if (answer.status !== 201) throw new Error(`no page: ${answer.text}`);
    return StatusPageRead.parse(answer.body);
  }

  /** A monitor that is in that state and was checked so many minutes ago; its names are for nobody outside. */
  async function givenWatched({ state, minutes = 0 }: { state: TargetState; minutes?: number }) {
    const monitor = await service.givenMonitor({
      name: uniqueName("INTERNAL-monitor"),
      url: "https://internal.example.net/INTERNAL-path",
    });
    const checkedAt = new Date(Date.now() - minutes * MINUTE_MS);
    const target = await service.givenTarget({
      kind: "monitor",
      monitorId: monitor.id,
      state,
      confirmed: state === "down" ? "down" : "up",
      stateSince: checkedAt,
      checkedAt,
      result: { error: "INTERNAL-error at 10.9.8.7", latencyMs: 5 },
    });
    return { monitor: monitor.id, target };
  }

  /** A page with one group of components in these states. */
  async function givenPageOf(...states: TargetState[]) {
    const components: Component[] = [];
    const targets: number[] = [];
    for (const [index, state] of states.entries()) {
      const { monitor, target } = await givenWatched({ state });
      components.push({ kind: "monitor", id: monitor, name: `Service ${index + 1}` });
      targets.push(target);
    }
    return { page: await givenPage({ groups: [{ name: "Customers", components }] }), targets };
  }

  /** A day so many days ago, that it was up and down for so many hours. */
  async function givenDay(
    targetId: number,
    { daysAgo, up, down = 0 }: { daysAgo: number; up: number; down?: number },
  ) {
    const today = Date.now() - (Date.now() % DAY_MS);
    await service.database.db.insert(checkRollups).values({
      targetId,
      startsAt: new Date(today - daysAgo * DAY_MS),
      upMs: up * 60 * MINUTE_MS,
      downMs: down * 60 * MINUTE_MS,
      unknownMs: 0,
      unreachableMs: 0,
      maintenanceMs: 0,
      pausedMs: 0,
      checks: 1,
      up: 1,
      down: 0,
      healthy: 1,
      latencyCount: 0,
      latencySumMs: 0,
    });
  }

  /** From so many hours ago, for so many; without an end it lasts. */
  async function givenIncident(targetId: number, { hoursAgo, hours }: { hoursAgo: number; hours?: number }) {
    const startedAt = new Date(Date.now() - hoursAgo * 60 * MINUTE_MS);
    const endedAt = hours === undefined ? null : new Date(startedAt.getTime() + hours * 60 * MINUTE_MS);
    await service.database.db.insert(incidents).values({
      targetId,
      startedAt,
      endedAt,
      error: "INTERNAL-error: connection to 10.9.8.7 refused",
    });
  }

  const summaryOf = async ({ slug }: { slug: string }): Promise<StatusSummary> =>
    StatusSummary.parse((await visit(`/api/v1/status-pages/${slug}/summary`)).body);

  return {
    ...service,
    token,
    send,
    visit,
    givenPage,
    givenWatched,
    givenPageOf,
    givenDay,
    givenIncident,
    summaryOf,
  };
}
