import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { SecondFactorRequired, TokenPair } from "../../../src/features/auth/models";
import { TotpConfirmed, TotpEnrolment } from "../../../src/features/second-factor/models";
import { ADMIN, createApiClient, waitForDatabase } from "../../support/api-client";
import { codeOf, wrongCodeOf } from "../../support/second-factor";
import { startService } from "../../support/service-process";

/** Which of the texts stand in any file below the folder. */
async function findInFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for await (const name of new Bun.Glob("**/*").scan({ cwd: folder, dot: true, onlyFiles: true })) {
    const content = Buffer.from(await Bun.file(join(folder, name)).arrayBuffer());
    for (const text of texts) if (content.includes(text)) found.add(`${text} in ${name}`);
  }
  return [...found];
}

test("secrets, codes and challenges are in no log line and in no file of DATA_DIR, and the key of the secrets is kept there", async () => {
  const service = await startService({
    environment: { LOG_LEVEL: "debug", AUTH_PROGRESSIVE_DELAY_SECONDS: "0" },
  });
  try {
    const anonymous = createApiClient(service.url);
    await waitForDatabase(service.url);
    await anonymous.send("POST", "/api/v1/setup/admin", ADMIN);
    const signedIn = TokenPair.parse(await anonymous.send("POST", "/api/v1/auth/login", ADMIN));
    const admin = createApiClient(service.url, { Authorization: `Bearer ${signedIn.access_token}` });
    const proof = { password: ADMIN.password };
    const { secret } = TotpEnrolment.parse(await admin.send("POST", "/api/v1/auth/me/totp", proof));
    const confirmed = await admin.send("POST", "/api/v1/auth/me/totp/confirm", { code: codeOf(secret) });
    const codes = TotpConfirmed.parse(confirmed).recovery_codes ?? [];
    const login = await anonymous.send("POST", "/api/v1/auth/login", ADMIN);
    const { challenge_token } = SecondFactorRequired.parse(login);
    const wrong = { challenge_token, code: wrongCodeOf(secret) };
    const refused = await anonymous.fetch("/api/v1/auth/login/totp", {
      method: "POST",
      body: JSON.stringify(wrong),
    });
    expect(refused.status).toBe(401);
    await anonymous.send("POST", "/api/v1/auth/login/recovery-code", { challenge_token, code: codes[0] });
    expect(await service.stop()).toBe(0);
    const texts = [secret, challenge_token, signedIn.access_token, ...codes];
    expect(codes).toHaveLength(10);
    for (const text of texts) expect(service.output()).not.toContain(text);
    expect(await findInFiles(service.dataDirectory, texts)).toEqual([]);
    expect(await findInFiles(service.dataDirectory, [ADMIN.username])).not.toEqual([]);
    expect(statSync(join(service.dataDirectory, "master-key")).mode & 0o777).toBe(0o600);
  } finally {
    await service.remove();
  }
}, 60_000);
