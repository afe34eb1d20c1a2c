import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../../api/client";
import { noted } from "../../../api/noted";

export type Pool = Model<"ExternalIpPoolOut">;
export type Assignment = NonNullable<Model<"ExternalIpAssignmentOut">>;
export type PoolAddress = Model<"ExternalIpAddressPage">["addresses"][number];

export const poolsQuery = () =>
  queryOptions({
    queryKey: ["ipam", "pools"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/external/pools", { signal })),
  });

/** Addresses on a page of a pool. */
export const POOL_PAGE = 64;

export const poolAddressesQuery = (poolId: number, offset: number) =>
  queryOptions({
    queryKey: ["ipam", "pool-addresses", poolId, offset],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/external/pools/{pool_id}/addresses", {
          params: {
            path: { pool_id: poolId },
            query: { offset, limit: POOL_PAGE },
          },
          signal,
        }),
      ),
  });

export const createPool = (body: Model<"ExternalIpPoolCreate">, key: string) =>
  answerOf(
    api.POST("/api/v1/ipam/external/pools", {
      body,
      params: { header: { "Idempotency-Key": key } },
    }),
  );

export const changePool = ({ id }: Pool, body: Model<"ExternalIpPoolUpdate">) =>
  answerOf(
    api.PATCH("/api/v1/ipam/external/pools/{pool_id}", {
      params: { path: { pool_id: id } },
      body,
    }),
  );

export const deletePool = ({ id }: Pool) =>
  noted(
    api.DELETE("/api/v1/ipam/external/pools/{pool_id}", {
      params: { path: { pool_id: id } },
    }),
  );

export const poolDeletionQuery = (id: number) =>
  queryOptions({
    queryKey: ["ipam", "pool-deletion", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.DELETE("/api/v1/ipam/external/pools/{pool_id}", {
          params: { path: { pool_id: id }, query: { dry_run: true } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

export const createAssignment = (body: Model<"ExternalIpAssignmentCreate">, key: string) =>
  answerOf(
    api.POST("/api/v1/ipam/external/assignments", {
      body,
      params: { header: { "Idempotency-Key": key } },
    }),
  );

export const changeAssignment = ({ id }: Assignment, body: Model<"ExternalIpAssignmentUpdate">) =>
  answerOf(
    api.PATCH("/api/v1/ipam/external/assignments/{assignment_id}", {
      params: { path: { assignment_id: id } },
      body,
    }),
  );

export const deleteAssignment = ({ id }: Assignment) =>
  noted(
    api.DELETE("/api/v1/ipam/external/assignments/{assignment_id}", {
      params: { path: { assignment_id: id } },
    }),
  );
