import { formatCount } from "../../format/number";
import { formatLatency } from "../../format/time";
import type { KeptResult } from "./names";

/** An answer in a few words. */
export function summaryOf(kept: KeptResult): string {
  switch (kept.tool) {
    case "dns": {
      const { record_type: type, records, response_code: code } = kept.result;
      const [first] = records;
      if (first === undefined) return `${type}: ${code === "NOERROR" ? "no records" : code}`;
      return `${type}: ${first.value}${records.length > 1 ? ` and ${records.length - 1} more` : ""}`;
    }
    case "reverse_dns":
      return kept.result.ptr_records.join(", ") || "no name";
    case "ping": {
      const { received, transmitted, average_ms: mean } = kept.result;
      return `${received ?? 0} of ${transmitted ?? 0} replies${mean === null ? "" : `, ${formatLatency(mean)}`}`;
    }
    case "traceroute": {
      const hops = formatCount(kept.result.hops.length, ["hop", "hops"]);
      return kept.result.is_reached ? `reached, ${hops}` : `not reached, ${hops}`;
    }
    case "port_check": {
      const open = kept.result.results.filter(({ reachable }) => reachable).map(({ port }) => port);
      return open.length === 0 ? "none open" : `${open.join(", ")} open`;
    }
    case "snmp_probe":
      return kept.result.sys_name ?? kept.result.sys_descr ?? "answers";
    case "tls_check": {
      const { certificate, error } = kept.result;
      if (certificate === null) return error ?? "no certificate";
      return certificate.problem ?? `trusted, ${formatCount(certificate.days_left, ["day", "days"])} left`;
    }
  }
}

/** The page of tools with the same question in its form. */
export function againHref({ tool, asked }: KeptResult): string {
  const names = {
    dns: "dns",
    reverse_dns: "dns",
    ping: "ping",
    traceroute: "traceroute",
    port_check: "ports",
    snmp_probe: "snmp",
    tls_check: "tls",
  } as const;
  const query = new URLSearchParams({ target: asked.target, tools: names[tool] });
  if (asked.record_type !== null) query.set("records", asked.record_type);
  if (asked.server !== null) query.set("server", asked.server);
  if (tool !== "snmp_probe" && asked.ports.length > 0) query.set("ports", asked.ports.join(","));
  if (asked.protocol === "udp") query.set("protocol", "udp");
  if (asked.profile_id !== null) query.set("profile", String(asked.profile_id));
  return `/tools?${query.toString()}`;
}
