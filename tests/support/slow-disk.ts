import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { $ } from "bun";

const GROUPS = "/sys/fs/cgroup/blkio";

/** Needs root, loop devices, and the first version of control groups. */
export const canSlowDisk =
  process.getuid?.() === 0 &&
  existsSync(join(GROUPS, "blkio.throttle.write_bps_device")) &&
  existsSync("/dev/loop-control") &&
  ["losetup", "mkfs.ext4", "mount"].every((command) => Bun.which(command) !== null);

export type SlowDisk = {
  folder: string;
  /**
   * From now on all threads of a process and of those below it wait for what they sync: so many octets a second at
   * most.
   */
  slowDown(pid: number, bytesPerSecond: number): void;
  speedUp(): void;
  remove(): Promise<void>;
};

/** A file system of its own on a device of so many octets. */
export async function createSlowDisk(bytes: number): Promise<SlowDisk> {
  const root = mkdtempSync(join(tmpdir(), "netatlas-disk-"));
  const image = join(root, "image");
  const folder = join(root, "mounted");
  const group = join(GROUPS, basename(root));
  mkdirSync(folder);
  await $`truncate -s ${bytes} ${image} && mkfs.ext4 -q ${image}`.quiet();
  const device = (await $`losetup --find --show ${image}`.text()).trim();
  await $`mount ${device} ${folder}`.quiet();
  const number = (await $`stat -c %Hr:%Lr ${device}`.text()).trim();
  mkdirSync(group);
  const limit = (bytesPerSecond: number) =>
    writeFileSync(join(group, "blkio.throttle.write_bps_device"), `${number} ${bytesPerSecond}`);
  return {
    folder,
    slowDown(pid, bytesPerSecond) {
      limit(bytesPerSecond);
      for (const member of processesBelow(pid)) writeFileSync(join(group, "cgroup.procs"), String(member));
    },
    speedUp: () => limit(0),
    async remove() {
      limit(0);
      await $`umount ${folder} && losetup --detach ${device}`.quiet();
      rmdirSync(group);
      rmSync(root, { recursive: true });
    },
  };
}

function processesBelow(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processesBelow)];
}
