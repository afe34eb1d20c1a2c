/** Systems give ports from here on to clients: Linux from 32768, others from 49152 (RFC 6335). */
export const FIRST_CLIENT_PORT = 32_768;
/** Below it are those of the system's services (RFC 6335). */
export const FIRST_USER_PORT = 1024;
/** Behind those that services mostly have. */
export const END_OF_SERVICE_PORTS = 10_000;

/** Whether a port is one that systems give to clients, and the other one that services have. */
export function isClientOf(client: number | null, server: number | null): boolean {
  return client !== null && server !== null && isClientPort(client) && isServicePort(server);
}

/** As `isClientOf`, also of any user's port beside one of the system's. */
export function isAbove(client: number | null, server: number | null): boolean {
  const isSystems = server !== null && server > 0 && server < FIRST_USER_PORT;
  return isClientOf(client, server) || (isSystems && client !== null && client >= FIRST_USER_PORT);
}

/** Whether a port is one that systems give to clients. */
export function isClientPort(port: number | null): boolean {
  return port !== null && port >= FIRST_CLIENT_PORT;
}

/** Whether a port is one that services have. */
export function isServicePort(port: number | null): boolean {
  return port !== null && port > 0 && port < END_OF_SERVICE_PORTS;
}

/** Of time, names, routes and keys, where both sides may have the same port. */
const PEERS_PORTS = new Set([53, 123, 179, 500, 514, 520, 521, 646]);

/** Whether a port is one of the system's that only who is called has. */
export function isCalledPort(port: number | null): boolean {
  return port !== null && port > 0 && port < FIRST_USER_PORT && !PEERS_PORTS.has(port);
}

/** Whether both sides may have a port. */
export function isPeersPort(port: number | null): boolean {
  return port !== null && PEERS_PORTS.has(port);
}
