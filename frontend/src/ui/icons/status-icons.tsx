import { Icon, type IconProps } from "./icons";

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 12.5l4.5 4.5L19 7.5" />
    </Icon>
  );
}

export function AlertIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 4l9 16H3L12 4zM12 10v4M12 17v.1" />
    </Icon>
  );
}

export function InfoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 11v6M12 7v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z" />
    </Icon>
  );
}
