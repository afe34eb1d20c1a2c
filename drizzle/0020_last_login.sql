ALTER TABLE "users" ADD COLUMN "last_login_at" timestamp (3) with time zone;--> statement-breakpoint
-- What the audit log knows of it.
UPDATE "users" SET "last_login_at" = "known"."at" FROM (
  SELECT "actor_user_id", max("created_at") AS "at" FROM "audit_log"
  WHERE "action" IN ('auth.login_success', 'auth.oidc_login_success') GROUP BY "actor_user_id"
) AS "known" WHERE "known"."actor_user_id" = "users"."id";
