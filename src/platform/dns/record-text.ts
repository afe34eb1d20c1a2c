import type { Answer as ResourceRecord } from "dns-packet";
import { canonicalAddress } from "../ip";

/** The types of records that are asked for. */
export const DNS_RECORD_TYPES = [
  "A",
  "AAAA",
  "MX",
  "TXT",
  "NS",
  "CNAME",
  "SOA",
  "PTR",
  "SRV",
  "CAA",
] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** What a record says, as people write it: names in small letters and without a dot at the end, text without quotes. */
export function textOfRecord(record: ResourceRecord): string | undefined {
  switch (record.type) {
    case "A":
    case "AAAA":
      return canonicalAddress(record.data) ?? record.data;
    case "MX":
      return `${record.data.preference ?? 0} ${bareName(record.data.exchange)}`;
    case "TXT":
      return [record.data].flat().map(String).join("");
    case "NS":
    case "CNAME":
    case "PTR":
      return bareName(record.data);
    case "SOA":
      return `${bareName(record.data.mname)} ${bareName(record.data.rname)} ${record.data.serial ?? 0}`;
    case "SRV": {
      const { priority = 0, weight = 0, port, target } = record.data;
      return `${priority} ${weight} ${port} ${bareName(target)}`;
    }
    case "CAA":
      return `${record.data.flags ?? 0} ${record.data.tag} "${record.data.value}"`;
    default:
      return undefined;
  }
}

/** A name in small letters, without the dot at its end. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
