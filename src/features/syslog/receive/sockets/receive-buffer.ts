import { MAX_SOCKET_BUFFER_BYTES, setSocketBuffer } from "#platform/socket-buffer";

/** See `setSocketBuffer`. */
export function setReceiveBuffer(descriptor: number, bytes: number): number | null {
  return setSocketBuffer(descriptor, { direction: "receive", bytes });
}

/**
 * What an operator reads and can do about a receive buffer that is smaller than asked for; undefined where nothing is
 * wrong.
 */
export function describeSmallBuffer(requestedBytes: number, grantedBytes: number | null): string | undefined {
  const wanted = Math.min(requestedBytes, MAX_SOCKET_BUFFER_BYTES);
  if (grantedBytes !== null && grantedBytes >= wanted) return undefined;
  const got = grantedBytes === null ? "the system's default" : `${Math.floor(grantedBytes / 1024)} KiB`;
  return (
    `UDP receive buffer is ${got} instead of ${Math.floor(wanted / 1024)} KiB, so bursts may lose datagrams: ` +
    `run "sysctl -w net.core.rmem_max=${wanted}" on the host, or give this process CAP_NET_ADMIN, and start again`
  );
}
