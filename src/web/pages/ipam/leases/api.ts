import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../../api/client";
import { noted } from "../../../api/noted";

export type Lease = Model<"DhcpLeaseOut">;
export type LeaseImport = Model<"DhcpImportResult">;
export type FormerLease = Model<"DhcpLeaseHistoryEntry">;

export const leasesQuery = () =>
  queryOptions({
    queryKey: ["ipam", "leases"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/dhcp-leases", {
          params: { query: { sort: "address" } },
          signal,
        }),
      ),
  });

/** More than these are not read for a look back. */
export const MAX_HISTORY = 200;

/** Current and former leases, the latest first: of an address, or of all. */
export const leaseHistoryQuery = (address: string) =>
  queryOptions({
    queryKey: ["ipam", "lease-history", address],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/dhcp-leases/history", {
          params: { query: { limit: MAX_HISTORY, ...(address !== "" && { ip_address: address }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const leaseDeletionQuery = () =>
  queryOptions({
    queryKey: ["ipam", "lease-deletion"],
    queryFn: ({ signal }) =>
      answerOf(
        api.DELETE("/api/v1/ipam/dhcp-leases", {
          params: { query: { dry_run: true } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

export const removeLeases = () => noted(api.DELETE("/api/v1/ipam/dhcp-leases"));

/** What a lease file may be; the service finds it out where nothing is chosen. */
export const LEASE_FORMATS = [
  { value: "isc-dhcpd", label: "ISC dhcpd" },
  { value: "dnsmasq", label: "dnsmasq" },
  { value: "kea-csv", label: "Kea, CSV" },
  { value: "kea-json", label: "Kea, JSON" },
  { value: "windows-csv", label: "Windows, CSV" },
  { value: "windows-netsh", label: "Windows, netsh" },
  { value: "mikrotik", label: "MikroTik" },
  { value: "opnsense-json", label: "OPNsense or pfSense, JSON" },
  { value: "netatlas-csv", label: "an export, CSV" },
  { value: "netatlas-json", label: "an export, JSON" },
] as const;

export type LeaseFormat = (typeof LEASE_FORMATS)[number]["value"];

type LeaseFile = {
  content: string;
  /** Empty: as the file says, or the one that the service takes. */
  source: string;
  format: LeaseFormat | undefined;
  /** Leases of the source that the file does not list end. */
  isWhole: boolean;
  /** Of times that name no zone; empty: UTC. */
  utcOffset: string;
};

export const importLeases = ({ content, source, format, isWhole, utcOffset }: LeaseFile) =>
  answerOf(
    api.POST("/api/v1/ipam/dhcp-leases/import", {
      params: {
        query: {
          ...(source.trim() !== "" && { source }),
          close_missing: isWhole,
          ...(format !== undefined && { format }),
          ...(utcOffset !== "" && { utc_offset: utcOffset }),
        },
      },
      body: { content },
    }),
  );
