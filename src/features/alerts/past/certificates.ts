import { z } from "zod";
import { findCertified } from "#features/monitoring";
import { CERTIFICATE_DAYS_BEFORE, certificateWords } from "../conditions/certificates";
import { onlyOf } from "../conditions/targets";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { coursesOfResults, looksAtEach } from "./results";

const DAY_MS = 86_400_000;

const Shown = z.looseObject({ certificateExpiresAt: z.iso.datetime({ offset: true }) });

/** Certificates that results have shown, so that those which were renewed meanwhile are told, too. */
export function createCertificateRehearsal(kind: "service" | "monitor"): Rehearsal {
  return async (ctx, rule) => {
    const certified = await findCertified(ctx.db, { kind, only: onlyOf(rule) });
    const targets = certified.filter(ctx.covers);
    const ofRule = rule.daysBefore ?? CERTIFICATE_DAYS_BEFORE;
    const courses = coursesOfResults(ctx, rule, {
      targets,
      looksAt: (target, past) => {
        const days = target.days ?? ofRule;
        return looksAtEach(past, ({ atMs, state, result }) => {
          if (state === "paused") return "absent";
          const shown = Shown.safeParse(result.details).data;
          if (shown === undefined) return result.rawStatus === "up" ? "absent" : "untold";
          const expiresAt = new Date(shown.certificateExpiresAt);
          if (expiresAt.getTime() > atMs + days * DAY_MS) return "absent";
          return { sentence: certificateWords(target, { expiresAt, now: new Date(atMs) }) };
        });
      },
    });
    return { gap: null, total: targets.length, courses };
  };
}
