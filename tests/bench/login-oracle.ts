import { ADMIN, createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startService } from "../support/service-process";

const SAMPLES = 200;
/** Fault 32: what the medians of two kinds may differ by. */
const TOLERANCE = 0.1;

type Sample = { answer: string; milliseconds: number };

/**
 * Fault 32: can a stranger tell known from unknown user names, or API-key prefixes? Kinds are asked in turn, so that a
 * slower moment of the machine falls on all of them, and compared by status, headers, body and median time.
 */
export async function benchLoginOracle(): Promise<boolean> {
  const service = await startService({
    environment: {
      AUTH_MAX_FAILED_ATTEMPTS: "1000000",
      AUTH_PROGRESSIVE_DELAY_SECONDS: "0",
      API_KEY_MAX_FAILED_LOOKUPS: "1000000",
      LOG_LEVEL: "warning",
    },
  });
  try {
    const admin = await setUpAdmin(service.url);
    const inactive = { username: "gone", password: ADMIN.password, is_active: false };
    await admin.send("POST", "/api/v1/auth/users", inactive);
    const stranger = createApiClient(service.url);
    const attempt = (username: string, password: string) => () =>
      ask(stranger, "/api/v1/auth/login", {
        method: "POST",
        body: JSON.stringify({ username, password }),
      });
    const [, prefix = ""] = admin.key.split("_");
    const withKey = (key: string) => () =>
      ask(createApiClient(service.url, { "X-API-Key": key }), "/api/v1/auth/me");
    const names = await compare("logins", {
      "known name, wrong password": attempt(ADMIN.username, "not the password"),
      "unknown name": attempt("nobody", "not the password"),
      "inactive user, right password": attempt(inactive.username, inactive.password),
    });
    const keys = await compare("API keys", {
      "known prefix, wrong secret": withKey(`svc_${prefix}_${"S".repeat(43)}`),
      "unknown prefix": withKey(`svc_${"A".repeat(12)}_${"S".repeat(43)}`),
    });
    return names && keys;
  } finally {
    await service.remove();
  }
}

async function ask(client: ApiClient, path: string, init?: RequestInit): Promise<Sample> {
  const started = performance.now();
  const response = await client.fetch(path, init);
  const body = await response.text();
  const milliseconds = performance.now() - started;
  const headers = [...response.headers.keys()].sort().join(" ");
  return { answer: `${response.status} ${headers} ${body}`, milliseconds };
}

async function compare(what: string, kinds: Record<string, () => Promise<Sample>>): Promise<boolean> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  const answers = new Set<string>();
  for (let sample = -20; sample < SAMPLES; sample++) {
    for (const [name, askKind] of rotated(Object.entries(kinds), sample + 20)) {
      const { answer, milliseconds } = await askKind();
      if (sample >= 0) times.get(name)?.push(milliseconds);
      answers.add(answer);
    }
  }
  const medians = [...times].map(([name, samples]) => ({ name, milliseconds: median(samples) }));
  const [reference] = medians;
  let isEven = answers.size === 1;
  print(`${what}: ${answers.size} kind of answer (target: 1): ${[...answers].join(" | ")}`);
  for (const { name, milliseconds } of medians) {
    const share = milliseconds / (reference?.milliseconds ?? milliseconds) - 1;
    if (Math.abs(share) > TOLERANCE) isEven = false;
    print(`  ${name.padEnd(32)} median ${milliseconds.toFixed(2)} ms  ${(share * 100).toFixed(1)} %`);
  }
  print(`  ${isEven ? "ok" : "MISSED"}: within ${TOLERANCE * 100} % of each other, ${SAMPLES} samples each`);
  return isEven;
}

/** Each kind comes first equally often: what one request leaves behind falls on all of them. */
function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) process.exit((await benchLoginOracle()) ? 0 : 1);
