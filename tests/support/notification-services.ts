import { z } from "zod";
import { startHttpServer, type ReceivedRequest } from "./http-server";

/**
 * Services that notices go to, as their own documents have their requests: what is left out, too long, unknown, or
 * without its key is refused, as it is there.
 */
type Service = {
  method: "POST" | "PUT";
  path: RegExp;
  /** A header that must be as it is here. */
  header?: [name: string, value: string];
  longestBody: number;
  body: z.ZodType;
  answer: () => Response;
};

const link = z.url({ protocol: /^https?$/ });
const slackText = z
  .string()
  .max(40_000)
  .regex(/^(?:[^<>&]|&(?:amp|lt|gt);)*$/, "markup");

const textRun = z.strictObject({
  type: z.literal("TextRun"),
  text: z.string().min(1),
  size: z.enum(["Small", "Default", "Medium", "Large", "ExtraLarge"]).optional(),
  weight: z.enum(["Lighter", "Default", "Bolder"]).optional(),
  color: z.enum(["Default", "Dark", "Light", "Accent", "Good", "Warning", "Attention"]).optional(),
});

const adaptiveCard = z.strictObject({
  $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
  type: z.literal("AdaptiveCard"),
  version: z.enum(["1.2", "1.3", "1.4", "1.5"]),
  body: z
    .array(
      z.strictObject({
        type: z.literal("RichTextBlock"),
        spacing: z.enum(["None", "Small", "Default", "Medium", "Large"]),
        inlines: z.array(textRun).min(1),
      }),
    )
    .min(1),
  actions: z.array(
    z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string().min(1), url: link }),
  ),
  msteams: z.strictObject({ width: z.literal("Full") }),
});

export const SERVICES = {
  slack: {
    method: "POST",
    path: /^\/services\/T0\/B0\/s3cret$/,
    longestBody: 256 * 1024,
    body: z.strictObject({
      text: slackText.min(1),
      mrkdwn: z.literal(false),
      unfurl_links: z.literal(false),
      unfurl_media: z.literal(false),
      attachments: z.array(
        z.strictObject({
          color: z
            .string()
            .regex(/^#[0-9a-f]{6}$/)
            .optional(),
          fallback: slackText,
          text: slackText,
          mrkdwn_in: z.tuple([]),
          title: z.string().optional(),
          title_link: link.optional(),
          actions: z
            .array(z.strictObject({ type: z.literal("button"), text: z.string().min(1).max(30), url: link }))
            .min(1)
            .max(5)
            .optional(),
        }),
      ),
    }),
    answer: () => new Response("ok"),
  },
  teams: {
    method: "POST",
    path: /^\/workflows\/1\/triggers\/manual\/paths\/invoke\?api-version=1&sig=s3cret$/,
    longestBody: 28 * 1024,
    body: z.strictObject({
      type: z.literal("message"),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal("application/vnd.microsoft.card.adaptive"),
          contentUrl: z.null(),
          content: adaptiveCard,
        }),
      ]),
    }),
    answer: () => new Response(null, { status: 202 }),
  },
  discord: {
    method: "POST",
    path: /^\/api\/webhooks\/1\/s3cret\?wait=true$/,
    longestBody: 256 * 1024,
    body: z.strictObject({
      embeds: z
        .array(
          z.strictObject({
            title: z.string().min(1).max(256),
            description: z.string().max(4096),
            url: link.optional(),
            color: z.int().min(0).max(0xff_ff_ff).optional(),
            fields: z
              .array(z.strictObject({ name: z.string().min(1).max(256), value: z.string().min(1).max(1024) }))
              .max(25)
              .optional(),
          }),
        )
        .min(1)
        .max(10),
      allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
    }),
    answer: () => Response.json({ id: "1" }),
  },
  gotify: {
    method: "POST",
    path: /^\/gotify\/message$/,
    header: ["x-gotify-key", "s3cret"],
    longestBody: 1024 * 1024,
    body: z.strictObject({
      title: z.string().optional(),
      message: z.string().min(1),
      priority: z.int().min(0).max(10).optional(),
      extras: z
        .strictObject({
          "client::notification": z.strictObject({ click: z.strictObject({ url: link }) }),
        })
        .optional(),
    }),
    answer: () => Response.json({ id: 1 }),
  },
  pagerduty: {
    method: "POST",
    path: /^\/v2\/enqueue$/,
    longestBody: 512 * 1024,
    body: z.strictObject({
      routing_key: z.string().length(32),
      event_action: z.enum(["trigger", "acknowledge", "resolve"]),
      dedup_key: z.string().min(1).max(255),
      payload: z.strictObject({
        summary: z.string().min(1).max(1024),
        source: z.string().min(1),
        severity: z.enum(["critical", "error", "warning", "info"]),
        custom_details: z.record(z.string(), z.unknown()).optional(),
      }),
      client: z.string().optional(),
      client_url: link.optional(),
      links: z.array(z.strictObject({ href: link, text: z.string() })).optional(),
    }),
    answer: () => Response.json({ status: "success" }, { status: 202 }),
  },
  matrix: {
    method: "PUT",
    path: /^\/_matrix\/client\/v3\/rooms\/!room%3Aexample\.com\/send\/m\.room\.message\/[\w-]+$/,
    header: ["authorization", "Bearer s3cret"],
    longestBody: 64_000,
    body: z.strictObject({
      msgtype: z.literal("m.text"),
      body: z.string().min(1),
      format: z.literal("org.matrix.custom.html"),
      formatted_body: z.string().min(1),
      "m.mentions": z.strictObject({}),
    }),
    answer: () => Response.json({ event_id: "$1" }),
  },
} satisfies Record<string, Service>;

export type ServiceName = keyof typeof SERVICES;

/** Where a service is told to be, by the address of the server that plays it: the configuration of a profile. */
export function configOf(name: ServiceName, url: string): Record<string, string> {
  switch (name) {
    case "slack":
      return { slack_url: `${url}/services/T0/B0/s3cret` };
    case "teams":
      return { teams_url: `${url}/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=s3cret` };
    case "discord":
      return { discord_url: `${url}/api/webhooks/1/s3cret` };
    case "gotify":
      return { gotify_url: `${url}/gotify/`, gotify_token: "s3cret" };
    case "pagerduty":
      return { pagerduty_routing_key: "s3cret".padEnd(32, "0") };
    case "matrix":
      return { matrix_url: `${url}/`, matrix_token: "s3cret", matrix_room: "!room:example.com" };
  }
}

/** Plays a service on loopback. What it would refuse is answered 400, with why; `answer` stands in for its own word. */
export function startNotificationService(name: ServiceName, { answer }: { answer?: () => Response } = {}) {
  const service: Service = SERVICES[name];
  const server: ReturnType<typeof startHttpServer> = startHttpServer({
    answer() {
      const trouble = troubleOf(service, server.received.at(-1));
      if (trouble !== undefined) return new Response(trouble, { status: 400 });
      return (answer ?? service.answer)();
    },
  });
  return {
    ...server,
    config: configOf(name, server.url),
    trouble: () => troubleOf(service, server.received.at(-1)),
  };
}

function troubleOf(
  { method, path, header, longestBody, body }: Service,
  request: ReceivedRequest | undefined,
): string | undefined {
  if (request === undefined) return "no request came";
  if (request.method !== method || !path.test(request.path)) return `${request.method} ${request.path}`;
  if (header !== undefined && request.headers[header[0]] !== header[1]) return `${header[0]} is wrong`;
  if (request.headers["content-type"] !== "application/json") return "it is no JSON";
  if (Buffer.byteLength(request.body) > longestBody) return `${Buffer.byteLength(request.body)} bytes`;
  const checked = body.safeParse(JSON.parse(request.body));
  return checked.success ? undefined : z.prettifyError(checked.error);
}
