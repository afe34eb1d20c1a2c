import { z } from "zod";
import { Import, ImportRow } from "../../../src/features/imports/models";
import type { Answer, TestService } from "../../support/app";

export type GivenFile = { name: string; content: string | Uint8Array<ArrayBuffer> };

/** A form as browsers and curl send it. */
export async function formOf(
  files: readonly GivenFile[],
  mapping?: unknown,
): Promise<{ text: Uint8Array<ArrayBuffer>; headers: { "Content-Type": string } }> {
  const form = new FormData();
  if (mapping !== undefined) form.append("mapping", JSON.stringify(mapping));
  for (const { name, content } of files) form.append("file", new File([content], name));
  const sent = new Response(form);
  const headers = { "Content-Type": sent.headers.get("Content-Type") ?? "" };
  return { text: new Uint8Array(await sent.arrayBuffer()), headers };
}

export type Sent = { files: readonly GivenFile[]; mapping?: unknown; query?: string };

/** Imports files as one user of a service. */
export function importer(service: TestService, token: string) {
  async function send(source: string, { files, mapping, query = "" }: Sent): Promise<Answer> {
    const form = await formOf(files, mapping);
    return service.call(`POST /api/v1/imports?source=${source}${query}`, { token, ...form });
  }

  async function rowsOf(id: string, query = ""): Promise<ImportRow[]> {
    const { body } = await service.call(`GET /api/v1/imports/${id}/rows${query}`, { token });
    return z.array(ImportRow).parse(body);
  }

  /** What came of it, with the verdicts on all rows. */
  async function take(source: string, sent: Sent): Promise<Import & { verdicts: ImportRow[] }> {
    const answer = await send(source, sent);
    if (answer.status !== 200) throw new Error(`the import answered ${answer.status}: ${answer.text}`);
    const taken = Import.parse(answer.body);
    return { ...taken, verdicts: await rowsOf(taken.id) };
  }

  const get = async (path: string): Promise<unknown> =>
    (await service.call(`GET /api/v1/${path}`, { token })).body;

  return { send, take, rowsOf, get };
}

/** The actions of verdicts, in the order of the rows. */
export function actionsOf(verdicts: readonly ImportRow[]): string[] {
  return verdicts.map(({ action }) => action);
}
