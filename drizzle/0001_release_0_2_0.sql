CREATE TABLE "failed_logins" (
	"client" text NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "failed_logins_client_ends_at_pk" PRIMARY KEY("client","ends_at")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"clock_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"setup_nonce" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "started_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"first_started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "tool_calls" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"called_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_import_verdicts" (
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"verdicts" text NOT NULL,
	CONSTRAINT "device_import_verdicts_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_username";--> statement-breakpoint
ALTER TABLE "device_imports" ADD COLUMN "verdict_bytes" integer;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_import_verdicts" ADD CONSTRAINT "device_import_verdicts_import_id_device_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."device_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Of users whose names differ by case only, the oldest keeps the name; the others get theirs with a number, as
-- `Alice.2`, with everything that is theirs. They find it in the audit log, and an administrator in the list of users.
DO $$
DECLARE
	twin record;
	candidate text;
	number int;
BEGIN
	FOR twin IN
		SELECT u.id, u.username FROM users u
		WHERE EXISTS (SELECT FROM users o WHERE lower(o.username) = lower(u.username) AND o.id < u.id)
		ORDER BY u.id
	LOOP
		number := 1;
		LOOP
			number := number + 1;
			candidate := left(twin.username, 70) || '.' || number;
			EXIT WHEN NOT EXISTS (SELECT FROM users WHERE lower(username) = lower(candidate));
		END LOOP;
		UPDATE users SET username = candidate, updated_at = now() WHERE id = twin.id;
		INSERT INTO audit_log (action, target, detail, before, after) VALUES (
			'auth.user_renamed', 'user:' || candidate, 'another user has this name in another case',
			jsonb_build_object('username', twin.username), jsonb_build_object('username', candidate));
	END LOOP;
END $$;--> statement-breakpoint
-- The rows join the chain now: a later migration may change the audit log, which must not have rows that wait for theirs.
SET CONSTRAINTS audit_log_chain IMMEDIATE;--> statement-breakpoint
SET CONSTRAINTS audit_log_chain DEFERRED;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree (lower("username"));
--> statement-breakpoint
-- A database whose jobs have run is not new: nobody may set it up from anywhere, however empty it is.
INSERT INTO "installation" ("created_at")
	SELECT CASE WHEN EXISTS (SELECT FROM "job_leases") THEN to_timestamp(0) ELSE now() END;
