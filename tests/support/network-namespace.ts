import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** Needs root, and that the system lets it make network namespaces and links in them. */
export const canMakeNetworks =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(["unshare", "--net", "ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"])
    .exitCode === 0;

/** Loopback alone. */
export const LOOPBACK_ONLY = ["ip link set lo up"];

/**
 * Beside loopback a link, 10.9.0.1/24 and fd09::1/64, to a router, 10.9.0.2 and fd09::2, which is the default route.
 * The router answers for all of
 * 10.66.0.0/16 and fd66::/64, and says of 10.8.0.0/16 and fd08::/64 that no host is reachable there, and of 10.7.0.0/16
 * that it is prohibited. All other addresses of 10.9.0.0/16 are dead neighbours.
 */
export const WITH_ROUTER = withRouter(60);

/** The same, for so long at most. */
export function withRouter(seconds: number): string[] {
  return [
    ...LOOPBACK_ONLY,
    `unshare --net sleep ${seconds} & router=$!`,
    // Until it is in a namespace of its own.
    'while [ "$(readlink /proc/$router/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done',
    'in_router() { nsenter --target $router --net "$@"; }',
    "ip link add v0 type veth peer name v1",
    "ip link set v1 netns $router",
    "ip addr add 10.9.0.1/16 dev v0 && ip addr add fd09::1/64 dev v0 nodad && ip link set v0 up",
    "in_router ip link set lo up",
    "in_router ip addr add 10.9.0.2/16 dev v1 && in_router ip addr add fd09::2/64 dev v1 nodad && in_router ip link set v1 up",
    "in_router sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward; echo 1 >/proc/sys/net/ipv6/conf/all/forwarding'",
    "in_router ip route add local 10.66.0.0/16 dev lo && in_router ip -6 route add local fd66::/64 dev lo",
    "in_router ip route add unreachable 10.8.0.0/16 && in_router ip -6 route add unreachable fd08::/64",
    "in_router ip route add prohibit 10.7.0.0/16",
    "ip route add default via 10.9.0.2 && ip -6 route add default via fd09::2",
  ];
}

/**
 * Runs a command in a network of its own, which the lines of shell make; gives what it printed. @throws with its errors
 * where it fails.
 */
export async function runInNetwork(
  setup: readonly string[],
  { command, environment = {} }: { command: readonly string[]; environment?: Record<string, string> },
): Promise<string> {
  const script = [
    "set -e",
    "trap 'if [ -n \"$router\" ]; then kill $router; fi' EXIT",
    ...setup,
    'env "$@"',
  ].join("\n");
  const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const child = Bun.spawn(["unshare", "--net", "sh", "-c", script, "sh", ...given, ...command], {
    cwd: ROOT,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${error}${output}`);
  return output;
}
