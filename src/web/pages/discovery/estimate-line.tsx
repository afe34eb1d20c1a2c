import type { Model } from "../../api/client";
import { formatNumber } from "../../format/number";
import styles from "./discovery.module.css";

type Props = { estimate: Model<"DiscoveryEstimate"> | undefined; isAsking: boolean };

/** What a scan would be, or why it would be refused. The room is there before the answer. */
export function EstimateLine({ estimate, isAsking }: Props) {
  return (
    <div role="status" className={styles.estimate}>
      {estimate === undefined ? (
        <span className={styles.dimmed}>
          {isAsking ? "Counting the addresses…" : "The number of addresses and the time are shown here."}
        </span>
      ) : (
        textOf(estimate)
      )}
    </div>
  );
}

function textOf({
  addresses_text: text,
  known_addresses: known,
  seconds,
  timeout_seconds: limit,
  refusal,
}: Model<"DiscoveryEstimate">) {
  const count = formatNumber(BigInt(text));
  const addresses = `${count} ${count === "1" ? "address" : "addresses"}`;
  if (refusal !== null) return `${addresses}. ${refusal}.`;
  const asked =
    known === null ? addresses : `${addresses} (${formatNumber(known)} known in networks of IPv6)`;
  return `${asked}, about ${seconds} s, given up after ${limit} s.`;
}
