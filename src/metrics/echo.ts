import type { Reachability } from "#platform/echo/reachability";
import type { Metrics } from "#platform/metrics";

/** Adds what the echo requests of this process came to; without ICMP sockets of our own there is nothing to count. */
export function addEchoMetrics({ addReading }: Metrics, reachability: Reachability): void {
  addReading({
    name: "netatlas_echo_requests_total",
    type: "counter",
    help: "ICMP echo requests sent since start",
    read: () => reachability.counters?.sent ?? 0,
  });
  addReading({
    name: "netatlas_echo_held_total",
    type: "counter",
    help: "ICMP echo requests that the system had no room for at the first try",
    read: () => reachability.counters?.held ?? 0,
  });
  addReading({
    name: "netatlas_echo_replies_total",
    type: "counter",
    help: "ICMP echo replies: to a request that waited, too late, a second time, or to none of ours",
    label: "kind",
    read: () => {
      const { answered = 0, late = 0, duplicate = 0, foreign = 0 } = reachability.counters ?? {};
      return { answered, late, duplicate, foreign };
    },
  });
}
