import type { EchoTrouble } from "./answer";

/** Linux's error numbers (asm-generic/errno.h), the same on x86-64 and arm64. */
const EPERM = 1;
const EAGAIN = 11;
const ENOMEM = 12;
const EACCES = 13;
const EINVAL = 22;
const EADDRNOTAVAIL = 99;
const ENETDOWN = 100;
const ENETUNREACH = 101;
const ENOBUFS = 105;
const EHOSTUNREACH = 113;

/** The send buffer or the kernel's table of neighbours is full, which passes. */
export function isNoRoom(errno: number): boolean {
  return errno === ENOBUFS || errno === EAGAIN || errno === ENOMEM;
}

/** Why an address could not be asked. */
export function describeSendError(errno: number): EchoTrouble {
  switch (errno) {
    case ENETDOWN:
      return { kind: "network_down", message: "the network is down here" };
    case ENETUNREACH:
    case EHOSTUNREACH:
      return { kind: "no_route", message: "no route to the address" };
    case EADDRNOTAVAIL:
      return { kind: "no_route", message: "no address of our own to send from" };
    case EINVAL:
      return { kind: "no_route", message: "the address cannot be sent to from here" };
    case EPERM:
    case EACCES:
      return { kind: "not_permitted", message: "a rule of this machine forbids it" };
    default:
      return { kind: "no_route", message: `cannot send: system error ${errno}` };
  }
}
