import { Button } from "@mantine/core";
import { FieldsIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";

type Props = { isOpen: boolean; onToggle: () => void };

export function FieldsButton({ isOpen, onToggle }: Props) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<FieldsIcon {...ICON} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      Fields
    </Button>
  );
}
