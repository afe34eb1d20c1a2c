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
ALTER TABLE "collectors" ADD COLUMN "heard_seconds" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collectors" ADD COLUMN "heard_at" timestamp (3) with time zone;