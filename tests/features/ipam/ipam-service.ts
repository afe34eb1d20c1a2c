import { z } from "zod";
import { IpReservationOut } from "../../../src/features/ipam/reservations/models";
import { SubnetOut } from "../../../src/features/ipam/subnets/models";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";

export const SUBNETS = "/api/v1/ipam/subnets";
export const RESERVATIONS = "/api/v1/ipam/reservations";

/** A service with an administrator's token, and the few things that the tests of IPAM put into it. */
export async function createIpamService() {
  const service = await createTestService();
  const admin = await service.givenAdmin();
  const token = await service.tokenOf(admin);
  const { sql } = service.database;
  let count = 0;

  const call = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

  async function givenSubnet(cidr: string, fields: Record<string, unknown> = {}): Promise<SubnetOut> {
    const answer = await call(`POST ${SUBNETS}`, { name: cidr, cidr, ...fields });
    if (answer.status !== 201) throw new Error(`no subnet: ${answer.text}`);
    return SubnetOut.parse(answer.body);
  }

  async function givenReservation(
    ip: string,
    fields: Record<string, unknown> = {},
  ): Promise<IpReservationOut> {
    const answer = await call(`POST ${RESERVATIONS}`, { ip_address: ip, label: ip, ...fields });
    if (answer.status !== 201) throw new Error(`no reservation: ${answer.text}`);
    return IpReservationOut.parse(answer.body);
  }

  /** A device with its primary address, and others. */
  async function givenDevice(ip: string, fields: Record<string, unknown> = {}): Promise<number> {
    const body = { name: `device-${ip}`, ip_address: ip, ...fields };
    const answer = await call("POST /api/v1/topology/devices", body);
    return z.object({ id: z.int() }).parse(answer.body).id;
  }

  async function givenLease(
    address: string,
    lease: { isActive?: boolean; isClosed?: boolean; hostname?: string; mac?: string; source?: string } = {},
  ): Promise<void> {
    const { isActive = true, isClosed = false, hostname = null, mac = null, source = "import" } = lease;
    await sql`INSERT INTO lease_sources (name, format) VALUES (${source}, 'isc') ON CONFLICT DO NOTHING`;
    await sql`INSERT INTO dhcp_leases (source_id, address, is_active, closed_at, hostname, mac_address)
      SELECT id, ${address}, ${isActive}, ${isClosed ? new Date().toISOString() : null}, ${hostname}, ${mac}
      FROM lease_sources WHERE name = ${source}`;
  }

  /** A network that no other test of the file has. */
  const newNetwork = () => {
    count += 1;
    return `10.${count}.0`;
  };

  return {
    ...service,
    admin,
    adminToken: token,
    send: call,
    givenSubnet,
    givenReservation,
    givenDevice,
    givenLease,
    newNetwork,
    auditOf: await createAuditReader(service),
    /** Written long ago: what expires has expired. */
    expire: (id: number) =>
      sql`UPDATE ip_reservations SET expires_at = now() - interval '1 second' WHERE id = ${id}`,
  };
}
