import { expect } from "bun:test";
import { z } from "zod";
import { DeviceMerged } from "../../../../src/features/topology/merge/models";
import { createTestService, uniqueName } from "../../../support/app";

const API = "/api/v1";
const Id = z.looseObject({ id: z.int() });

/** A service, a user who may merge devices, and how. */
export async function givenMergeService() {
  const service = await createTestService();
  const user = await service.givenUser({ role: "NetworkAdmin" });
  const token = await service.tokenOf(user);

  async function make(path: string, body: object, as = token): Promise<number> {
    const answer = await service.call(`POST ${API}${path}`, { token: as, body });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return Id.parse(answer.body).id;
  }

  const mergeInto = (kept: number, body: object, query = "") =>
    service.call(`POST ${API}/topology/devices/${kept}/merge${query}`, { token, body });

  async function merge(kept: number, gone: number, fields: object = {}): Promise<DeviceMerged> {
    const answer = await mergeInto(kept, { other_device_id: gone, fields });
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 });
    return DeviceMerged.parse(answer.body);
  }

  return {
    service,
    user,
    token,
    make,
    mergeInto,
    givenDevice: (body: object = {}) => make("/topology/devices", { name: uniqueName("device"), ...body }),
    read: (id: number) => service.call(`GET ${API}/topology/devices/${id}`, { token }),
    merge,
  };
}
