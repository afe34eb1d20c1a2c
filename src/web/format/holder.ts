import { formatListTime } from "./time";

type Holder = {
  hostname: string | null;
  mac_address: string | null;
  client_id: string | null;
  switch_name: string | null;
  switch_port: string | null;
  device: { name: string } | null;
  source: string;
  certainty: "seen" | "assumed" | "before";
  to: string;
};

/** Sources that tell until when somebody has an address; the others only see it. */
const LEASES = ["dhcp", "lease_import"];

/** `192.0.2.7 was anna-laptop (00:1b:21:3a:4c:5d) on sw3 Gi0/14 at that time`. */
export function describeHolder(address: string, holder: Holder): string {
  const who = [nameOf(holder), whereOf(holder)].filter((part) => part !== "").join(" ");
  switch (holder.certainty) {
    case "seen":
      return `${address} was ${who} at that time`;
    case "assumed":
      return `${address} was ${who} at that time, ${LEASES.includes(holder.source) ? "as its lease ran on" : "as nobody else was seen there"}`;
    case "before":
      return `${address} was last ${who}, until ${formatListTime(holder.to)}`;
  }
}

function nameOf({ hostname, device, mac_address: mac, client_id: client }: Holder): string {
  const name = hostname ?? device?.name;
  const identity = mac ?? client;
  if (name === undefined) return identity ?? "a machine that is not known";
  return identity === null ? name : `${name} (${identity})`;
}

function whereOf({ switch_name: name, switch_port: port }: Holder): string {
  if (port === null) return "";
  return name === null ? `on ${port}` : `on ${name} ${port}`;
}
