import type { AttachedMachine, Attachment } from "../../../api/attached";
import { formatCount } from "../../../format/number";

/** Why a machine is said to hang where it does. */
export const REASON_WORDS: Record<Attachment["reason"], string> = {
  only: "no other switch knows it",
  edge: "the other switches have it behind ports that lead here",
  moved: "it came here after other switches had seen it last",
  fewest: "several ports may be it; behind this one is the least",
  between: "it hangs on something between switches",
};

/** `one of 23 behind this port`; undefined: it is alone there. */
export function companyOf({ behind_port: count }: Attachment): string | undefined {
  return count > 1 ? `one of ${formatCount(count, ["address", "addresses"])} behind this port` : undefined;
}

/** What people call the machine: the device, else its own name, else an address of it. */
export function machineName({
  device,
  hostname,
  ip_addresses: addresses,
  mac_address: mac,
}: AttachedMachine) {
  return device?.name ?? hostname ?? addresses[0] ?? mac;
}
