/** uSockets' LIBUS_SOCKET_REUSE_PORT, in Bun 1.4. */
const REUSE_PORT_FLAG = 4;

/**
 * What opens a UDP socket on a port that other sockets of this user share (SO_REUSEPORT): the kernel spreads senders
 * over them by a hash of both ends, so that one sender always meets the same socket. Bun 1.4 ignores `reusePort` here
 * (EADDRINUSE) and takes this flag, which its types do not name; its test tells when that ends.
 */
export function sharedUdpPort(): object {
  return { flags: REUSE_PORT_FLAG };
}

/** The same for a TCP listener, where Bun takes the option and its types leave it out. */
export function sharedTcpPort(isShared: boolean): object {
  return { reusePort: isShared };
}
