import { Icon } from "./icons";

/** Says that a row can be taken hold of. */
export function GripIcon() {
  return (
    <Icon>
      <path d="M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1" strokeWidth="3" />
    </Icon>
  );
}

export function CopyIcon() {
  return (
    <Icon>
      <path d="M9 9h11v11H9zM5 15H4V4h11v1" />
    </Icon>
  );
}
