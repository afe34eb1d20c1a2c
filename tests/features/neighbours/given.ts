import { z } from "zod";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";

/** A service whose users may ask as often as they like, with what its tests begin with. */
export async function givenNeighbourService() {
  const service = await createTestService({
    settings: { TOOL_RATE_LIMIT_MAX_CALLS: "100000", API_KEY_RATE_LIMIT_MAX_CALLS: "100000" },
  });
  const admin = await service.tokenOf(await service.givenAdmin());
  const { key } = await service.apiKeyOf(await service.givenUser({ role: "NetworkAdmin" }));
  const { key: viewerKey } = await service.apiKeyOf(await service.givenUser({ role: "Viewer" }));
  const call = (what: string, body?: unknown) =>
    service.call(what, { key, ...(body === undefined ? {} : { body }) });
  const idOf = (answer: { body: unknown }) => z.looseObject({ id: z.int() }).parse(answer.body).id;
  let profiles = 0;

  async function givenProfile(body: object): Promise<number> {
    profiles += 1;
    const name = `profile ${profiles}`;
    return idOf(
      await service.call("POST /api/v1/tools/snmp/profiles", {
        token: admin,
        body: { name, timeout_seconds: 1, retries: 0, ...body },
      }),
    );
  }

  const givenDevice = async (body: object): Promise<number> =>
    idOf(await call("POST /api/v1/topology/devices", body));

  /** A device whose agent is at a port of this machine. */
  async function givenAgentDevice(
    { port }: { port: number },
    { profile = { community: "public" }, ...body }: { profile?: object; display_name: string },
  ): Promise<number> {
    const id = await givenProfile({ port, ...profile });
    return givenDevice({ ip_address: "127.0.0.1", snmp_profile_id: id, ...body });
  }

  return {
    service,
    key,
    viewerKey,
    call,
    givenProfile,
    givenDevice,
    givenAgentDevice,
    auditOf: await createAuditReader(service),
    scan: (deviceId: number) => call(`POST /api/v1/lldp/scan/${deviceId}`),
    list: (query = "") => call(`GET /api/v1/lldp/neighbours${query}`),
  };
}

/** The rows of an answer, as far as the tests look at them. */
export const Neighbours = z.array(
  z.looseObject({
    id: z.int(),
    remote_chassis_id: z.string(),
    matched_device_id: z.int().nullable(),
    dismissed: z.boolean(),
    is_seen: z.boolean(),
  }),
);

export const ScanAnswer = z.looseObject({
  neighbours: Neighbours,
  error: z.string().nullable(),
  notes: z.array(z.string()),
});
