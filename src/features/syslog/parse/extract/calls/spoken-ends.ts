import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { blockedHost } from "./blocked-host";
import { mayTellCall } from "./call-words";
import { calledOrCame } from "./called-or-came";
import { calledOut } from "./called-out";
import { cameOrWent } from "./came-and-went";
import { comer } from "./comers";
import { daemonEnd } from "./daemon-ends";
import { failedCall } from "./failed-calls";
import { groupFlow } from "./group-flow";
import { managingUser } from "./managing-user";
import { ownCall } from "./own-calls";
import { forwardedPort } from "./port-forward";
import { printedSocket } from "./printed-sockets";
import { probedService } from "./probed-service";
import { programFlow } from "./program-flow";
import { toldEnd, toldPair } from "./told-ends";
import { verbPair } from "./verb-pair";

/** What the only end of a text is by the words about it; null where none of them tells. */
export function spokenEnd(text: string, only: Endpoint, program: string): Flow | null {
  const mayCall = mayTellCall(text, only);
  return (
    printedSocket(text) ??
    forwardedPort(text, only) ??
    programFlow(text, only) ??
    (mayCall ? (failedCall(text, only) ?? calledOrCame(text, only)) : null) ??
    probedService(text, only) ??
    calledOut(text, only) ??
    blockedHost(text) ??
    cameOrWent(text, only) ??
    toldEnd(text, only, program) ??
    comer(text, [only]) ??
    (mayCall ? (ownCall(text, [only], program) ?? daemonEnd(text, only, program)) : null) ??
    managingUser(text, program)
  );
}

/** Who several ends of a text are by the words about them; null where none of them tells. */
export function spokenEnds(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  return (
    printedSocket(text) ??
    toldPair(text) ??
    groupFlow(text, ends) ??
    verbPair(text, ends) ??
    ownCall(text, ends, program)
  );
}
