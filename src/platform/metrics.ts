import { Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  /** To be called once per answered request. */
  observeRequest: (answer: { method: string; route: string; status: number; seconds: number }) => void;
  /** Adds a value that is read when the metrics are scraped. */
  addReading: (reading: Reading) => void;
  /** Adds values that are all told by one thing, which is asked once a scrape. */
  addReadings: <Source>(source: () => Promise<Source>, readings: readonly ReadingOf<Source>[]) => void;
};

/** One value, or one per value of the label; without a label the empty record means that there is none now. */
type Value = number | Record<string, number>;

type ReadingOf<Source> = Omit<Reading, "read"> & { read: (source: Source) => Value };

type Reading = {
  name: string;
  /** `counter`: only grows while the service runs, and its name ends in `_total`. */
  type: "counter" | "gauge";
  help: string;
  read: () => Value;
  label?: string;
};

/** The service's metrics in Prometheus's text format. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: "netatlas_http_requests_total",
    help: "Answered HTTP requests",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "netatlas_http_request_seconds",
    help: "Time to answer an HTTP request, in seconds",
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [registry],
  });
  const metrics: Metrics = {
    registry,
    observeRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status: String(status) });
      duration.observe(seconds);
    },
    addReading: ({ read, ...reading }) => register(reading, () => Promise.resolve(read())),
    addReadings(source, readings) {
      const ask = oncePerScrape(source);
      for (const { read, ...reading } of readings) register(reading, async () => read(await ask()));
    },
  };
  function register({ name, type, help, label }: Omit<Reading, "read">, read: () => Promise<Value>): void {
    const Metric = type === "counter" ? Counter : Gauge;
    const metric = new Metric({
      name,
      help,
      registers: [],
      labelNames: label === undefined ? [] : [label],
      async collect() {
        const value = await read();
        this.reset();
        if (typeof value === "number") return this.inc(value);
        // A metric without a label starts at zero, which would be a value.
        if (label === undefined) this.remove({});
        for (const [key, count] of Object.entries(value)) this.inc({ [label ?? "kind"]: key }, count);
      },
    });
    registry.registerMetric(metric);
  }
  metrics.addReading({
    name: "process_resident_memory_bytes",
    type: "gauge",
    help: "Resident memory of the service process",
    read: () => process.memoryUsage.rss(),
  });
  metrics.addReading({
    name: "process_uptime_seconds",
    type: "gauge",
    help: "Time since the service started",
    read: () => process.uptime(),
  });
  return metrics;
}

/** All metrics of a scrape begin to be collected before anything else runs. */
function oncePerScrape<Source>(source: () => Promise<Source>): () => Promise<Source> {
  let asked: Promise<Source> | undefined;
  return () => {
    if (asked === undefined) {
      asked = source();
      queueMicrotask(() => {
        asked = undefined;
      });
    }
    return asked;
  };
}
