import { dlopen, FFIType } from "bun:ffi";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { $ } from "bun";

/** Needs root, Linux and loop devices. */
export const canFailDisk =
  process.getuid?.() === 0 &&
  existsSync("/dev/loop-control") &&
  ["losetup", "mkfs.ext4", "mount"].every((command) => Bun.which(command) !== null);

export type FailingDisk = {
  folder: string;
  /** From now on every read, write and fsync fails with EIO; what was not synced is lost, as when the power goes. */
  fail(): void;
  /** From now on it can only be read, as after an error of its file system; what was not synced is lost. */
  turnReadOnly(): void;
  /** Takes it away and mounts it again, as a restart of the machine does. Nothing may have a file of it open. */
  mountAgain(): Promise<void>;
  remove(): Promise<void>;
};

/** FS_IOC_SHUTDOWN and EXT4_GOING_FLAGS_NOLOGFLUSH of the kernel's fs/ext4/ext4.h. */
const FS_IOC_SHUTDOWN = 0x8004_587d;
const NO_LOG_FLUSH = 2;

/** An ext4 of its own on a loop device, which can be made to fail. */
export async function createFailingDisk(bytes: number): Promise<FailingDisk> {
  const root = mkdtempSync(join(tmpdir(), "netatlas-failing-"));
  const [image, folder] = [join(root, "image"), join(root, "mounted")];
  mkdirSync(folder);
  await $`truncate -s ${bytes} ${image} && mkfs.ext4 -q ${image}`.quiet();
  const device = (await $`losetup --find --show ${image}`.text()).trim();
  const mount = () => $`mount -o errors=remount-ro ${device} ${folder}`.quiet();
  await mount();
  return {
    folder,
    fail: () => shutDown(folder),
    turnReadOnly: () => writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, "a test"),
    async mountAgain() {
      await $`umount ${folder}`.quiet();
      await mount();
    },
    async remove() {
      await $`umount ${folder}`.quiet().nothrow();
      await $`losetup --detach ${device}`.quiet();
      rmSync(root, { recursive: true });
    },
  };
}

function shutDown(folder: string): void {
  const library = dlopen("libc.so.6", {
    ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
  });
  const descriptor = openSync(folder, "r");
  const outcome = library.symbols.ioctl(descriptor, BigInt(FS_IOC_SHUTDOWN), new Uint32Array([NO_LOG_FLUSH]));
  closeSync(descriptor);
  library.close();
  if (outcome !== 0) throw new Error("the file system does not let itself be shut down");
}
