import { expect, test } from "bun:test";
import { patientProbe, type ReadinessProbe } from "#features/system";

type Answer = Awaited<ReturnType<ReadinessProbe["check"]>>;

/** A probe whose looks end when the test says so. */
function givenProbe(times: { patienceMs: number; lateMs?: number }) {
  const looks: PromiseWithResolvers<Answer>[] = [];
  const slow = {
    name: "database",
    check() {
      const look = Promise.withResolvers<Answer>();
      looks.push(look);
      return look.promise;
    },
  };
  return { looks, probe: patientProbe(slow, times) };
}

const WELL = { ok: true, message: "it answers" };

test("a probe that is slow says what it found last, and is asked once however many want to know", async () => {
  const { looks, probe } = givenProbe({ patienceMs: 1 });
  const first = probe.check();
  looks[0]?.resolve(WELL);
  expect(await first).toEqual(WELL);
  const late = await Promise.all([probe.check(), probe.check(), probe.check()]);
  for (const answer of late)
    expect(answer).toEqual({ ok: true, message: "no answer for 0 s; before: it answers" });
  expect(looks).toHaveLength(2);
  const full = { ok: false, message: "it is full" };
  const answered = probe.check();
  looks[1]?.resolve(full);
  expect(await answered).toEqual(full);
  expect(await probe.check()).toEqual({ ok: false, message: "no answer for 0 s; before: it is full" });
});

test("a probe that has never answered is not well", async () => {
  const { probe } = givenProbe({ patienceMs: 1 });
  expect(await probe.check()).toEqual({ ok: false, message: "no answer for 0 s" });
});

test("a probe that does not answer for long is not well, whatever it found before", async () => {
  const { looks, probe } = givenProbe({ patienceMs: 20, lateMs: 10 });
  const first = probe.check();
  looks[0]?.resolve(WELL);
  await first;
  expect(await probe.check()).toEqual({ ok: false, message: "no answer for 0 s" });
});

test("a probe that fails is not well", async () => {
  const { looks, probe } = givenProbe({ patienceMs: 1000 });
  const answer = probe.check();
  looks[0]?.reject(new Error("broken"));
  expect(await answer).toEqual({ ok: false, message: "the check failed" });
});
