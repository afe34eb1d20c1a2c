import type { ClientRequest } from "node:http";
import { HttpTrouble } from "./trouble";

/** Some send 100 and a few 103; whoever sends more sends without end, and each is work for the thread of all requests. */
const MAX_INTERIM = 50;

/** Ends the request when more interim answers (RFC 9110 section 15.2) come than anybody means. */
export function limitInterim(request: ClientRequest): void {
  let count = 0;
  request.on("information", () => {
    if (++count === MAX_INTERIM + 1)
      request.destroy(new HttpTrouble(`more than ${MAX_INTERIM} interim answers came, and no answer`));
  });
}
