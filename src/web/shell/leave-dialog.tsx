import { Button, Group } from "@mantine/core";
import { Dialog } from "../components/dialog/dialog";

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title="Leave without saving?" isOpen onClose={onStay}>
      <p>What you changed on this page is not saved.</p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="danger" onClick={onLeave}>
          Leave
        </Button>
      </Group>
    </Dialog>
  );
}
