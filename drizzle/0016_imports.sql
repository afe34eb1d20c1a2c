CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"actions" text[] NOT NULL,
	"verdicts" text NOT NULL,
	CONSTRAINT "import_rows_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "imports_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"username" text NOT NULL,
	"source" text NOT NULL,
	"files" text[] NOT NULL,
	"is_dry_run" boolean NOT NULL,
	"existing" text NOT NULL,
	"rows" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"tables" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"made" jsonb NOT NULL,
	"audit_id" bigint,
	"row_bytes" bigint NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "audit_log_packed" ON "audit_log" USING gin ((after -> 'targets') jsonb_path_ops) WHERE action LIKE 'imports.%.rows';