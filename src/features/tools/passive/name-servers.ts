import { refusalOf } from "#features/users";
import { forbidden } from "#platform/errors";
import { may, type Caller } from "#platform/http/guard";
import type { ToolCaller, ToolDesk } from "../desk";
import type { NameServers } from "./name-records";
import { endpointText } from "../target";

/** `chosen`: the name server to ask; null: those of the system. `asked`: what it is asked for. */
type Asked = { caller: Caller; as: ToolCaller; chosen: string | null; port: number; asked: string };

/**
 * Has the look-up ask the system's name servers, or the one that was chosen, if the caller may send to it.
 * @throws ApiError 400, 403, 429, 503, and what the look-up throws; the signal's reason.
 */
export function withNameServers<T>(
  desk: ToolDesk,
  { caller, as, chosen, port, asked }: Asked,
  lookUp: (servers: NameServers) => Promise<T>,
): Promise<T> {
  if (chosen === null) {
    return desk.serve(as, (signal) =>
      lookUp({ source: "system-resolver", servers: desk.nameServers(), signal }),
    );
  }
  if (!may(caller, "tools_active")) throw forbidden(refusalOf("tools_active"));
  const entry = {
    action: "tools.dns_lookup",
    target: endpointText(chosen, port),
    detail: `name=${asked}`,
  };
  return desk.send(as, { host: chosen, entry }, ({ address, signal }) =>
    lookUp({ source: "chosen-server", servers: [{ address, port }], signal }),
  );
}
