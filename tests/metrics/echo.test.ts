import { expect, test } from "bun:test";
import { createMetrics } from "#platform/metrics";
import { addEchoMetrics } from "../../src/metrics/echo";
import { ONCE, openHere } from "../platform/echo/given";

test("what echo requests came to stands in the metrics", async () => {
  const metrics = createMetrics();
  const reachability = await openHere();
  addEchoMetrics(metrics, reachability);
  expect(await metrics.registry.metrics()).toContain("netatlas_echo_requests_total 0");
  await reachability.echo(["127.0.0.1", "127.0.0.2"], ONCE);
  const text = await metrics.registry.metrics();
  // Nothing is counted where a program sends.
  const count = reachability.counters === undefined ? 0 : 2;
  expect(text).toContain(`netatlas_echo_requests_total ${count}`);
  expect(text).toContain(`netatlas_echo_replies_total{kind="answered"} ${count}`);
  expect(text).toContain("netatlas_echo_held_total 0");
  await reachability.close();
});
