CREATE TABLE "outbox_destinations" (
	"destination" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"failing_since" timestamp (3) with time zone NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"detail" text NOT NULL,
	"quarantined_at" timestamp (3) with time zone,
	"probe_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "group_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_group" ON "outbox" USING btree ("destination","group_key","id") WHERE "outbox"."state" = 'waiting' AND "outbox"."group_key" <> '';