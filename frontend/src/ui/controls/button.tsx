import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./button.module.css";
import { useFocusBack } from "./keep-focus";
import { Link, type LinkProps } from "./router-link";

interface ButtonAppearance {
  /** One primary action on a screen; everything else is secondary or quiet. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  size?: "regular" | "large";
  block?: boolean;
}

interface ButtonProps extends ComponentProps<"button">, ButtonAppearance {
  /** Disables the button and marks it busy; say what runs in its label. */
  busy?: boolean;
}

export function Button({
  variant = "secondary",
  size = "regular",
  block = false,
  busy = false,
  disabled,
  className,
  type = "button",
  ref,
  ...rest
}: ButtonProps) {
  const button = useFocusBack<HTMLButtonElement>(busy, ref);
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(lookOf({ variant, size, block }), className)}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = "secondary",
  size = "regular",
  block = false,
  className,
  ...rest
}: LinkProps & ButtonAppearance) {
  return <Link {...rest} className={classNames(lookOf({ variant, size, block }), className)} />;
}

function lookOf({ variant, size, block }: Required<ButtonAppearance>): string {
  return classNames(
    styles.button,
    styles[variant],
    size === "large" && styles.large,
    block && styles.block,
  );
}

/** A way out of the product that looks like a button: a map, a phone call. It does not tell where it came from. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const opensTab = href.startsWith("http");
  return (
    <a
      href={href}
      rel="noreferrer"
      target={opensTab ? "_blank" : undefined}
      className={classNames(styles.button, styles.secondary)}
    >
      {children}
    </a>
  );
}
