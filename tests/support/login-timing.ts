import { createTestService, uniqueAddress } from "./app";

type Sample = { answer: string; milliseconds: number };

/**
 * Wrong passwords for a user that there is and for one that there is not, in turns, so that a slower moment of the
 * machine falls on both: the different answers (status, names of headers, body) to each, and the ratio of their median
 * times.
 */
export async function compareLogins(samples: number): Promise<{ answers: string[][]; ratio: number }> {
  const service = await createTestService({ settings: { AUTH_MAX_FAILED_ATTEMPTS: "1000000" } });
  const { username } = await service.givenUser({ hasUsualHash: true });
  // As long as the other: the answer's length says nothing.
  const names = [username, username.replace(/^u/, "n")];

  async function attempt(username: string): Promise<Sample> {
    const body = { username, password: "not the password" };
    const started = performance.now();
    const answer = await service.call("POST /api/v1/auth/login", { body, peer: uniqueAddress() });
    const milliseconds = performance.now() - started;
    const headers = [...answer.headers.keys()].sort().join();
    return { answer: `${answer.status} ${headers} ${answer.text}`, milliseconds };
  }

  await attempt(username);
  const taken: Sample[][] = [[], []];
  for (let round = 0; round < samples; round++) {
    const first = round % 2;
    for (const kind of [first, 1 - first]) taken[kind]?.push(await attempt(names[kind] ?? ""));
  }
  await service.close();
  const [known = 0, unknown = 0] = taken.map(medianOf);
  return {
    answers: taken.map((kind) => [...new Set(kind.map(({ answer }) => answer))]),
    ratio: known / unknown,
  };
}

function medianOf(samples: readonly Sample[]): number {
  const times = samples.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  return times[times.length >> 1] ?? 0;
}
