CREATE UNLOGGED TABLE "tool_calls" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"called_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;