CREATE TABLE "alert_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_rule_id" bigint,
	"rule_name" text NOT NULL,
	"event_type" text NOT NULL,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"subject" text NOT NULL,
	"device_id" bigint,
	"incident_id" bigint,
	"fired_at" timestamp (3) with time zone NOT NULL,
	"message" text NOT NULL,
	"notice" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"device_id" bigint,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolution" text,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "alert_pauses" (
	"rule_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"fired_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_pauses_rule_id_subject_pk" PRIMARY KEY("rule_id","subject")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"event_type" text NOT NULL,
	"device_id" bigint,
	"service_check_id" bigint,
	"monitor_id" bigint,
	"scope" jsonb,
	"severity" text NOT NULL,
	"channels" text[] NOT NULL,
	"cooldown_minutes" integer NOT NULL,
	"for_minutes" integer NOT NULL,
	"notifies_recovery" boolean NOT NULL,
	"threshold_ms" integer,
	"loss_pct_threshold" real,
	"loss_window_minutes" integer NOT NULL,
	"threshold_percent" real,
	"days_before" integer,
	"last_triggered_at" timestamp (3) with time zone,
	"burst_started_at" timestamp (3) with time zone,
	"burst_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_signals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_signals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_type" text NOT NULL,
	"subject" text NOT NULL,
	"device_id" bigint,
	"sentence" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_silences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_silences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reason" text NOT NULL,
	"rule_ids" bigint[] DEFAULT '{}' NOT NULL,
	"device_ids" bigint[] DEFAULT '{}' NOT NULL,
	"scope" jsonb,
	"created_by" text NOT NULL,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_troubles" (
	"rule_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"cause" text NOT NULL,
	"device_id" bigint,
	"target_id" bigint,
	"sentence" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"event_id" bigint,
	"incident_id" bigint,
	CONSTRAINT "alert_troubles_rule_id_subject_pk" PRIMARY KEY("rule_id","subject")
);
--> statement-breakpoint
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
CREATE TABLE "collector_reports" (
	"collector" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_percent" real NOT NULL,
	"free_bytes" bigint NOT NULL,
	"shortage" text,
	"lost" jsonb
);
--> statement-breakpoint
ALTER TABLE "ip_reservations" ADD COLUMN "reminded_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "state_changes" ADD COLUMN "is_evaluated" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- What was before there were rules is nobody's news.
ALTER TABLE "state_changes" ALTER COLUMN "is_evaluated" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "group_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_events" ADD CONSTRAINT "alert_events_alert_rule_id_alert_rules_id_fk" FOREIGN KEY ("alert_rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_events" ADD CONSTRAINT "alert_events_incident_id_alert_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."alert_incidents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_pauses" ADD CONSTRAINT "alert_pauses_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_troubles" ADD CONSTRAINT "alert_troubles_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_troubles" ADD CONSTRAINT "alert_troubles_event_id_alert_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."alert_events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_troubles" ADD CONSTRAINT "alert_troubles_incident_id_alert_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."alert_incidents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_events_rule" ON "alert_events" USING btree ("alert_rule_id");--> statement-breakpoint
CREATE INDEX "alert_events_device" ON "alert_events" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "alert_events_incident" ON "alert_events" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "alert_events_fired" ON "alert_events" USING btree ("fired_at");--> statement-breakpoint
CREATE INDEX "alert_events_waiting" ON "alert_events" USING btree ("id") WHERE "alert_events"."notice" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "alert_incidents_open" ON "alert_incidents" USING btree ("subject") WHERE "alert_incidents"."resolved_at" IS NULL;--> statement-breakpoint
CREATE INDEX "alert_incidents_opened" ON "alert_incidents" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "alert_incidents_device" ON "alert_incidents" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alert_pauses_fired" ON "alert_pauses" USING btree ("fired_at");--> statement-breakpoint
CREATE INDEX "alert_rules_device" ON "alert_rules" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alert_rules_service_check" ON "alert_rules" USING btree ("service_check_id");--> statement-breakpoint
CREATE INDEX "alert_rules_monitor" ON "alert_rules" USING btree ("monitor_id");--> statement-breakpoint
CREATE INDEX "alert_silences_ends" ON "alert_silences" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "alert_troubles_incident" ON "alert_troubles" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "alert_troubles_event" ON "alert_troubles" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "alert_troubles_due" ON "alert_troubles" USING btree ("due_at") WHERE "alert_troubles"."event_id" IS NULL;--> statement-breakpoint
CREATE INDEX "check_results_down" ON "check_results" USING btree ("at") WHERE "check_results"."raw_status" = 'down';--> statement-breakpoint
CREATE INDEX "state_changes_new" ON "state_changes" USING btree ("id") WHERE NOT "state_changes"."is_evaluated";--> statement-breakpoint
CREATE INDEX "outbox_group" ON "outbox" USING btree ("destination","group_key","id") WHERE "outbox"."state" = 'waiting' AND "outbox"."group_key" <> '';