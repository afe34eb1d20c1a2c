import { ptr } from "bun:ffi";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { letGoOf } from "#platform/let-go";

const MIB = 1024 * 1024;
const LARGEST_PAGE = 64 * 1024;

test.skipIf(process.platform !== "linux")(
  "an array that is let go of takes no memory until it is used again",
  () => {
    const array = new Uint8Array(16 * MIB).fill(7);
    const before = ownMemory();
    letGoOf(array);
    expect(ownMemory()).toBeLessThan(before - 15 * MIB);
    array.fill(9);
    expect(array.every((octet) => octet === 9)).toBe(true);
  },
);

test.skipIf(process.platform !== "linux")("what shares its first and last page stays as it is", () => {
  const whole = new Uint8Array(4 * MIB).fill(7);
  const part = whole.subarray(MIB + 1, 3 * MIB + 1);
  letGoOf(part);
  const at = ptr(part);
  const head = (LARGEST_PAGE - (at % LARGEST_PAGE)) % LARGEST_PAGE;
  const tail = (at + part.length) % LARGEST_PAGE;
  expect(part.subarray(0, head).every((octet) => octet === 7)).toBe(true);
  expect(part.subarray(head, part.length - tail).every((octet) => octet === 0)).toBe(true);
  expect(part.subarray(part.length - tail).every((octet) => octet === 7)).toBe(true);
  expect(whole[MIB]).toBe(7);
  expect(whole[3 * MIB + 1]).toBe(7);
});

/** Memory of this process that no file holds, bytes (proc_pid_status(5)). */
function ownMemory(): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
}
