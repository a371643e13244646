import { IconFrame, type IconProps } from "./first-page-icons";

// What stands in and beside the controls of a form or a list.

export function ChevronDownIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 9.5l6 6 6-6" />
    </IconFrame>
  );
}

export function SearchIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5" />
    </IconFrame>
  );
}

export function EyeIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />
    </IconFrame>
  );
}

export function EyeOffIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 4l16 16M6.8 7.3C4 9 2.5 12 2.5 12S6 18.5 12 18.5c1.9 0 3.5-.6 4.9-1.5M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5s-.9 1.7-2.6 3.3M9.9 9.9a3 3 0 0 0 4.2 4.2" />
    </IconFrame>
  );
}

export function ImageIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.5v.1" />
    </IconFrame>
  );
}

export function ArrowUpIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 19V5M6 11l6-6 6 6" />
    </IconFrame>
  );
}

export function ArrowDownIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 5v14M6 13l6 6 6-6" />
    </IconFrame>
  );
}
