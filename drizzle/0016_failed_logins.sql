CREATE TABLE "failed_logins" (
	"client" text NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "failed_logins_client_ends_at_pk" PRIMARY KEY("client","ends_at")
);
