import { answerOf, api, type Model } from "../../api/client";
import { noted } from "../../api/noted";
import { ifMatch } from "../../api/version";
import type { Reservation } from "./api";
import type { Subnet } from "./tree/tree-rows";

/** Everything that the page writes. */
type Key = { "Idempotency-Key": string };

const keyed = (key: string): Key => ({ "Idempotency-Key": key });

export const createSubnet = (body: Model<"SubnetCreate">, key?: string) =>
  answerOf(
    api.POST("/api/v1/ipam/subnets", { body, params: { header: key === undefined ? {} : keyed(key) } }),
  );

export const changeSubnet = (id: number, body: Model<"SubnetUpdate">, tag: string | null) =>
  answerOf(
    api.PATCH("/api/v1/ipam/subnets/{subnet_id}", {
      params: { path: { subnet_id: id }, header: ifMatch(tag) },
      body,
    }),
  );

export const deleteSubnet = (subnet: Subnet) =>
  noted(api.DELETE("/api/v1/ipam/subnets/{subnet_id}", { params: { path: { subnet_id: subnet.id } } }));

/** Adds the first free network of a size in a subnet. */
export async function addNextSubnet(
  subnet: Subnet,
  { prefix, name, key }: { prefix: number; name: string; key: string },
): Promise<{ cidr: string; id?: number }> {
  return answerOf(
    api.POST("/api/v1/ipam/subnets/{subnet_id}/next-subnet", {
      params: { path: { subnet_id: subnet.id }, query: { prefix }, header: keyed(key) },
      body: { name },
    }),
  );
}

export const importVlans = (groupIds: number[]) =>
  answerOf(api.POST("/api/v1/ipam/subnets/import-from-vlans", { body: { group_ids: groupIds } }));

export const createReservation = (body: Model<"IpReservationCreate">, key: string) =>
  answerOf(api.POST("/api/v1/ipam/reservations", { body, params: { header: keyed(key) } }));

export const changeReservation = (
  id: number,
  { body, tag }: { body: Model<"IpReservationUpdate">; tag: string | null },
) =>
  answerOf(
    api.PATCH("/api/v1/ipam/reservations/{reservation_id}", {
      params: { path: { reservation_id: id }, header: ifMatch(tag) },
      body,
    }),
  );

export const releaseReservation = (reservation: Reservation) =>
  noted(
    api.DELETE("/api/v1/ipam/reservations/{reservation_id}", {
      params: { path: { reservation_id: reservation.id } },
    }),
  );

export const purgeExpired = () => noted(api.DELETE("/api/v1/ipam/reservations/expired"));

export const allocate = (subnetId: number, body: Model<"AllocationRequest">, key: string) =>
  answerOf(
    api.POST("/api/v1/ipam/subnets/{subnet_id}/allocate", {
      params: { path: { subnet_id: subnetId }, header: keyed(key) },
      body,
    }),
  );
