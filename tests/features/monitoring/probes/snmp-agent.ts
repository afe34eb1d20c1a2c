import { createAgent, MaxAccess, MibProviderType, ObjectType, type User } from "net-snmp";
import { createSocket, Socket, type SocketType } from "node:dgram";
import { once } from "node:events";
import type { Endpoint } from "#platform/probe/endpoint";
import { portOf } from "./given";

/** Under which the values of a test stand, by their place. */
export const BASE = "1.3.6.1.4.1.8072.9999";

type Value = { type: string; value: unknown };

/** The library takes port 0 for 161, which another run on this machine may have. */
export const ANY_PORT = {
  createSocket(type: SocketType): Socket {
    const socket = createSocket(type);
    const bind = (_: number, address: string) => Socket.prototype.bind.call(socket, { port: 0, address });
    return Object.assign(socket, { bind });
  },
};

const agents: { close: () => void }[] = [];

/** A real agent on loopback that knows the community `public` and the given users, and has the values in order. */
export async function startAgent(
  values: readonly Value[],
  { address = "127.0.0.1", users = [] }: { address?: string; users?: readonly User[] } = {},
): Promise<Endpoint> {
  const transport = address.includes(":") ? "udp6" : "udp4";
  const agent = createAgent({ port: 0, address, transport, dgramModule: ANY_PORT }, () => undefined);
  agents.push(agent);
  agent.getAuthorizer().addCommunity("public");
  for (const user of users) agent.getAuthorizer().addUser(user);
  const mib = agent.getMib();
  for (const [index, { type, value }] of values.entries()) {
    const name = `value${index}`;
    mib.registerProvider({
      name,
      type: MibProviderType.Scalar,
      oid: `${BASE}.${index}`,
      scalarType: ObjectType[type] ?? 0,
      maxAccess: MaxAccess["read-only"] ?? 0,
    });
    mib.setScalarValue(name, value);
  }
  return endpointOf(agent, address);
}

/** Where an agent listens, once it does. */
export async function endpointOf(
  { listener }: { listener: { sockets: Record<string, Socket> } },
  address: string,
): Promise<Endpoint> {
  const [socket] = Object.values(listener.sockets);
  if (socket === undefined) throw new Error("the agent has no socket");
  try {
    return { address, port: portOf(socket.address()) };
  } catch {
    await once(socket, "listening");
    return { address, port: portOf(socket.address()) };
  }
}

export function closeAgents(): void {
  for (const agent of agents.splice(0)) agent.close();
}
