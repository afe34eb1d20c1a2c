import { createTestService, type Answer } from "../../support/app";

/** A service whose users may call tools as often as they like, and who may call all of them. */
export async function givenToolService(settings: Record<string, string> = {}) {
  const service = await createTestService({
    isOne: true,
    settings: { TOOL_RATE_LIMIT_MAX_CALLS: "100000", API_KEY_RATE_LIMIT_MAX_CALLS: "100000", ...settings },
  });
  const { key } = await service.apiKeyOf(await service.givenUser({ role: "NetworkAdmin" }));
  const { key: passiveKey } = await service.apiKeyOf(await service.givenUser({ role: "Viewer" }));
  return {
    service,
    key,
    passiveKey,
    ask: (tool: string, body: unknown, given: { key?: string } = {}): Promise<Answer> =>
      service.call(`POST /api/v1/tools/${tool}`, { key: given.key ?? key, body }),
  };
}

/** What never gets as far as a resolver, a program or a socket. */
export const NO_HOSTS = [
  "-h",
  "--help",
  "-oProxyCommand=id",
  "127.0.0.1;id",
  "127.0.0.1 -f",
  "$(id)",
  "`id`",
  "127.0.0.1\nid",
  "127.0.0.1|id",
  "a..b",
  "a_.-b",
  "localhost/24",
  "http://127.0.0.1",
  "user@127.0.0.1",
  "fe80::1%eth0",
  "x".repeat(64),
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "１２７.0.0.1",
  "bücher.example/24",
  "bücher.example\nid",
  "::ffff:127.0.0.1%0",
] as const;
