import { type BindingRecorder, measureBindings } from "#features/bindings";
import type { Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import type { Metrics } from "#platform/metrics";

const SIZE_KEPT_MS = 60_000;

/** Adds what came of the lines of DHCP servers, and how much is kept of who had which address. */
export function addBindingMetrics(
  { addReading, addReadings }: Metrics,
  { recorder, db }: { recorder: Pick<BindingRecorder, "counts">; db: Db },
): void {
  addReading({
    name: "netatlas_binding_sightings_total",
    type: "counter",
    help: "What lines of DHCP servers, and tables of switches and routers, said of addresses since start: added or changed a binding, refused as too many, failed",
    label: "result",
    read: () => ({ ...recorder.counts }),
  });
  const size = keepFor(SIZE_KEPT_MS, () => measureBindings(db).catch(() => undefined));
  addReadings(size, [
    {
      name: "netatlas_binding_rows",
      type: "gauge",
      help: "Bindings of addresses that are kept; absent while the database is away",
      read: (measure) => measure?.rows ?? {},
    },
    {
      name: "netatlas_binding_bytes",
      type: "gauge",
      help: "Octets of them in the database, with indexes; absent while it is away",
      read: (measure) => measure?.size_bytes ?? {},
    },
  ]);
}
