CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_audit" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"position" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at");
--> statement-breakpoint
-- The chain of docs/audit.md: at commit each new row of audit_log takes the next position and a hash over the hash before.
-- The same canonical text stands in src/features/audit/verification.ts, which does not trust these functions.
ALTER TABLE "audit_head" SET (fillfactor = 10);
--> statement-breakpoint
INSERT INTO "audit_head" ("position", "hash") VALUES (0, repeat('0', 64));
--> statement-breakpoint
CREATE FUNCTION append_to_audit_chain(entry audit_log) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	link audit_head;
BEGIN
	UPDATE audit_head h SET position = h.position + 1, hash = encode(sha256(convert_to(h.hash || jsonb_build_array(
		entry.id, entry.actor_user_id, entry.actor_name, entry.api_key_id, entry.session_id, entry.client_address,
		entry.request_id, entry.action, entry.target, entry.detail, entry.before, entry.after,
		(extract(epoch FROM entry.created_at) * 1000)::bigint)::text, 'UTF8')), 'hex')
	RETURNING h.* INTO link;
	INSERT INTO audit_chain (position, audit_id, hash) VALUES (link.position, entry.id, link.hash);
END $$;
--> statement-breakpoint
CREATE FUNCTION chain_audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM append_to_audit_chain(NEW);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
DO $$
DECLARE
	entry audit_log;
BEGIN
	FOR entry IN SELECT * FROM audit_log ORDER BY id LOOP
		PERFORM append_to_audit_chain(entry);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON "audit_log" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION chain_audit_row();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_head_kept BEFORE DELETE OR TRUNCATE ON "audit_head"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
