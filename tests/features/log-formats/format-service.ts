import { z } from "zod";
import { LogFormatRead } from "../../../src/features/log-formats/models";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

export const FORMATS = "/api/v1/syslog/formats";
export const PATTERN =
  "%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} >> %{ip:dst_ip}:%{port:dst_port}";

const Events = z.looseObject({ total: z.int(), events: z.array(z.record(z.string(), z.unknown())) });
const Status = z.looseObject({ udp_port: z.int() });

/** A service that receives, with an administrator, and own formats by a few words. */
export async function createFormatService() {
  const service = await createTestService({
    isOne: true,
    settings: {
      SYSLOG_ENABLED: "true",
      SYSLOG_HOST: "127.0.0.1",
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_ENABLED: "false",
      SYSLOG_RECEIVE_BUFFER_BYTES: "65536",
    },
  });
  const token = await service.tokenOf(await service.givenAdmin());
  const send = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });
  const { udp_port: port } = Status.parse((await send("GET /api/v1/syslog/status")).body);
  const socket = await Bun.udpSocket({});

  async function given(body: Record<string, unknown>): Promise<LogFormatRead> {
    const answer = await send(`POST ${FORMATS}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return LogFormatRead.parse(answer.body);
  }

  async function list(): Promise<LogFormatRead[]> {
    return z.array(LogFormatRead).parse((await send(`GET ${FORMATS}`)).body);
  }

  /** Sends lines by UDP, and gives the events of a search that finds as many. */
  async function received(lines: readonly string[], query: string) {
    for (const line of lines) socket.send(line, port, "127.0.0.1");
    const path = `GET /api/v1/syslog/events?q=${encodeURIComponent(query)}`;
    return waitFor("the lines to be searchable", async () => {
      const { total, events } = Events.parse((await send(path)).body);
      return total >= lines.length && events;
    });
  }

  async function clear(): Promise<void> {
    for (const { id } of await list()) await send(`DELETE ${FORMATS}/${id}`);
  }

  async function close(): Promise<void> {
    socket.close();
    await service.close();
  }

  return { ...service, token, send, given, list, received, clear, close };
}
