import { actorOf } from "#features/audit";
import { UserRead } from "#features/users";
import { isForeign } from "#platform/http/guard";
import { publicRoute, type Client, type Route } from "#platform/http/route";
import type { Context } from "hono";
import { isHostOfOurs, isLoopbackHost } from "./host";
import { SetupRequest, SetupStatus } from "./models";
import { describeSetup, setUp, type SetupCaller, type SetupContext } from "./service";

type Deps = SetupContext & {
  appUrl: string;
  /** Pages of which may ask, beside those of the host that was asked. */
  ownOrigins: readonly string[];
};

/** The first run: the one administrator who is made by nobody. */
export function setupRoutes({ appUrl, ownOrigins, ...ctx }: Deps): Route[] {
  function callerOf({ client, context }: { client: Client; context: Context }): SetupCaller {
    const host = context.req.header("Host") ?? new URL(context.req.url).host;
    return {
      // A program that only passes connections on leaves the Host as its own callers wrote it.
      isLocal: client.isLocal && isLoopbackHost(host),
      hasHostOfOurs: isHostOfOurs(host, appUrl),
      isForeign: isForeign(context, ownOrigins),
    };
  }
  return [
    publicRoute(
      {
        method: "get",
        path: "/api/v1/setup/status",
        tag: "setup",
        summary:
          "Whether the first administrator is still to be made, and whether this caller needs the setup token",
        access: "public",
        response: SetupStatus,
      },
      (request) => describeSetup(ctx, callerOf(request)),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/setup/admin",
        tag: "setup",
        summary: "Make the first administrator",
        description:
          "Works once, while no user exists. Opens no session. Open to anyone for the first minutes of the database " +
          "(SETUP_WINDOW_MINUTES), later only from the machine itself, or with the setup token: the body's `setup_token`, or " +
          "the header `X-Setup-Token`. The start prints it as a link and keeps it in `DATA_DIR/setup-token`. A Host that is " +
          "neither an IP address, `localhost`, a single label nor the host of APP_URL needs the token at any time.",
        access: "public",
        isCsrfExempt: true,
        noTrial: "It can be done once, before there is anybody who could ask for a trial.",
        body: SetupRequest,
        status: 201,
        response: UserRead,
        refusals: {
          403: "The setup token is required, or the page is of another origin",
          409: "Initial setup is complete",
          429: "Too many wrong setup tokens",
        },
      },
      (request) =>
        setUp(
          { ...ctx, actor: actorOf(request) },
          {
            caller: callerOf(request),
            request: request.body,
            headerToken: request.context.req.header("X-Setup-Token"),
          },
        ),
    ),
  ];
}
