import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { readDeviceNames } from "../../api/device-names";
import { answerOf, api, triedOf, type Model } from "../../api/client";
import { deviceQuery, forgetDevices, type Device } from "../../api/inventory";
import { FRESH } from "../../api/query-client";
import { resolveRange, type Range } from "../../format/range";
import { spoken, type SpokenEntry } from "../../api/audit-entries";
import { noted } from "../../api/noted";

export type Lookup = Model<"LookupResult">;
export type Link = Model<"RelationshipRead">;
export type AuditLog = SpokenEntry;

/**
 * What the service knows around a device is found by what tells it from others; undefined: it has nothing of the kind.
 */
export function lookupTerm({ ip_address: address, mac_address: mac, hostname, display_name: name }: Device) {
  return address || mac || hostname || name || undefined;
}

export const lookupQuery = (term: string) =>
  queryOptions({
    queryKey: ["device", "lookup", term],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/lookup/{term}", { params: { path: { term } }, signal })),
    staleTime: FRESH.lists,
  });

const EVENTS = 200;

/** The newest events that an address of the device sent, or is an end of. */
export const eventsQuery = (id: number, { q, range }: { q: string | undefined; range: Range }) =>
  queryOptions({
    queryKey: ["device", "events", id, { q, range }],
    async queryFn({ signal }) {
      const { start, end } = resolveRange(range, Date.now());
      const query = {
        device_id: id,
        start_time: start,
        end_time: end,
        limit: EVENTS,
        ...(q !== undefined && { q }),
      };
      const answer = await answerOf(api.GET("/api/v1/syslog/events", { params: { query }, signal }));
      return { ...answer, names: await readDeviceNames(answer.events, signal) };
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

const CHANGES = 100;

export const changesQuery = (id: number) =>
  queryOptions({
    queryKey: ["device", "changes", id],
    queryFn: ({ signal }) =>
      spoken(
        answerOf(
          api.GET("/api/v1/audit/logs", {
            params: { query: { target: `device:${id}`, limit: CHANGES } },
            signal,
          }),
        ),
      ),
    staleTime: FRESH.figures,
  });

/** Makes a device a favourite of this person, or no longer; at once, and back where the service refuses. */
export function useToggleFavourite(id: number) {
  const queries = useQueryClient();
  const { queryKey } = deviceQuery(id);
  const flip = () =>
    queries.setQueryData(queryKey, (old) =>
      old === undefined ? old : { ...old, device: { ...old.device, is_favourite: !old.device.is_favourite } },
    );
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH("/api/v1/topology/devices/{device_id}/favourite", { params: { path: { device_id: id } } }),
      ),
    onMutate: flip,
    onError: flip,
    onSuccess: () => forgetDevices(queries),
  });
}

export const deletionQuery = (id: number) =>
  queryOptions({
    queryKey: ["device", "deletion", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.DELETE("/api/v1/topology/devices/{device_id}", {
          params: { path: { device_id: id }, query: { dry_run: true } },
          signal,
        }),
      ),
    gcTime: 0,
    staleTime: 0,
  });

export function deleteDevice(id: number, etag: string | null) {
  return noted(
    api.DELETE("/api/v1/topology/devices/{device_id}", {
      params: { path: { device_id: id }, header: etag === null ? {} : { "If-Match": etag } },
    }),
  );
}

export type Enrichment = Model<"DeviceSnmpEnrichmentPreview">;
export type EnrichmentChange = Model<"DeviceSnmpEnrichmentChange">;

const enrichmentPath = (id: number) => ({ path: { device_id: id } });

/** What the device says by SNMP; it is asked each time, and only when somebody wants it. */
export const enrichmentQuery = (id: number) =>
  queryOptions({
    queryKey: ["device", "enrichment", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/snmp/arp-enrichment", {
          params: enrichmentPath(id),
          signal,
        }),
      ),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Writes the changes that were chosen, where the device says the same still. */
export function useApplyEnrichment(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: readonly EnrichmentChange[]) =>
      answerOf(
        api.POST("/api/v1/topology/devices/{device_id}/snmp/arp-enrichment/apply", {
          params: enrichmentPath(id),
          body: {
            apply_all: false,
            changes: changes.map(({ device_id, field, suggested }) => ({ device_id, field, suggested })),
          },
        }),
      ),
    onSuccess: () =>
      Promise.all([forgetDevices(queries), queries.invalidateQueries({ queryKey: ["topology"] })]),
  });
}

export type Merge = Model<"DeviceMerged">["merge"];
/** Whose value of a field stays, by the field. */
export type MergeChoices = NonNullable<Model<"DeviceMergeRequest">["fields"]>;

type MergeOrder = { id: number; otherId: number; fields: MergeChoices };

/** What merging a device into this one would come to; the service tries it and takes it back. */
export const mergePreviewQuery = ({ id, otherId, fields }: MergeOrder) =>
  queryOptions({
    queryKey: ["device", "merge", id, otherId, fields],
    queryFn: ({ signal }) =>
      triedOf(
        api.POST("/api/v1/topology/devices/{device_id}/merge", {
          params: { path: { device_id: id }, query: { dry_run: true } },
          body: { other_device_id: otherId, fields },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Merges as it was shown: both must be what they were. */
export function useMerge() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      otherId,
      fields,
      ...tags
    }: MergeOrder & { etag: string | null; otherEtag: string | null }) =>
      answerOf(
        api.POST("/api/v1/topology/devices/{device_id}/merge", {
          params: { path: { device_id: id } },
          body: {
            other_device_id: otherId,
            fields,
            ...(tags.etag !== null && { etag: tags.etag }),
            ...(tags.otherEtag !== null && { other_etag: tags.otherEtag }),
          },
        }),
      ),
    // There is hardly a page that does not show something of devices; but the preview of what has been done would be
    // refused.
    onSuccess: () =>
      void queries.invalidateQueries({ predicate: ({ queryKey: [, what] }) => what !== "merge" }),
  });
}

export type Identity = Model<"DeviceIdentity">;

/** What the device is known by, beside its fields. */
export const identitiesQuery = (id: number) =>
  queryOptions({
    queryKey: ["device", "identities", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/identities", {
          params: { path: { device_id: id } },
          signal,
        }),
      ),
    staleTime: FRESH.lists,
  });
