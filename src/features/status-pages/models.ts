import { z } from "@hono/zod-openapi";
import { boolean, integer, optionalText, timestamp } from "#platform/http/fields";

const MAX_GROUPS = 50;
const MAX_COMPONENTS = 200;

const slug = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "small letters, digits and single hyphens between them")
  .openapi({ description: "last part of the page's address, `/status/{slug}`", example: "example-co" });
const title = z.string().trim().min(1).max(120).openapi({ example: "Example Co. services" });
const description = optionalText(2000).openapi({ example: "Mail, shop and telephones of all offices" });
const published = boolean().openapi({ description: "false: nobody who is not signed in sees it" });
const publicName = z.string().trim().min(1).max(80);

const KINDS = ["device", "service_check", "monitor"] as const;
export type ThingKind = (typeof KINDS)[number];

const ComponentWrite = z
  .object({
    kind: z.enum(KINDS),
    id: integer().openapi({ description: "of the device, service check or monitor" }),
    name: publicName.openapi({ description: "what the public calls it", example: "Online shop" }),
  })
  .openapi("StatusPageComponentWrite");

const groups = z
  .array(
    z
      .object({
        name: publicName.openapi({ example: "Customers" }),
        components: z.array(ComponentWrite).max(MAX_COMPONENTS),
      })
      .openapi("StatusPageGroupWrite"),
  )
  .max(MAX_GROUPS)
  .superRefine((given, context) => {
    const things = given.flatMap((group) => group.components.map(({ kind, id }) => `${kind} ${id}`));
    if (things.length > MAX_COMPONENTS)
      context.addIssue({ code: "custom", message: `at most ${MAX_COMPONENTS} components` });
    if (new Set(things).size < things.length)
      context.addIssue({ code: "custom", message: "a thing may be on a page once only" });
  });
export type GroupsWrite = z.output<typeof groups>;

export const StatusPageCreate = z
  .object({
    slug,
    title,
    description: description.default(null),
    published: published.default(false),
    groups: groups.default([]),
  })
  .openapi("StatusPageCreate");
export type StatusPageCreate = z.output<typeof StatusPageCreate>;

export const StatusPageUpdate = z
  .object({ slug, title, description, published, groups })
  .partial()
  .openapi("StatusPageUpdate", {
    description:
      "Absent fields keep their value. `groups` are replaced as a whole, in the order that is given.",
  });
export type StatusPageUpdate = z.output<typeof StatusPageUpdate>;

const Component = z
  .object({
    kind: z.enum(KINDS),
    id: z.int(),
    name: z.string(),
    key: z.string().openapi({
      description:
        "says which it is on the public page and to its badge; stays as long as the thing is on the page",
    }),
  })
  .openapi("StatusPageComponent");

const Group = z.object({ name: z.string(), components: z.array(Component) }).openapi("StatusPageGroup");

const Thing = z
  .object({ kind: z.enum(KINDS), id: z.int(), name: z.string() })
  .openapi("StatusPageThing", { description: "What a thing is called by those who are signed in." });

export const StatusPageRead = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    published: z.boolean(),
    groups: z.array(Group),
    created_at: timestamp,
    updated_at: timestamp,
    things: z.array(Thing),
  })
  .openapi("StatusPage", { description: "Things that are deleted leave the page." });
export type StatusPageRead = z.infer<typeof StatusPageRead>;

/** That a thing has another name inside is no change of the page. */
export const STATUS_PAGE_VERSION = { without: ["things"] } as const;

/**
 * What the public is told of a thing. `no_data`: nobody has looked for too long; `off`: it is down, and that is
 * expected.
 */
export const PUBLIC_STATES = [
  "operational",
  "down",
  "unreachable",
  "maintenance",
  "unknown",
  "no_data",
  "not_watched",
  "off",
] as const;
export type PublicState = (typeof PUBLIC_STATES)[number];

/** Of a group or a page: `degraded` where some of it is down. */
export const OVERALL_STATES = [...PUBLIC_STATES, "degraded"] as const;
export type OverallState = (typeof OVERALL_STATES)[number];

const SummaryComponent = z
  .object({
    key: z.string(),
    name: z.string(),
    state: z.enum(PUBLIC_STATES),
    uptime_percent: z
      .number()
      .nullable()
      .openapi({ description: "of the time in which it was watched; null: it was not" }),
    watched_days: z.int().openapi({ description: "days of the last 90 with something to tell" }),
  })
  .openapi("StatusSummaryComponent");

export const StatusSummary = z
  .object({
    title: z.string(),
    description: z.string().nullable(),
    state: z.enum(OVERALL_STATES),
    sentence: z.string(),
    updated_at: timestamp,
    is_current: z
      .boolean()
      .openapi({ description: "false: the checks have stopped, and no state is known at the moment" }),
    groups: z.array(
      z
        .object({
          name: z.string(),
          state: z.enum(OVERALL_STATES),
          components: z.array(SummaryComponent),
        })
        .openapi("StatusSummaryGroup"),
    ),
    incidents: z
      .array(
        z
          .object({
            key: z.string().openapi({ description: "of the component" }),
            started_at: timestamp,
            ended_at: timestamp.nullable().openapi({ description: "null: it lasts" }),
            is_acknowledged: z
              .boolean()
              .openapi({ description: "it lasts, and somebody has said that they see to it" }),
          })
          .openapi("StatusSummaryIncident"),
      )
      .openapi({ description: "of the last 14 days, the newest first" }),
    maintenance: z
      .array(
        z
          .object({
            description: z.string().nullable(),
            starts_at: timestamp,
            ends_at: timestamp,
            keys: z.array(z.string()).openapi({ description: "of the components that it covers" }),
          })
          .openapi("StatusSummaryMaintenance"),
      )
      .openapi({ description: "that runs, or begins within 7 days" }),
  })
  .openapi("StatusSummary");
export type StatusSummary = z.infer<typeof StatusSummary>;
