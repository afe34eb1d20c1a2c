import { expect, test } from "bun:test";
import { ReadMemory } from "../../../../src/features/syslog/journal/read-memory";

const MIB = 1024 * 1024;

/** Takes memory, and gives back what it is a part of. */
function takenFrom(memory: ReadMemory, length: number): ArrayBufferLike {
  const taken = memory.take(length, 2 * MIB);
  expect(taken.byteOffset).toBe(0);
  expect(taken).toHaveLength(length);
  return taken.buffer;
}

function giveBack(memory: ReadMemory, buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) memory.giveBack(buffer);
}

test("what came back serves the next part, also a greater one", () => {
  const memory = new ReadMemory();
  const first = takenFrom(memory, MIB);
  expect(takenFrom(memory, MIB)).not.toBe(first);
  giveBack(memory, first);
  expect(takenFrom(memory, 2 * MIB)).toBe(first);
});

test("a part that is greater than what came back has memory of its own", () => {
  const memory = new ReadMemory();
  giveBack(memory, new ArrayBuffer(MIB));
  expect(memory.take(3 * MIB, 3 * MIB)).toHaveLength(3 * MIB);
});

test("where little is read nothing is kept", () => {
  const memory = new ReadMemory();
  const first = takenFrom(memory, MIB);
  giveBack(memory, first);
  expect(takenFrom(memory, 100).byteLength).toBe(100);
  expect(takenFrom(memory, MIB)).not.toBe(first);
});

test("what comes back behind a little part is not kept, as nothing may be read for hours", () => {
  const memory = new ReadMemory();
  const first = takenFrom(memory, MIB);
  memory.take(100, 2 * MIB);
  giveBack(memory, first);
  expect(takenFrom(memory, MIB)).not.toBe(first);
});

test("what a part of unusual length took is not kept", () => {
  const memory = new ReadMemory();
  const unusual = memory.take(16 * MIB, 16 * MIB).buffer;
  giveBack(memory, unusual);
  expect(takenFrom(memory, MIB)).not.toBe(unusual);
});
