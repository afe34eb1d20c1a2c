import { expect } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../src/features/audit/models";
import { AuditUndo, UndoRefused } from "../../../src/features/undo/models";
import { createIpamService } from "../ipam/ipam-service";

export const API = "/api/v1";
export const Created = z.looseObject({ id: z.int() });
type Created = z.infer<typeof Created>;

/** An object without the times of its changes. */
export const settled = (body: unknown) => {
  const { updated_at: _changed, ...rest } = z.record(z.string(), z.unknown()).parse(body);
  return rest;
};

/** A service with an administrator, what it is asked for, and the undo of what it has noted. */
export async function createUndoService() {
  const service = await createIpamService();
  const { send } = service;
  async function post(path: string, body: unknown): Promise<Created> {
    const answer = await send(`POST ${API}${path}`, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return Created.parse(answer.body);
  }

  async function get(path: string): Promise<unknown> {
    const answer = await send(`GET ${API}${path}`);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  /** A write that succeeds; gives the id of its entry. */
  async function write(what: string, body?: unknown): Promise<number> {
    const [method, path] = what.split(" ");
    const answer = await send(`${method} ${API}${path}`, body);
    if (answer.status >= 300) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
    return z.coerce.number().parse(answer.headers.get("X-Audit-Id"));
  }

  const undoRaw = (id: number, query = "", token = service.adminToken) =>
    service.call(`POST ${API}/audit/${id}/undo${query}`, { token });

  async function undo(id: number, query = ""): Promise<AuditUndo> {
    const answer = await undoRaw(id, query);
    if (answer.status !== 200) throw new Error(`undo answered ${answer.status}: ${answer.text}`);
    return AuditUndo.parse(answer.body);
  }

  async function refusal(id: number, query = "") {
    const answer = await undoRaw(id, query);
    expect(answer.status).toBe(409);
    return UndoRefused.parse(answer.body).conflicts;
  }

  const entryOf = async (id: number) =>
    AuditLogList.parse(await get("/audit/logs?limit=500")).records.find((entry) => entry.id === id);

  return { ...service, post, get, write, undoRaw, undo, refusal, entryOf };
}
