import { z } from "@hono/zod-openapi";
import { boolean } from "#platform/http/fields";
import type { alertRules } from "../tables";
import { PLACEHOLDERS, problemOfTemplate } from "../texts/template";

const LONGEST_TITLE_TEMPLATE = 250;
const LONGEST_TEXT_TEMPLATE = 4000;

type Bounds = { field: string; longest: number; isOneLine?: boolean };

const template = ({ field, longest, isOneLine = false }: Bounds, description: string) =>
  z
    .string()
    .max(longest)
    .transform((written) => written.replace(/\r\n?/g, "\n"))
    .superRefine((written, context) => {
      const problem = problemOf(written, { longest, isOneLine });
      if (problem !== undefined) context.addIssue({ code: "custom", message: `${field}: ${problem}` });
    })
    .nullable()
    .transform((written) => (written === null || written.trim() === "" ? null : written))
    .openapi({ type: ["string", "null"], maxLength: longest, description });

function problemOf(
  written: string,
  { longest, isOneLine }: { longest: number; isOneLine: boolean },
): string | undefined {
  // What is too long was said to be so.
  if (written.length > longest) return undefined;
  if (isOneLine && /\p{Cc}/u.test(written)) return "must be one line";
  if (/(?![\n\t])\p{Cc}/u.test(written)) return "has control characters";
  return problemOfTemplate(written);
}

const NAMES = PLACEHOLDERS.map((name) => `\`{{${name}}}\``).join(", ");

/** Fields of a rule: what its notices say, and what can be done from them. */
export const ruleTexts = {
  title_template: template(
    { field: "title_template", longest: LONGEST_TITLE_TEMPLATE, isOneLine: true },
    `of a notice of one alert; null or blank: as it is usual. ${NAMES} are filled in`,
  ),
  text_template: template(
    { field: "text_template", longest: LONGEST_TEXT_TEMPLATE },
    "likewise; what stands between `{{#firing}}` and `{{/firing}}` is left out at the end of trouble, what stands between `{{#resolved}}` and " +
      "`{{/resolved}}` before. A digest has the first line for each alert",
  ),
  acknowledge_link: boolean().openapi({
    description: "whether whoever is told of an incident may acknowledge it without signing in",
  }),
};

export const textDefaults = {
  title_template: ruleTexts.title_template.default(null),
  text_template: ruleTexts.text_template.default(null),
  acknowledge_link: ruleTexts.acknowledge_link.default(true),
};

export const ruleTextsRead = {
  title_template: z.string().nullable(),
  text_template: z.string().nullable(),
  acknowledge_link: z.boolean(),
};

type Texts = z.output<z.ZodObject<typeof ruleTextsRead>>;
type Columns = Pick<typeof alertRules.$inferSelect, "titleTemplate" | "textTemplate" | "acknowledgeLink">;

export function textFieldsOf(row: Columns): Texts {
  return {
    title_template: row.titleTemplate,
    text_template: row.textTemplate,
    acknowledge_link: row.acknowledgeLink,
  };
}

export function textColumnsOf(input: Texts): Columns {
  return {
    titleTemplate: input.title_template,
    textTemplate: input.text_template,
    acknowledgeLink: input.acknowledge_link,
  };
}
