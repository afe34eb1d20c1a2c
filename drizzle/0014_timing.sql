CREATE TABLE "alert_escalations" (
	"incident_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "alert_escalations_incident_id_rule_id_pk" PRIMARY KEY("incident_id","rule_id")
);
--> statement-breakpoint
ALTER TABLE "alert_events" ADD COLUMN "beginning_id" bigint;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD COLUMN "escalated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD COLUMN "escalation_step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "schedule" jsonb;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "bundle_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "escalation" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_incident_id_alert_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."alert_incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_escalations_rule" ON "alert_escalations" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "alert_events_kept" ON "alert_events" USING btree ("id") WHERE "alert_events"."notice" = 'kept' AND "alert_events"."status" <> 'firing';