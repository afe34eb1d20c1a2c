import { createApiClient, setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { toYaml } from "../../src/features/configuration/bundle/write-yaml";

const DEVICES = 10_000;
const MAX_ROUND_SECONDS = 10;
const MAX_PLAN_SECONDS = 2;

/**
 * A configuration of 10,000 devices with links, addresses, checks and monitors: exported, applied to an empty service
 * and exported there, and a plan that finds nothing to do. Fails beyond its limits, and where the two exports differ.
 */
export async function benchConfiguration(): Promise<boolean> {
  const [source, target] = [await startEmpty(), await startEmpty()];
  try {
    const bundle = toYaml(madeUp());
    const filled = await timed(() => source.post("apply", bundle));
    const exported = await timed(source.exported);
    const applied = await timed(() => target.post("apply", exported.result));
    const again = await timed(target.exported);
    const plan = await timed(() => target.post("plan", again.result));
    const isSame = exported.result === again.result;
    const hasChanges = plan.result.includes('"has_changes":true');
    const round = exported.seconds + applied.seconds + again.seconds;
    const isMet = isSame && !hasChanges && round <= MAX_ROUND_SECONDS && plan.seconds <= MAX_PLAN_SECONDS;
    process.stdout.write(
      `configuration: ${DEVICES} devices, ${(bundle.length / 1e6).toFixed(1)} MB (first apply ${filled.seconds.toFixed(1)} s): ` +
        `export ${exported.seconds.toFixed(1)} s, apply ${applied.seconds.toFixed(1)} s, export ${again.seconds.toFixed(1)} s ` +
        `(together <= ${MAX_ROUND_SECONDS} s), the same octets: ${isSame ? "yes" : "NO"}; plan of no change ` +
        `${plan.seconds.toFixed(1)} s (<= ${MAX_PLAN_SECONDS} s)  ${isMet ? "ok" : "MISSED"}\n`,
    );
    return isMet;
  } finally {
    await source.remove();
    await target.remove();
  }
}

async function startEmpty() {
  const service = await startService({ environment: { LOG_LEVEL: "warning", MONITORING_ENABLED: "false" } });
  const { key } = await setUpAdmin(service.url);
  await createApiClient(service.url).get("/api/health");
  const path = `${service.url}/api/v1/configuration`;
  const headers = { "X-API-Key": key };

  async function text(answer: Response): Promise<string> {
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status}: ${body.slice(0, 500)}`);
    return body;
  }

  return {
    exported: async () => text(await fetch(path, { headers })),
    post: async (action: string, body: string) =>
      text(
        await fetch(`${path}/${action}`, {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/yaml" },
          body,
        }),
      ),
    remove: () => service.remove(),
  };
}

async function timed(work: () => Promise<string>): Promise<{ result: string; seconds: number }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** `many(3, (n) => n)` is `[0, 1, 2]`. */
function many<Thing>(count: number, make: (number: number) => Thing): Thing[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

export function madeUp(): Record<string, unknown> {
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  const mac = (n: number) => `00:00:5e:${[n >> 16, (n >> 8) & 255, n & 255].map(hex).join(":")}`;
  const nameOf = (n: number) => `sw-${n}`;
  return {
    version: 1,
    sites: many(50, (n) => ({ name: `site-${n}`, ...(n > 9 && { parent: `site-${n % 10}` }) })),
    groups: many(100, (n) => ({ name: `group-${n}`, vlan_id: String(n + 10), site: `site-${n % 50}` })),
    devices: many(DEVICES, (n) => ({
      display_name: nameOf(n),
      hostname: `sw-${n}.example.net`,
      ip_address: address(n + 256),
      mac_address: mac(n),
      device_type: n % 5 === 0 ? "switch" : "server",
      site: `site-${n % 50}`,
      group: `group-${n % 100}`,
      tags: n % 5 === 0 ? ["network", "core"] : ["server"],
      notes: n % 10 === 0 ? `Rack ${n}: second row` : null,
      ...(n % 20 === 0 && {
        interfaces: many(4, (port) => ({ name: `ge-0/0/${port}`, description: `port ${port}` })),
      }),
    })),
    links: many(DEVICES - 1, (n) => ({
      source: nameOf(n + 1),
      target: nameOf(n >> 1),
      source_interface: "uplink",
    })),
    subnets: many(200, (n) => ({
      cidr: `10.${100 + (n >> 8)}.${n & 255}.0/24`,
      name: `net ${n}`,
      site: `site-${n % 50}`,
    })),
    reservations: many(1000, (n) => ({
      ip_address: `10.100.${n % 200}.${10 + Math.floor(n / 200)}`,
      label: `printer ${n}`,
    })),
    checks: many(500, (n) => ({ label: "SSH", device: nameOf(n), check_type: "ssh", port: 22 })),
    monitors: many(200, (n) => ({ name: `portal ${n}`, url: `https://portal-${n}.example.net/` })),
  };
}

function hex(octet: number): string {
  return octet.toString(16).padStart(2, "0");
}

if (import.meta.main) process.exit((await benchConfiguration()) ? 0 : 1);
