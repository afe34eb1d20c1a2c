import { z } from "@hono/zod-openapi";
import { requireDevice } from "#features/topology";
import { databaseNow } from "#platform/database-clock";
import { ENDLESS_TYPES } from "../event-types";
import { EXAMPLE, exampleNews, findShownDevice } from "../texts/example";
import type { News } from "../texts/news";
import { digestOf, noticeOf, linkOf } from "../texts/notice-texts";
import { valuesOf } from "../texts/values";
import { AlertRuleCreate } from "./models";
import { endSentenceOf, sentenceOf, type RuleContext } from "./test-rule";

const OTHER = { name: "Another Device", address: "192.0.2.2", site: "Example Site" };

const { event_type, severity, device_id, title_template, text_template } = AlertRuleCreate.shape;

export const AlertTextPreviewRequest = z
  .object({
    name: z.string().trim().max(120).default("").openapi({ example: "Core is down" }),
    event_type,
    severity,
    device_id: device_id.openapi({ description: "what it is shown with; null: an example" }),
    title_template,
    text_template,
  })
  .openapi("AlertTextPreviewRequest");
type AlertTextPreviewRequest = z.output<typeof AlertTextPreviewRequest>;

const Shown = z.object({ title: z.string(), text: z.string() }).openapi("AlertShownNotice");

export const AlertTextPreview = z
  .object({
    beginning: Shown,
    recovery: z.union([Shown, z.null()]).openapi({ description: "null: it has no end" }),
    digest: Shown.openapi({ description: "of two alerts" }),
    placeholders: z
      .record(z.string(), z.string())
      .openapi({ description: "what can be filled in, and with what at the beginning" }),
  })
  .openapi("AlertTextPreview");

/** How notices would read. Sends nothing. Throws 404 for the device. */
export async function previewTexts(
  { db, readAppName, appUrl }: Pick<RuleContext, "db" | "readAppName" | "appUrl">,
  given: AlertTextPreviewRequest,
): Promise<z.input<typeof AlertTextPreview>> {
  const { device_id: deviceId, event_type: eventType } = given;
  if (deviceId !== null) await requireDevice(db, deviceId);
  const device = (deviceId === null ? undefined : await findShownDevice(db, deviceId)) ?? EXAMPLE;
  const now = await databaseNow(db);
  const newsOf = (about: typeof device) =>
    exampleNews(
      {
        ...given,
        eventType,
        titleTemplate: given.title_template,
        textTemplate: given.text_template,
        sentence: sentenceOf(eventType, about),
      },
      { device: about, now },
    );
  const service = { appName: await readAppName(), appUrl };
  const shown = ({ title, text }: { title: string; text: string }) => ({ title, text });
  const beginning = newsOf(device);
  const recovery: News = { ...beginning, status: "resolved", message: endSentenceOf(eventType, device) };
  return {
    beginning: shown(noticeOf(service, beginning)),
    recovery: ENDLESS_TYPES.has(eventType) ? null : shown(noticeOf(service, recovery)),
    digest: shown(digestOf(service, [beginning, newsOf(OTHER)])),
    placeholders: valuesOf(beginning, {
      appName: service.appName,
      link: linkOf(appUrl, beginning.incidentId),
    }),
  };
}
