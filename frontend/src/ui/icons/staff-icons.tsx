import { IconFrame, type IconProps } from "./first-page-icons";

// What only staff see: the places of the navigation, and the tools of their pages.

export function HomeIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6" />
    </IconFrame>
  );
}

export function TicketIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 3h12v18l-3-2-3 2-3-2-3 2V3zM9.5 8h5M9.5 12h5" />
    </IconFrame>
  );
}

export function MenuBoardIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M7 3v7a2 2 0 0 0 4 0V3M9 3v18M17 21v-7h-3V7a4 4 0 0 1 3-4v18z" />
    </IconFrame>
  );
}

export function PanIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M3 12h13v2a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5v-2zM16 13l5-2M7 8c0-1.5 1.5-1.5 1.5-3M11 8c0-1.5 1.5-1.5 1.5-3" />
    </IconFrame>
  );
}

export function PeopleIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5" />
    </IconFrame>
  );
}

export function ChartIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 4v16h16M8 16v-4M12 16V8M16 16v-6" />
    </IconFrame>
  );
}

export function TruckIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M3 6h11v11H3zM14 10h4l3 3v4h-7M7 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" />
    </IconFrame>
  );
}

export function BadgeIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M5 6h14v15H5zM9 6V3h6v3M12 14a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8.5 18a3.6 3.6 0 0 1 7 0" />
    </IconFrame>
  );
}

export function MenuIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </IconFrame>
  );
}

export function MoreIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path strokeWidth="3.5" d="M5 12h.01M12 12h.01M19 12h.01" />
    </IconFrame>
  );
}

export function SignOutIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M14 4h5v16h-5M4 12h10M10 8l4 4-4 4" />
    </IconFrame>
  );
}

export function LedgerIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M5 4h14v16H5zM9 4v16M12 9h4M12 13h4" />
    </IconFrame>
  );
}

export function PercentIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M19 5 5 19M8 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM16 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
    </IconFrame>
  );
}

export function BookIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M5 4.5h11a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3v-12ZM5 16.5a3 3 0 0 1 3-3h11M9 8.5h6" />
    </IconFrame>
  );
}

export function HandIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6l8-3zM12 8v5M12 16v.5" />
    </IconFrame>
  );
}

export function BankIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 10h16l-8-6-8 6zM6.5 10v7M12 10v7M17.5 10v7M4 20h16" />
    </IconFrame>
  );
}

export function DrawerIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 13h16v6H4zM6 13l2-8h8l2 8M10.5 16h3M10 9h4" />
    </IconFrame>
  );
}

export function ClockBackIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2" />
    </IconFrame>
  );
}

export function ShareIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 15V3M8 7l4-4 4 4M6 11H5v9h14v-9h-1" />
    </IconFrame>
  );
}

export function TagIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M3 12V4h8l9.5 9.5a1.4 1.4 0 0 1 0 2l-5 5a1.4 1.4 0 0 1-2 0L3 12zM7.5 9a1 1 0 1 0 0-2 1 1 0 0 0 0 2z" />
    </IconFrame>
  );
}

/** Says that a row can be taken hold of. */
export function GripIcon() {
  return (
    <IconFrame>
      <path d="M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1" strokeWidth="3" />
    </IconFrame>
  );
}

export function CopyIcon() {
  return (
    <IconFrame>
      <path d="M9 9h11v11H9zM5 15H4V4h11v1" />
    </IconFrame>
  );
}

export function BellIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />
    </IconFrame>
  );
}

export function BellOffIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4M3 3l18 18" />
    </IconFrame>
  );
}

export function TrashIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />
    </IconFrame>
  );
}

export function RefreshIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M20 6v5h-5M4 18v-5h5M19 11a7.5 7.5 0 0 0-13-3.5M5 13a7.5 7.5 0 0 0 13 3.5" />
    </IconFrame>
  );
}

export function CardReaderIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M7 3h10v18H7zM10 6.5h4v4h-4zM10 14h.01M14 14h.01M10 17.5h.01M14 17.5h.01" />
    </IconFrame>
  );
}
