import { PortTargetOut } from "../../../src/features/monitoring/checks/models";
import { MonitorRead } from "../../../src/features/monitoring/monitors/models";
import type { TargetState } from "../../../src/features/monitoring/state";
import { checkTargets } from "../../../src/features/monitoring/tables";
import { createTestService, uniqueName } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { givenDevice } from "../topology/given";

export const CHECKS = "/api/v1/monitoring/service-checks";
export const MONITORS = "/api/v1/monitors";
export const ALIAS = "/api/v1/monitoring/port-targets";

type TargetFields = Partial<typeof checkTargets.$inferInsert> & { state?: TargetState };

const AS_USUAL = {
  kind: "service",
  subject: "",
  intervalSeconds: 60,
  retrySeconds: 20,
  failuresToDown: 2,
  successesToUp: 1,
};

/**
 * A service with the token of who may change what is checked, and the few things that tests of monitoring put into it.
 */
export async function createMonitoringService({
  onChange,
  settings = {},
  isOne = false,
}: { onChange?: () => void; settings?: Record<string, string>; isOne?: boolean } = {}) {
  let changes = 0;
  const service = await createTestService({
    settings,
    isOne,
    onMonitoringChange() {
      changes += 1;
      onChange?.();
    },
  });
  const user = await service.givenUser({ role: "NetworkAdmin" });
  const token = await service.tokenOf(user);
  const viewerToken = await service.tokenOf(await service.givenUser());

  const send = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

  async function givenCheck(fields: Record<string, unknown> = {}): Promise<PortTargetOut> {
    const answer = await send(`POST ${CHECKS}`, { port: 443, label: "web", ...fields });
    if (answer.status !== 201) throw new Error(`no check: ${answer.text}`);
    return PortTargetOut.parse(answer.body);
  }

  async function givenMonitor(fields: Record<string, unknown> = {}): Promise<MonitorRead> {
    const body = { name: uniqueName("monitor"), url: "https://www.example.com", ...fields };
    const answer = await send(`POST ${MONITORS}`, body);
    if (answer.status !== 201) throw new Error(`no monitor: ${answer.text}`);
    return MonitorRead.parse(answer.body);
  }

  /** As the engine makes it; gives its id. */
  async function givenTarget(fields: TargetFields): Promise<number> {
    const values = { ...AS_USUAL, ...fields };
    const [row] = await service.database.db.insert(checkTargets).values(values).returning();
    return row?.id ?? 0;
  }

  return {
    ...service,
    user,
    token,
    viewerToken,
    send,
    givenCheck,
    givenMonitor,
    givenTarget,
    givenDevice: (fields = {}) => givenDevice(service, fields),
    auditOf: await createAuditReader(service),
    /** How often the engine has been told of a change. */
    changes: () => changes,
  };
}
