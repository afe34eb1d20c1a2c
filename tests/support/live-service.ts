import { SyslogStatus } from "../../src/features/syslog/status/models";
import { createTestService } from "./app";

/** The app behind a real listener, with a syslog port: what live streams are tested on. */
export async function createLiveService(settings: Record<string, string> = {}) {
  const service = await createTestService({
    isOne: true,
    settings: {
      SYSLOG_ENABLED: "true",
      SYSLOG_HOST: "127.0.0.1",
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_ENABLED: "false",
      API_KEY_RATE_LIMIT_MAX_CALLS: "10000",
      ...settings,
    },
  });
  const server = service.listen();
  const viewer = await service.givenUser({ role: "SecurityAnalyst" });
  const token = await service.tokenOf(viewer);
  const { body } = await service.call("GET /api/v1/syslog/status", { token });
  const port = SyslogStatus.parse(body).udp_port;
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } });
  return {
    ...service,
    url: server.url.href.replace(/\/$/, ""),
    viewer,
    token,
    receive(...lines: string[]) {
      for (const line of lines) socket.send(line);
    },
    async close() {
      socket.close();
      await server.stop(true);
      await service.close();
    },
  };
}
