/** Reads the metrics of a service that was started with METRICS_TOKEN. */
export async function readMetrics(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`cannot read the metrics: ${answer.status}`);
  return answer.text();
}

/**
 * The share of observations, 0 to 1, that a histogram has at or below a bound that is one of its buckets, of those
 * between two readings of the metrics.
 */
export function shareWithin(
  { before, after }: { before: string; after: string },
  histogram: string,
  bound: number,
): number {
  const grownBy = (name: string) => valueOf(after, name) - valueOf(before, name);
  return grownBy(`${histogram}_bucket{le="${bound}"}`) / grownBy(`${histogram}_count`);
}

function valueOf(metrics: string, name: string): number {
  const line = metrics.split("\n").find((text) => text.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.slice(name.length + 1));
}
