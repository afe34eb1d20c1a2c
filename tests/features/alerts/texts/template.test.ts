import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { News } from "../../../../src/features/alerts/texts/news";
import { digestOf, noticeOf } from "../../../../src/features/alerts/texts/notice-texts";
import {
  fillTemplate,
  PLACEHOLDERS,
  problemOfTemplate,
} from "../../../../src/features/alerts/texts/template";
import { valuesOf } from "../../../../src/features/alerts/texts/values";

const AT = new Date("2026-03-01T10:00:00Z");
const NEWS: News = {
  ruleId: 3,
  ruleName: "Core is down",
  channels: ["ntfy"],
  titleTemplate: null,
  textTemplate: null,
  hasAcknowledgeLink: true,
  eventType: "device_offline",
  severity: "critical",
  status: "firing",
  subject: "device:12",
  deviceId: 12,
  deviceName: "sw1",
  deviceAddress: "192.0.2.1",
  siteName: "Berlin",
  incidentId: 17,
  incidentOpenedAt: AT,
  startedAt: AT,
  firedAt: new Date(AT.getTime() + 60_000),
  toldAt: new Date(AT.getTime() + 125_000),
  message: "sw1 (192.0.2.1) is now OFFLINE",
  lines: null,
};
const SERVICE = { appName: "Netatlas", appUrl: "https://atlas.example.com/" };
const LINK = "https://atlas.example.com/alerts?incident=17";
const values = valuesOf(NEWS, { appName: "Netatlas", link: LINK });
const fill = (template: string, isOver = false, longest = 4000) =>
  fillTemplate(template, { values, isOver }, longest);

describe("a template", () => {
  test("has every placeholder filled in, with blanks around the name or not", () => {
    const all = PLACEHOLDERS.map((name, index) => (index % 2 ? `{{ ${name} }}` : `{{${name}}}`));
    expect(fill(all.join("|"))).toBe(
      `sw1 (192.0.2.1) is now OFFLINE|sw1|192.0.2.1|Berlin|critical|firing|2026-03-01 10:00 UTC|2 min 5 s|17|${LINK}|Core is down|Netatlas`,
    );
  });

  test("has a section at the end of trouble, or until then, and no blank line for its marks", () => {
    const template = "a\n{{#firing}}\nbegins\n{{/firing}}\n{{#resolved}}over{{/resolved}} z";
    expect(fill(template)).toBe("a\nbegins\n z");
    expect(fill(template, true)).toBe("a\nover z");
    const lines = "a\n{{#firing}}{{site}}{{/firing}}\n{{#resolved}}over{{/resolved}}\nz";
    expect([fill(lines), fill(lines, true)]).toEqual(["a\nBerlin\nz", "a\nover\nz"]);
  });

  test.each(["{", "}}", "{{", "{{}", "{ {link} }", "{{{", "{{\n"])(
    "is text where it is no placeholder: %j",
    (text) => {
      expect(problemOfTemplate(text)).toBeUndefined();
      expect(fill(text)).toBe(text);
    },
  );

  test.each([
    ["{{devise.name}}", "Unknown placeholder {{devise.name}}; known are {{message}}, {{device.name}}"],
    ["{{}}", "Unknown placeholder {{}}"],
    ["{{constructor}}", "Unknown placeholder {{constructor}}"],
    ["{{__proto__}}", "Unknown placeholder {{__proto__}}"],
    ["{{#link}}", "Unknown placeholder {{#link}}"],
    ["{{Message}}", "Unknown placeholder {{Message}}"],
    [`{{${"x".repeat(5000)}}}`, "xxx…}}; known are"],
    ["{{#firing}}", "{{#firing}} is not ended by {{/firing}}"],
    ["{{/firing}}", "{{/firing}} ends nothing"],
    ["{{#firing}}{{/resolved}}", "{{/resolved}} ends nothing"],
    ["{{#firing}}{{#resolved}}", "{{#resolved}} stands within {{#firing}}"],
  ])("is refused where it has %j", (template, problem) => {
    expect(problemOfTemplate(template)).toContain(problem);
  });

  test("is not filled in again by what a device is called", () => {
    const hostile = { ...values, "device.name": "{{link}} {{#resolved}} $& $1" };
    expect(fillTemplate("{{device.name}}", { values: hostile, isOver: false }, 4000)).toBe(
      "{{link}} {{#resolved}} $& $1",
    );
  });

  test("gives no more than it may, whatever is filled in how often", () => {
    const big = "{{message}}".repeat(10_000);
    const started = performance.now();
    expect(fill(big)).toHaveLength(4000);
    expect(fill("x".repeat(1_000_000))).toHaveLength(4000);
    expect(problemOfTemplate("{{".repeat(500_000))).toBeUndefined();
    expect(problemOfTemplate(" \t".repeat(500_000))).toBeUndefined();
    expect(problemOfTemplate("{{#firing}}{{ ".repeat(100_000))).toBeDefined();
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test("that is accepted can be filled in, and keeps its bound", () => {
    const part = fc.constantFrom(
      "{{",
      "}}",
      "{{link}}",
      "{{#firing}}",
      "{{/firing}}",
      "{{#x}}",
      "\n",
      " ",
      "a",
      "😀",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.boolean(), (parts, isOver) => {
        const template = parts.join("");
        const text = fill(template, isOver, 50);
        expect(text.length).toBeLessThanOrEqual(50);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a value", () => {
  test("is one line that drives no terminal, and no longer than it may be", () => {
    const hostile = valuesOf(
      {
        ...NEWS,
        deviceName: "a\r\nBcc: b\u0000\u202e",
        message: "m".repeat(5000),
        siteName: "😀".repeat(200),
      },
      { appName: "x\ny", link: `https://a.test/${"l".repeat(900)}` },
    );
    expect(hostile["device.name"]).toBe("a Bcc: b");
    expect(hostile.app_name).toBe("x y");
    expect(hostile.message).toHaveLength(1000);
    expect(hostile.site.length).toBeLessThanOrEqual(120);
    expect(hostile.site.isWellFormed()).toBe(true);
    expect(hostile.link.length).toBeLessThanOrEqual(500);
  });

  test("that there is none of is empty", () => {
    const none = { ...NEWS, deviceName: null, deviceAddress: null, siteName: null, incidentId: null };
    expect(valuesOf(none, { appName: "", link: undefined })).toMatchObject({
      "device.name": "",
      "device.address": "",
      site: "",
      "incident.id": "",
      link: "",
    });
  });

  test.each([
    ["firing", "2 min 5 s"],
    ["resolved", "1 min"],
    ["happened", "0 s"],
  ] as const)("of how long it lasted is %j %j", (status, duration) => {
    expect(valuesOf({ ...NEWS, status }, { appName: "", link: undefined }).duration).toBe(duration);
  });
});

describe("a notice", () => {
  test("of a rule without templates reads as ever", () => {
    expect(noticeOf(SERVICE, NEWS)).toMatchObject({
      title: "Netatlas Alert: Core is down",
      text: "Netatlas Alert\n\n🔴 sw1 (192.0.2.1) is now OFFLINE",
      link: LINK,
      groupKey: "rule:3 device:12",
      status: "firing",
    });
    expect(noticeOf(SERVICE, { ...NEWS, status: "resolved", message: "back" }).text).toBe(
      "Netatlas Alert\n\n✅ back",
    );
  });

  test("has the templates' words, and a title on one line", () => {
    const told = noticeOf(SERVICE, {
      ...NEWS,
      titleTemplate: "{{severity}}: {{device.name}}",
      textTemplate: "{{message}}\n\nat {{site}}\n",
      deviceName: "sw1\r\nX-Injected: 1",
    });
    expect(told).toMatchObject({
      title: "critical: sw1 X-Injected: 1",
      text: "sw1 (192.0.2.1) is now OFFLINE\n\nat Berlin",
    });
  });

  test("reads as ever where the templates have nothing to say", () => {
    const given = {
      ...NEWS,
      titleTemplate: "{{#resolved}}x{{/resolved}}",
      textTemplate: " {{site}} ",
      siteName: null,
    };
    expect(noticeOf(SERVICE, given)).toMatchObject({
      title: "Netatlas Alert: Core is down",
      text: "Netatlas Alert\n\n🔴 sw1 (192.0.2.1) is now OFFLINE",
    });
  });

  test("leads nowhere but to the service, whatever a device is called", () => {
    const told = noticeOf(SERVICE, { ...NEWS, textTemplate: "{{link}}", deviceName: "https://evil.test" });
    expect([told.link, told.text]).toEqual([LINK, LINK]);
    expect(noticeOf({ ...SERVICE, appUrl: "" }, NEWS).link).toBeUndefined();
  });
});

describe("a digest", () => {
  test("has the usual title, and the first line of the template for each alert", () => {
    const one = {
      ...NEWS,
      titleTemplate: "mine",
      textTemplate: "{{#resolved}}over {{/resolved}}{{device.name}}\nmore",
    };
    const told = digestOf(SERVICE, [one, { ...one, status: "resolved" }]);
    expect(told.title).toBe("Netatlas Alert: Core is down (2)");
    expect(told.text).toBe("Netatlas Alert\n\n2 alerts:\nsw1\nover sw1");
  });
});

describe("what may be acknowledged", () => {
  const of = (...events: Partial<News>[]) =>
    digestOf(
      SERVICE,
      events.map((event) => ({ ...NEWS, ...event })),
    ).acknowledges;

  test("is one incident that lasts, by a rule that has it so", () => {
    expect(noticeOf(SERVICE, NEWS).acknowledges).toEqual({ incidentId: 17, openedAt: AT });
    expect(of({}, { subject: "sensor:1" })).toEqual({ incidentId: 17, openedAt: AT });
  });

  test.each<[string, Partial<News>[]]>([
    ["several incidents", [{}, { incidentId: 18 }]],
    ["what is over", [{ status: "resolved" }]],
    ["what just happened", [{ status: "happened", incidentId: null, incidentOpenedAt: null }]],
    ["a rule that has no links", [{ hasAcknowledgeLink: false }]],
  ])("is not %s", (_, events) => {
    expect(of(...events)).toBeUndefined();
  });
});
