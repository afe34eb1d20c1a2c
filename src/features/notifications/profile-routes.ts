import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import type { Senders } from "./delivery/senders";
import { NotificationTestResult } from "./models";
import { profileByKey } from "./profile-by-key";
import {
  NotificationProfileCreate,
  NotificationProfileRead,
  NotificationProfileUpdate,
  PROFILE_VERSION,
} from "./profile-models";
import { deleteProfile, listProfiles, requireProfile, updateProfile, getProfile } from "./profiles";
import { sendTest, toTestResult } from "./test-message";

const PATH = "/api/v1/admin/notification-profiles";
const params = z.object({ profile_id: id });
const refusals = { 404: "Notification profile not found" };

type Deps = { db: Db; encryption: Encryption; senders: Senders };

export function notificationProfileRoutes({ db, encryption, senders }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "admin",
        summary: "Notification profiles by name",
        description:
          "Secrets are never shown. A channel of the notification settings that is filled in and whose provider has no profile becomes one.",
        access: "superadmin",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(NotificationProfileRead),
      },
      async ({ context, query }) => answerPage(context, await listProfiles({ db, encryption }, query)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{profile_id}`,
        tag: "admin",
        summary: "One notification profile",
        description: "Secrets are never shown.",
        access: "superadmin",
        params,
        response: NotificationProfileRead,
        versioned: PROFILE_VERSION,
        refusals,
      },
      (request) => getProfile({ db, encryption }, request.params.profile_id),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "admin",
        summary: "Add a notification profile",
        access: "superadmin",
        isTryable: true,
        upsert: { key: "`name`", changes: NotificationProfileUpdate },
        body: NotificationProfileCreate,
        status: 201,
        response: NotificationProfileRead,
        versioned: PROFILE_VERSION,
        replay: { byId: `${PATH}/{profile_id}`, isKept: true },
      },
      (request) => writeByKey(request, profileByKey({ encryption, actor: actorOf(request) }, request.body)),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{profile_id}`,
        tag: "admin",
        summary: "Change a notification profile",
        access: "superadmin",
        isTryable: true,
        params,
        body: NotificationProfileUpdate,
        response: NotificationProfileRead,
        refusals,
        versioned: PROFILE_VERSION,
        replay: { whole: `${PATH}/{profile_id}`, isKept: true },
      },
      (request) =>
        updateProfile(
          { db: request.db, encryption, actor: actorOf(request) },
          { id: request.params.profile_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{profile_id}`,
        tag: "admin",
        summary: "Remove a notification profile",
        access: "superadmin",
        isTryable: true,
        versioned: PROFILE_VERSION,
        params,
        refusals,
        replay: "empty",
      },
      ({ db: written, params: { profile_id: profileId }, ifMatch, ...request }) =>
        deleteProfile({ db: written, encryption, actor: actorOf(request) }, profileId, ifMatch),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{profile_id}/test`,
        tag: "admin",
        summary: "Send a test message by a notification profile",
        description:
          "A failure is an answer too: `status` is `ok` or says what failed. One that arrives ends a quarantine.",
        access: "superadmin",
        isTryable: true,
        outside: "a message is sent by the profile",
        params,
        response: NotificationTestResult,
        refusals,
        replay: "kept",
      },
      async ({ db: written, outside, params: { profile_id: profileId } }) => {
        await requireProfile({ db: written }, profileId);
        return outside(`send a test message by notification profile ${profileId}`, async () =>
          toTestResult(await sendTest({ db, encryption, senders }, { target: `profile:${profileId}` })),
        );
      },
    ),
  ];
}
