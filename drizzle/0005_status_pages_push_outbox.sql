CREATE TABLE "group_members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"device_id" bigint,
	"service_check_id" bigint,
	"monitor_id" bigint
);
--> statement-breakpoint
CREATE TABLE "group_wakes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_wakes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_reports" (
	"monitor_id" bigint PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"token" text NOT NULL,
	"number" bigint DEFAULT 0 NOT NULL,
	"counted" bigint DEFAULT 0 NOT NULL,
	"reported_at" timestamp (3) with time zone,
	"status" text,
	"message" text,
	"ping_ms" real,
	CONSTRAINT "push_reports_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"destination" text NOT NULL,
	"subject" text NOT NULL,
	"rule_name" text DEFAULT '' NOT NULL,
	"device_id" bigint,
	"payload" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tried_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"claim_token" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_page_components" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_page_components_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"device_id" bigint,
	"service_check_id" bigint,
	"monitor_id" bigint,
	CONSTRAINT "status_page_components_one_thing" CHECK (num_nonnulls("status_page_components"."device_id", "status_page_components"."service_check_id", "status_page_components"."monitor_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "status_page_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_page_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "status_page_groups_position" UNIQUE("page_id","position")
);
--> statement-breakpoint
CREATE TABLE "status_pages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"is_published" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "status_pages_slug" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "kind" text DEFAULT 'http' NOT NULL;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "push_grace_seconds" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "group_mode" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "service_checks" ADD COLUMN "scope" jsonb;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_monitors_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_reports" ADD CONSTRAINT "push_reports_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_page_id_status_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."status_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_group_id_status_page_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."status_page_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_groups" ADD CONSTRAINT "status_page_groups_page_id_status_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."status_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_members_group" ON "group_members" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "group_members_device" ON "group_members" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "group_members_service_check" ON "group_members" USING btree ("service_check_id");--> statement-breakpoint
CREATE INDEX "group_members_monitor" ON "group_members" USING btree ("monitor_id");--> statement-breakpoint
CREATE INDEX "group_wakes_group" ON "group_wakes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("destination","due_at") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_state" ON "outbox" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "status_page_components_key" ON "status_page_components" USING btree ("page_id","key");--> statement-breakpoint
CREATE INDEX "status_page_components_group" ON "status_page_components" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "status_page_components_device" ON "status_page_components" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "status_page_components_service_check" ON "status_page_components" USING btree ("service_check_id");--> statement-breakpoint
CREATE INDEX "status_page_components_monitor" ON "status_page_components" USING btree ("monitor_id");