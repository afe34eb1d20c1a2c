import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { unmountBelow } from "./mounts";

/** The image of the Containerfile, unpacked. */
export type BuiltImage = {
  /** Its tree. */
  root: string;
  /** Octets of the layers above the base image. */
  ownBytes: number;
  /** What it is run as: environment, user, command. */
  settings: ImageSettings;
  remove(): Promise<void>;
};

const ImageSettings = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  ExposedPorts: z.record(z.string(), z.unknown()),
  Volumes: z.record(z.string(), z.unknown()),
  Labels: z.record(z.string(), z.string()),
  StopSignal: z.string(),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
});
type ImageSettings = z.infer<typeof ImageSettings>;

const PROJECT = join(import.meta.dir, "../..");
const PROGRAMS = ["buildah", "mmdebstrap", "unshare", "setpriv"];
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** Programs of Debian by which an image is built and entered, and that are missing here; root is one of them. */
export function missingForImages(): string[] {
  const missing = PROGRAMS.filter((name) => Bun.which(name) === null);
  return process.getuid?.() === 0 ? missing : ["root", ...missing];
}

/**
 * Builds the image for real with buildah, on a base that stands for the published one: Debian of mmdebstrap with this
 * runtime under the name that the Containerfile asks for.
 */
export async function buildImage(): Promise<BuiltImage> {
  const scratch = mkdtempSync(join(tmpdir(), "netatlas-image-"));
  const buildah = (...words: string[]) =>
    run(["buildah", "--root", join(scratch, "storage"), "--runroot", join(scratch, "run"), ...words]);
  const remove = async () => {
    try {
      await buildah("umount", "--all");
      await buildah("rm", "--all");
    } finally {
      unmountBelow(scratch);
      rmSync(scratch, { recursive: true, force: true });
    }
  };
  try {
    await buildBase(scratch, buildah);
    const format = ["--format", "docker", "--isolation", "chroot", "--pull-never"];
    await buildah("bud", ...format, "--file", join(PROJECT, "Containerfile"), "--tag", "netatlas", PROJECT);
    const container = await buildah("from", "--pull-never", "netatlas");
    const root = await buildah("mount", container);
    const inspected = z
      .object({ Docker: z.object({ config: ImageSettings }) })
      .parse(JSON.parse(await buildah("inspect", "--type", "image", "netatlas")));
    const ownBytes =
      (await treeBytes(root)) - (await treeBytes(await buildah("mount", await baseOf(buildah))));
    return { root, ownBytes, settings: inspected.Docker.config, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

type Buildah = (...words: string[]) => Promise<string>;

/** The name of the base image, from the Containerfile's first FROM. */
async function baseName(): Promise<string> {
  const name = /^FROM (\S+)/m.exec(await Bun.file(join(PROJECT, "Containerfile")).text())?.[1];
  if (name === undefined) throw new Error("the Containerfile has no FROM");
  return `docker.io/${name}`;
}

async function baseOf(buildah: Buildah): Promise<string> {
  return buildah("from", "--pull-never", await baseName());
}

async function buildBase(scratch: string, buildah: Buildah): Promise<void> {
  const archive = join(scratch, "debian.tar");
  await run(["mmdebstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", archive]);
  const base = await buildah("from", "scratch");
  await buildah("add", "--quiet", base, archive, "/");
  await buildah("copy", "--quiet", "--chmod", "755", base, process.execPath, "/usr/local/bin/bun");
  // Networks that open TLS have an authority of their own, which this machine knows.
  await buildah("copy", "--quiet", base, process.env["SSL_CERT_FILE"] ?? AUTHORITIES, AUTHORITIES);
  await buildah("config", "--env", `SSL_CERT_FILE=${AUTHORITIES}`, base);
  await buildah("commit", "--quiet", base, await baseName());
  rmSync(archive);
}

async function treeBytes(root: string): Promise<number> {
  return Number((await run(["du", "--summarize", "--bytes", "--one-file-system", root])).split("\t")[0]);
}

async function run(words: string[]): Promise<string> {
  const child = Bun.spawn(words, { stdout: "pipe", stderr: "pipe" });
  const [output, complaints, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0)
    throw new Error(`${words.slice(0, 6).join(" ")} ended with ${code}: ${complaints.slice(-2000)}`);
  return output.trim();
}

/**
 * Shell commands that run an image as a strict engine would: a process and mount namespace of its own with the
 * entrypoint as process 1, the tree read-only, `data` on the volume, no capability, no way to gain one. Of the network
 * it has the machine's.
 */
export function entering(image: BuiltImage, data: string, environment: Record<string, string>): string[] {
  const { root, settings } = image;
  mkdirSync(data, { recursive: true });
  const script = `
    mount --bind "$ROOT" "$ROOT"
    mount --bind "$DATA" "$ROOT/app/data"
    mount -o remount,bind,ro "$ROOT"
    mount -t proc proc "$ROOT/proc"
    mount --rbind /dev "$ROOT/dev"
    mount --bind /etc/resolv.conf "$ROOT/etc/resolv.conf" 2>/dev/null || true
    exec chroot "$ROOT" /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --bounding-set=-all \\
      --inh-caps=-all --no-new-privs /usr/bin/env --ignore-environment --chdir=/app "$@"`;
  const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [
    "env",
    `ROOT=${root}`,
    `DATA=${data}`,
    ..."unshare --mount --pid --fork --kill-child sh -euc".split(" "),
    script,
    "sh",
    ...settings.Env.filter((line) => !line.startsWith("SSL_CERT_FILE=")),
    ...given,
  ];
}
