import { expect, test } from "bun:test";
import { createTestService } from "../support/app";

/** Runs the container's health check; gives its exit code. */
function healthCheck(environment: Record<string, string>): Promise<number> {
  const child = Bun.spawn(["bun", "src/cli/health-check.ts"], {
    env: { PATH: Bun.env["PATH"], ...environment },
    stdout: "ignore",
    stderr: "ignore",
  });
  return child.exited;
}

test.each(["[]", '["netatlas.example"]', '["*.lan.example"]', '["*"]'])(
  "the container's health check finds the service that trusts %s, and its end",
  async (hosts) => {
    const service = await createTestService({ settings: { TRUSTED_HOSTS: hosts } });
    const server = service.listen();
    const environment = { APP_PORT: String(server.port), TRUSTED_HOSTS: hosts };
    try {
      expect(await healthCheck(environment)).toBe(0);
    } finally {
      await server.stop(true);
      await service.close();
    }
    expect(await healthCheck(environment)).toBe(1);
  },
);
