import { DnsCard } from "./dns-card";
import { jobsOf, targetsOf, type Job } from "./jobs";
import { PingCard } from "./ping-card";
import { PortsCard } from "./ports-card";
import type { Tool, ToolsSearch } from "./search";
import { SnmpCard } from "./snmp-card";
import { SubnetCard } from "./subnet-card";
import { TlsCard } from "./tls-card";
import styles from "./tools.module.css";
import { TracerouteCard } from "./traceroute-card";
import { usualOf } from "./usual";

/** What was asked for, and which time it is. */
export type Asking = {
  run: number;
  search: ToolsSearch;
  /** Of SNMP; in no address. */
  community: string;
};

const HTTPS = 443;

type Props = { asking: Asking; allowed: readonly Tool[] };

/** One card for each tool and target. */
export function Answers({ asking, allowed }: Props) {
  const { run, search } = asking;
  const { tools } = usualOf(search, allowed);
  const jobs = jobsOf(targetsOf(search.target ?? ""), tools);
  return (
    <div className={styles.answers}>
      {jobs.map((job) => (
        <Card key={`${run} ${job.tool} ${job.target.text}`} job={job} asking={asking} allowed={allowed} />
      ))}
    </div>
  );
}

function Card({ job, asking: { run, search, community }, allowed }: Props & { job: Job }) {
  const asked = { ...job, run };
  const { records, ports, protocol } = usualOf(search, allowed);
  switch (job.tool) {
    case "dns":
      return <DnsCard {...asked} records={records} server={search.server} />;
    case "ping":
      return <PingCard {...asked} />;
    case "traceroute":
      return <TracerouteCard {...asked} />;
    case "ports":
      return <PortsCard {...asked} ports={ports} protocol={protocol} />;
    case "tls":
      return <TlsCard {...asked} port={search.ports?.length === 1 ? (search.ports[0] ?? HTTPS) : HTTPS} />;
    case "snmp":
      return (
        <SnmpCard
          {...asked}
          credentials={search.profile === undefined ? { community } : { profile: search.profile }}
        />
      );
    case "subnet":
      return <SubnetCard {...asked} split={search.split} />;
  }
}
