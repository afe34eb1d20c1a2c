import { expect, test } from "bun:test";
import { lookAfter } from "../../../../../src/features/syslog/receive/sockets/shared-looks";

/** These look by the clock, at nothing. */
const NO_SOCKET = -1;

/** Looks until it has done so often; notes each one, by the turn of the loop that it was in. */
function givenLooker(name: string, notes: string[], looks: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    notes.push(name);
    if (notes.filter((note) => note === name).length === looks) resolve();
    else lookAfter(100, look, NO_SOCKET);
  };
  return { look, isDone: promise };
}

test("those who wait as long look one right behind the other from their first wait on, whenever it began", async () => {
  const notes: string[] = [];
  const [first, second] = [givenLooker("first", notes, 3), givenLooker("second", notes, 3)];
  lookAfter(100, first.look, NO_SOCKET);
  setTimeout(() => lookAfter(100, second.look, NO_SOCKET), 20);
  const other = new Promise<void>((resolve) => void lookAfter(200, resolve, NO_SOCKET));
  await Promise.all([first.isDone, second.isDone, other]);
  expect(notes.join(" ")).toMatch(/(?:first second ){2}first second$|^first (?:first second ){2}second$/);
});

test("who takes its look back is not called, also by one of the same round", async () => {
  const called: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const takenBack = lookAfter(110, () => called.push("taken back"), NO_SOCKET);
  const one = () => {
    called.push("one");
    later();
  };
  lookAfter(110, one, NO_SOCKET);
  const later = lookAfter(110, () => called.push("later"), NO_SOCKET);
  lookAfter(110, resolve, NO_SOCKET);
  takenBack();
  await promise;
  expect(called).toEqual(["one"]);
});
