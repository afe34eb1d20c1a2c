CREATE TABLE "maintenance_scopes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_scopes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"maintenance_id" bigint NOT NULL,
	"device_id" bigint,
	"group_id" bigint,
	"site_id" bigint,
	"service_check_id" bigint,
	"monitor_id" bigint,
	"tag" text,
	CONSTRAINT "maintenance_scopes_one_thing" CHECK (num_nonnulls("maintenance_scopes"."device_id", "maintenance_scopes"."group_id", "maintenance_scopes"."site_id", "maintenance_scopes"."service_check_id", "maintenance_scopes"."monitor_id", "maintenance_scopes"."tag") = 1)
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_windows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text,
	"is_enabled" boolean NOT NULL,
	"covers_everything" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"cron" text,
	"time_zone" text,
	"duration_minutes" integer,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	"exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maintenance_windows_schedule" CHECK (CASE WHEN "maintenance_windows"."cron" IS NULL
        THEN num_nonnulls("maintenance_windows"."starts_at", "maintenance_windows"."ends_at") = 2 AND "maintenance_windows"."starts_at" < "maintenance_windows"."ends_at"
        ELSE num_nonnulls("maintenance_windows"."time_zone", "maintenance_windows"."duration_minutes") = 2
          AND num_nonnulls("maintenance_windows"."starts_at", "maintenance_windows"."ends_at") = 0 END)
);
--> statement-breakpoint
CREATE TABLE "check_results" (
	"target_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"raw_status" text NOT NULL,
	"state" text NOT NULL,
	"latency_ms" real,
	"is_healthy" boolean,
	"error" text,
	"details" jsonb,
	CONSTRAINT "check_results_target_id_at_pk" PRIMARY KEY("target_id","at")
);
--> statement-breakpoint
CREATE TABLE "check_rollups" (
	"target_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"up_ms" integer NOT NULL,
	"down_ms" integer NOT NULL,
	"unknown_ms" integer NOT NULL,
	"unreachable_ms" integer NOT NULL,
	"maintenance_ms" integer NOT NULL,
	"paused_ms" integer NOT NULL,
	"checks" integer NOT NULL,
	"up" integer NOT NULL,
	"down" integer NOT NULL,
	"healthy" integer NOT NULL,
	"latency_count" integer NOT NULL,
	"latency_sum_ms" real NOT NULL,
	"latency_min_ms" real,
	"latency_max_ms" real,
	"latency_p50_ms" real,
	"latency_p95_ms" real,
	"hours" "bytea",
	CONSTRAINT "check_rollups_target_id_starts_at_pk" PRIMARY KEY("target_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "check_targets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "check_targets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"device_id" bigint,
	"service_check_id" bigint,
	"monitor_id" bigint,
	"subject" text NOT NULL,
	"interval_seconds" integer NOT NULL,
	"retry_seconds" integer NOT NULL,
	"failures_to_down" integer NOT NULL,
	"successes_to_up" integer NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"claim_token" bigint DEFAULT 0 NOT NULL,
	"raw_status" text,
	"raw_since" timestamp (3) with time zone,
	"in_doubt" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"result" jsonb,
	"recent" "bytea",
	"confirmed" text DEFAULT 'unknown' NOT NULL,
	"state" text DEFAULT 'unknown' NOT NULL,
	"state_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite_monitors" (
	"user_id" bigint NOT NULL,
	"monitor_id" bigint NOT NULL,
	CONSTRAINT "favourite_monitors_user_id_monitor_id_pk" PRIMARY KEY("user_id","monitor_id")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target_id" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"http_method" text NOT NULL,
	"expected_status_min" integer NOT NULL,
	"expected_status_max" integer NOT NULL,
	"accepted_status_codes" text NOT NULL,
	"timeout_seconds" real NOT NULL,
	"verify_tls" boolean NOT NULL,
	"follow_redirects" boolean NOT NULL,
	"max_redirects" integer NOT NULL,
	"request_headers" text,
	"request_body" text,
	"body_encoding" text NOT NULL,
	"auth_type" text NOT NULL,
	"auth_username" text,
	"auth_password" text,
	"bearer_token" text,
	"oauth_token_url" text,
	"oauth_client_id" text,
	"oauth_client_secret" text,
	"oauth_scopes" text,
	"oauth_audience" text,
	"oauth_auth_method" text NOT NULL,
	"proxy_url" text,
	"tls_ca" text,
	"tls_cert" text,
	"tls_key" text,
	"keyword" text,
	"keyword_inverted" boolean NOT NULL,
	"json_path" text,
	"json_operator" text NOT NULL,
	"expected_value" text,
	"expected_headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_response_bytes" integer,
	"max_response_time_ms" integer,
	"cache_bust" boolean NOT NULL,
	"upside_down" boolean NOT NULL,
	"check_interval_seconds" integer NOT NULL,
	"max_retries" integer NOT NULL,
	"retry_interval_seconds" integer NOT NULL,
	"certificate_expiry_alert" boolean NOT NULL,
	"certificate_expiry_days" integer NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_result_days" (
	"target_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"results" "bytea" NOT NULL,
	CONSTRAINT "check_result_days_target_id_starts_at_pk" PRIMARY KEY("target_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "check_result_hours" (
	"target_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"results" "bytea" NOT NULL,
	CONSTRAINT "check_result_hours_target_id_starts_at_pk" PRIMARY KEY("target_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "service_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint,
	"port" integer NOT NULL,
	"label" text NOT NULL,
	"check_type" text NOT NULL,
	"http_path" text,
	"http_method" text NOT NULL,
	"expected_status_min" integer NOT NULL,
	"expected_status_max" integer NOT NULL,
	"timeout_seconds" real,
	"verify_tls" boolean NOT NULL,
	"follow_redirects" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"interval_seconds" integer,
	"retry_interval_seconds" integer,
	"failures_to_down" integer NOT NULL,
	"successes_to_up" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "state_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text
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
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_maintenance_id_maintenance_windows_id_fk" FOREIGN KEY ("maintenance_id") REFERENCES "public"."maintenance_windows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_group_id_topology_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."topology_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_results" ADD CONSTRAINT "check_results_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_rollups" ADD CONSTRAINT "check_rollups_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_targets" ADD CONSTRAINT "check_targets_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_targets" ADD CONSTRAINT "check_targets_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_targets" ADD CONSTRAINT "check_targets_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_monitors" ADD CONSTRAINT "favourite_monitors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_monitors" ADD CONSTRAINT "favourite_monitors_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_result_days" ADD CONSTRAINT "check_result_days_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_result_hours" ADD CONSTRAINT "check_result_hours_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_checks" ADD CONSTRAINT "service_checks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_changes" ADD CONSTRAINT "state_changes_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_page_id_status_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."status_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_group_id_status_page_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."status_page_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_components" ADD CONSTRAINT "status_page_components_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_groups" ADD CONSTRAINT "status_page_groups_page_id_status_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."status_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_scopes_maintenance" ON "maintenance_scopes" USING btree ("maintenance_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_device" ON "maintenance_scopes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_group" ON "maintenance_scopes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_site" ON "maintenance_scopes" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_service_check" ON "maintenance_scopes" USING btree ("service_check_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_monitor" ON "maintenance_scopes" USING btree ("monitor_id");--> statement-breakpoint
CREATE INDEX "check_rollups_starts_at" ON "check_rollups" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "check_targets_device" ON "check_targets" USING btree ("device_id") WHERE "check_targets"."kind" = 'device';--> statement-breakpoint
CREATE UNIQUE INDEX "check_targets_service" ON "check_targets" USING btree ("service_check_id","device_id") WHERE "check_targets"."kind" = 'service';--> statement-breakpoint
CREATE UNIQUE INDEX "check_targets_monitor" ON "check_targets" USING btree ("monitor_id") WHERE "check_targets"."kind" = 'monitor';--> statement-breakpoint
CREATE INDEX "check_targets_device_all" ON "check_targets" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "check_targets_due" ON "check_targets" USING btree ("kind","due_at") WHERE "check_targets"."state" <> 'paused';--> statement-breakpoint
CREATE INDEX "check_targets_trouble" ON "check_targets" USING btree ("state") WHERE "check_targets"."state" IN ('down', 'unreachable');--> statement-breakpoint
CREATE INDEX "favourite_monitors_monitor" ON "favourite_monitors" USING btree ("monitor_id");--> statement-breakpoint
CREATE INDEX "incidents_target" ON "incidents" USING btree ("target_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("target_id") WHERE "incidents"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "check_result_days_starts_at" ON "check_result_days" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "check_result_hours_starts_at" ON "check_result_hours" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "service_checks_device" ON "service_checks" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "state_changes_target" ON "state_changes" USING btree ("target_id","at");--> statement-breakpoint
CREATE INDEX "state_changes_at" ON "state_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "status_page_components_key" ON "status_page_components" USING btree ("page_id","key");--> statement-breakpoint
CREATE INDEX "status_page_components_group" ON "status_page_components" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "status_page_components_device" ON "status_page_components" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "status_page_components_service_check" ON "status_page_components" USING btree ("service_check_id");--> statement-breakpoint
CREATE INDEX "status_page_components_monitor" ON "status_page_components" USING btree ("monitor_id");--> statement-breakpoint
ALTER TABLE "check_targets" SET (fillfactor = 70);--> statement-breakpoint
-- Packed already: PostgreSQL would try in vain.
ALTER TABLE "check_result_hours" ALTER COLUMN "results" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "check_result_days" ALTER COLUMN "results" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "check_rollups" ALTER COLUMN "hours" SET STORAGE EXTERNAL;
