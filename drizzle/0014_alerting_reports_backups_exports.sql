CREATE TABLE "alert_escalations" (
	"incident_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "alert_escalations_incident_id_rule_id_pk" PRIMARY KEY("incident_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "alert_log_counts" (
	"rule_id" bigint NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"sender" text NOT NULL,
	"lines" bigint NOT NULL,
	CONSTRAINT "alert_log_counts_rule_id_minute_sender_pk" PRIMARY KEY("rule_id","minute","sender")
);
--> statement-breakpoint
CREATE TABLE "alert_log_matches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_log_matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule_id" bigint NOT NULL,
	"matches" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_by_hand" boolean NOT NULL,
	"filename" text,
	"size_bytes" bigint,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "kept_reports" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_files" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"permission" text
);
--> statement-breakpoint
CREATE TABLE "log_senders" (
	"collector" text NOT NULL,
	"sender" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"lines" bigint NOT NULL,
	"heard_seconds" double precision NOT NULL,
	"rhythm" jsonb NOT NULL,
	"gaps" integer NOT NULL,
	"usual_gap_seconds" integer,
	CONSTRAINT "log_senders_collector_sender_pk" PRIMARY KEY("collector","sender")
);
--> statement-breakpoint
ALTER TABLE "alert_events" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_events" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "alert_events" ADD COLUMN "beginning_id" bigint;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD COLUMN "escalated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD COLUMN "escalation_step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "log_query" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "log_lines" integer;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "log_window_minutes" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "log_comparison" text DEFAULT 'at_least' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "per_sender" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "silent_minutes" integer;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "title_template" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "text_template" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "acknowledge_link" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "schedule" jsonb;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "bundle_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "escalation" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_profiles" ADD COLUMN "carries_log_lines" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "collectors" ADD COLUMN "heard_seconds" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collectors" ADD COLUMN "heard_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "job_leases" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_leases" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_incident_id_alert_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."alert_incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_log_counts" ADD CONSTRAINT "alert_log_counts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_reports" ADD CONSTRAINT "kept_reports_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_files" ADD CONSTRAINT "operation_files_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_escalations_rule" ON "alert_escalations" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "alert_events_kept" ON "alert_events" USING btree ("id") WHERE "alert_events"."notice" = 'kept' AND "alert_events"."status" <> 'firing';