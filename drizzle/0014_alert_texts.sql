ALTER TABLE "alert_events" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "title_template" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "text_template" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "acknowledge_link" boolean DEFAULT true NOT NULL;