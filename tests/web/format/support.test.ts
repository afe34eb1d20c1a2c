import { expect, test } from "bun:test";
import { supportLinks } from "../../../src/web/format/support";

test("a service without support has no links, and what is set becomes one each", () => {
  expect(supportLinks({ support_email: "", support_url: "" })).toEqual([]);
  expect(
    supportLinks({ support_email: "help@example.com", support_url: "https://example.com/help" }),
  ).toEqual([
    { label: "help@example.com", href: "mailto:help@example.com" },
    { label: "Support page", href: "https://example.com/help" },
  ]);
});

test("nothing that is typed as a mail address adds a header to the mail", () => {
  const [link] = supportLinks({ support_email: "a@example.com?bcc=b@example.com", support_url: "" });
  expect(new URL(link?.href ?? "").search).toBe("");
});
