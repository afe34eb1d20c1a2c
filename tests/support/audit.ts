import { AuditLogList, type AuditLogRead } from "../../src/features/audit/models";
import type { TestService } from "./app";

/** Gives the function that reads a target's audit rows, newest first, over the API as an administrator. */
export async function createAuditReader(service: TestService) {
  const token = await service.tokenOf(await service.givenAdmin());
  return async (target: string, action?: string): Promise<AuditLogRead[]> => {
    const { body } = await service.call("GET /api/v1/audit/logs?limit=500", { token });
    return AuditLogList.parse(body).records.filter(
      (record) => record.target === target && (action === undefined || record.action === action),
    );
  };
}
